"""Poker revenue of some gaming dates by table and session; negative revenue is an error by definition.

Source: accounting A.3, revenue audit; A.4, formula 15; 13:69D-1.34.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from pydantic import Field

from ledger.amounts import amount_written
from ledger.days.state import GamingDay
from ledger.events.days import PokerRevenueRestated
from ledger.jurisdictions.profile import Profile
from projections.answers import Answer, Instant, Said, SignedCents
from projections.reconciliation.figures import SessionFacts, of_session
from projections.reports.sheet import Column, Row, Sheet, Workbook
from projections.reports.wording import about

# What the registry calls the game; a table that offers it is of the poker room.
POKER: Final = "poker"


class Restatement(Said):
    """Revenue restated by an amount in cents, as the gaming day says; `version` is of its event there."""

    amount: SignedCents
    version: int
    reason: str
    by: str | None
    approved_by: str
    occurred_at: Instant | None


class PokerSession(Said):
    """One session: `rake` is what was recorded as taken, `revenue` what the counts give, in cents.

    Rake, time charges and what the imprest tray is over or short make the
    revenue; null while a count is missing.  `report_due` is the last day to
    report a negative one, counted from the gaming date, the earliest that can be
    meant; null where nothing is negative or the jurisdiction's days are not known.
    """

    gaming_date: date
    table: str
    session: str
    status: str
    currency: str
    rake: SignedCents
    tray_over_short: SignedCents | None
    drop_over_short: SignedCents | None
    revenue: SignedCents | None
    negative: bool | None
    restated: SignedCents = Field(description="added by restatements")
    restated_revenue: SignedCents | None
    jurisdiction: str
    report_due: date | None
    restatements: list[Restatement]


class RestatedOfNone(Said):
    """Revenue restated of a session that is not recorded on the gaming date: in no sum and no journal."""

    gaming_date: date
    session: str
    currency: str
    amount: SignedCents


class PokerSums(Said):
    """What stands under sessions in one currency."""

    revenue: SignedCents = Field(description="restated, of the sessions that are counted")
    uncounted: int
    negative: int = Field(description="sessions whose revenue is negative as counted")


class PokerRevenue(Answer):
    """The poker sessions of some gaming dates, and those restated as such, by date, table and number.

    Currencies are never added together: `revenue` is null where there are
    several, and `by_currency` has each of them.  Tables that play in chips
    without a currency, as tournaments do, have no revenue and are not in it.
    """

    since: date
    until: date
    as_known_at: datetime | None
    sessions: list[PokerSession]
    revenue: SignedCents | None = Field(description="restated, of the sessions that are counted")
    by_currency: dict[str, PokerSums]
    uncounted: int
    negative: int = Field(description="sessions whose revenue is negative as counted")
    left_out: list[RestatedOfNone]


def of_session_facts(facts: SessionFacts, day: GamingDay, profile: Profile) -> PokerSession:
    """The revenue of a session, and what the gaming day restates of it."""
    figures = of_session(facts)
    rake = sum(
        amount
        for (account, reason, _), (_, amount) in facts.sums.items()
        if account in {"table_inventory", "drop_box"} and reason in {"rake", "coin"}
    )
    restatements = list(_restatements(day, facts.key))
    revenue, added = figures.accounting_win, sum(one.amount for one in restatements)
    within = profile.number("negative_poker_revenue_within")
    negative = None if revenue is None else revenue < 0
    return PokerSession(
        gaming_date=facts.gaming_date,
        table=facts.table,
        session=facts.key,
        status=figures.status,
        currency=facts.currency,
        rake=rake,
        tray_over_short=None if figures.variance is None else figures.variance.total,
        drop_over_short=figures.drop.variance,
        revenue=revenue,
        negative=negative,
        restated=added,
        restated_revenue=None if revenue is None else revenue + added,
        jurisdiction=profile.name,
        report_due=facts.gaming_date + timedelta(days=within) if negative and within is not None else None,
        restatements=restatements,
    )


def restated_of_none(
    days: Iterable[GamingDay], sessions: Iterable[PokerSession], currency_of: Callable[[str], str]
) -> list[RestatedOfNone]:
    """What is restated on these dates of sessions that are not there; `currency_of` says it of a table."""
    there = {(one.gaming_date, one.session) for one in sessions}
    return [
        RestatedOfNone(
            gaming_date=day.header.gaming_date,
            session=key,
            currency=currency_of(key.partition("/")[0]),
            amount=cents,
        )
        for day in days
        for key, cents in day.restated.items()
        if (day.header.gaming_date, key) not in there
    ]


def _restatements(day: GamingDay, session: str) -> Iterable[Restatement]:
    for version, event in day.of(PokerRevenueRestated):
        if event.session == session:
            yield Restatement(
                amount=event.amount,
                version=version,
                reason=event.reason,
                by=event.by,
                approved_by=event.approved_by,
                occurred_at=event.occurred_at,
            )


def summed(sessions: Sequence[PokerSession]) -> dict[str, Any]:
    """What stands under the sessions, in each currency and together."""
    sums = {
        currency: _sums([one for one in sessions if one.currency == currency])
        for currency in sorted({one.currency for one in sessions})
    }
    return {
        "revenue": sum(one.revenue for one in sums.values()) if len(sums) <= 1 else None,
        "by_currency": sums,
        "uncounted": sum(one.uncounted for one in sums.values()),
        "negative": sum(one.negative for one in sums.values()),
    }


def _sums(sessions: Sequence[PokerSession]) -> PokerSums:
    known = [one.restated_revenue for one in sessions if one.restated_revenue is not None]
    return PokerSums(
        revenue=sum(known),
        uncounted=len(sessions) - len(known),
        negative=sum(1 for one in sessions if one.negative),
    )


# --- the sheets -------------------------------------------------------------------------

COLUMNS: Final = (
    Column("gaming_date", "gaming date", "date"),
    Column("table", "table"),
    Column("session", "session"),
    Column("status", "status"),
    Column("rake", "rake and charges", "money"),
    Column("tray_over_short", "tray over/short", "money"),
    Column("drop_over_short", "drop over/short", "money"),
    Column("revenue", "revenue", "money"),
    Column("negative", "negative", "flag"),
    Column("restated", "restated by", "money"),
    Column("restated_revenue", "revenue restated", "money"),
    Column("jurisdiction", "jurisdiction"),
    Column("report_due", "report due", "date"),
    Column("currency", "currency"),
)
RESTATEMENTS: Final = (
    Column("gaming_date", "gaming date", "date"),
    Column("session", "session"),
    Column("amount", "amount", "money"),
    Column("reason", "reason"),
    Column("by", "by"),
    Column("approved_by", "approved by"),
    Column("occurred_at", "occurred", "time"),
    Column("version", "event of the day", "count"),
    Column("currency", "currency"),
)


def workbook(report: PokerRevenue) -> Workbook:
    """All sessions, the negative ones, and what was restated."""
    facts = about(report.as_of, None, report.as_known_at)
    totals: list[Row] = [
        (None, "total", *(None,) * 8, one.revenue, None, None, currency)
        for currency, one in report.by_currency.items()
    ]
    negative = [one for one in report.sessions if one.negative]
    return Workbook(
        f"poker-revenue-{report.since}-{report.until}",
        report.as_of,
        (
            Sheet(
                "Poker revenue",
                "Poker revenue",
                COLUMNS,
                map(_row, report.sessions),
                facts,
                [
                    f"{one.session}: restated by {amount_written(one.amount, one.currency)},"
                    f" and not recorded on {one.gaming_date}"
                    for one in report.left_out
                ],
                totals,
            ),
            Sheet("Negative", "Negative poker revenue", COLUMNS, map(_row, negative), facts),
            Sheet("Restated", "Poker revenue restated", RESTATEMENTS, _restated(report), facts),
        ),
    )


def _row(one: PokerSession) -> Row:
    return [getattr(one, column.key) for column in COLUMNS]


def _restated(report: PokerRevenue) -> Iterable[Row]:
    for one in report.sessions:
        for each in one.restatements:
            yield (
                one.gaming_date, one.session, each.amount, each.reason, each.by, each.approved_by,
                each.occurred_at, each.version, one.currency,
            )  # fmt: skip
