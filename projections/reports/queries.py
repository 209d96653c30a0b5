"""What reports ask the views for beside the reconciliation: funds on a gaming date, where there was poker."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from ledger.application.ledger import Ledger
from projections.asking import Look
from projections.funds.standing import funds_by_their_own
from projections.reports.journal import FundDay

# Money that patrons' pots are taken for, and not the house's own.
HELD = frozenset({"bad_beat", "high_hand"})
# A fund that plays in chips without a currency is no money.
CHIP = "chip"


def fund_days(ledger: Ledger, look: Look, gaming_date: date) -> list[tuple[str, FundDay]]:
    """What funds took in by play on a gaming date and what they paid of it, each with its currency."""
    rows = look.rows(
        "SELECT fund,"
        " coalesce(sum(change) FILTER (WHERE kind IN ('stake', 'contribution')), 0) AS contributed,"
        " coalesce(sum(amount) FILTER (WHERE kind = 'paid'), 0) AS paid"
        " FROM fund_movements WHERE position <= %(as_of)s AND stream IN ('round', 'session')"
        " AND split_part(key, '/', 2) = %(gaming_date)s::text GROUP BY fund ORDER BY fund",
        gaming_date=gaming_date,
    )
    at_cage = _at_cage(look, gaming_date)
    decided = funds_by_their_own(ledger, [row["fund"] for row in rows], look.as_of)
    found = []
    for row in rows:
        fund, name = decided[row["fund"]], row["fund"]
        if fund.currency == CHIP:
            continue
        day = FundDay(
            name, fund.kind in HELD, int(row["contributed"]), int(row["paid"]), at_cage.get(name, 0)
        )
        found.append((fund.currency, day))
    return found


def _at_cage(look: Look, gaming_date: date) -> dict[str, int]:
    """What the cage paid of prizes on a gaming date, by fund."""
    rows = look.rows(
        "SELECT fund, -sum(posting.amount) AS cents FROM"
        " (SELECT DISTINCT position, fund FROM fund_movements WHERE kind = 'paid'"
        " AND position <= %(as_of)s AND stream = 'round'"
        " AND split_part(key, '/', 2) = %(gaming_date)s::text) AS prize"
        " JOIN inventory_postings AS posting USING (position)"
        " JOIN inventory_accounts AS account ON account.id = account_id"
        " WHERE account = 'cage' AND reason = 'progressive' GROUP BY fund",
        gaming_date=gaming_date,
    )
    return {row["fund"]: int(row["cents"]) for row in rows}


def poker_days(look: Look, tables: Sequence[str], since: date, until: date) -> list[tuple[date, str]]:
    """The gaming dates between two on which one of some tables had a session, each with the table."""
    rows = look.rows(
        "SELECT DISTINCT gaming_date, table_name FROM reconciliation_sessions"
        " WHERE table_name = ANY(%(tables)s) AND gaming_date BETWEEN %(since)s AND %(until)s"
        " AND first_position <= %(as_of)s ORDER BY gaming_date, table_name",
        tables=list(tables),
        since=since,
        until=until,
    )
    return [(row["gaming_date"], row["table_name"]) for row in rows]
