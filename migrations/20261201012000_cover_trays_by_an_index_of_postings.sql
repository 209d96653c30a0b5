-- A tray at an instant is read from an index alone: it was read from as many pages of postings as its session had filled.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE INDEX ON inventory_postings (account_id, position, n)
    INCLUDE (occurred_at, count, amount);
DROP INDEX inventory_postings_account_id_position_n_idx;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
