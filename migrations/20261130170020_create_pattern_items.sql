-- View patterns: the mistakes of rounds; and in the view of rounds who dealt each. That one is read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE pattern_items (
    round_id uuid NOT NULL,
    n integer NOT NULL,
    first_position bigint NOT NULL,
    position bigint NOT NULL,
    key text NOT NULL,
    table_name text NOT NULL,
    gaming_date date,
    session text,
    opened_at timestamp with time zone,
    closed_at timestamp with time zone,
    kind text NOT NULL,
    -- The version of the round's event at which it was found.
    event integer NOT NULL,
    code text NOT NULL,
    detail text NOT NULL,
    -- Null where no act of a dealer is recorded: the session then says who was signed in.
    dealer text,
    patron text NOT NULL,
    spot integer NOT NULL,
    wager text,
    amount numeric NOT NULL,
    put_right numeric NOT NULL,
    occurred_at timestamp with time zone,
    PRIMARY KEY (round_id, n)
);

CREATE INDEX ON pattern_items (gaming_date, table_name);

-- The projector fills an empty view beside the others, from the first event on.
TRUNCATE rounds;
UPDATE tracking SET notification_id = 0 WHERE application_name = 'rounds';

ALTER TABLE rounds ADD COLUMN dealers text[] NOT NULL;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
