"""The exception report, and what was refused, as tables."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from projections.asking import MOST_ROWS
from projections.exceptions.answers import ExceptionLine
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
)
BY_CODE: Final = (
    Column("code", "code"),
    Column("count", "times", "count"),
    Column("amount", "amount", "money"),
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

    lines = _every(views, since, until, jurisdiction, first.as_of)
    by_code = ((one.code, one.count, one.amount) for one in first.by_code)
    of_rounds = ((one.gaming_date, one.code, one.rounds, one.link) for one in first.rounds)
    sheets = (
        Sheet("exceptions", "Exceptions", LINE, map(_row, lines), about),
        Sheet("by code", "By code", BY_CODE, by_code, about),
        Sheet("rounds", "Findings of rounds", ROUNDS, of_rounds, about),
    )
    dates = f"{since}" if since == until else f"{since}-{until}"
    return Workbook(f"exceptions-{dates}", first.as_of, sheets)


def _row(one: ExceptionLine) -> Row:
    return [getattr(one, column.key) for column in LINE]


def _every(
    views: ExceptionsAsked, since: date, until: date, jurisdiction: str | None, as_of: int
) -> Iterator[ExceptionLine]:
    after: str | None = None
    while True:
        page = views.exceptions(
            since, until, jurisdiction=jurisdiction, after=after, limit=MOST_ROWS, as_of=as_of
        )
        yield from page.lines
        if page.after is None:
            return
        after = page.after
