-- View reconciliation: what moved through the tray, the box, the rake and the counter checks of a session, by reason and denomination.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE reconciliation_sums (
    session text NOT NULL,
    account text NOT NULL,
    reason text NOT NULL,
    denomination bigint NOT NULL,
    count numeric NOT NULL,
    amount numeric NOT NULL,
    PRIMARY KEY (session, account, reason, denomination)
) WITH (fillfactor = 70);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
