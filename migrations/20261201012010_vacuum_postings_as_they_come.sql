-- An index answers alone for the pages that VACUUM has seen: it comes by after so many postings, not after a fifth of the ledger.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

ALTER TABLE inventory_postings SET (
    autovacuum_vacuum_insert_threshold = 50000,
    autovacuum_vacuum_insert_scale_factor = 0
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
