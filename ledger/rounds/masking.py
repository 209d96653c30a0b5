"""Faces that nobody at the table has seen yet, hidden from who may not see them.

In an open round a face lying down is masked everywhere but for surveillance
(CONTRACT §5).  A face is hidden unless the fold proves that it was shown: one
that fits no card on the layout stays hidden too.  For the feed
`masked_as_recorded` judges each event by what had been shown when it was
recorded, so that an id has one content for ever.
"""

from __future__ import annotations

from collections import Counter
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
from ledger.rounds.state import Round, effective, evolve, fold

# Events that may name a face lying down: one in `card`, or several in `cards`.
OneCard: TypeAlias = CardDealt | CardBurned | CardMoved | CardReturned
ManyCards: TypeAlias = CardsDiscarded | HandCollected


def hides(state: Round) -> bool:
    """Whether the round still has something to hide."""
    return state.closed_at is None


def mask(state: Round, version: int, event: Event) -> Event:
    """The event of a version without the faces that are not proven shown in `state`."""
    if isinstance(event, OneCard):
        return _mask_one(state, version, event)
    if isinstance(event, ManyCards):
        return _mask_many(state, version, event)
    if isinstance(event, RoundCorrected) and event.event is not None:
        inner = mask(state, effective(state, event.corrects), event.event)
        return event if inner is event.event else event.model_copy(update={"event": inner})
    return event


def _mask_one(state: Round, version: int, event: OneCard) -> Event:
    """Shown is what lay face up, and a card that was shown with this very face."""
    if event.card is None or (isinstance(event, CardDealt) and event.face == "up"):
        return event
    card = state.cards.get(version) or state.handled.get(version)
    shown = card is not None and card.shown and event.card in {card.face, card.recorded}
    return event if shown else event.model_copy(update={"card": None})


def _mask_many(state: Round, version: int, event: ManyCards) -> Event:
    """Shown are as many of each face as were shown of the cards that went to the rack with it."""
    if event.cards is None:
        return event
    racked = next((one for one in state.rack if one.version == version), None)
    shown = Counter(card.face for card in racked.cards if card.shown) if racked else Counter()
    cards: list[str | None] = []
    for face in event.cards:
        visible = shown[face] > 0
        shown[face] -= visible
        cards.append(face if visible else None)
    return event if cards == event.cards else event.model_copy(update={"cards": cards})


def masked(state: Round) -> Round:
    """The round as someone without the right to unseen faces may see it; itself where nothing is hidden."""
    if not hides(state):
        return state
    events = [mask(state, version, event) for version, event in enumerate(state.log, 1)]
    if all(given is event for given, event in zip(events, state.log, strict=True)):
        return state
    found = fold(state.header, events, state.in_force)
    found.meters = state.meters
    return found


def masked_as_recorded(header: Header, events: Sequence[Event]) -> Iterable[tuple[Event, dict[int, str]]]:
    """Each event as the feed gives it, and the faces that it brings to light.

    The faces come with `closed` and are empty before: by the version of the
    event that was masked, and by that of its `card_dealt` for a card whose
    face was known at the close and never shown.
    """
    assert isinstance(header, RoundHeader)
    state = Round(header, None)
    withheld: dict[int, str] = {}
    for version, event in enumerate(events, 1):
        open_before = hides(state)
        evolve(state, event)
        if not open_before:
            yield event, {}
        elif hides(state):
            given = mask(state, version, event)
            if given is not event and (face := _face(event)) is not None:
                withheld[version] = face
            yield given, {}
        else:
            yield event, dict(sorted({**_never_shown(state), **withheld}.items()))


def _never_shown(state: Round) -> dict[int, str]:
    return {
        card.version: card.face for card in state.cards.values() if card.face is not None and not card.shown
    }


def _face(event: Event) -> str | None:
    """The one face that an event names, or the event it puts in another's place."""
    if isinstance(event, RoundCorrected):
        return None if event.event is None else _face(event.event)
    return event.card if isinstance(event, OneCard) else None
