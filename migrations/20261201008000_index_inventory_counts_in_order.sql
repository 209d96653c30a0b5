-- The session opened last at a table is one seek, however many were opened there; so is a count as last made.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE INDEX ON inventory_counts (table_name, kind, occurred_at DESC NULLS LAST, position DESC);
CREATE INDEX ON inventory_counts (session, kind, position);
DROP INDEX inventory_counts_table_name_kind_occurred_at_idx, inventory_counts_session_kind_idx;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
