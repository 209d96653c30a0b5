-- View reconciliation: the exceptions of a gaming date are found by the date in the session's key.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE INDEX ON reconciliation_exceptions (split_part(session, '/', 2));

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
