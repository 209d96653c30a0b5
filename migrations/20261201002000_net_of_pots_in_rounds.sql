-- View rounds: what a round was to each patron counts what they won of pots. Read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

-- The projector fills an empty view beside the others, from the first event on.
TRUNCATE rounds;
UPDATE tracking SET notification_id = 0 WHERE application_name = 'rounds';

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
