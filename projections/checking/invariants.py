"""What the rows of views must come to among themselves: one statement a kind, over sets of rows.

Each says subject, position and detail of what is not so.  One that is cut is
asked for a stretch of positions or accounts at a time, so that no statement is
long; each sees its views in one snapshot and, where they are several, at one
position.
"""

from __future__ import annotations

from typing import Final, Literal, LiteralString, NamedTuple, TypeAlias

from ledger.book.postings import CUSTODY
from ledger.book.terms import OWN
from projections.exceptions.projection import NAME as EXCEPTIONS
from projections.funds.projection import NAME as FUNDS
from projections.integrity.ids import NAME as EVENT_IDS
from projections.inventory.projection import NAME as INVENTORY
from projections.patterns.projection import NAME as PATTERNS
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.rounds.projection import NAME as ROUNDS
from projections.slips.projection import NAME as SLIPS

# By what a statement is cut: positions and account numbers go from `low` (exclusive) to `high`.
Cut: TypeAlias = Literal["whole", "positions", "accounts"]
# Lists that statements ask with.
LISTS: Final = {"own": sorted(OWN), "custody": sorted(CUSTODY)}


class Invariant(NamedTuple):
    """What must be so of some views."""

    kind: str
    views: tuple[str, ...]
    cut: Cut
    statement: LiteralString


