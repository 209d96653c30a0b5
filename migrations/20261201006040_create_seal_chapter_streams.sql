-- The streams whose events make a chapter, as it was signed: some to a row.

-- migrate:up

CREATE TABLE seal_chapter_streams (
    chapter integer NOT NULL,
    part integer NOT NULL,
    -- 16 bytes each.
    streams bytea NOT NULL CHECK (octet_length(streams) > 0 AND octet_length(streams) % 16 = 0),
    PRIMARY KEY (chapter, part)
);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_chapter_streams
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON seal_chapter_streams
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE seal_chapter_streams ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE seal_chapter_streams ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT, INSERT ON seal_chapter_streams TO pitledger_sealer;
GRANT SELECT ON seal_chapter_streams TO pitledger_reader;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
