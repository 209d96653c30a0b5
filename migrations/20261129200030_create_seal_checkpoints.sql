-- Signed checkpoints: what the root was at a size.  Who keeps a copy elsewhere can prove that nothing before it changed.

-- migrate:up

CREATE TABLE seal_checkpoints (
    size bigint NOT NULL PRIMARY KEY CHECK (size > 0),
    -- Of the last event in it.
    position bigint NOT NULL,
    root bytea NOT NULL CHECK (octet_length(root) = 32),
    -- The C2SP signed note, as it is published.
    note text NOT NULL,
    sealed_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON seal_checkpoints
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE seal_checkpoints ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE seal_checkpoints ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT, INSERT ON seal_checkpoints TO pitledger_sealer;
GRANT SELECT ON seal_checkpoints TO pitledger_reader;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
