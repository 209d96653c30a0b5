"""Cards of a deck told so that nobody learns from them what lies face down at a table (CONTRACT §5).

A machine that inspects a preshuffled deck may name the cards in the order in
which they will be dealt; a count of the stub in the middle of a hand tells by
what is not in it what was dealt.  So cards are named in no order, and faces
that somebody named while a round was dealt from the deck are withheld until
that round is closed.  For the feed `masked_as_recorded` judges each event by
what its stream said before it, so that an id has one content for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from ledger.cards import NUMBER
from ledger.events.base import Event, Recorded
from ledger.events.decks import (
    CardMovement,
    DeckCorrected,
    DeckCounted,
    DeckInspected,
    DeckUnloaded,
    DeckWithdrawn,
)

# The one face that an event names, or all of them; by version of the event that withheld them.
Faces: TypeAlias = "dict[int, str | list[str | None]]"


class InPlay(NamedTuple):
    """A round dealt from a deck that is not closed: the position of its first event, and when it opened."""

    position: int
    opened_at: datetime | None

    def may_tell(self, recorded: Recorded) -> bool:
        """Whether somebody who said it may have known cards of this round."""
        at, opened = recorded.event.occurred_at, self.opened_at
        return (recorded.position or 0) > self.position or bool(at and opened and at >= opened)


def masked(recorded: Sequence[Recorded], rounds: Sequence[InPlay]) -> list[Event]:
    """The events of a deck without the faces that were named while one of the rounds was dealt from it."""
    return [
        without_faces(one.event) if any(round_.may_tell(one) for round_ in rounds) else one.event
        for one in recorded
    ]


def without_faces(event: Event) -> Event:
    """An event with the faces that it found in the deck, or out of it, unknown; itself where it names none.

    What an inspection says that the deck should hold stays.
    """
    if isinstance(event, DeckCorrected) and event.event is not None:
        inner = without_faces(event.event)
        return event if inner is event.event else event.model_copy(update={"event": inner})
    if isinstance(event, CardMovement) and event.card is not None:
        return event.model_copy(update={"card": None})
    if isinstance(event, DeckCounted) and any(event.cards or ()):
        return event.model_copy(update={"cards": [None] * len(event.cards or ())})
    return event


def unordered(event: Event) -> Event:
    """An event of a deck with its cards as a new deck has them; itself where it names none."""
    if isinstance(event, DeckCorrected) and event.event is not None:
        inner = unordered(event.event)
        return event if inner is event.event else event.model_copy(update={"event": inner})
    if not isinstance(event, DeckInspected | DeckCounted) or event.cards is None:
        return event
    return event.model_copy(update={"cards": _sorted(event.cards)})


def masked_as_recorded(events: Iterable[Event]) -> Iterable[tuple[Event, Faces]]:
    """Each event as the feed gives it, and the faces that it brings to light.

    They come as the deck leaves its table and are empty before: a deck's own
    stream does not say whether a round is dealt from it.
    """
    withheld: Faces = {}
    for version, event in enumerate(events, 1):
        given = without_faces(event)
        if given is not event:
            withheld[version] = _faces(event)
        leaves = isinstance(event, DeckUnloaded | DeckWithdrawn)
        yield unordered(given), withheld if leaves else {}
        withheld = {} if leaves else withheld


def _faces(event: Event) -> str | list[str | None]:
    if isinstance(event, DeckCorrected) and event.event is not None:
        return _faces(event.event)
    if isinstance(event, CardMovement):
        assert event.card is not None, "what names no face withholds none"
        return event.card
    assert isinstance(event, DeckCounted), event
    return _sorted(event.cards or ())


def _sorted(cards: Iterable[str | None]) -> list[str | None]:
    """By suit and rank; jokers and what is not known whole come last."""
    return sorted(cards, key=lambda face: (NUMBER.get(face or "", len(NUMBER)), face or "~"))
