-- View disputes: what was paid to settle one is told by currency; its sum over currencies says nothing.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

ALTER TABLE disputes DROP COLUMN to_patron;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
