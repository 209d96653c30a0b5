"""The exception report, and what was refused, as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Final

from projections.asking import MOST_ROWS
from projections.exceptions.answers import Counted, ExceptionLine, ExceptionReport
from projections.exceptions.asked import ExceptionsAsked
from projections.reports.sheet import Column, Fact, Row, Sheet, Workbook

LINE: Final = (
    Column("gaming_date", "gaming date", "date"),
    Column("table", "table"),
    Column("code", "code"),
    Column("detail", "what"),
    Column("amount", "amount", "money"),
    Column("slip", "slip"),
    Column("incident", "incident"),
    Column("stream", "stream"),
    Column("key", "key"),
    Column("version", "event", "count"),
    Column("position", "position", "count"),
    Column("occurred_at", "occurred", "time"),
    Column("rule", "rule"),
    Column("evidence", "evidence"),
    Column("currency", "currency"),
)
BY_CODE: Final = (
    Column("code", "code"),
    Column("count", "times", "count"),
    Column("amount", "amount", "money"),
    Column("currency", "currency"),
)
ROUNDS: Final = (
    Column("gaming_date", "gaming date", "date"),
    Column("code", "code"),
    Column("rounds", "rounds", "count"),
    Column("link", "where to look"),
)


def exceptions(
    views: ExceptionsAsked,
    since: date,
    until: date,
    *,
    jurisdiction: str | None = None,
    as_of: int | None = None,
    as_known_at: datetime | None = None,
) -> Workbook:
    """The exceptions of some gaming dates, both in, read page by page."""
    first = views.exceptions(
        since, until, jurisdiction=jurisdiction, limit=1, as_of=as_of, as_known_at=as_known_at
    )
    about = (
        Fact("from", "from", since, "date"),
        Fact("to", "to", until, "date"),
        Fact("as_of", "as of position", first.as_of, "count"),
        Fact("jurisdictions", "jurisdictions", " ".join(first.jurisdictions)),
    )

    def ask(after: str | None) -> ExceptionReport:
        return views.exceptions(
            since, until, jurisdiction=jurisdiction, after=after, limit=MOST_ROWS,
            as_of=first.as_of, as_known_at=as_known_at,
        )  # fmt: skip

    by_code = (row for one in first.by_code for row in _counted(one))
    of_rounds = ((one.gaming_date, one.code, one.rounds, one.link) for one in first.rounds)
    sheets = (
        Sheet("exceptions", "Exceptions", LINE, map(_row, _every(ask)), about),
        Sheet("by code", "By code", BY_CODE, by_code, about),
        Sheet("rounds", "Findings of rounds", ROUNDS, of_rounds, about),
    )
    dates = f"{since}" if since == until else f"{since}-{until}"
    return Workbook(f"exceptions-{dates}", first.as_of, sheets)


def _row(one: ExceptionLine) -> Row:
    return [getattr(one, column.key) for column in LINE]


def _counted(one: Counted) -> Iterator[Row]:
    """A row for each currency of a code; one without where its lines have no amount."""
    if not one.by_currency:
        yield one.code, one.count, None, None
    for currency, cents in one.by_currency.items():
        yield one.code, one.count, cents, currency


def _every(ask: Callable[[str | None], ExceptionReport]) -> Iterator[ExceptionLine]:
    """The lines of all pages; `ask` gives the page after a cursor."""
    after: str | None = None
    while True:
        page = ask(after)
        yield from page.lines
        if page.after is None:
            return
        after = page.after
