-- The same append in fewer steps, for it is the path of every single command.

-- migrate:up

-- What is inserted says its positions itself, and only a stream that is continued is looked up.
-- Our sessions switch enable_seqscan off themselves; the halves that COPY goes between stay as they are.
CREATE OR REPLACE FUNCTION append_events(
    ids uuid[], versions bigint[], topics text[], states bytea[], continued_ids uuid[], continued_after bigint[],
    principals text[], keys text[], digests bytea[], statuses integer[], headers bytea[], bodies bytea[]
)
RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT
AS $$
DECLARE
    head bigint;
    first bigint;
    last bigint;
BEGIN
    PERFORM lock_events();
    IF cardinality(keys) > 0 THEN
        -- Before the events: a request sent twice is told that its key is taken, not that its events exist.
        INSERT INTO idempotency_keys (principal, key, digest, status, headers, body)
        SELECT * FROM unnest(principals, keys, digests, statuses, headers, bodies);
    END IF;
    SELECT coalesce(max(notification_id), 0) INTO head FROM events;
    WITH ours AS (
        INSERT INTO events (originator_id, originator_version, topic, state)
        SELECT * FROM unnest(ids, versions, topics, states)
        RETURNING notification_id
    )
    SELECT min(notification_id), max(notification_id) INTO first, last FROM ours;
    -- A stream has no gaps, so that of a continued one it is enough to know the event that it continues after.
    IF cardinality(continued_ids) > 0 AND EXISTS (
        SELECT FROM unnest(continued_ids, continued_after) AS continued (id, after)
        WHERE NOT EXISTS (
            SELECT FROM events WHERE originator_id = continued.id AND originator_version = continued.after
        )
    ) THEN
        RAISE EXCEPTION 'a stream has no event to continue after' USING ERRCODE = 'PL001';
    END IF;
    -- A sequence that was not carried over by a restore would draw positions which readers have passed.
    IF first <= head OR last - first + 1 <> cardinality(ids) THEN
        RAISE EXCEPTION 'positions after % are not %, one after the other: is the sequence behind?',
            head, cardinality(ids) USING ERRCODE = 'PL002';
    END IF;
    PERFORM pg_notify(current_schema(), '');
    RETURN first;
END
$$;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
