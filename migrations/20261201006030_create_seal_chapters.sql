-- Gaming days closed as signed chapters: which events, their root, counts and totals, each chained to the one before.

-- migrate:up

CREATE TABLE seal_chapters (
    number integer NOT NULL PRIMARY KEY CHECK (number > 0),
    gaming_date date NOT NULL,
    -- A day audited again is closed again.
    edition integer NOT NULL CHECK (edition > 0),
    -- Of the event that closed the day.
    position bigint NOT NULL UNIQUE,
    -- Leaves of the checkpoint that it leans on.
    size bigint NOT NULL,
    events bigint NOT NULL,
    -- SHA-256 of its text, which the next one names.
    digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
    -- A C2SP signed note.
    note text NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    UNIQUE (gaming_date, edition)
);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON seal_chapters
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON seal_chapters
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE seal_chapters ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE seal_chapters ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT, INSERT ON seal_chapters TO pitledger_sealer;
GRANT SELECT ON seal_chapters TO pitledger_reader;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
