-- View days: which gaming days were recorded.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE days_recorded (
    gaming_date date PRIMARY KEY,
    first_position bigint NOT NULL
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
