-- View reconciliation: which game each table offered from when on.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE reconciliation_offers (
    position bigint PRIMARY KEY,
    table_name text NOT NULL,
    game text NOT NULL,
    occurred_at timestamp with time zone
);

CREATE INDEX ON reconciliation_offers (table_name, position);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
