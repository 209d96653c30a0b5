"""What a chip set is: the one fold of its events, and the ledger of its chips by denomination."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from ledger.amounts import DEFAULT_CURRENCY
from ledger.events.base import Event
from ledger.events.chips import ChipKind, ChipsDestroyed, ChipSetRegistered, ChipSetRetired, ChipsReceived
from ledger.events.corrections import in_effect
from ledger.events.records import ChipSetHeader
from ledger.events.short import Short, evolve

# Kinds of chip that a patron may hold as money of the house: the float is of these (accounting A.2, A.4 11).
OF_VALUE: Final[frozenset[ChipKind]] = frozenset({"value", "plaque"})


class ChipSet(Short[ChipSetHeader]):
    """A set of chips as far as it was recorded; version v is the v-th event."""

    __slots__ = ()

    @property
    def events(self) -> list[Event | None]:
        """The events in effect; version v stands at index v - 1, None where it should not be."""
        return in_effect(self.log)

    @property
    def registered(self) -> ChipSetRegistered | None:
        """How the set was registered."""
        return next((event for event in self.events if isinstance(event, ChipSetRegistered)), None)

    @property
    def currency(self) -> str:
        """What its chips are worth something in."""
        return (self.registered and self.registered.currency) or DEFAULT_CURRENCY

    @property
    def retired_at(self) -> int | None:
        """The version at which the set was retired; None while it is used."""
        return next(
            (at for at, event in enumerate(self.events, 1) if isinstance(event, ChipSetRetired)), None
        )

    def chips(self, gaming_date: date | None = None) -> Mapping[int, int]:
        """How many chips of each denomination there are: received less destroyed, wherever they are.

        With a gaming date: at its end.
        """
        registered = self.registered
        found = {} if registered is None else dict.fromkeys(registered.denominations, 0)
        for since, denomination, change in movements(self.events):
            if gaming_date is None or since is None or since <= gaming_date:
                found[denomination] = found.get(denomination, 0) + change
        return found


class Movement(NamedTuple):
    """Chips that entered (positive) or left the ledger of a set, from a gaming date on.

    `gaming_date` None: nobody says since when, thus always.
    """

    gaming_date: date | None
    denomination: int
    change: int


def movements(events: Iterable[Event | None]) -> Iterator[Movement]:
    """What entered and left the ledger of a set's chips, in the order of its events."""
    for event in events:
        if isinstance(event, ChipsReceived | ChipsDestroyed):
            sign = 1 if isinstance(event, ChipsReceived) else -1
            since = event.gaming_date or (event.occurred_at and event.occurred_at.date())
            yield from (Movement(since, face, sign * count) for face, count in event.chips.items())


def fold(header: ChipSetHeader, events: Iterable[Event]) -> ChipSet:
    """The set after its events."""
    found = ChipSet(header)
    for event in events:
        evolve(found, event)
    return found
