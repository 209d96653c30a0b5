-- View days: variances reported on a form, and put right by a correction.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE days_variance_reports (
    position bigint PRIMARY KEY,
    session text NOT NULL,
    -- The version of the report in its session; what follows is null where a correction took it back.
    version integer NOT NULL,
    of_count text,
    amount numeric,
    slip text,
    told jsonb,
    by text,
    approved_by text,
    occurred_at timestamp with time zone
);

CREATE INDEX ON days_variance_reports (session, version, position);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
