-- Refused records become visible in the order of their numbers, so that whoever seals them misses none.

-- migrate:up

-- Before a number is drawn; released when what was drawn is visible.
CREATE FUNCTION number_in_order() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('pitledger refused ' || TG_TABLE_SCHEMA, 0));
    RETURN NULL;
END
$$;

CREATE TRIGGER number_in_order BEFORE INSERT ON refused_commands
    FOR EACH STATEMENT EXECUTE FUNCTION number_in_order();
ALTER TABLE refused_commands ENABLE ALWAYS TRIGGER number_in_order;

GRANT SELECT ON refused_commands TO pitledger_sealer;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
