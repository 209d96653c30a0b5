-- The events: the one table of record, laid out as eventsourcing's PostgresApplicationRecorder expects it.

-- migrate:up

CREATE TABLE events (
    originator_id uuid NOT NULL,
    originator_version bigint NOT NULL,
    topic text NOT NULL,
    state bytea NOT NULL,
    -- The position.  Drawn under the lock of lock_events(), so that positions become visible in order.
    notification_id bigserial,
    PRIMARY KEY (originator_id, originator_version)
) WITH (
    autovacuum_enabled = true,
    autovacuum_vacuum_threshold = 100000000,
    autovacuum_vacuum_scale_factor = 0.5,
    autovacuum_analyze_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.01
);

CREATE UNIQUE INDEX events_notification_id_idx ON events (notification_id);

-- Tables and submissions are a handful of events among millions, and are read at every start.
CREATE INDEX events_registry_idx ON events (notification_id)
    WHERE topic LIKE 'table.%' OR topic LIKE 'submission.%';

-- The shape in which eventsourcing sends events.
CREATE TYPE stored_event_uuid AS (originator_id uuid, originator_version bigint, topic text, state bytea);

GRANT SELECT ON events TO pitledger_writer, pitledger_projector, pitledger_reader;
-- Not notification_id: no writer chooses its position.
GRANT INSERT (originator_id, originator_version, topic, state) ON events TO pitledger_writer;
GRANT USAGE ON SEQUENCE events_notification_id_seq TO pitledger_writer;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
