"""Which gaming dates a report is of: one, or from one to another."""

from __future__ import annotations

from datetime import date

from ledger.errors import InvalidQuery


def span(gaming_date: date | None, first: date | None, last: date | None) -> tuple[date, date]:
    """The first and the last gaming date meant.  Raises InvalidQuery."""
    given = optional_span(gaming_date, first, last)
    if given is None:
        raise InvalidQuery(detail="name gaming_date, or from and to")
    return given


def optional_span(
    gaming_date: date | None, first: date | None, last: date | None
) -> tuple[date, date] | None:
    """The same where it may be left out: None then.  Raises InvalidQuery."""
    if gaming_date is not None and first is None and last is None:
        return gaming_date, gaming_date
    if gaming_date is None and first is not None:
        until = first if last is None else last
        if until < first:
            raise InvalidQuery(detail="from and to are gaming dates in this order")
        return first, until
    if gaming_date is None and last is None:
        return None
    raise InvalidQuery(detail="name gaming_date, or from and to")
