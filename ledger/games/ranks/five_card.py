"""The best five of five, six or seven cards.

The comparison is phevaluator's, called with cards as whole numbers; the names,
the five cards shown and what is done about unknown cards are ours.

Source: as in `ladder`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Protocol, cast

from phevaluator._pheval import evaluate_5cards, evaluate_6cards, evaluate_7cards

from ledger.cards import FACES, NUMBER, SUITS, doubled
from ledger.games.ranks.ladder import LADDER, NAMES, SUITED

NO_SUIT: Final = ""
_NUMBER: Final = cast("dict[str | None, int]", dict(NUMBER))  # None is no key of it, and may be asked for

_EVALUATE: Final[Mapping[int, Callable[..., int]]] = {
    5: evaluate_5cards,
    6: evaluate_6cards,
    7: evaluate_7cards,
}


class Ranked(Protocol):
    """A hand ranked: its strength (1 best), its name, and the cards that make it.

    They stand as they are announced: fours, threes and pairs before their
    kickers, else from the top down, the ace last in 5-4-3-2-A and 3-2-A.
    """

    @property
    def strength(self) -> int: ...
    @property
    def rank(self) -> str: ...
    @property
    def cards(self) -> Sequence[str]: ...


class Held:
    """A hand by its strength and its cards as dealt, equal by both."""

    __slots__ = ("faces", "strength")

    def __init__(self, strength: int, faces: Sequence[str | None]) -> None:
        self.strength: Final = strength
        self.faces: Final = faces

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Held) or type(self) is not type(other):
            return False
        return self.strength == other.strength and self.faces == other.faces

    def __hash__(self) -> int:
        return self.strength


class BestFive(Held):
    """A hand by its cards as dealt and the strength of the best five of them.

    Most hands are compared and never shown: the five are put in order when
    somebody looks at them.
    """

    __slots__ = ()

    @property
    def rank(self) -> str:
        """The name of the hand."""
        return NAMES[self.strength]

    @property
    def cards(self) -> Sequence[str]:
        """The five cards that make it, as they are announced."""
        return best_five(cast("Sequence[str]", self.faces), self.strength)


def strength(faces: Sequence[str]) -> int:
    """The strength of the best five of 5, 6 or 7 whole cards, all different.

    Raises KeyError where a card or its suit is not known or is a joker, and
    ValueError where one comes twice or there are too few or too many.
    """
    numbers = {*map(NUMBER.__getitem__, faces)}
    evaluate = _EVALUATE.get(len(faces))
    if evaluate is None or len(numbers) != len(faces):
        raise ValueError(faces)
    return evaluate(*numbers)


def best_five(faces: Sequence[str], of_strength: int) -> tuple[str, ...]:
    """The five cards that make a hand of the strength which the faces have.

    Where two cards would serve as well, the one that comes first is taken.
    """
    name = NAMES[of_strength]
    if name in SUITED:
        suits = [face[1] for face in faces]
        faces = [face for face in faces if suits.count(face[1]) >= 5]
    elif name == "straight":
        faces = list({face[0]: face for face in reversed(faces)}.values())
    places = _places(LADDER[of_strength])
    return tuple(sorted(filter(places.__contains__, faces), key=places.__getitem__)[:5])


@lru_cache(maxsize=4096)
def _places(ranks: str) -> Mapping[str, int]:
    """Each card that can serve in a hand of these ranks, and where it then stands."""
    return {face: ranks.index(face[0]) for face in FACES if face[0] in ranks}


def ranked(faces: Sequence[str | None]) -> BestFive | None:
    """The hand ranked; None where it cannot be (`unrankable` says why).

    A card whose suit is unknown is no hindrance where no suit could change the
    strength; it then stands among the five as it was recorded (`K?`).
    """
    known = cast("Sequence[str]", faces)
    try:
        return BestFive(strength(known), tuple(known))  # None has no number
    except (KeyError, ValueError):
        return None if None in faces else _ranked_without_suits(known)


def five_ranked(faces: Sequence[str | None]) -> BestFive | None:
    """Five cards ranked as `ranked` would, where it is known that no card comes twice."""
    try:
        one, two, three, four, five = faces
        best = evaluate_5cards(_NUMBER[one], _NUMBER[two], _NUMBER[three], _NUMBER[four], _NUMBER[five])
    except (KeyError, ValueError):
        return ranked(faces)
    return BestFive(best, (one, two, three, four, five))


def six_ranked(faces: tuple[str | None, ...]) -> BestFive | None:
    """The best five of six cards as `ranked` would, where it is known that no card comes twice."""
    try:
        one, two, three, four, five, six = faces
        best = evaluate_6cards(
            _NUMBER[one], _NUMBER[two], _NUMBER[three], _NUMBER[four], _NUMBER[five], _NUMBER[six]
        )
    except (KeyError, ValueError):
        return ranked(faces)
    return BestFive(best, faces)


class Board:
    """Five community cards, to rank many hands of two with them.

    `apart` says that no card of the board or of those hands comes twice.
    """

    __slots__ = ("_numbers", "faces")

    def __init__(self, faces: Sequence[str | None], *, apart: bool = False) -> None:
        self.faces = tuple(faces)
        numbers = [*map(_NUMBER.get, self.faces)]
        whole = apart and len(numbers) == 5 and None not in numbers
        self._numbers = cast("list[int]", numbers) if whole else None

    def ranked(self, own: Sequence[str | None]) -> BestFive | None:
        """A hand's own two cards ranked with the board, as `ranked` would; None where they are not two."""
        if len(own) != 2:
            return None
        seven = (*own, *self.faces)
        if self._numbers is None:
            return ranked(seven)
        try:
            best = evaluate_7cards(_NUMBER[own[0]], _NUMBER[own[1]], *self._numbers)
        except KeyError:
            return ranked(seven)
        return BestFive(best, seven)


