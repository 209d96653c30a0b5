-- How many events there are up to a position the seal knows without counting: who says how far views are may ask it.

-- migrate:up

GRANT SELECT ON seal_leaves TO pitledger_projector;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
