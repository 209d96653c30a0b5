-- Who subjects of disputes are: apart from the events, each row encrypted with a key of its own, and erasable.

-- migrate:up

CREATE TABLE personal_data (
    -- Opaque, as in the events.
    subject text PRIMARY KEY,
    -- The subject's key, encrypted with the master key, which is not in the database.
    wrapped_key bytea NOT NULL,
    key_nonce bytea NOT NULL CHECK (octet_length(key_nonce) = 12),
    nonce bytea NOT NULL CHECK (octet_length(nonce) = 12),
    ciphertext bytea NOT NULL,
    -- Who told it, an employee or a system.
    changed_by text NOT NULL,
    changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
);

DO $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO pitledger_custodian', current_schema());
END
$$;

-- Nobody else: not the reader, not the writer.
GRANT SELECT, INSERT, UPDATE, DELETE ON personal_data TO pitledger_custodian;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
