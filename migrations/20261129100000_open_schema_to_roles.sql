-- A property is a schema: each role may look into it, and only the projector may make tables beside the owner.

-- migrate:up

DO $$
BEGIN
    EXECUTE format(
        'GRANT USAGE ON SCHEMA %I TO pitledger_writer, pitledger_projector, pitledger_reader', current_schema()
    );
    EXECUTE format('GRANT CREATE ON SCHEMA %I TO pitledger_projector', current_schema());
END
$$;

-- Every role may ask whether the schema is current.
GRANT SELECT ON schema_migrations TO pitledger_writer, pitledger_projector, pitledger_reader;

-- Views are made, rebuilt and swapped while the ledger runs; a reader must not need a grant for each.
SET LOCAL ROLE pitledger_projector;
DO $$
BEGIN
    EXECUTE format(
        'ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO pitledger_reader', current_schema()
    );
END
$$;
SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
