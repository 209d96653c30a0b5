-- The audits of gaming days are found among all events: each closes a chapter.

-- migrate:up

CREATE INDEX events_days_audited ON events (notification_id) WHERE topic = 'gaming_day.audited.v1';

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
