"""A rack as found laid against the one on record: what is not as recorded, and which hands that concerns."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.cards import FACES
from ledger.errors import ImpossibleCard
from ledger.games.registry import GAMES
from projections.errors import RackUnreadable, TooManyCards
from projections.racks.answers import (
    Doubled,
    Implied,
    Pile,
    Placed,
    Rack,
    RackCheck,
    RackDifference,
    RackRound,
    Whose,
)
from projections.racks.comparing import Comparison, Difference, compare
from projections.racks.matching import Expected

# A shoe of eight decks, where a game's deck is not known here.
LARGEST_SHOE: Final = 416
UNKNOWN: Final = "?"
EMPTY: Final[Mapping[str, int]] = MappingProxyType({})


class Deck(NamedTuple):
    """How often a deck has each card: as it should, and by its own record as the rack was filled.

    Nothing where it has no record.
    """

    should_be: Mapping[str, int] = EMPTY
    known: Mapping[str, int] = EMPTY


UNRECORDED: Final = Deck()


def read_faces(text: str) -> list[str | None]:
    """Cards as found, back to front: text with spaces or lines between, or a JSON list; `?` or null unknown.

    Raises RackUnreadable, ImpossibleCard.
    """
    said: object = text.split()
    if text.lstrip()[:1] in {"[", "{", '"'}:
        try:
            said = json.loads(text)
        except (ValueError, RecursionError) as trouble:
            raise RackUnreadable(detail=f"it begins like JSON and is none: {trouble}") from None
        if not isinstance(said, list):
            raise RackUnreadable(detail="a JSON document of cards is a list")
    elif not said:
        raise RackUnreadable(detail="there is no card in it; an empty rack is []")
    assert isinstance(said, list)
    return faces_of(said)


def faces_of(said: Sequence[object]) -> list[str | None]:
    """Cards as found, one by one, `?` or None unknown.  Raises RackUnreadable, ImpossibleCard."""
    return [_face(card, number) for number, card in enumerate(said, 1)]


def _face(said: object, place: int) -> str | None:
    if said is None or said == UNKNOWN:
        return None
    if not isinstance(said, str):
        raise RackUnreadable(detail=f"card {place} is no text")
    face = said.replace("10", "T")
    face = face[:1].upper() + face[1:].lower()
    if face not in FACES:
        raise ImpossibleCard(card=said, place=place)
    return face


class _Laid(NamedTuple):
    """The piles of a rack, each with its round, beside the cards found and what compares them."""

    piles: list[tuple[RackRound, Pile]]
    faces: Sequence[str | None]
    compared: Comparison


def checked(rack: Rack, faces: Sequence[str | None], deck: Deck = UNRECORDED) -> RackCheck:
    """A rack laid against the cards as found, back to front.  Raises TooManyCards."""
    piles = [(one, pile) for one in rack.rounds for pile in one.piles]
    hands = [_expected(pile) for _, pile in piles]
    deck = _deck(rack, deck)
    most = max(LARGEST_SHOE, sum(deck.known.values()), sum(len(hand.faces) for hand in hands))
    if len(faces) > most:
        raise TooManyCards(cards=len(faces), most=most)
    compared = compare(hands, faces)
    laid = _Laid(piles, faces, compared)
    differs = bool(compared.differences)
    size = sum(deck.should_be.values())
    return RackCheck(
        as_of=rack.as_of,
        lag=rack.lag,
        table=rack.table,
        deck=rack.deck,
        until=rack.until,
        begins=rack.begins,
        agrees=not differs,
        cards_recorded=rack.size,
        cards_found=len(faces),
        first_difference=None if compared.first is None else compared.first + 1,
        turned=differs and not compare(hands, faces[::-1]).differences,
        differences=[_difference(laid, one, rack.rounds) for one in compared.differences],
        learned=[_recorded(laid, slot, laid.faces[at]) for slot, at in compared.read(faces)],
        doubled=[*_doubled(laid, deck)],
        cards_over=max(0, len(faces) - size) if size else None,
    )


def _deck(rack: Rack, deck: Deck) -> Deck:
    """The deck by its own record; without one, that of a game that is dealt from one."""
    if deck.should_be:
        return deck
    one_of_each = dict.fromkeys(GAMES[rack.rounds[-1].game].deck, 1)
    return Deck(one_of_each, one_of_each)


def _doubled(laid: _Laid, deck: Deck) -> Iterator[Doubled]:
    """The cards found more often than the deck has them; of a deck that nobody knows, none."""
    found = Counter(face for face in laid.faces if face is not None and face[1] != "?")
    for face, count in found.items():
        should_be = deck.should_be.get(face, 0)
        if deck.should_be and count > max(should_be, 1):
            places = [at for at, lies in enumerate(laid.faces) if lies == face]
            lies_in = (laid.compared.lies_in[at] for at in places)
            hands = sorted({hand for hand in lies_in if hand is not None})
            yield Doubled(
                card=face,
                should_be=should_be,
                known=deck.known.get(face, 0),
                found=[_found(laid, at) for at in places],
                implies=[_implied(laid, hand) for hand in hands if laid.piles[hand][1].kind != "stub"],
            )


def _expected(pile: Pile) -> Expected:
    return Expected(tuple(card.card for card in pile.cards), pile.ordered, pile.size is not None)


def _difference(laid: _Laid, one: Difference, rounds: Iterable[RackRound]) -> RackDifference:
    lies_in, slots = laid.compared.lies_in, laid.compared.which.slots
    touched = {slots[slot].hand for slot in one.slots}
    touched.update(hand for hand in (lies_in[at] for at in one.found) if hand is not None)
    new = one.kind in {"extra", "replaced"}
    return RackDifference(
        kind=one.kind,
        recorded=[_recorded(laid, slot, slots[slot].face) for slot in one.slots],
        found=[_found(laid, at) for at in one.found],
        implies=[_implied(laid, hand) for hand in sorted(touched) if laid.piles[hand][1].kind != "stub"],
        between=_between(laid, one.found),
        not_racked=[*_not_racked(laid, one.found, rounds)] if new else [],
    )


def _recorded(laid: _Laid, slot: int, face: str | None) -> Placed:
    """A place of the record with a face, which is that on record or the one found there."""
    round_, pile = laid.piles[laid.compared.which.slots[slot].hand]
    return Placed(place=slot + 1, card=face, round=round_.key, hand=pile.hand)


def _found(laid: _Laid, at: int) -> Placed:
    """A card found, and whose it is by the record."""
    which = laid.compared.which
    if at not in which.found_at:
        return Placed(place=at + 1, card=laid.faces[at], round=None, hand=None)
    return _recorded(laid, which.found_at.index(at), laid.faces[at]).model_copy(update={"place": at + 1})


def _implied(laid: _Laid, hand: int) -> Implied:
    round_, pile = laid.piles[hand]
    return Implied(
        round=round_.key,
        hand=pile.hand,
        version=pile.version,
        ordered=pile.ordered,
        recorded=[card.card for card in pile.cards],
        found=[face for face, lies in zip(laid.faces, laid.compared.lies_in, strict=True) if lies == hand],
    )


def _between(laid: _Laid, found: Sequence[int]) -> list[Whose]:
    """The hands on the two sides, the one behind first, of cards that lie in no hand."""
    lies_in = laid.compared.lies_in
    if not found or any(lies_in[at] is not None for at in found):
        return []
    behind = [hand for hand in lies_in[: found[0]] if hand is not None][-1:]
    before = [hand for hand in lies_in[found[-1] :] if hand is not None][:1]
    whose = (laid.piles[hand] for hand in behind + before)
    return [Whose(round=round_.key, hand=pile.hand) for round_, pile in whose]


def _not_racked(laid: _Laid, found: Iterable[int], rounds: Iterable[RackRound]) -> Iterator[Placed]:
    """Where cards that are not recorded in the rack were dealt to."""
    dealt = {
        face: (one.key, left.hand)
        for one in rounds
        for left in one.not_racked
        for face in left.cards
        if face is not None
    }
    for at in found:
        face = laid.faces[at]
        if face in dealt:
            key, hand = dealt[face]
            yield Placed(place=at + 1, card=face, round=key, hand=hand)
