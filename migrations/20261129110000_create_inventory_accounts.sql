-- View inventory: every account that value has moved through, numbered in the order of its first posting, with its balance now.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

-- Amounts are numeric: a tray may not stop a view because somebody recorded the largest numbers that are a record.
CREATE TABLE inventory_accounts (
    id bigint PRIMARY KEY,
    account text NOT NULL,
    holder text NOT NULL,
    denomination bigint NOT NULL,
    currency text NOT NULL,
    count numeric NOT NULL,
    amount numeric NOT NULL,
    -- Of its last posting.
    position bigint NOT NULL,
    UNIQUE (holder, account, denomination, currency)
) WITH (fillfactor = 70);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
