"""What reports ask the views for beside the reconciliation: funds on a gaming date, where there was poker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from ledger.application.ledger import Ledger
from ledger.funds.state import NO_MONEY
from projections.asking import Look
from projections.funds.standing import funds_by_their_own
from projections.reconciliation.answers import Moved
from projections.reports.journal import FundDay

# Money that patrons' pots are taken for, and not the house's own.
HELD = frozenset({"bad_beat", "high_hand"})
# What is summed of a fund in cents, as a `FundDay` calls it.
CENTS = ("contributed", "paid", "at_cage")


def fund_days(ledger: Ledger, look: Look, gaming_date: date) -> list[tuple[str, FundDay]]:
    """What funds took in by play on a gaming date and what was paid of them, each with its currency.

    What the cage paid is of the date in which it paid.
    """
    rows = look.rows(
        "SELECT fund,"
        " coalesce(sum(change) FILTER (WHERE kind IN ('stake', 'contribution')), 0) AS contributed,"
        " coalesce(sum(amount) FILTER (WHERE kind = 'paid'), 0) AS paid,"
        " coalesce(sum(amount) FILTER (WHERE at_cage), 0) AS at_cage"
        " FROM fund_movements WHERE position <= %(as_of)s AND gaming_date = %(gaming_date)s"
        " GROUP BY fund ORDER BY fund",
        gaming_date=gaming_date,
    )
    decided = funds_by_their_own(ledger, [row["fund"] for row in rows], look.as_of)
    found = []
    for row in rows:
        fund, name = decided[row["fund"]], row["fund"]
        if fund.currency != NO_MONEY:
            cents = [int(row[one]) for one in CENTS]
            found.append((fund.currency, FundDay(name, fund.kind in HELD, *cents)))
    return found


def funds_moved(
    ledger: Ledger, look: Look, gaming_date: date, since: int, now: Sequence[tuple[str, FundDay]]
) -> Iterator[Moved]:
    """What funds took in and what was paid of them that was another as of a position."""
    before, after = _figures(fund_days(ledger, replace(look, as_of=since), gaming_date)), _figures(now)
    for fund, figure in sorted({*before, *after}):
        was, has = before.get((fund, figure), 0), after.get((fund, figure), 0)
        if was != has:
            yield Moved(session=fund, figure=f"fund.{figure}", was=was, now=has, by=has - was)


def _figures(days: Iterable[tuple[str, FundDay]]) -> dict[tuple[str, str], int]:
    return {(day.fund, name): getattr(day, name) for _, day in days for name in CENTS}


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
