-- How many events each view has taken in up to where it stands, to be held against how many there are.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE events_taken (
    view text PRIMARY KEY,
    -- A row that is of another position than the view's says nothing of it.
    position bigint NOT NULL,
    -- Null where it is not known, until the view is read anew.
    events bigint
) WITH (fillfactor = 50);

INSERT INTO events_taken (view, position, events)
SELECT
    application_name, notification_id,
    (SELECT count(*) FROM events WHERE events.notification_id <= tracking.notification_id)
FROM tracking WHERE application_name <> '__migration__';

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
