"""Cards as text: rank then suit, `As` `Td` `9c`.

`K?` is a king of unknown suit, `Xr` and `Xb` the jokers; a card of which
nothing is known is None, never a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

# fmt: off
Face: TypeAlias = Literal[
    "2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac",
    "2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d", "Td", "Jd", "Qd", "Kd", "Ad",
    "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Jh", "Qh", "Kh", "Ah",
    "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts", "Js", "Qs", "Ks", "As",
    "2?", "3?", "4?", "5?", "6?", "7?", "8?", "9?", "T?", "J?", "Q?", "K?", "A?",
    "Xr", "Xb",
]
# fmt: on

FACES: Final[frozenset[str]] = frozenset(get_args(Face))
DECK: Final[tuple[str, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)
JOKERS: Final = ("Xr", "Xb")

# 0 is the deuce of clubs, 51 the ace of spades: four suits a rank.
NUMBER: Final[dict[str, int]] = {card: number for number, card in enumerate(DECK)}


def agree(one: str | None, other: str | None) -> bool:
    """Whether two readings can be of the same card: unknown parts agree with all."""
    if one is None or other is None or one == other:
        return True
    return one[0] == other[0] and "?" in (one[1], other[1])


def cards(text: str) -> tuple[str, ...]:
    """`"AsKd"` as `("As", "Kd")`.  Raises ValueError on what is no card."""
    found = tuple(text[at : at + 2] for at in range(0, len(text), 2))
    for card in found:
        if card not in FACES:
            raise ValueError(card)
    return found


def doubled(faces: Iterable[str | None]) -> tuple[str, ...]:
    """The whole cards that come more than once, in order of the second coming."""
    seen: set[str] = set()
    twice: list[str] = []
    for card in faces:
        if card is None or card[1] == "?" or card in JOKERS:
            continue
        if card in seen:
            twice.append(card)
        seen.add(card)
    return tuple(twice)
