-- Findings say money as people write it, and what is a count of chips is no amount: the views that keep their words
-- are read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

-- The projector fills an empty view beside the others, from the first event on.
TRUNCATE exception_sessions, exception_items, funds, fund_movements;
UPDATE tracking SET notification_id = 0 WHERE application_name IN ('exceptions', 'funds');

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