INVARIANTS: Final[tuple[Invariant, ...]] = (
    Invariant(
        "balance_wrong", (INVENTORY,), "accounts",
        "SELECT account || ' of ' || holder || ', ' || denomination || ' ' || currency AS subject, position,"
        " 'stands at ' || count || ' chips, ' || amount"
        " || ' cents; its postings come to ' || coalesce(chips, 0) || ', ' || coalesce(cents, 0) AS detail"
        " FROM inventory_accounts LEFT JOIN (SELECT account_id, sum(count) AS chips, sum(amount) AS cents"
        " FROM inventory_postings WHERE account_id > %(low)s AND account_id <= %(high)s GROUP BY account_id)"
        " AS its ON account_id = id WHERE id > %(low)s AND id <= %(high)s"
        " AND (count <> coalesce(chips, 0) OR amount <> coalesce(cents, 0))",
    ),
    Invariant(
        "running_balance_wrong", (INVENTORY,), "accounts",
        "SELECT 'posting ' || n || ' on account ' || account_id AS subject, position,"
        " 'leads from ' || before || ' by ' || amount || ' to ' || balance_amount AS detail"
        " FROM (SELECT *, coalesce(lag(balance_amount) OVER following, 0) AS before,"
        " coalesce(lag(balance_count) OVER following, 0) AS chips_before FROM inventory_postings"
        " WHERE account_id > %(low)s AND account_id <= %(high)s"
        " WINDOW following AS (PARTITION BY account_id ORDER BY position, n)) AS one"
        " WHERE before + amount <> balance_amount OR chips_before + count <> balance_count",
    ),
    Invariant(
        "account_position_wrong", (INVENTORY,), "accounts",
        "SELECT account || ' of ' || holder || ', ' || denomination || ' ' || currency AS subject, position,"
        " 'its last posting is at '"
        " || coalesce(last::text, 'no position') AS detail FROM inventory_accounts"
        " LEFT JOIN (SELECT account_id, max(position) AS last FROM inventory_postings"
        " WHERE account_id > %(low)s AND account_id <= %(high)s GROUP BY account_id) AS its"
        " ON account_id = id WHERE id > %(low)s AND id <= %(high)s AND position IS DISTINCT FROM last",
    ),
    Invariant(
        "account_missing", (INVENTORY,), "positions",
        "SELECT 'posting ' || n AS subject, position, 'there is no account ' || account_id AS detail"
        " FROM inventory_postings WHERE position > %(low)s AND position <= %(high)s"
        " AND NOT EXISTS (SELECT FROM inventory_accounts WHERE id = account_id)",
    ),
    Invariant(
        "postings_unbalanced", (INVENTORY,), "positions",
        "SELECT 'event ' || one.position AS subject, one.position,"
        " 'its postings come to ' || sum(one.amount) || ' ' || currency AS detail"
        " FROM inventory_postings AS one JOIN inventory_accounts ON id = account_id"
        " WHERE one.position > %(low)s AND one.position <= %(high)s"
        " GROUP BY one.position, currency HAVING sum(one.amount) <> 0",
    ),
    Invariant(
        "currency_unbalanced", (INVENTORY,), "whole",
        "SELECT currency AS subject, 'all accounts come to ' || sum(amount) AS detail"
        " FROM inventory_accounts GROUP BY currency HAVING sum(amount) <> 0",
    ),
    Invariant(
        "chips_not_worth", (INVENTORY,), "positions",
        "SELECT 'posting ' || n AS subject, one.position, one.count || ' chips of ' || denomination"
        " || ' are posted as ' || one.amount AS detail"
        " FROM inventory_postings AS one JOIN inventory_accounts ON id = account_id"
        " WHERE one.position > %(low)s AND one.position <= %(high)s AND CASE"
        " WHEN account = ANY(%(custody)s) AND denomination <> 0 THEN one.amount <> one.count * denomination"
        " ELSE one.count <> 0 END",
    ),
    Invariant(
        "session_sum_wrong", (INVENTORY, RECONCILIATION), "whole",
        "SELECT session || ', ' || account || ', ' || reason || ', ' || denomination AS subject,"
        " 'summed up to ' || coalesce(its.amount::text, 'nothing') || ', postings come to '"
        " || coalesce(cents::text, 'nothing') AS detail FROM reconciliation_sums AS its FULL JOIN"
        " (SELECT holder AS session, account, reason, denomination, sum(one.count) AS chips,"
        " sum(one.amount) AS cents FROM inventory_postings AS one JOIN inventory_accounts ON id = account_id"
        " WHERE account = ANY(%(own)s) AND holder <> '' GROUP BY 1, 2, 3, 4) AS posted"
        " USING (session, account, reason, denomination)"
        " WHERE its.count IS DISTINCT FROM chips OR its.amount IS DISTINCT FROM cents",
    ),
    Invariant(
        "round_in_one_view", (ROUNDS, RECONCILIATION), "whole",
        "SELECT coalesce(one.key, other.key) AS subject, coalesce(one.position, other.position) AS position,"
        " 'rounds has it as of ' || coalesce(one.position::text, 'no event') || ', reconciliation as of '"
        " || coalesce(other.position::text, 'no event') AS detail"
        " FROM (SELECT * FROM rounds WHERE audience <> 'public' AND currency <> 'chip') AS one"
        " FULL JOIN reconciliation_rounds AS other USING (round_id)"
        " WHERE one.position IS DISTINCT FROM other.position",
    ),
    Invariant(
        "session_in_one_view", (RECONCILIATION, EXCEPTIONS), "whole",
        "SELECT session AS subject, coalesce(one.position, other.position) AS position,"
        " 'reconciliation has it as of ' || coalesce(one.position::text, 'no event')"
        " || ', exceptions as of ' || coalesce(other.position::text, 'no event') AS detail"
        " FROM reconciliation_sessions AS one FULL JOIN exception_sessions AS other USING (session)"
        " WHERE one.position IS DISTINCT FROM other.position",
    ),
    Invariant(
        "win_unexplained", (ROUNDS,), "positions",
        "SELECT key AS subject, position, 'it settled ' || settled || ': ' || rules || ' by the rules, '"
        " || mispaid || ' mispaid, ' || unjudged || ' not judged' AS detail FROM rounds"
        " WHERE first_position > %(low)s AND first_position <= %(high)s"
        " AND settled <> rules + mispaid + unjudged",
    ),
    Invariant(
        "audience_wrong", (ROUNDS,), "positions",
        "SELECT min(key) AS subject, max(position) AS position,"
        " 'it is there for ' || string_agg(audience, ', ' ORDER BY audience) AS detail FROM rounds"
        " WHERE first_position > %(low)s AND first_position <= %(high)s GROUP BY round_id"
        " HAVING array_agg(audience ORDER BY audience) <> '{all}'"
        " AND array_agg(audience ORDER BY audience) <> '{public,surveillance}'",
    ),
    Invariant(
        "fund_wrong", (FUNDS,), "whole",
        "SELECT fund AS subject, position, 'it stood at ' || before || ', moved by ' || change"
        " || ', and stands at ' || stands AS detail FROM (SELECT *, coalesce(lag(stands) OVER"
        " (PARTITION BY fund ORDER BY position, n), 0) AS before FROM fund_movements) AS one"
        " WHERE before + change <> stands",
    ),
    Invariant(
        "fund_unknown", (FUNDS,), "whole",
        "SELECT coalesce(name, fund) AS subject, coalesce(first_position, first) AS position,"
        " 'it is listed from ' || coalesce(first_position::text, 'no position') || ', it first moved at '"
        " || coalesce(first::text, 'no position') AS detail FROM funds FULL JOIN (SELECT fund,"
        " min(position) AS first FROM fund_movements GROUP BY fund) AS moved ON fund = name"
        " WHERE first_position IS DISTINCT FROM first",
    ),
    Invariant(
        "slip_step_doubled", (SLIPS,), "whole",
        "SELECT type || '/' || series || '/' || serial || ', ' || step AS subject, position,"
        " 'it is in effect to ' || coalesce(until_position::text, 'now') || ', and another form of it from '"
        " || coalesce(following::text, position::text) AS detail FROM (SELECT *, lead(position) OVER"
        " (PARTITION BY session, version, n ORDER BY position) AS following FROM slip_steps) AS one"
        " WHERE following < coalesce(until_position, following + 1) OR until_position < position",
    ),
    Invariant(
        "item_orphan", (PATTERNS, ROUNDS), "whole",
        "SELECT key AS subject, position, 'a mistake of a round that is not there' AS detail"
        " FROM pattern_items AS one WHERE NOT EXISTS"
        " (SELECT FROM rounds WHERE round_id = one.round_id)",
    ),
    Invariant(
        "item_orphan", (EXCEPTIONS,), "whole",
        "SELECT session AS subject, 'an exception of a session that is not there' AS detail"
        " FROM exception_items AS one WHERE NOT EXISTS"
        " (SELECT FROM exception_sessions WHERE session = one.session)",
    ),
    Invariant(
        "ids_incomplete", (EVENT_IDS,), "whole",
        "SELECT 'event_ids' AS subject, ids || ' ids, and ' || events || ' events' AS detail"
        " FROM (SELECT count(*) AS ids FROM event_ids) AS one, (SELECT count(*) AS events FROM events"
        " WHERE notification_id <= %(as_of)s) AS other WHERE ids <> events",
    ),
)  # fmt: skip

