-- What was sent, could be read and was refused: beside the events, never among them, and never changed.

-- migrate:up

CREATE TABLE refused_commands (
    id bigserial PRIMARY KEY,
    -- Kind and key of the stream; empty where the record did not come so far as to say it.
    stream text NOT NULL,
    code text NOT NULL,
    pointer text,
    detail text NOT NULL,
    -- SHA-256 of what was sent; null in a row that only counts what came beyond what is kept one by one.
    digest bytea CHECK (octet_length(digest) = 32),
    -- Null where it was too long to keep, and where only counted.
    body bytea,
    refused_by text NOT NULL,
    times integer NOT NULL CHECK (times > 0),
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    -- Of rounds and sessions: to be listed with their day.
    gaming_date date
);

CREATE INDEX ON refused_commands (gaming_date);
CREATE INDEX ON refused_commands (digest, code, refused_by);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON refused_commands
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON refused_commands
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE refused_commands ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE refused_commands ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT ON refused_commands TO pitledger_reader;
GRANT INSERT (stream, code, pointer, detail, digest, body, refused_by, times, first_at, last_at, gaming_date)
    ON refused_commands TO pitledger_writer;
GRANT USAGE ON SEQUENCE refused_commands_id_seq TO pitledger_writer;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
