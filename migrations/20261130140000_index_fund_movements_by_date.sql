-- View funds: what funds took in and paid on a gaming date, for its journal, without reading those of other dates.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE INDEX ON fund_movements (split_part(key, '/', 2)) WHERE stream IN ('round', 'session');

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
