-- The first answer to a request with a key is its answer for ever: written with the events that it tells of, never changed.

-- migrate:up

CREATE TABLE idempotency_keys (
    principal text NOT NULL,
    key text NOT NULL,
    digest bytea NOT NULL,
    status integer NOT NULL,
    headers bytea NOT NULL,
    body bytea NOT NULL,
    recorded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (principal, key)
);

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON idempotency_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON idempotency_keys
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE idempotency_keys ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE idempotency_keys ENABLE ALWAYS TRIGGER refuse_change_of_row;

GRANT SELECT ON idempotency_keys TO pitledger_writer;
-- Not recorded_at: that is the server's clock.
GRANT INSERT (principal, key, digest, status, headers, body) ON idempotency_keys TO pitledger_writer;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
