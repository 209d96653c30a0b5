-- View patterns: what was found says amounts as people write them. Read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

-- The projector fills an empty view beside the others, from the first event on.
TRUNCATE pattern_items;
UPDATE tracking SET notification_id = 0 WHERE application_name = 'patterns';

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
