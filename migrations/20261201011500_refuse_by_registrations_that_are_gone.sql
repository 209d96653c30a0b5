-- Who knows of registrations that are no more, the ledger having been restored to an earlier point, is refused too.

-- migrate:up

-- `registered`: the position of the last registration by which the events were decided; beyond all where none counts.
CREATE OR REPLACE FUNCTION append_events(
    ids uuid[], versions bigint[], topics text[], states bytea[], continued_ids uuid[], continued_after bigint[],
    principals text[], keys text[], digests bytea[], statuses integer[], headers bytea[], bodies bytea[],
    registered bigint
)
RETURNS bigint
LANGUAGE plpgsql SET search_path FROM CURRENT
AS $$
DECLARE
    head bigint;
    outdated boolean;
    gone boolean;
    first bigint;
BEGIN
    PERFORM lock_events();
    IF cardinality(keys) > 0 THEN
        -- Before the events: a request sent twice is told that its key is taken, not that its events exist.
        INSERT INTO idempotency_keys (principal, key, digest, status, headers, body)
        SELECT * FROM unnest(principals, keys, digests, statuses, headers, bodies);
    END IF;
    SELECT
        coalesce((SELECT max(notification_id) FROM events), 0),
        EXISTS (
            SELECT FROM events
            WHERE notification_id > registered AND (topic LIKE 'table.%' OR topic LIKE 'submission.%')
        ),
        registered NOT IN (0, 9223372036854775807) AND NOT EXISTS (
            SELECT FROM events
            WHERE notification_id = registered AND (topic LIKE 'table.%' OR topic LIKE 'submission.%')
        )
    INTO head, outdated, gone;
    IF outdated THEN
        RAISE EXCEPTION 'something was registered after position %', registered USING ERRCODE = 'PL003';
    END IF;
    IF gone THEN
        -- A code of its own: software before this one would look for ever for who is at fault.
        RAISE EXCEPTION 'what was registered at position % is gone', registered USING ERRCODE = 'PL004';
    END IF;
    -- Side by side in the list: as rows of a function they would all be kept once more before the first is inserted.
    INSERT INTO events (originator_id, originator_version, topic, state)
    SELECT unnest(ids), unnest(versions), unnest(topics), unnest(states);
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
    -- Nobody else has any beyond the head, and the last drawn is ours.
    SELECT min(notification_id) INTO first FROM events WHERE notification_id > head;
    IF first IS NULL OR currval('events_notification_id_seq') - first + 1 <> cardinality(ids) THEN
        RAISE EXCEPTION 'positions after % are not %, one after the other: is the sequence behind?',
            head, cardinality(ids) USING ERRCODE = 'PL002';
    END IF;
    PERFORM pg_notify(current_schema(), '');
    RETURN first;
END
$$;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
