-- View exceptions: the sessions, and how far each was read.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE exception_sessions (
    session text PRIMARY KEY,
    stream_id uuid NOT NULL,
    first_position bigint NOT NULL,
    position bigint NOT NULL,
    table_name text NOT NULL,
    gaming_date date NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX ON exception_sessions (gaming_date, table_name);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
