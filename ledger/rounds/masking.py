"""Faces that nobody at the table has seen yet, hidden from who may not see them.

In an open round a face lying down is masked everywhere but for surveillance
(CONTRACT §5).  `hidden` says which cards, `mask` gives the event without them;
for the feed `masked_as_recorded` judges each event by what had been shown when
it was recorded, so that an id has one content for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ledger.events.base import Event, Header
from ledger.events.records import RoundHeader
from ledger.events.rounds import (
    CardBurned,
    CardDealt,
    CardMoved,
    CardReturned,
    CardsDiscarded,
    HandCollected,
    RoundCorrected,
)
from ledger.rounds.state import Round, evolve, fold

# Events that may name a face lying down: one in `card`, or several in `cards`.
OneCard: TypeAlias = CardDealt | CardBurned | CardMoved | CardReturned
ManyCards: TypeAlias = CardsDiscarded | HandCollected


def unseen(state: Round) -> frozenset[str]:
    """The faces in play that have not been shown."""
    return frozenset(card.face for card in state.cards.values() if not card.shown and card.face is not None)


def hides(state: Round) -> bool:
    """Whether the round still has something to hide."""
    return state.closed_at is None


def mask(state: Round, version: int, event: Event) -> Event:
    """The event of a version without the faces that `state` has not shown."""
    if isinstance(event, OneCard):
        return _mask_one(state, version, event)
    if isinstance(event, ManyCards):
        return _mask_many(state, event)
    if isinstance(event, RoundCorrected) and event.event is not None:
        inner = mask(state, event.corrects, event.event)
        return event if inner is event.event else event.model_copy(update={"event": inner})
    return event


def _mask_one(state: Round, version: int, event: OneCard) -> Event:
    if event.card is None or (isinstance(event, CardDealt) and event.face == "up"):
        return event
    named = version if isinstance(event, CardDealt | CardBurned) else event.of
    card = None if named is None else state.cards.get(named)
    shown = event.card not in unseen(state) if card is None else card.shown
    return event if shown else event.model_copy(update={"card": None})


def _mask_many(state: Round, event: ManyCards) -> Event:
    hidden = unseen(state)
    cards = None if event.cards is None else [None if card in hidden else card for card in event.cards]
    return event if cards == event.cards else event.model_copy(update={"cards": cards})


def masked(state: Round) -> Round:
    """The round as someone without the right to unseen faces may see it."""
    if not hides(state):
        return state
    events = [mask(state, version, event) for version, event in enumerate(state.log, 1)]
    return fold(state.header, events, state.in_force)


def masked_as_recorded(header: Header, events: Sequence[Event]) -> Iterable[tuple[Event, dict[int, str]]]:
    """Each event as the feed gives it, and the faces that it brings to light.

    The faces, by the version of the event that was masked, come with `closed`
    and are empty before.
    """
    assert isinstance(header, RoundHeader)
    state = Round(header, None)
    withheld: dict[int, str] = {}
    for version, event in enumerate(events, 1):
        open_before = hides(state)
        evolve(state, event)
        if not open_before:
            yield event, {}
            continue
        given = mask(state, version, event) if hides(state) else event
        if given is not event and (face := _face(event)) is not None:
            withheld[version] = face
        yield given, (withheld if not hides(state) else {})


def _face(event: Event) -> str | None:
    """The one face that an event names, or the event it puts in another's place."""
    if isinstance(event, RoundCorrected):
        return None if event.event is None else _face(event.event)
    return event.card if isinstance(event, OneCard) else None
