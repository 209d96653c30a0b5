-- The public keys of the seal in the order of their use; each but the first is endorsed by the one before it.

-- migrate:up

CREATE TABLE seal_keys (
    number integer NOT NULL PRIMARY KEY CHECK (number > 0),
    -- Verifier key, name+hash+key.
    key text NOT NULL UNIQUE,
    -- The leaves that there were when it began to sign.
    since_size bigint NOT NULL,
    -- A note that the key before it signed; null for the first.
    endorsement text,
    CHECK ((number = 1) = (endorsement IS NULL))
);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON seal_keys
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE seal_keys ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE seal_keys ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT, INSERT ON seal_keys TO pitledger_sealer;
GRANT SELECT ON seal_keys TO pitledger_reader;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
