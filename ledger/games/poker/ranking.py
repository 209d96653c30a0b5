"""How short-deck hands rank: 36 cards, sixes to aces.

A flush is rarer here than a full house and beats it; the ace is also the
lowest card, in A-6-7-8-9; a straight still beats three of a kind.  Not in the
New Jersey text: the commonly published rule, see SOURCES.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ledger.cards import DECK, NUMBER
from ledger.games.ranks import NAMES, WEAKEST, Ranked, ranked

SHORT_DECK: Final = frozenset(card for card in DECK if card[0] not in "2345")

# The lowest straight, and the places of the full deck's ladder that it takes:
# those of 5-4-3-2-A, which this deck cannot make.
LOWEST_STRAIGHT: Final = "9876A"
_WHEEL: Final = WEAKEST["straight"]
_STEEL_WHEEL: Final = WEAKEST["straight_flush"]

_FULL_HOUSES: Final = WEAKEST["full_house"] - WEAKEST["four_of_a_kind"]
_FLUSHES: Final = WEAKEST["flush"] - WEAKEST["full_house"]


class ShortDeckHand(NamedTuple):
    """A hand ranked in the short deck's order."""

    strength: int
    rank: str
    cards: Sequence[str]


def ranked_short_deck(faces: Sequence[str | None]) -> Ranked | None:
    """The best five of 5 to 7 whole cards; None where one is unknown, comes twice or is of another deck.

    The strengths are the full deck's with flushes moved above full houses; no
    seven cards hold both, so the best five are the same under either order.
    """
    if any(face not in NUMBER or face not in SHORT_DECK for face in faces):
        return None
    best: Ranked | None = ranked(faces)
    low = _ace_low([face for face in faces if face is not None])
    if best is None:
        return None
    if low is not None and low.strength < best.strength:
        best = low
    return ShortDeckHand(_reordered(best.strength), best.rank, best.cards)


def _ace_low(faces: Sequence[str]) -> Ranked | None:
    """A-6-7-8-9 among the cards, of one suit if it can be."""
    for suit in sorted({face[1] for face in faces}):
        run = [rank + suit for rank in LOWEST_STRAIGHT]
        if set(run) <= set(faces):
            return ShortDeckHand(_STEEL_WHEEL, NAMES[_STEEL_WHEEL], tuple(run))
    found = [next((face for face in faces if face[0] == rank), None) for rank in LOWEST_STRAIGHT]
    cards = tuple(face for face in found if face is not None)
    return ShortDeckHand(_WHEEL, NAMES[_WHEEL], cards) if len(cards) == len(LOWEST_STRAIGHT) else None


def _reordered(strength: int) -> int:
    """The place in the short deck's order: all flushes change places with all full houses."""
    if strength <= WEAKEST["four_of_a_kind"] or strength > WEAKEST["flush"]:
        return strength
    if strength > WEAKEST["full_house"]:
        return strength - _FULL_HOUSES
    return strength + _FLUSHES
