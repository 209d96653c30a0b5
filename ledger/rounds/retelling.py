"""A card told by another face: where else a round names that card, and must tell it so too.

A card is named when it is dealt, and again when its hand is turned up,
discarded or picked up, by its face alone.  Which card each reading is of is
what the fold makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from ledger.cards import agree
from ledger.events.base import Event
from ledger.events.rounds import (
    CardBurned,
    CardDealt,
    CardExposed,
    CardMoved,
    CardReturned,
    CardsDiscarded,
    HandCollected,
    HandRevealed,
    IrregularityNoted,
    RoundCorrected,
)
from ledger.rounds.dealing import bound, named
from ledger.rounds.parts import Card
from ledger.rounds.state import Round, evolve

# The events that tell faces, one in `card` or several in `cards`.
# fmt: off
Telling: TypeAlias = (
    CardDealt | CardBurned | CardExposed | CardMoved | CardReturned | CardsDiscarded | HandRevealed |
    HandCollected | IrregularityNoted
)
# fmt: on
# The cards that readings are of, by the index of each among the faces of its event.
Bound: TypeAlias = Mapping[int, Card]


@dataclass(frozen=True, slots=True)
class Reading:
    """An event of a version told a card at an index of its faces: 0 the first, or the only one."""

    version: int
    index: int
    card: Card


def retold(state: Round, instead: Mapping[int, Event | None]) -> dict[int, Telling]:
    """What else is told otherwise where the events of some versions are: by version, as it would be.

    A face that another one stands for in `instead` is that of a card: whatever
    else names the card, and contradicts the new face, is told with it.
    """
    found: dict[int, Telling] = {}
    readings = [*_readings(state)]
    faces = {
        one.card: face for one in readings if (face := _changed(_told(state, one), instead, one)) is not None
    }
    for one in readings:
        face = faces.get(one.card)
        event = found.get(one.version, _told(state, one))
        if face is not None and one.version not in instead and not agree(face, _faces(event)[one.index]):
            found[one.version] = _with_face(event, one.index, face)
    return found


def _told(state: Round, reading: Reading) -> Telling:
    event = state.events[reading.version - 1]
    assert isinstance(event, Telling), "only what tells faces was read"
    return event


def _changed(told: Event, instead: Mapping[int, Event | None], reading: Reading) -> str | None:
    """The face that one reading would be of; None: the same, unknown, or of another card."""
    other = instead.get(reading.version)
    if other is None or _where(other) != _where(told):
        return None
    face = _faces(other)[reading.index]
    return None if face == _faces(told)[reading.index] else face


def _where(event: Event) -> tuple[object, ...]:
    """What makes two events tell of the same cards: the kind, the place, how many."""
    said = event.__dict__
    return (
        event.type,
        said.get("to"),
        said.get("from_"),
        said.get("spot"),
        said.get("of"),
        len(_faces(event)),
    )


def _faces(event: Event) -> list[str | None]:
    """The faces that an event tells, unknown ones too."""
    said = event.__dict__
    return [said["card"]] if "card" in said else [*(said.get("cards") or ())]


def _with_face(event: Telling, index: int, face: str) -> Telling:
    if "card" in event.__dict__:
        return event.model_copy(update={"card": face})
    cards = _faces(event)
    return event.model_copy(update={"cards": [*cards[:index], face, *cards[index + 1 :]]})


def _readings(state: Round) -> Iterator[Reading]:
    """Every reading of a card in the events that are in effect, in order."""
    again = Round(state.header, state.in_force)
    for version, event in enumerate(state.events, 1):
        if event is None or isinstance(event, RoundCorrected):
            again.events.append(None)
            continue
        read = READ.get(type(event))
        cards = dict(read(again, event)) if read is not None else {}
        evolve(again, event)
        if read is not None:
            cards.update(_new(again, event, version, cards))
        yield from (Reading(version, index, card) for index, card in sorted(cards.items()))


def _new(state: Round, event: Event, version: int, old: Bound) -> Iterator[tuple[int, Card]]:
    """The cards that an event brought, with the indexes of its readings that are of none before."""
    brought = [
        card for lying in (*state.hands.values(), state.burned) for card in lying if card.version == version
    ]
    alone = "card" in event.__dict__
    left = [index for index, face in enumerate(_faces(event)) if index not in old and (alone or face)]
    return zip(left, brought, strict=False)


def _handled(state: Round, event: CardExposed | CardMoved | CardReturned) -> Bound:
    card = named(state, event)
    return {} if card is None else {0: card}


def _discarded(state: Round, event: CardsDiscarded) -> Bound:
    return bound(state.hands.get(event.spot, []), event.cards or [])


def _collected(state: Round, event: HandCollected) -> Bound:
    return bound(state.hands.get(event.to, []), event.cards or [])


def _revealed(state: Round, event: HandRevealed) -> Bound:
    """What contradicts is of the cards that nothing else is of, in order."""
    hand = state.hands.get(event.to, [])
    seen = [index for index, face in enumerate(event.cards) if face is not None]
    found = bound(hand, [event.cards[index] for index in seen])
    spare = [card for card in hand if card not in found.values()]
    found.update(zip((index for index in range(len(seen)) if index not in found), spare, strict=False))
    return {seen[index]: card for index, card in found.items()}


def _noted(state: Round, event: IrregularityNoted) -> Bound:
    cards = {card.face: card for card in state.cards.values() if card.face is not None}
    return {index: cards[face] for index, face in enumerate(event.cards or ()) if face in cards}


def _nothing_yet(_: Round, __: Event) -> Bound:
    return {}


# Of which cards an event tells, as the round stands before it.
READ: Final[Mapping[type[Event], Callable[[Round, Any], Bound]]] = {
    CardDealt: _nothing_yet,
    CardBurned: _nothing_yet,
    CardExposed: _handled,
    CardMoved: _handled,
    CardReturned: _handled,
    CardsDiscarded: _discarded,
    HandRevealed: _revealed,
    HandCollected: _collected,
    IrregularityNoted: _noted,
}
