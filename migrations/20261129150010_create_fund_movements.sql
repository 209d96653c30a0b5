-- View funds: all that happened to a fund, each with what it was like after it.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE fund_movements (
    position bigint NOT NULL,
    -- Among what one event did to funds, from 1.
    n integer NOT NULL,
    fund text NOT NULL,
    -- An event of the fund's own, or stake, contribution, won, paid.
    kind text NOT NULL,
    -- Of the movement: what was staked, contributed, won, paid, seeded; null where it has none.
    amount numeric,
    -- Of the meter.
    change numeric NOT NULL,
    -- After it; the meter is null while nobody established the fund.
    status text NOT NULL CHECK (status IN ('not_established', 'open', 'closed')),
    meter numeric,
    stands numeric NOT NULL,
    owed numeric NOT NULL,
    contributed numeric NOT NULL,
    -- The part of a cent that waits for the next stake: 1/2, 0.
    carry text NOT NULL,
    -- What the fund's rules prescribe for a hand's contribution; null where they say nothing of it.
    due numeric,
    -- The stream that said it: round, session or fund, its key, and the version of its event.
    stream text NOT NULL,
    key text NOT NULL,
    version integer NOT NULL,
    table_name text,
    spot integer,
    wager text,
    bet_on text,
    patron text,
    findings jsonb NOT NULL,
    occurred_at timestamp with time zone,
    recorded_at timestamp with time zone NOT NULL,
    -- A fund as of a position is one seek here.  There is no index by position alone: for a fund in which little
    -- happens it would look like the shorter way, and be the longest.
    PRIMARY KEY (fund, position, n)
);

-- Prizes are few among stakes, and findings fewer.
CREATE INDEX ON fund_movements (fund, position) WHERE kind IN ('won', 'paid');
CREATE INDEX ON fund_movements (fund, position) WHERE findings <> '[]';

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
