-- Findings say money as people write it, and a corrected time moves what happened then: the views are read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

-- The projector fills an empty view beside the others, from the first event on.
TRUNCATE
    exception_sessions,
    exception_items,
    funds,
    fund_movements,
    inventory_accounts,
    inventory_postings,
    inventory_counts;
UPDATE tracking SET notification_id = 0 WHERE application_name IN ('exceptions', 'funds', 'inventory');

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
