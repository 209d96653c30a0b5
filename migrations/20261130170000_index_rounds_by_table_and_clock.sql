-- What was dealt at a table before and after a round is asked in every dispute.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE INDEX ON rounds (table_name, opened_at, number);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
