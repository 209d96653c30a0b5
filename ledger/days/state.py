"""What a gaming day is: the one fold of its events.

A day has few of them, so that what is asked of it is read off the events in
effect, corrections applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ledger.events.base import Event
from ledger.events.days import (
    ChipsCounted,
    DayAudited,
    DayOpened,
    PokerRevenueRestated,
    PreliminaryIssued,
    TableNotOpened,
)
from ledger.events.records import GamingDayHeader
from ledger.events.short import Short, evolve


class Place(NamedTuple):
    """Where chips were counted, and of which set; None: chips of value."""

    place: str
    chip_set: str | None


class GamingDay(Short[GamingDayHeader]):
    """A gaming day as far as it was recorded; version v is the v-th event."""

    __slots__ = ()

    @property
    def opened(self) -> DayOpened | None:
        """How the day began; None before anybody said."""
        return next((event for _, event in self.of(DayOpened)), None)

    @property
    def preliminary_at(self) -> int | None:
        """The version at which the preliminary report was first issued."""
        return next((version for version, _ in self.of(PreliminaryIssued)), None)

    @property
    def audited_at(self) -> int | None:
        """The version at which revenue audit finished, the last time."""
        return next((version for version, _ in reversed(self.of(DayAudited))), None)

    @property
    def not_opened(self) -> Mapping[str, TableNotOpened]:
        """The tables of which it was said that they had no activity, as last said."""
        return {event.table: event for _, event in self.of(TableNotOpened)}

    @property
    def counted(self) -> Mapping[Place, tuple[int, ChipsCounted]]:
        """The last count of each place and set, with its version."""
        return {Place(event.place, event.chip_set): (at, event) for at, event in self.of(ChipsCounted)}

    @property
    def restated(self) -> Mapping[str, int]:
        """What was added to the poker revenue of each session, in cents."""
        found: dict[str, int] = {}
        for _, event in self.of(PokerRevenueRestated):
            found[event.session] = found.get(event.session, 0) + event.amount
        return found


def fold(header: GamingDayHeader, events: Iterable[Event]) -> GamingDay:
    """The day after its events."""
    found = GamingDay(header)
    for event in events:
        evolve(found, event)
    return found
