-- The lock that every writer takes first.  LOCK TABLE wants a right to change rows, which no writer has: a function lends it.

-- migrate:up

CREATE FUNCTION lock_events() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
AS $$
BEGIN
    LOCK TABLE events IN EXCLUSIVE MODE;
END
$$;

REVOKE ALL ON FUNCTION lock_events() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_events() TO pitledger_writer;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
