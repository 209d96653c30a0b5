-- View days: chips counted outside tables, and counted otherwise by a correction.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE days_chips_found (
    position bigint NOT NULL,
    gaming_date date NOT NULL,
    place text NOT NULL,
    -- Empty: chips of value of whichever set.
    chip_set text NOT NULL,
    -- By denomination; null where a correction took the count back.
    chips jsonb,
    PRIMARY KEY (position, place, chip_set)
);

CREATE INDEX ON days_chips_found (place, chip_set, gaming_date, position);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
