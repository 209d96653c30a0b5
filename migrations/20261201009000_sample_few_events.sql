-- An append waits for an ANALYZE of events, which samples as many rows as its columns' statistics want: few are enough.

-- migrate:up

-- 3,000 rows in place of 30,000, a tenth of the time.  Nobody asks for a state by what is in it.
ALTER TABLE events
    ALTER originator_id SET STATISTICS 10,
    ALTER originator_version SET STATISTICS 10,
    ALTER topic SET STATISTICS 10,
    ALTER state SET STATISTICS 0,
    ALTER notification_id SET STATISTICS 10;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
