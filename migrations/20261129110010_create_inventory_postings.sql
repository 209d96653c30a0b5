-- View inventory: every leg of every movement, each with the balance of its account after it.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE inventory_postings (
    position bigint NOT NULL,
    -- Among the legs of one event, from 1.
    n integer NOT NULL,
    account_id bigint NOT NULL,
    reason text NOT NULL,
    count numeric NOT NULL,
    amount numeric NOT NULL,
    balance_count numeric NOT NULL,
    balance_amount numeric NOT NULL,
    -- Of a correction, when what it corrects occurred; null where an import does not know.
    occurred_at timestamp with time zone,
    recorded_at timestamp with time zone NOT NULL,
    PRIMARY KEY (position, n)
);

-- A balance as of a position is one seek here.
CREATE INDEX ON inventory_postings (account_id, position, n);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
