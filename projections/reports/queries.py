"""What reports ask the views for beside the reconciliation: funds on a gaming date, where there was poker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from ledger.amounts import CHIP
from ledger.application.ledger import Ledger
from ledger.identity import stream_id
from projections.asking import Look
from projections.funds.standing import funds_by_their_own
from projections.reconciliation.answers import Moved
from projections.reconciliation.other_currencies import by_session, other_currencies
from projections.reports.journal import FundDay, StrangeInSession, UndatedOfFund

# Money that patrons' pots are taken for, and not the house's own.
HELD = frozenset({"bad_beat", "high_hand"})
# What is summed of a fund in cents, as a `FundDay` calls it.
CENTS = ("contributed", "paid", "at_cage", "seeded", "adjusted")


def fund_days(ledger: Ledger, look: Look, gaming_date: date) -> list[tuple[str, FundDay]]:
    """What funds took in on a gaming date and what was paid of them, each with its currency.

    What the cage paid is of the date in which it paid; what was decided about a
    fund, of the one that was named with it.
    """
    rows = look.rows(
        "SELECT fund,"
        " coalesce(sum(change) FILTER (WHERE kind IN ('stake', 'contribution')), 0) AS contributed,"
        " coalesce(sum(amount) FILTER (WHERE kind = 'paid'), 0) AS paid,"
        " coalesce(sum(amount) FILTER (WHERE at_cage), 0) AS at_cage,"
        " coalesce(sum(change) FILTER (WHERE kind IN ('established', 'seeded', 'reset')), 0) AS seeded,"
        " coalesce(sum(change) FILTER (WHERE kind = 'contribution_adjusted'), 0) AS adjusted"
        " FROM fund_movements WHERE position <= %(as_of)s AND gaming_date = %(gaming_date)s"
        " GROUP BY fund ORDER BY fund",
        gaming_date=gaming_date,
    )
    decided = funds_by_their_own(ledger, [row["fund"] for row in rows], look.as_of)
    found = []
    for row in rows:
        fund, name = decided[row["fund"]], row["fund"]
        if fund.currency != CHIP:
            cents = [int(row[one]) for one in CENTS]
            found.append((fund.currency, FundDay(name, fund.kind in HELD, *cents)))
    return found


def undated_of_funds(ledger: Ledger, look: Look) -> list[UndatedOfFund]:
    """What was decided about each fund without naming a gaming date, in sum, as of the position looked at."""
    names = [row["name"] for row in look.rows("SELECT name FROM funds WHERE first_position <= %(as_of)s")]
    rows = look.rows(
        "SELECT fund, sum(change) AS amount"
        " FROM events JOIN fund_movements ON position = notification_id AND stream = 'fund'"
        " WHERE originator_id = ANY(%(ids)s) AND position <= %(as_of)s AND gaming_date IS NULL"
        " GROUP BY fund HAVING sum(change) <> 0 ORDER BY fund",
        ids=[stream_id(ledger.property, "fund", name) for name in names],
    )
    decided = funds_by_their_own(ledger, [row["fund"] for row in rows], look.as_of)
    return [
        UndatedOfFund(fund=fund.name, currency=fund.currency, amount=int(row["amount"]))
        for row in rows
        if (fund := decided[row["fund"]]).currency != CHIP
    ]


def strange_in_sessions(
    ledger: Ledger, look: Look, gaming_date: date, table: str | None
) -> list[StrangeInSession]:
    """What stands in the sessions of a date in another currency than their own, by session and currency."""
    found = by_session(other_currencies(ledger, look, gaming_date, table))
    return [
        StrangeInSession(session=session, currency=currency, amount=cents)
        for session, own in found.items()
        for currency, cents in own.items()
        if cents
    ]


def funds_moved(
    ledger: Ledger, look: Look, gaming_date: date, since: int, now: Sequence[tuple[str, FundDay]]
) -> Iterator[Moved]:
    """What funds took in and what was paid of them that was another as of a position."""
    before, after = _figures(fund_days(ledger, replace(look, as_of=since), gaming_date)), _figures(now)
    for currency, fund, figure in sorted({*before, *after}):
        place = (currency, fund, figure)
        was, has = before.get(place, 0), after.get(place, 0)
        if was != has:
            named = f"fund.{figure}"
            yield Moved(session=fund, figure=named, currency=currency, was=was, now=has, by=has - was)


def _figures(days: Iterable[tuple[str, FundDay]]) -> dict[tuple[str, str, str], int]:
    return {(currency, day.fund, name): getattr(day, name) for currency, day in days for name in CENTS}


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
