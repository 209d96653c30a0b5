"""What cannot be a record of a gaming day: a count below zero, a correction of nothing.

An audit before the preliminary report, or a table said shut that was open, is
not refused: it was said, and is found.
"""

from __future__ import annotations

from collections.abc import Iterable

from ledger.days.state import GamingDay
from ledger.errors import InvalidField
from ledger.events import corrections
from ledger.events.base import Event
from ledger.events.days import ChipsCounted, DayOpened, PokerRevenueRestated, TableNotOpened
from ledger.events.records import GamingDayHeader
from ledger.events.short import evolve

__all__ = ["begin", "check", "evolve", "extend", "tables_named"]


def begin(header: GamingDayHeader) -> GamingDay:
    """A day of which nothing is recorded yet."""
    return GamingDay(header)


def extend(state: GamingDay, events: Iterable[Event], *, first: int = 0) -> GamingDay:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Raises NotARecord; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        check(state, event, index)
        evolve(state, event)
    return state


def check(state: GamingDay, event: Event, index: int) -> None:
    """Refuse an event that cannot follow; `index` is its place in its record.  Raises NotARecord."""
    at = f"/events/{index}"
    if not corrections.corrects(event):
        _holds(event, at)
        return
    corrections.check(state.log, event, DayOpened, at)
    if event.event is not None:
        _holds(event.event, f"{at}/event")


def tables_named(event: Event, index: int) -> Iterable[tuple[str, str]]:
    """The tables of which an event speaks, each with its JSON pointer: they must be registered."""
    at, said = f"/events/{index}", event
    if corrections.corrects(event) and isinstance(event.event, Event):
        at, said = f"{at}/event", event.event
    if isinstance(said, TableNotOpened):
        yield said.table, f"{at}/table"
    elif isinstance(said, PokerRevenueRestated):
        yield said.session.partition("/")[0], f"{at}/session"


def _holds(event: Event, at: str) -> None:
    """What must hold within an event, recorded at once or by a correction."""
    if isinstance(event, ChipsCounted):
        for denomination, count in event.chips.items():
            if count < 0:
                raise InvalidField(
                    detail=f"{count} chips of {denomination} cannot be counted",
                    pointer=f"{at}/chips/{denomination}",
                )
    if isinstance(event, PokerRevenueRestated) and event.amount == 0:
        raise InvalidField(detail="amount: by nothing nothing is restated", pointer=f"{at}/amount")
