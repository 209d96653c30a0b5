-- View days: which chip sets there are.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE days_chip_sets (
    name text PRIMARY KEY,
    first_position bigint NOT NULL
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
