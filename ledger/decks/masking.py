"""Cards of a deck told so that nobody learns from them what lies face down at a table (CONTRACT §5).

A machine that inspects a preshuffled deck may name the cards in the order in
which they will be dealt; a count of the stub in the middle of a hand tells by
what is not in it what was dealt, and so does its inspection.  So cards are named
in no order, and faces that somebody named while a round was dealt from the deck
are withheld until that round is closed; but an inspection that found whole
decks, or what one found that was told, says nothing new.  For the feed
`masked_as_recorded` judges each event by what its stream said before it, so that
an id has one content for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

from ledger.cards import DECK, JOKERS, NUMBER
from ledger.events.base import Event, Recorded
from ledger.events.decks import (
    CardMovement,
    DeckCorrected,
    DeckCounted,
    DeckInspected,
    DeckUnloaded,
    DeckWithdrawn,
)

# With these a deck is dealt no longer where it was.
LEAVES: Final = (DeckUnloaded, DeckWithdrawn)
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


class Masking:
    """Takes faces out of the events of one deck, one after the other."""

    def __init__(self) -> None:
        self._told: list[Counter[str | None]] = []

    def told(self, event: Event) -> Event:
        """An event that hides nothing; what it found of the whole deck is known from then on."""
        fact = event.event if isinstance(event, DeckCorrected) else event
        if isinstance(fact, DeckInspected) and fact.cards is not None:
            self._told.append(Counter(fact.cards))
        return event

    def without_faces(self, event: Event) -> Event:
        """An event with the faces that it found in the deck, or out of it, unknown; itself where none is.

        What an inspection says that the deck should hold stays where it is nothing new.
        """
        if isinstance(event, DeckCorrected) and event.event is not None:
            inner = self.without_faces(event.event)
            return event if inner is event.event else event.model_copy(update={"event": inner})
        if isinstance(event, CardMovement) and event.card is not None:
            return event.model_copy(update={"card": None})
        if isinstance(event, DeckCounted | DeckInspected) and any(event.cards or ()):
            if isinstance(event, DeckInspected) and self._is_nothing_new(event):
                return self.told(event)
            return event.model_copy(update={"cards": [None] * len(event.cards or ())})
        return event

    def _is_nothing_new(self, event: DeckInspected) -> bool:
        found = Counter(event.cards)
        regular = {face: count for face, count in found.items() if face not in JOKERS}
        whole = regular.keys() == set(DECK) and len(set(regular.values())) == 1
        return whole or found in self._told


def masked(recorded: Sequence[Recorded], rounds: Sequence[InPlay]) -> list[Event]:
    """The events of a deck without the faces that were named while one of the rounds was dealt from it."""
    masking = Masking()
    return [
        masking.without_faces(one.event)
        if any(round_.may_tell(one) for round_ in rounds)
        else masking.told(one.event)
        for one in recorded
    ]


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
    masking = Masking()
    withheld: Faces = {}
    for version, event in enumerate(events, 1):
        given = masking.without_faces(event)
        if given is not event:
            withheld[version] = _faces(event)
        leaves = isinstance(event, LEAVES)
        yield unordered(given), withheld if leaves else {}
        withheld = {} if leaves else withheld


def at_its_table(events: Sequence[Event]) -> list[Event]:
    """The events without the faces that the feed withholds still: none of before the deck last left a table.

    For who records a deck: its own stream does not say whether a round is dealt from it.
    """
    masking = Masking()
    left = max((version for version, event in enumerate(events, 1) if isinstance(event, LEAVES)), default=0)
    return [
        masking.told(event) if version <= left else masking.without_faces(event)
        for version, event in enumerate(events, 1)
    ]


def _faces(event: Event) -> str | list[str | None]:
    if isinstance(event, DeckCorrected) and event.event is not None:
        return _faces(event.event)
    if isinstance(event, CardMovement):
        assert event.card is not None, "what names no face withholds none"
        return event.card
    assert isinstance(event, DeckCounted | DeckInspected), event
    return _sorted(event.cards or ())


def _sorted(cards: Iterable[str | None]) -> list[str | None]:
    """By suit and rank; jokers and what is not known whole come last."""
    return sorted(cards, key=lambda face: (NUMBER.get(face or "", len(NUMBER)), face or "~"))
