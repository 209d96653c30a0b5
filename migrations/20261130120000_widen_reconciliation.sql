-- View reconciliation: shifts and boxes of a session, money staked, pits of tables.  The view is read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

-- The projector fills an empty view beside the others, from the first event on.
TRUNCATE
    reconciliation_sums,
    reconciliation_sessions,
    reconciliation_rounds,
    reconciliation_exceptions,
    reconciliation_offers;
UPDATE tracking SET notification_id = 0 WHERE application_name = 'reconciliation';

ALTER TABLE reconciliation_sessions
    -- Counts of a shift, drop boxes, chips on their way, color sold.
    ADD COLUMN parts jsonb NOT NULL,
    -- Whether play is recorded in totals.
    ADD COLUMN totaled boolean NOT NULL;

-- Money staked, coupons and pots left out.
ALTER TABLE reconciliation_rounds ADD COLUMN handle numeric NOT NULL;

CREATE TABLE reconciliation_places (
    position bigint PRIMARY KEY,
    table_name text NOT NULL,
    what text NOT NULL CHECK (what IN ('registered', 'pit_assigned', 'retired')),
    pit text,
    occurred_at timestamp with time zone
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
