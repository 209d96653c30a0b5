-- An append in one call to the server: lock, keys, events, checks, notice; all of it or nothing.

-- migrate:up

-- enable_seqscan = off below: these plans are kept, and are made while the table is still empty.

-- First half: take the lock, keep the answers to requests with a key.  Returns the head, the last position before us.
CREATE FUNCTION begin_append(
    principals text[], keys text[], digests bytea[], statuses integer[], headers bytea[], bodies bytea[],
    OUT head bigint
)
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off
AS $$
BEGIN
    PERFORM lock_events();
    IF cardinality(keys) > 0 THEN
        -- Before the events: a request sent twice is told that its key is taken, not that its events exist.
        INSERT INTO idempotency_keys (principal, key, digest, status, headers, body)
        SELECT * FROM unnest(principals, keys, digests, statuses, headers, bodies);
    END IF;
    SELECT coalesce(max(notification_id), 0) INTO head FROM events;
END
$$;

-- Second half: check what was inserted since, wake who listens.  Returns our first position.
-- A stream has no gaps, so that of a continued one it is enough to know the event that it continues after.
CREATE FUNCTION finish_append(
    head bigint, events_sent bigint, continued_ids uuid[], continued_after bigint[],
    OUT first bigint
)
LANGUAGE plpgsql SET search_path FROM CURRENT SET enable_seqscan = off
AS $$
DECLARE
    last bigint;
    events_seen bigint;
BEGIN
    IF EXISTS (
        SELECT FROM unnest(continued_ids, continued_after) AS continued (id, after)
        WHERE NOT EXISTS (
            SELECT FROM events WHERE originator_id = continued.id AND originator_version = continued.after
        )
    ) THEN
        RAISE EXCEPTION 'a stream has no event to continue after' USING ERRCODE = 'PL001';
    END IF;
    SELECT min(notification_id), max(notification_id), count(*) INTO first, last, events_seen
    FROM events WHERE notification_id > head;
    -- A sequence that was not carried over by a restore would draw positions which readers have passed.
    IF events_seen <> events_sent OR last - first + 1 <> events_sent THEN
        RAISE EXCEPTION 'positions after % are not %, one after the other: is the sequence behind?',
            head, events_sent USING ERRCODE = 'PL002';
    END IF;
    PERFORM pg_notify(current_schema(), '');
END
$$;

CREATE FUNCTION append_events(
    ids uuid[], versions bigint[], topics text[], states bytea[], continued_ids uuid[], continued_after bigint[],
    principals text[], keys text[], digests bytea[], statuses integer[], headers bytea[], bodies bytea[]
)
RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT
AS $$
DECLARE
    head constant bigint := begin_append(principals, keys, digests, statuses, headers, bodies);
BEGIN
    INSERT INTO events (originator_id, originator_version, topic, state)
    SELECT * FROM unnest(ids, versions, topics, states);
    RETURN finish_append(head, cardinality(ids), continued_ids, continued_after);
END
$$;

REVOKE ALL ON FUNCTION begin_append, finish_append, append_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_append, finish_append, append_events TO pitledger_writer;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
