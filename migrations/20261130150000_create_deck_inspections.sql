-- View decks: every inspection of every deck, by which decks are listed and found by their batch.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE deck_inspections (
    position bigint PRIMARY KEY,
    stream_id uuid NOT NULL,
    -- The deck's name, with its first inspection alone.
    deck text,
    batch text NOT NULL,
    backs text NOT NULL
);

CREATE INDEX ON deck_inspections (deck) WHERE deck IS NOT NULL;
CREATE INDEX ON deck_inspections (stream_id, position);
CREATE INDEX ON deck_inspections (batch);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
