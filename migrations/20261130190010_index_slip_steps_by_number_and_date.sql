-- View slips: whether a number was used on other dates too is one seek, which touches no row where it was not.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

DROP INDEX IF EXISTS slip_steps_type_series_serial_idx;
CREATE INDEX ON slip_steps (type, series, serial, gaming_date);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
