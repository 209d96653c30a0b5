-- The ordering lock leaves events to VACUUM, ANALYZE and builders of indexes: an append waited for each of them.

-- migrate:up

-- Never a row in it; to lock it is to be the one who appends.  A table, for an advisory lock is anybody's to take.
CREATE TABLE append_order ();

CREATE OR REPLACE FUNCTION lock_events() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
AS $$
BEGIN
    LOCK TABLE append_order IN EXCLUSIVE MODE;
END
$$;

-- Whoever adds events by whatever statement takes the lock, before a position is drawn.
CREATE FUNCTION lock_before_insert() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT
AS $$
BEGIN
    PERFORM lock_events();
    RETURN NULL;
END
$$;

CREATE TRIGGER in_turn BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION lock_before_insert();
ALTER TABLE events ENABLE ALWAYS TRIGGER in_turn;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
