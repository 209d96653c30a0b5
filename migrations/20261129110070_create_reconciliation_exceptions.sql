-- View reconciliation: the movements that the closed list does not know, each by itself.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE reconciliation_exceptions (
    position bigint NOT NULL,
    session text NOT NULL,
    account text NOT NULL,
    reason text NOT NULL,
    stream text NOT NULL,
    version integer NOT NULL,
    type text NOT NULL,
    -- Cents, signed from the side of the house.
    amount numeric NOT NULL,
    occurred_at timestamp with time zone,
    PRIMARY KEY (session, position, account, reason)
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