def unrankable(faces: Sequence[str | None]) -> str | None:
    """What is missing to say the best five, in words; None where nothing is."""
    known = [face for face in faces if face is not None]
    if len(faces) not in _EVALUATE:
        return f"{len(faces)} cards instead of 5 to 7"
    if len(known) != len(faces):
        return f"the faces of {len(faces) - len(known)} of {len(faces)} cards"
    if ranked(known) is not None:
        return None
    jokers = [face for face in known if face[0] == "X"]
    if jokers:
        return f"a rank for the joker {jokers[0]}"
    twice = too_often(known)
    if twice is not None:
        return f"the true face of {twice}, which is there too often"
    return "the suit of " + ", ".join(face for face in known if face[1] == "?")


def too_often(faces: Sequence[str]) -> str | None:
    """A whole card that comes twice, or a rank that comes more than four times."""
    ranks = Counter(face[0] for face in faces)
    often = [f"{rank}?" for rank, count in ranks.items() if count > len(SUITS)]
    return next(iter((*doubled(faces), *often)), None)


def _ranked_without_suits(faces: Sequence[str]) -> BestFive | None:
    """The hand ranked where it is the same for every suit that an unknown one can be.

    A suit matters only through a flush, so it is enough to try as many cards as
    can be of each suit in turn, and as few as can be of any.
    """
    whole = [face for face in faces if face in NUMBER]
    vague = [face[0] for face in faces if face[1] == "?"]
    if len(faces) not in _EVALUATE or len(whole) + len(vague) != len(faces) or too_often(faces):
        return None
    found = {strength(_suited(whole, vague, suit)) for suit in (*SUITS, NO_SUIT)}
    if len(found) != 1:
        return None
    best = found.pop()
    return BestFive(best, faces)


def _suited(whole: Sequence[str], vague: Sequence[str], wanted: str) -> list[str]:
    """The hand with its unknown suits filled in: the wanted one where it is free, else the rarest."""
    cards = list(whole)
    for rank in vague:
        cards.append(_free(rank, wanted, cards))
    return cards


def _free(rank: str, wanted: str, cards: Sequence[str]) -> str:
    held = Counter(card[1] for card in cards)
    free = [rank + suit for suit in SUITS if rank + suit not in cards]
    return min(free, key=lambda card: (card[1] != wanted, held[card[1]]))
