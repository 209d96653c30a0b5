-- View funds: every fund that anything recorded names, established or not.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE funds (
    name text PRIMARY KEY,
    -- Where it was named first.
    first_position bigint NOT NULL
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
