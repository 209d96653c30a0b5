-- What came of each check of the whole ledger, the newest of which is asked for.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE checks (
    id bigserial PRIMARY KEY,
    ended_at timestamp with time zone NOT NULL DEFAULT now(),
    report jsonb NOT NULL
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
