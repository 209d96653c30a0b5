-- View exceptions: what a session shows that was not as it should have been, one row each.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE exception_items (
    session text NOT NULL,
    n integer NOT NULL,
    -- Of the event in its session.
    version integer NOT NULL,
    code text NOT NULL,
    rule text NOT NULL,
    evidence text NOT NULL,
    detail text NOT NULL,
    -- From the house's side in cents; null where the matter has none.
    amount numeric,
    incident text,
    slip text,
    occurred_at timestamp with time zone,
    PRIMARY KEY (session, n)
) WITH (fillfactor = 70);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
