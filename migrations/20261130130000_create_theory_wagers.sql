-- View theory: what closed rounds say of their wagers, kind by kind, so that what they were expected to win is a sum.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE theory_wagers (
    -- Of the event that closed the round, or that was recorded of it later: then the rest is a difference.
    position bigint NOT NULL,
    -- Among the rows of one event, from 1.
    n integer NOT NULL,
    table_name text NOT NULL,
    gaming_date date,
    -- Null in no session.
    session text,
    game text NOT NULL,
    title text,
    -- The rules submission that the round was dealt under, `default` for none; one in the record stands in `inline`.
    submission text NOT NULL,
    version integer NOT NULL,
    inline text,
    wager text NOT NULL,
    -- Staked with a coupon, or paid on one.
    coupon boolean NOT NULL,
    wagers bigint NOT NULL,
    -- Cents and square cents.
    staked numeric NOT NULL,
    squared numeric NOT NULL,
    -- What the meter showed as the rounds opened, where the wager has one; `unmetered` are those whose meter is not known.
    meter numeric NOT NULL,
    meter_squared numeric NOT NULL,
    meter_staked numeric NOT NULL,
    unmetered bigint NOT NULL,
    -- From the house's side: settled = rules + mispaid + unjudged; won of a fund and not paid by the table; put right later.
    settled numeric NOT NULL,
    elsewhere numeric NOT NULL,
    rules numeric NOT NULL,
    mispaid numeric NOT NULL,
    unjudged numeric NOT NULL,
    adjusted numeric NOT NULL
);

-- A gaming date is asked for, of one table or all; rows come in order of position, thus of date.
CREATE INDEX ON theory_wagers (gaming_date, table_name);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
