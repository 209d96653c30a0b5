-- View funds: what moved a fund says of which gaming date it is, and the cage pays in its own: the view is read anew.

-- migrate:up

SET LOCAL ROLE pitledger_projector;

TRUNCATE funds, fund_movements;
UPDATE tracking SET notification_id = 0 WHERE application_name = 'funds';

ALTER TABLE fund_movements
    -- Whether the cage paid it.
    ADD COLUMN at_cage boolean NOT NULL,
    -- Of the round or session that said it, of a prize that the cage paid when that was; null for what was decided.
    ADD COLUMN gaming_date date;
DROP INDEX IF EXISTS fund_movements_split_part_idx;
CREATE INDEX ON fund_movements (gaming_date) WHERE gaming_date IS NOT NULL;

SET LOCAL ROLE pitledger_owner;

-- migrate:down

DO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;
