-- View reconciliation: the sums of a gaming date are found by the date in the session's key, opened or not.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE INDEX ON reconciliation_sums (split_part(session, '/', 2));

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
