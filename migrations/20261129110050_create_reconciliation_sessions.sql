-- View reconciliation: one row a session, what was counted in it.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE reconciliation_sessions (
    session text PRIMARY KEY,
    first_position bigint NOT NULL,
    position bigint NOT NULL,
    version integer NOT NULL,
    table_name text NOT NULL,
    gaming_date date NOT NULL,
    number bigint NOT NULL,
    shift text,
    opened_at timestamp with time zone,
    closed_at timestamp with time zone,
    opener jsonb,
    closer jsonb,
    -- Cash, documents and coupons in cents, once every box is counted.
    drop_counted jsonb
) WITH (fillfactor = 70);

CREATE INDEX ON reconciliation_sessions (gaming_date, table_name, number);
CREATE INDEX ON reconciliation_sessions (table_name, gaming_date, number);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
