-- View reconciliation: what each round adds to the win of its session, from what everybody may see.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE reconciliation_rounds (
    round_id uuid PRIMARY KEY,
    first_position bigint NOT NULL,
    position bigint NOT NULL,
    key text NOT NULL,
    session text,
    table_name text NOT NULL,
    gaming_date date,
    opened_at timestamp with time zone,
    -- Whether the rules say anything of it.
    judged boolean NOT NULL,
    rules numeric NOT NULL,
    mispaid numeric NOT NULL,
    unjudged numeric NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX ON reconciliation_rounds (session);
CREATE INDEX ON reconciliation_rounds (gaming_date, table_name);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
