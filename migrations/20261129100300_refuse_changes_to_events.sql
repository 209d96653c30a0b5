-- Nothing recorded is changed or removed, whoever asks: a mistake is put right by a new event.

-- migrate:up

CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION '% of %.% is refused: what is recorded stays', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Of the statement: refuses even what would touch no row.
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Of the row: logical replication applies changes row by row, without statements.
CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- ALWAYS: session_replication_role = replica switches ordinary triggers off.
ALTER TABLE events ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE events ENABLE ALWAYS TRIGGER refuse_change_of_row;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