FACTS: Final[tuple[Invariant, ...]] = (
    Invariant(
        "table_open_twice", (RECONCILIATION,), "whole",
        "SELECT following AS subject, position, session || ' was '"
        " || coalesce('closed at ' || closed_at, 'not closed') AS detail FROM (SELECT *, lead(session)"
        " OVER later AS following, lead(opened_at) OVER later AS next_at FROM reconciliation_sessions"
        " WHERE opened_at IS NOT NULL WINDOW later AS (PARTITION BY table_name"
        " ORDER BY opened_at, first_position)) AS one"
        " WHERE next_at < coalesce(closed_at, 'infinity')",
    ),
    Invariant(
        "opener_not_closer", (RECONCILIATION,), "whole",
        "SELECT session AS subject, position, 'the closer of ' || before || ' was another' AS detail"
        " FROM (SELECT *, lag(session) OVER earlier AS before, lag(closer) OVER earlier AS closed_with"
        " FROM reconciliation_sessions WHERE opened_at IS NOT NULL WINDOW earlier AS"
        " (PARTITION BY table_name ORDER BY opened_at, first_position)) AS one"
        " WHERE opener IS NOT NULL AND closed_with IS NOT NULL AND"
        " (SELECT jsonb_object_agg(key, value) FROM jsonb_each(opener) WHERE value <> '0') IS DISTINCT FROM"
        " (SELECT jsonb_object_agg(key, value) FROM jsonb_each(closed_with) WHERE value <> '0')",
    ),
    Invariant(
        "serial_twice", (SLIPS,), "whole",
        "SELECT type || '/' || series || '/' || serial AS subject, max(position) AS position,"
        " 'issued in ' || string_agg(DISTINCT session, ', ') AS detail FROM slip_steps"
        " WHERE until_position IS NULL AND step = 'issued' GROUP BY type, series, serial, year"
        " HAVING count(DISTINCT session) > 1",
    ),
    Invariant(
        "pot_left", (INVENTORY, ROUNDS), "whole",
        "SELECT key AS subject, one.position, amount || ' ' || one.currency || ' are left in it' AS detail"
        " FROM inventory_accounts AS one JOIN rounds ON key = holder"
        " WHERE account = 'pot' AND amount <> 0 AND status = 'closed'",
    ),
    Invariant(
        "wager_unsettled", (ROUNDS,), "positions",
        "SELECT key AS subject, position, 'a stake lay on the layout as it closed' AS detail FROM rounds"
        " WHERE first_position > %(low)s AND first_position <= %(high)s AND audience <> 'surveillance'"
        " AND findings ? 'wager_unsettled'",
    ),
)  # fmt: skip
