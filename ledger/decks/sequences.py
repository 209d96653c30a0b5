"""What the order in which cards were dealt says of their shuffle: repeated, or sorted.

Two tests on the faces of a deck in the order dealt, both far beyond what
chance does.  They point to where to look and prove nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import isqrt
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.cards import NUMBER

# So many faces in a row that came before, in the same order: by chance once in 52^12 places.
RUN: Final = 12
# Where three faces at such distances came before, it is looked at whether more did: some are always known.
SEEDS: Final = tuple(combinations(range(1, 5), 2))
# Standard deviations beyond which an order is remarked: a matter of choice, no rule.
MOST_SIGMA: Final = 6
By: TypeAlias = Literal["suit", "rank"]


class Repetition(NamedTuple):
    """A sequence that came again: `length` faces from index `first` on, as `period` faces before."""

    first: int
    period: int
    length: int


class Order(NamedTuple):
    """How many cards followed their neighbour in a sorted deck, of how many pairs; by chance `expected`.

    `milli_sigma` is by how much it is more, in thousandths of a standard deviation;
    `by` whether the deck is one sorted by suit, or by rank: whichever is more.
    """

    steps: int
    pairs: int
    expected: int
    milli_sigma: int
    by: By

    @property
    def remarkable(self) -> bool:
        """Whether no shuffle does this.

        Whoever records a hand as it is sorted for reading puts pairs beside one
        another: of ranks it takes a quarter of all that follow.
        """
        return self.milli_sigma > MOST_SIGMA * 1000 and (self.by == "suit" or 4 * self.steps >= self.pairs)


def repetition(faces: Sequence[str | None]) -> Repetition | None:
    """The first sequence that came again, as far as it goes on.

    A face not known agrees with any and counts for nothing: it takes `RUN` known
    ones that agree, and none that does not.
    """
    seen: dict[tuple[object, ...], list[int]] = {}
    for start, face in enumerate(faces):
        for one, two in SEEDS if face is not None else ():
            if start + two >= len(faces) or faces[start + one] is None or faces[start + two] is None:
                continue
            earlier = seen.setdefault((one, two, face, faces[start + one], faces[start + two]), [])
            for other in earlier:
                if (found := _again(faces, start, start - other)) is not None:
                    return found
            earlier.append(start)
    return None


def _again(faces: Sequence[str | None], start: int, period: int) -> Repetition | None:
    """The sequence around a place that came `period` faces before; None where it is too short."""
    agreeing = [start]
    for way in (range(start + 1, len(faces)), range(start - 1, period - 1, -1)):
        for place in way:
            one, other = faces[place], faces[place - period]
            if one is not None and other is not None:
                if one != other:
                    break
                agreeing.append(place)
    if len(agreeing) < RUN:
        return None
    first = min(agreeing)
    return Repetition(first, period, max(agreeing) + 1 - first)


def order(faces: Sequence[str | None]) -> Order:
    """How far the cards came as they lie in a sorted deck: by suit, or by rank.

    Of two cards drawn at random the second is the first's neighbour of the same
    suit, either way round, in 96 of 2,652 pairs, and of its rank in 156.
    """
    numbers = [None if face is None else NUMBER.get(face) for face in faces]
    pairs = [(one, two) for one, two in pairwise(numbers) if one is not None and two is not None]
    by_suit = _beyond("suit", sum(_neighbours(one, two) for one, two in pairs), len(pairs), 96)
    by_rank = _beyond("rank", sum(one != two and one // 4 == two // 4 for one, two in pairs), len(pairs), 156)
    return max(by_suit, by_rank, key=lambda one: one.milli_sigma)


def _beyond(by: By, steps: int, pairs: int, chance: int) -> Order:
    """So many steps of so many pairs, where chance makes `chance` of 2,652."""
    # The variance n p (1 - p) with p = chance/2652, kept in whole numbers.
    sigma = isqrt(pairs * chance * (2652 - chance))
    milli = 1000 * (steps * 2652 - pairs * chance) // sigma if sigma else 0
    return Order(steps, pairs, pairs * chance // 2652, milli, by)


def _neighbours(one: int, two: int) -> bool:
    """Whether two cards stand beside each other in rank and are of one suit; 0 is the deuce of clubs."""
    return one % 4 == two % 4 and abs(one // 4 - two // 4) == 1
