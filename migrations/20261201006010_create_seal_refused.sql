-- The hash of every refused record in order of its number: what it was when it was sealed.

-- migrate:up

-- Rows follow one another without a gap: `first` counts the records from 0.
CREATE TABLE seal_refused (
    first bigint NOT NULL PRIMARY KEY CHECK (first >= 0),
    count integer NOT NULL CHECK (count > 0),
    last_number bigint NOT NULL UNIQUE,
    -- For each record 8 bytes, and 32.
    numbers bytea NOT NULL CHECK (octet_length(numbers) = 8 * count),
    hashes bytea NOT NULL CHECK (octet_length(hashes) = 32 * count),
    -- Of all records up to the last of these, each chained to the one before it.
    digest bytea NOT NULL CHECK (octet_length(digest) = 32)
);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_refused
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON seal_refused
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE seal_refused ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE seal_refused ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT, INSERT ON seal_refused TO pitledger_sealer;
GRANT SELECT ON seal_refused TO pitledger_reader;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
