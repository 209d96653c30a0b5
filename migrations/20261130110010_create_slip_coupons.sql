-- View slips: every match-play coupon that lay on a layout or was counted, and what became of it.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE slip_coupons (
    -- The round or session that tells of it; its rows are written anew as it changes.
    stream_id uuid NOT NULL,
    n integer NOT NULL,
    first_position bigint NOT NULL,
    position bigint NOT NULL,
    stream text NOT NULL CHECK (stream IN ('round', 'session')),
    key text NOT NULL,
    table_name text NOT NULL,
    gaming_date date,
    session text,
    version integer NOT NULL,
    spot integer,
    wager text,
    -- Null where it was not recorded: then nobody can show which coupon it was.
    serial text,
    -- The round that a wager was carried over from, which says its serial.
    carried_from text,
    face numeric NOT NULL,
    -- Null for a stream whose coupons were all corrected away.
    fate text CHECK (fate IN ('dropped', 'returned', 'on_layout', 'unclear')),
    occurred_at timestamp with time zone,
    PRIMARY KEY (stream_id, n)
) WITH (fillfactor = 70);

CREATE INDEX ON slip_coupons (gaming_date, table_name);
CREATE INDEX ON slip_coupons (serial) WHERE serial IS NOT NULL;
CREATE INDEX ON slip_coupons (key) WHERE stream = 'round';
CREATE INDEX ON slip_coupons (carried_from) WHERE carried_from IS NOT NULL;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
