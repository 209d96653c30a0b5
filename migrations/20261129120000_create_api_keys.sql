-- Who may ask what with an API key: the SHA-256 of each key, never the key, and the scopes that it opens.

-- migrate:up

CREATE TABLE api_keys (
    -- Of 256 random bits, so that neither salt nor stretching would add anything.
    digest bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
    -- Who holds it; stands as recorded_by with what is recorded.  A new key for the same holder takes the same name.
    name text NOT NULL,
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
    created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
    revoked_at timestamp with time zone
);

-- Keys are made and revoked by the owner, from the command line; who serves requests may only compare.
GRANT SELECT ON api_keys TO pitledger_reader;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
