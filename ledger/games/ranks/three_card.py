"""Three cards: the ladder of every hand that differs, and a hand's place on it.

There are 741 of them.  A hand's `strength` is its place, 1 an A-K-Q of one suit
and 741 a five high of several: smaller beats larger, equal strengths tie.  A
straight beats a flush, three of a kind beats a straight, 3-2-A is the lowest
straight and nothing is royal.

Source: 13:69F-20.3 as read; what it does not say to the end, see README.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from types import MappingProxyType
from typing import Final, NamedTuple, cast

from ledger.cards import DECK, NUMBER, RANKS, SUITS
from ledger.games.ranks.five_card import Held, too_often
from ledger.games.ranks.ladder import DOWN, SUITED, names_by_strength, numbers_of

# The pit's names, strongest first, each with the strength of its weakest hand.
# fmt: off
THREE_CARD_WEAKEST: Final[Mapping[str, int]] = MappingProxyType({
    "straight_flush":   12,
    "three_of_a_kind":  25,
    "straight":         37,
    "flush":           311,
    "pair":            467,
    "high_card":       741,
})
# fmt: on
THREE_CARD_RANK_NAMES: Final[tuple[str, ...]] = tuple(THREE_CARD_WEAKEST)

_RUNS: Final = [(DOWN + "A")[top : top + 3] for top in range(12)]


def _hands() -> Iterator[str]:
    plain = [hand for hand in map("".join, combinations(DOWN, 3)) if hand not in _RUNS and hand != "A32"]
    yield from _RUNS
    yield from (three * 3 for three in DOWN)
    yield from _RUNS
    yield from plain
    yield from (pair * 2 + other for pair in DOWN for other in DOWN if other != pair)
    yield from plain


# The ranks of a hand as they are announced, and its name, by strength; nothing has the strength 0.
THREE_CARD_LADDER: Final[tuple[str, ...]] = ("", *_hands())
THREE_CARD_NAMES: Final[tuple[str, ...]] = names_by_strength(THREE_CARD_WEAKEST)
# By strength too: which of the names it is, counted from 0, the strongest.
THREE_CARD_RANK_NUMBERS: Final[tuple[int, ...]] = numbers_of(THREE_CARD_NAMES)


class _Place(NamedTuple):
    """Where three ranks stand, of several suits and of one, and which card comes first, second and third."""

    mixed: int
    suited: int
    order: tuple[int, int, int]


def _places() -> Iterator[tuple[str, _Place]]:
    """Every three ranks in every order in which they can be dealt."""
    suited: dict[str, int] = {}
    mixed: dict[str, int] = {}
    for place, hand in enumerate(THREE_CARD_LADDER[1:], 1):
        (suited if THREE_CARD_NAMES[place] in SUITED else mixed)[hand] = place
    for hand, place in mixed.items():
        for dealt in {*permutations(hand)}:
            yield "".join(dealt), _Place(place, suited.get(hand, place), _order(hand, dealt))


def _order(hand: str, dealt: Sequence[str]) -> tuple[int, int, int]:
    first, second, third = sorted(range(3), key=lambda card: hand.index(dealt[card]))
    return first, second, third


_PLACES: Final[Mapping[str, _Place]] = dict(_places())

# Three suits add up to what no other three do if they are the same, three ranks if they are the same three.
_OF_SUIT: Final = dict(zip(SUITS, (0, 1, 4, 13), strict=True))
_OF_RANK: Final = {rank: 64 * 4**place for place, rank in enumerate(RANKS)}
# The number of each whole card; None is no key, and may be asked for.
_ADDEND: Final[dict[str | None, int]] = {card: _OF_RANK[card[0]] + _OF_SUIT[card[1]] for card in DECK}


def _strengths() -> Iterator[tuple[int, int]]:
    """What three cards add up to, and their strength."""
    for ranks, suits in product(
        combinations_with_replacement(RANKS, 3), combinations_with_replacement(SUITS, 3)
    ):
        place = _PLACES["".join(ranks)]
        total = sum(_OF_RANK[rank] for rank in ranks) + sum(_OF_SUIT[suit] for suit in suits)
        yield total, place.suited if len({*suits}) == 1 else place.mixed


_STRENGTHS: Final[dict[int, int]] = dict(_strengths())


class ThreeCards(Held):
    """A hand by its cards as dealt and its strength; they are put in order when somebody looks at them."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        """The name of the hand."""
        return THREE_CARD_NAMES[self.strength]

    @property
    def cards(self) -> Sequence[str]:
        """The three cards as they are announced."""
        faces = cast("Sequence[str]", self.faces)
        return tuple(faces[place] for place in _PLACES["".join(face[0] for face in faces)].order)


def three_card_strength(faces: Sequence[str]) -> int:
    """The strength of three whole cards, all different.

    Raises KeyError where a card or its suit is not known or is a joker, and
    ValueError where one comes twice or there are not three.
    """
    if len({*map(NUMBER.__getitem__, faces)}) != 3 or len(faces) != 3:
        raise ValueError(faces)
    one, other, last = faces
    return _STRENGTHS[_ADDEND[one] + _ADDEND[other] + _ADDEND[last]]


def three_card_ranked(faces: Sequence[str | None]) -> ThreeCards | None:
    """The hand of three cards ranked; None where it cannot be (`three_card_unrankable` says why).

    Its cards stand as they are announced: a pair before its side card, else from
    the top down, the ace last in 3-2-A.  A card whose suit is unknown is no
    hindrance where no suit could change the strength.
    """
    if len(faces) != 3:
        return None
    one, other, last = faces
    try:
        best = _STRENGTHS[_ADDEND[one] + _ADDEND[other] + _ADDEND[last]]
    except KeyError:
        return _ranked_without_suits(faces)
    if one in (other, last) or other == last:
        return None
    return ThreeCards(best, (one, other, last))


def three_card_unrankable(faces: Sequence[str | None]) -> str | None:
    """What is missing to rank three cards, in words; None where nothing is."""
    known = [face for face in faces if face is not None]
    if len(faces) != 3:
        return f"{len(faces)} cards instead of 3"
    if len(known) != 3:
        return f"the faces of {3 - len(known)} of 3 cards"
    if three_card_ranked(known) is not None:
        return None
    jokers = [face for face in known if face[0] == "X"]
    if jokers:
        return f"a rank for the joker {jokers[0]}"
    twice = too_often(known)
    if twice is not None:
        return f"the true face of {twice}, which is there too often"
    return "the suit of " + ", ".join(face for face in known if face[1] == "?")


def _ranked_without_suits(faces: Sequence[str | None]) -> ThreeCards | None:
    """The hand ranked where no suit that an unknown one can be makes it a flush, or keeps it from one."""
    known = [face for face in faces if face is not None and face[0] != "X"]
    if len(known) != 3 or len(faces) != 3 or too_often(known) is not None:
        return None
    place = _PLACES["".join(face[0] for face in known)]
    suits = {face[1] for face in known} - {"?"}
    if place.suited != place.mixed and len(suits) < 2:
        return None
    return ThreeCards(place.mixed, tuple(known))
