"""The steps of the fold that concern cards.

Cards are physical: each has one place at a time.  A reveal fills what was
unknown; where it contradicts what was recorded both stay and a remark says so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ledger.cards import NUMBER, agree
from ledger.events.base import Event
from ledger.events.rounds import (
    CardBurned,
    CardDealt,
    CardExposed,
    CardHandled,
    CardMoved,
    CardReturned,
    CardsDiscarded,
    HandCollected,
    HandRevealed,
    StubCollected,
)
from ledger.rounds.parts import Card, Place, Racked, Remark

if TYPE_CHECKING:
    from ledger.rounds.state import Round

_racked: Final = tuple.__new__  # without the detour through its own constructor, for every hand
RACK: Final = "rack"
SHOE: Final = "shoe"


def _dealt(state: Round, event: CardDealt, version: int) -> None:
    said = event.__dict__
    place, face = said["to"], said["card"]
    card = state.cards[version] = Card(
        version, place, face, said["face"], said["source"], shoe_position=said["shoe_position"]
    )
    hand = state.hands.get(place)
    if face is not None and (face in state.known or face not in NUMBER):
        state.apart = False
    state.known.add(face)
    if hand is None:
        state.hands[place], state.read[place] = [card], [face]
    else:
        hand.append(card)
        state.read[place].append(face)


def _read_anew(state: Round, *places: Place) -> None:
    """Keep what is read at places where cards came, went or were seen."""
    for place in places:
        if place in state.hands:
            state.read[place] = [card.face for card in state.hands[place]]
    faces = [face for read in state.read.values() for face in read if face is not None]
    state.known = {*faces}
    state.apart = len(state.known) == len(faces) and state.known <= NUMBER.keys()


def _burned(state: Round, event: CardBurned, version: int) -> None:
    said = event.__dict__
    card = Card(version, RACK, said["card"], "down", said["source"], shoe_position=said["shoe_position"])
    state.cards[version] = card
    state.burned.append(card)
    state.rack.append(_racked(Racked, (version, "burn", (card,), True, 1)))


def named(state: Round, event: CardHandled) -> Card | None:
    """The card an event is about: the one dealt at `of`, else the one whose face it says."""
    if event.of is not None:
        return state.cards.get(event.of)
    places = [state.hands.get(event.from_, [])] if event.from_ is not None else list(state.hands.values())
    for hand in places:
        for card in hand:
            if event.card is not None and card.face == event.card:
                return card
    unknown = [card for hand in places for card in hand if card.face is None]
    return unknown[0] if len(unknown) == 1 else None


def _see(state: Round, card: Card, face: str | None, version: int) -> bool:
    """Take a later reading of a card's face; whether it says anything new."""
    before = card.face
    if face is None or face == before:
        return False
    if not agree(before, face):
        facts = {"of": card.version, "recorded": before, "revealed": face}
        state.remarks.append(Remark("card_contradicted", version, facts))
        card.face = face
    elif before is None or before[1] == "?":
        card.face = face
    return card.face != before


def _exposed(state: Round, event: CardExposed, version: int) -> None:
    state.turned_up.append(version)
    state.dealer_seen = True
    card = named(state, event)
    if card is None:
        return
    if _see(state, card, event.card, version):
        _read_anew(state, card.place)
    card.shown = True


def _take(state: Round, card: Card) -> None:
    hand = state.hands.get(card.place)
    if hand is not None and card in hand:
        hand.remove(card)


def _moved(state: Round, event: CardMoved, version: int) -> None:
    card = named(state, event)
    if card is None:
        state.remarks.append(Remark("card_not_found", version, {"card": event.card, "from": event.from_}))
        return
    state.handled[version] = card
    _see(state, card, event.card, version)
    _take(state, card)
    lay_at, card.place = card.place, event.to
    if event.to is not None:
        state.hands.setdefault(event.to, []).append(card)
    _read_anew(state, lay_at, event.to)


def _returned(state: Round, event: CardReturned, version: int) -> None:
    card = named(state, event)
    if card is None:
        state.remarks.append(Remark("card_not_found", version, {"card": event.card, "from": event.from_}))
        return
    state.handled[version] = card
    _see(state, card, event.card, version)
    _take(state, card)
    _read_anew(state, card.place)
    card.place = SHOE


def _discarded(state: Round, event: CardsDiscarded, version: int) -> None:
    """Discards leave the hand: those named, else as many unknown cards as were counted."""
    hand = state.hands.get(event.spot, [])
    faces = event.cards if event.cards is not None else [None] * (event.count or 0)
    gone, left = match(hand, faces)
    for card, face in gone:
        _see(state, card, face, version)
        _take(state, card)
        card.place = RACK
    _read_anew(state, event.spot)
    cards = tuple(card for card, _ in gone)
    if left and event.cards is not None:
        cards = tuple(_as_read(gone, event.cards, partial(Card, version, RACK)))
    state.rack.append(Racked(version, event.spot, cards, ordered=event.cards is not None, size=len(faces)))


