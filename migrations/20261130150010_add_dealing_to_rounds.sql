-- View rounds: when its cards were dealt and what it was to each patron, for what a deck touched. Read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

-- The projector fills an empty view beside the others, from the first event on.
TRUNCATE rounds;
UPDATE tracking SET notification_id = 0 WHERE application_name = 'rounds';

ALTER TABLE rounds
    -- The first and the last card dealt; where no card is timed, when the round opened.
    ADD COLUMN dealt_from timestamp with time zone,
    ADD COLUMN dealt_until timestamp with time zone,
    -- Of each patron: id, spots, wagers, staked, net in cents.
    ADD COLUMN patrons jsonb NOT NULL;

CREATE INDEX ON rounds (deck, dealt_from) WHERE deck IS NOT NULL;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
