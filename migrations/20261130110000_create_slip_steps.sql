-- View slips: every step of every slip and form, and from which position to which it was in effect.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE slip_steps (
    -- Of the event that recorded it; of a correction, that one's.
    position bigint NOT NULL,
    -- Of the correction that took its place; null while it is in effect.
    until_position bigint,
    session text NOT NULL,
    -- Of the fact in its session; `corrected_by` is the version of the correction that gave it this form.
    version integer NOT NULL,
    n integer NOT NULL,
    corrected_by integer,
    table_name text NOT NULL,
    gaming_date date NOT NULL,
    -- The number: type, series, serial; a jurisdiction may begin anew each year.  Lists go by number, in the
    -- order in which Python compares texts.
    type text COLLATE "C" NOT NULL,
    series text COLLATE "C" NOT NULL,
    serial bigint NOT NULL,
    year integer NOT NULL,
    -- Fill, credit, table_inventory, commission, commission_recovery, variance_report; null where only the number is said.
    form text,
    step text NOT NULL,
    chips jsonb,
    amount numeric,
    by_person text,
    approved_by text,
    reason text,
    source text,
    -- The number of the commission form that a recovery is of.
    of text,
    occurred_at timestamp with time zone,
    recorded_at timestamp with time zone NOT NULL,
    PRIMARY KEY (session, version, position, n)
) WITH (fillfactor = 90);

CREATE INDEX ON slip_steps (type, series, serial);
CREATE INDEX ON slip_steps (gaming_date, table_name);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
