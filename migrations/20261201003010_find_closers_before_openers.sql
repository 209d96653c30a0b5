-- View exceptions: a closer timed before its opener is a finding of its session. Read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

-- The projector fills an empty view beside the others, from the first event on.
TRUNCATE exception_sessions, exception_items;
UPDATE tracking SET notification_id = 0 WHERE application_name = 'exceptions';

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
