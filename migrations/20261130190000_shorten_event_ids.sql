-- View event_ids: only how an id begins; the event that stands there says the rest. The view is read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

DROP TABLE event_ids;
-- The projector fills an empty view beside the others, from the first event on.
UPDATE tracking SET notification_id = 0 WHERE application_name = 'event_ids';

CREATE TABLE event_ids (
    -- The first 48 bits of the id.  Two events seldom begin alike, and then both stand here.
    beginning bigint NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (beginning, position)
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
