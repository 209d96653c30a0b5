-- Of openers at one instant, or at none, the later session's comes last: to count one again does not open it again.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE INDEX ON inventory_counts (
    table_name, kind, occurred_at DESC NULLS LAST,
    split_part(session, '/', 2) DESC, (split_part(session, '/', 3)::bigint) DESC, position DESC
);
DROP INDEX inventory_counts_table_name_kind_occurred_at_position_idx;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
