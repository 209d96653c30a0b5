-- Who seals reads the events and adds to the seal; it can change neither.

-- migrate:up

DO $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO pitledger_sealer', current_schema());
END
$$;

GRANT SELECT ON schema_migrations, events TO pitledger_sealer;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
