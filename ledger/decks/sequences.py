"""What the order in which cards were dealt says of their shuffle: repeated, or sorted.

Two tests on the faces of a deck in the order dealt, both far beyond what
chance does.  They point to where to look and prove nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from typing import Final, NamedTuple

from ledger.cards import NUMBER

# Twelve faces in a row that came before, in the same order: by chance once in 52^12 places.
RUN: Final = 12
# Standard deviations beyond which an order is remarked: a matter of choice, no rule.
MOST_SIGMA: Final = 6


class Repetition(NamedTuple):
    """A sequence that came again: `length` faces from index `first` on, as `period` faces before."""

    first: int
    period: int
    length: int


class Order(NamedTuple):
    """How many cards followed their neighbour in rank and suit, of how many pairs; by chance `expected`.

    `milli_sigma` is by how much it is more, in thousandths of a standard deviation.
    """

    steps: int
    pairs: int
    expected: int
    milli_sigma: int

    @property
    def remarkable(self) -> bool:
        """Whether no shuffle does this."""
        return self.milli_sigma > MOST_SIGMA * 1000


def repetition(faces: Sequence[str | None]) -> Repetition | None:
    """The first sequence that came again, as far as it goes on; unknown faces repeat nothing."""
    seen: dict[tuple[str | None, ...], int] = {}
    for start in range(len(faces) - RUN + 1):
        window = tuple(faces[start : start + RUN])
        if None in window:
            continue
        earlier = seen.setdefault(window, start)
        if earlier != start:
            period = start - earlier
            end = start + RUN
            while end < len(faces) and faces[end] is not None and faces[end] == faces[end - period]:
                end += 1
            return Repetition(start, period, end - start)
    return None


def order(faces: Sequence[str | None]) -> Order:
    """How far the cards came as they lie in a sorted deck: each followed by the next, or by the one before.

    Of two cards drawn at random the second is the other's neighbour in 96 of
    2,652 pairs: 48 neighbours, either way round.
    """
    numbers = [None if face is None else NUMBER.get(face) for face in faces]
    pairs = [(one, two) for one, two in pairwise(numbers) if one is not None and two is not None]
    steps = sum(_neighbours(one, two) for one, two in pairs)
    # Variance n p (1 - p) with p = 96/2652, kept in whole numbers.
    variance = len(pairs) * 96 * (2652 - 96)
    beyond = steps * 2652 - len(pairs) * 96
    sigma = isqrt(variance)
    milli = 1000 * beyond // sigma if sigma else 0
    return Order(steps, len(pairs), len(pairs) * 96 // 2652, milli)


def _neighbours(one: int, two: int) -> bool:
    """Whether two cards stand beside each other in rank and are of one suit; 0 is the deuce of clubs."""
    return one % 4 == two % 4 and abs(one // 4 - two // 4) == 1
