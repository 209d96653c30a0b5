-- View event_ids: the position of each event, by its id.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE event_ids (
    id uuid NOT NULL PRIMARY KEY,
    position bigint NOT NULL
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
