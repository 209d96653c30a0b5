-- View reconciliation: what a session won by its own events; rounds count their dropped rake. The view is read anew.

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
    -- Totals of play, coin, rake and swept stakes in cents: what no round explains.
    ADD COLUMN taken numeric NOT NULL;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
