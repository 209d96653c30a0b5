-- Complete nodes of the tree over the leaves, so that a proof takes a few seeks.

-- migrate:up

-- Node (level, index) covers 2^level leaves from index * 2^level on; only some levels are kept, the rest follows from them.
CREATE TABLE seal_nodes (
    level smallint NOT NULL,
    index bigint NOT NULL,
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (level, index)
);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_nodes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON seal_nodes
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE seal_nodes ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE seal_nodes ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT, INSERT ON seal_nodes TO pitledger_sealer;
GRANT SELECT ON seal_nodes TO pitledger_reader;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
