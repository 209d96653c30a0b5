-- How far each view has read, laid out as eventsourcing's PostgresTrackingRecorder expects it; written with the view's rows.

-- migrate:up

-- The projector's own, as the views are.
SET LOCAL ROLE pitledger_projector;

CREATE TABLE tracking (
    application_name text,
    notification_id bigint,
    PRIMARY KEY (application_name)
) WITH (
    autovacuum_enabled = true,
    autovacuum_vacuum_threshold = 100000000,
    autovacuum_vacuum_scale_factor = 0.5,
    autovacuum_analyze_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.01
);

-- The library's mark that the table holds one row an application.
INSERT INTO tracking VALUES ('__migration__', 1);

GRANT SELECT ON tracking TO pitledger_owner;
SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
