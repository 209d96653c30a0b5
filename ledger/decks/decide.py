"""What cannot be a record of a deck: a correction of nothing, or of what the deck is.

A shoe that was not shuffled, a card too many, a sorted deck are not refused: it
happened, and is found.
"""

from __future__ import annotations

from collections.abc import Iterable

from ledger.decks.state import Deck
from ledger.events import corrections
from ledger.events.base import Event
from ledger.events.decks import DeckInspected
from ledger.events.records import DeckHeader
from ledger.events.short import evolve

__all__ = ["begin", "check", "evolve", "extend"]


def begin(header: DeckHeader) -> Deck:
    """A deck of which nothing is recorded yet."""
    return Deck(header)


def extend(state: Deck, events: Iterable[Event], *, first: int = 0) -> Deck:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Raises NotARecord; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        check(state, event, index)
        evolve(state, event)
    return state


def check(state: Deck, event: Event, index: int) -> None:
    """Refuse an event that cannot follow; `index` is its place in its record.  Raises NotARecord."""
    if corrections.corrects(event):
        corrections.check(state.log, event, DeckInspected, f"/events/{index}", again=True)
