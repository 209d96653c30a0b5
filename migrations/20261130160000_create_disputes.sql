-- View disputes: one row a dispute as it stands.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

CREATE TABLE disputes (
    dispute text PRIMARY KEY,
    first_position bigint NOT NULL,
    position bigint NOT NULL,
    version integer NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'ruled', 'escalated', 'closed')),
    received_at timestamp with time zone,
    closed_at timestamp with time zone,
    rounds text[] NOT NULL,
    tables text[] NOT NULL,
    -- Opaque: who that is lies apart.
    subject text NOT NULL,
    amount numeric,
    jurisdiction text,
    outcome text,
    savings numeric,
    losses numeric,
    to_patron numeric NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX ON disputes (first_position);
CREATE INDEX ON disputes USING gin (rounds);
CREATE INDEX ON disputes USING gin (tables);

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
