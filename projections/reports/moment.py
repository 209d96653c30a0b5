"""When a report is of: the state of the day, the position or the time of knowledge that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple, TypeVar

from ledger.application.ledger import Ledger
from ledger.errors import InvalidQuery
from projections.asking import Look, known_by, look
from projections.reconciliation.states import Issued, position_of

T = TypeVar("T")

MOST_DAYS: Final = 366


class Moment(NamedTuple):
    """A state of the day, a position, a time as known at; nothing: now."""

    state: Issued | None = None
    as_of: int | None = None
    as_known_at: datetime | None = None


def at(
    ledger: Ledger, views: Sequence[str], gaming_date: date, moment: Moment, work: Callable[[Look], T]
) -> T:
    """What `work` finds in one snapshot of some views, of a gaming date at a moment.

    Raises DayNotPreliminary, DayNotAudited, InvalidQuery, StoreUnavailable.
    """
    until = None if moment.as_known_at is None else known_by(ledger, moment.as_known_at)
    if moment.state is not None:
        limits = [position for position in (moment.as_of, until) if position is not None]
        by = min(limits) if limits else ledger.recorder.head()
        until = position_of(ledger, gaming_date, moment.state, by)
    return look(ledger, views, moment.as_of, work, until=until)


def dates(since: date, until: date) -> list[date]:
    """The dates between two, both included.  Raises InvalidQuery where there are none, or too many."""
    days = (until - since).days + 1
    if not 1 <= days <= MOST_DAYS:
        raise InvalidQuery(detail=f"from is not after to, and at most {MOST_DAYS} gaming dates are asked for")
    return [since + timedelta(days=number) for number in range(days)]
