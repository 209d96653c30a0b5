"""Cards of a deck told without the order in which they lay.

A machine that inspects a preshuffled deck, or whoever looks one through, may name
the cards in the order in which they will be dealt: that would tell faces that
nobody at the table has seen (CONTRACT §5).  Which cards they are stays told.
"""

from __future__ import annotations

from collections.abc import Iterable

from ledger.cards import NUMBER
from ledger.events.base import Event
from ledger.events.decks import DeckCorrected, DeckCounted, DeckInspected


def unordered(event: Event) -> Event:
    """An event of a deck with its cards as a new deck has them; itself where it names none."""
    if isinstance(event, DeckCorrected) and event.event is not None:
        inner = unordered(event.event)
        return event if inner is event.event else event.model_copy(update={"event": inner})
    if not isinstance(event, DeckInspected | DeckCounted) or event.cards is None:
        return event
    return event.model_copy(update={"cards": _sorted(event.cards)})


def _sorted(cards: Iterable[str | None]) -> list[str | None]:
    """By suit and rank; jokers and what is not known whole come last."""
    return sorted(cards, key=lambda face: (NUMBER.get(face or "", len(NUMBER)), face or "~"))