def match(
    hand: Sequence[Card], faces: Sequence[str | None]
) -> tuple[list[tuple[Card, str | None]], list[str | None]]:
    """Pair readings with the cards of a hand: equal first, then agreeing, then unknown.

    Returns the pairs in the order of `faces`, and the readings left over.
    """
    known = [card.face for card in hand]
    if not any(known):  # nothing was known, so that each reading is of the next card
        return [*zip(hand, faces, strict=False)], [*faces[len(hand) :]]
    found = bound(hand, faces)
    pairs = [(found[index], face) for index, face in enumerate(faces) if index in found]
    return pairs, [face for index, face in enumerate(faces) if index not in found]


def bound(hand: Sequence[Card], faces: Sequence[str | None]) -> dict[int, Card]:
    """The card of a hand that each reading is of, by the index of the reading; none of one left over."""
    free = list(hand)
    found: dict[int, Card] = {}
    for fits in (_equal, _same_rank, _blank):
        for index, face in enumerate(faces):
            if index in found:
                continue
            card = next((card for card in free if fits(card.face, face)), None)
            if card is not None:
                found[index] = card
                free.remove(card)
    return found


def _unpaired(hand: Sequence[Card], pairs: Sequence[tuple[Card, str | None]]) -> list[Card]:
    """The cards of a hand that no reading is of."""
    if len(pairs) == len(hand):
        return []
    paired = {id(card) for card, _ in pairs}
    return [card for card in hand if id(card) not in paired]


def _equal(known: str | None, face: str | None) -> bool:
    return known is not None and known == face


def _same_rank(known: str | None, face: str | None) -> bool:
    return known is not None and face is not None and agree(known, face)


def _blank(known: str | None, face: str | None) -> bool:
    return known is None or face is None


def _revealed(state: Round, event: HandRevealed, version: int) -> None:
    """Turn a hand up: unknown cards are bound, contradicted ones take the face revealed."""
    state.turned_up.append(version)
    state.dealer_seen = state.dealer_seen or event.to == "dealer"
    hand, known = state.hands.setdefault(event.to, []), state.read.setdefault(event.to, [])
    if known == event.cards and None not in known:  # what was known is what is seen
        for card in hand:
            card.shown = True
        return
    faces = [face for face in event.cards if face is not None]
    pairs, left = match(hand, faces)
    for card, face in pairs:
        _see(state, card, face, version)
        card.shown = True
    unmatched = _unpaired(hand, pairs)
    for face in left:
        if unmatched:
            card = unmatched.pop(0)
            _see(state, card, face, version)
            card.shown = True
        else:
            extra = Card(version, event.to, face, "up", event.source)
            hand.append(extra)
            state.remarks.append(Remark("card_not_dealt", version, {"to": event.to, "card": face}))
    _read_anew(state, event.to)


def _collected(state: Round, event: HandCollected, version: int) -> None:
    """A hand goes to the rack: all that lay there as it lay, unless the cards named are others."""
    place, named = event.to, event.cards
    hand = state.hands.get(place, [])
    if named is None or named == state.read.get(place, []):
        state.rack.append(_racked(Racked, (version, place, (*hand,), named is not None, len(hand))))
    else:
        _collected_as_named(state, place, named, version)


def _collected_as_named(state: Round, place: Place, named: Sequence[str | None], version: int) -> None:
    """What is named is matched with what lay there, the rest goes with it."""
    hand = state.hands.get(place, [])
    pairs, left = match(hand, named)
    seen = [_see(state, card, face, version) for card, face in pairs]
    if any(seen):
        _read_anew(state, place)
    rest = _unpaired(hand, pairs)
    picked = _as_read(pairs, named, partial(Card, version, place)) if left else [card for card, _ in pairs]
    cards = (*picked, *rest)
    state.rack.append(Racked(version, place, cards, not rest, max(len(cards), len(named))))
    if left:
        state.remarks.append(Remark("card_not_dealt", version, {"to": place, "card": left[0]}))


def _as_read(
    pairs: Sequence[tuple[Card, str | None]],
    faces: Sequence[str | None],
    unknown: Callable[[str | None, str, str | None], Card],
) -> Iterator[Card]:
    """What was picked up in the order read, cards that were not known to lie there among them."""
    waiting = deque(pairs)
    for face in faces:
        if waiting and waiting[0][1] == face:
            yield waiting.popleft()[0]
        else:
            yield unknown(face, "down", None)


def _stub(state: Round, event: StubCollected, version: int) -> None:
    state.stub_at = version
    state.stub_count = event.count


STEPS: Final[dict[type[Event], Callable[[Round, Any, int], None]]] = {
    CardDealt: _dealt,
    CardBurned: _burned,
    CardExposed: _exposed,
    CardMoved: _moved,
    CardReturned: _returned,
    CardsDiscarded: _discarded,
    HandRevealed: _revealed,
    HandCollected: _collected,
    StubCollected: _stub,
}
