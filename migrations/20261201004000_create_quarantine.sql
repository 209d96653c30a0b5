-- Views that stand before an event which they cannot take in: which event, why, since when and how often it was tried.

-- migrate:up

-- The projector's own, as the views are.
SET LOCAL ROLE pitledger_projector;

CREATE TABLE quarantine (
    view text PRIMARY KEY,
    -- Where the view stands; a row whose view stands elsewhere by now says nothing any more.
    after bigint NOT NULL,
    -- Of the event at fault.
    position bigint NOT NULL,
    stream_id uuid NOT NULL,
    version bigint NOT NULL,
    topic text NOT NULL,
    error text NOT NULL,
    first_seen timestamp with time zone NOT NULL DEFAULT now(),
    last_tried timestamp with time zone NOT NULL DEFAULT now(),
    tries integer NOT NULL DEFAULT 1
);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
