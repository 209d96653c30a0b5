"""What a deck is: the one fold of its events.

A deck has few of them, so that what is asked of it is read off the events in
effect, corrections applied, in the order in which they happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.cards import DECK
from ledger.events.base import Event
from ledger.events.corrections import in_effect
from ledger.events.decks import DeckInspected, DeckLoaded, DeckUnloaded, DeckWithdrawn
from ledger.events.records import DeckHeader
from ledger.events.short import Short, evolve

# Stands for every card of a deck that could not be read.
UNREAD: Final = "?"
# An unknown time counts as before all others.
BEGINNING: Final = datetime.min.replace(tzinfo=UTC)

Status: TypeAlias = Literal["inspected", "in_use", "withdrawn"]


class Happened(NamedTuple):
    """An event in effect, with its version."""

    version: int
    event: Event


class Use(NamedTuple):
    """A deck at a table: from when it was loaded until it was unloaded or withdrawn.

    None: not recorded, or not yet.  `loaded` is the version of the event.
    """

    loaded: int
    table: str
    shoe: str | None
    since: datetime | None
    until: datetime | None


class Deck(Short[DeckHeader]):
    """A deck as far as it was recorded; version v is the v-th event."""

    __slots__ = ()

    @property
    def events(self) -> list[Happened]:
        """The events in effect as they happened; where that is not known, as they were recorded."""
        found = [Happened(at, event) for at, event in enumerate(in_effect(self.log), 1) if event is not None]
        # What an import does not date happened when what was recorded before it did.
        last, order = BEGINNING, {}
        for one in found:
            last = one.event.occurred_at or last
            order[one.version] = last
        return sorted(found, key=lambda one: (order[one.version], one.version))

    @property
    def inspected(self) -> DeckInspected | None:
        """What the deck should hold, as last inspected."""
        return self.inspected_at(None)

    @property
    def expected(self) -> Mapping[str, int]:
        """How many of each face there should be, as last inspected."""
        return should_hold(self.inspected)

    def inspected_at(self, when: datetime | None) -> DeckInspected | None:
        """The inspection that held at a time: the last by then, before the first that one; None: the last."""
        found = [one.event for one in self.events if isinstance(one.event, DeckInspected)]
        by_then = [one for one in found if when is None or one.occurred_at is None or one.occurred_at <= when]
        return (by_then[-1] if by_then else found[0]) if found else None

    @property
    def uses(self) -> list[Use]:
        """The tables at which the deck was dealt, in order."""
        found: list[Use] = []
        for version, event in self.events:
            if isinstance(event, DeckLoaded | DeckUnloaded | DeckWithdrawn) and found:
                found[-1] = found[-1]._replace(until=found[-1].until or event.occurred_at)
            if isinstance(event, DeckLoaded):
                found.append(Use(version, event.table, event.shoe, event.occurred_at, None))
        return found

    @property
    def status(self) -> Status:
        """Whether it is dealt at a table, no longer used, or neither."""
        last = next(
            (
                one.event
                for one in reversed(self.events)
                if isinstance(one.event, DeckLoaded | DeckUnloaded | DeckWithdrawn)
            ),
            None,
        )
        if isinstance(last, DeckWithdrawn):
            return "withdrawn"
        return "in_use" if isinstance(last, DeckLoaded) else "inspected"


def should_hold(inspected: DeckInspected | None) -> Mapping[str, int]:
    """How many of each face a deck has that was inspected so, and how many could not be read."""
    if inspected is None:
        return {}
    if inspected.cards is None:
        return dict.fromkeys(DECK, inspected.decks)
    return Counter(UNREAD if face is None else face for face in inspected.cards)


def fold(header: DeckHeader, events: Iterable[Event]) -> Deck:
    """The deck after its events."""
    found = Deck(header)
    for event in events:
        evolve(found, event)
    return found
