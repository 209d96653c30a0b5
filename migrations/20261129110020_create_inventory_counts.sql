-- View inventory: openers and closers as they were counted, and counted again by a correction.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE inventory_counts (
    position bigint PRIMARY KEY,
    session text NOT NULL,
    table_name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('opener', 'closer')),
    -- By denomination; null where a correction took the count back.
    chips jsonb,
    occurred_at timestamp with time zone,
    recorded_at timestamp with time zone NOT NULL
);

CREATE INDEX ON inventory_counts (table_name, kind, occurred_at);
CREATE INDEX ON inventory_counts (session, kind);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
