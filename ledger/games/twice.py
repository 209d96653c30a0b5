"""Cards that two hands hold at once: one of the two readings is false, and nobody can say which.

A player's hand with such a card is judged by nothing that the card has a part
in.  The dealer's hand stands as it was read for everybody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from ledger.cards import NUMBER
from ledger.games.view import Faces, Place, RoundView

# By spot: each card that another hand holds too, and where.
Twice: TypeAlias = Mapping[int, Mapping[str, Place]]
NOTHING: Final[Twice] = MappingProxyType({})


def held_twice(seen: RoundView) -> Twice:
    """The cards at each spot that another hand or the board holds too, the dealer's named before others'."""
    if seen.apart:
        return NOTHING
    hands: Mapping[Place, Faces] = seen.read
    found: dict[int, dict[str, Place]] = {}
    for other in sorted(hands, key=lambda place: place != "dealer"):
        theirs = {*hands[other]}
        for spot in hands:
            if not isinstance(spot, int) or other in {spot, "stand"}:
                continue
            for face in hands[spot]:
                if face is not None and face in theirs and face in NUMBER:
                    found.setdefault(spot, {}).setdefault(face, other)
    return found


def untrue(twice: Twice, spot: int, faces: Iterable[str | None]) -> str | None:
    """What is missing to judge a spot by these cards of its hand; None where no other hand holds one."""
    if not twice or spot not in twice:
        return None
    held = twice[spot]
    face = next((face for face in faces if face in held), None)
    return None if face is None else f"the true face of {face}, which spot {spot} and {_who(held[face])} have"


def is_the_dealers(twice: Twice, spot: int) -> bool:
    """Whether a card of a spot is one of the dealer's, so that his hand is no measure for it either."""
    return spot in twice and "dealer" in twice[spot].values()


def _who(place: Place) -> str:
    return f"spot {place}" if isinstance(place, int) else f"the {place}"
