-- View rounds: one row a round with its outcome; of an open round that hides a face two, one for surveillance.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE rounds (
    round_id uuid NOT NULL,
    -- Who may see the row.
    audience text NOT NULL CHECK (audience IN ('all', 'public', 'surveillance')),
    first_position bigint NOT NULL,
    position bigint NOT NULL,
    version integer NOT NULL,
    key text NOT NULL,
    table_name text NOT NULL,
    gaming_date date,
    number bigint NOT NULL,
    session text,
    shift text,
    game text NOT NULL,
    title text,
    variant text,
    currency text NOT NULL,
    unit integer,
    deck text,
    status text NOT NULL CHECK (status IN ('open', 'closed', 'voided')),
    opened_at timestamp with time zone,
    closed_at timestamp with time zone,
    spots jsonb NOT NULL,
    hands jsonb NOT NULL,
    ranks jsonb NOT NULL,
    findings jsonb NOT NULL,
    staked numeric NOT NULL,
    paid numeric NOT NULL,
    collected numeric NOT NULL,
    returned numeric NOT NULL,
    settled numeric NOT NULL,
    rules numeric NOT NULL,
    mispaid numeric NOT NULL,
    unjudged numeric NOT NULL,
    -- What a round is found by: spot:3 card:As card:3:As rank:flush rank:3:flush finding:wager_late amount:2500 and so on.
    marks text[] NOT NULL,
    PRIMARY KEY (round_id, audience)
) WITH (fillfactor = 80);

CREATE INDEX ON rounds (first_position);
CREATE INDEX ON rounds (table_name, first_position);
CREATE INDEX ON rounds (gaming_date, first_position);
CREATE INDEX ON rounds (opened_at);
CREATE INDEX ON rounds USING gin (marks);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
