-- The hash of every event in order of position: what it was when it was sealed.

-- migrate:up

-- Rows follow one another without a gap: `first` numbers the leaves from 0.
CREATE TABLE seal_leaves (
    first bigint NOT NULL PRIMARY KEY CHECK (first >= 0),
    count integer NOT NULL CHECK (count > 0),
    first_position bigint NOT NULL UNIQUE,
    last_position bigint NOT NULL,
    -- For each event 8 bytes, and 32.
    positions bytea NOT NULL CHECK (octet_length(positions) = 8 * count),
    hashes bytea NOT NULL CHECK (octet_length(hashes) = 32 * count)
);

-- Hashes do not compress, and of what is not compressed a part can be read alone.
ALTER TABLE seal_leaves ALTER COLUMN positions SET STORAGE EXTERNAL;
ALTER TABLE seal_leaves ALTER COLUMN hashes SET STORAGE EXTERNAL;

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_leaves
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON seal_leaves
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE seal_leaves ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE seal_leaves ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT, INSERT ON seal_leaves TO pitledger_sealer;
GRANT SELECT ON seal_leaves TO pitledger_reader;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
