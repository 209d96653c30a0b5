"""What rounds in another currency moved in the trays and boxes of sessions.

Nothing is exchanged: cents of the one currency stand among those of the other,
and the figures of such a session are of neither.  An adjustment is posted to
whichever tray gave it, and a round may say a currency of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Final, NamedTuple

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger
from projections.asking import Look

MOVED: Final = (
    "WITH held AS MATERIALIZED (SELECT DISTINCT session, split_part(session, '/', 1) AS table_name"
    " FROM reconciliation_sums WHERE split_part(session, '/', 2) = %(gaming_date)s::text"
    " AND (%(table)s::text IS NULL OR split_part(session, '/', 1) = %(table)s)),"
    " strange AS MATERIALIZED (SELECT account.id, session, table_name, currency FROM held"
    " JOIN inventory_accounts AS account ON holder = session"
    " LEFT JOIN unnest(%(tables)s::text[], %(currencies)s::text[]) AS plays (place, own)"
    " ON place = table_name"
    " WHERE account IN ('table_inventory', 'drop_box', 'rake') AND currency <> coalesce(own, %(usual)s))"
    " SELECT strange.session, strange.table_name AS table, key AS round, currency, sum(amount) AS amount,"
    " (array_agg(originator_version ORDER BY posting.position DESC))[1] AS version,"
    " max(posting.position) AS position,"
    " (array_agg(posting.occurred_at ORDER BY posting.position DESC))[1] AS occurred_at"
    " FROM strange JOIN inventory_postings AS posting"
    " ON account_id = strange.id AND posting.position <= %(as_of)s"
    " JOIN events ON notification_id = posting.position"
    " JOIN reconciliation_rounds ON round_id = originator_id"
    " GROUP BY strange.session, strange.table_name, key, currency"
    " HAVING sum(amount) <> 0 ORDER BY strange.session, key"
)


class Strange(NamedTuple):
    """What a round moved in a session that is kept in another currency: signed cents of its own.

    Tray, box and rake together; `version` and `position` are of the last event
    that moved any.
    """

    session: str
    table: str
    round: str
    currency: str
    amount: int
    version: int
    position: int
    occurred_at: datetime | None


def other_currencies(
    ledger: Ledger, look: Look, gaming_date: date, table: str | None = None
) -> list[Strange]:
    """Every round that moved the sessions of a date in another currency; what nets to nothing did not.

    A look at the views of reconciliation and inventory.
    """
    plays = {name: one.currency for name, one in ledger.registry.tables.items() if one.currency is not None}
    rows = look.rows(
        MOVED,
        gaming_date=gaming_date,
        table=table,
        tables=list(plays),
        currencies=list(plays.values()),
        usual=DEFAULT_CURRENCY,
    )
    return [Strange(**{**row, "amount": int(row["amount"])}) for row in rows]


def by_session(found: Iterable[Strange]) -> Mapping[str, dict[str, int]]:
    """By session and currency what stands in it that is not of its own."""
    sums: dict[str, dict[str, int]] = {}
    for one in found:
        own = sums.setdefault(one.session, {})
        own[one.currency] = own.get(one.currency, 0) + one.amount
    return sums
