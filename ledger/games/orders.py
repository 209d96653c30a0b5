"""The orders round the table.

Spot 1 is farthest to the dealer's left.  Dealing and decisions run clockwise
from there, reveal and settlement counterclockwise from the farthest right.

Source: 13:69F-28.10(c), (e), (h) and their siblings 16.10, 20.10, 24.10; that
one is the exact reverse of the other is deduced.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

Order: TypeAlias = Literal["clockwise", "counterclockwise", "any", "once"]


def clockwise(spots: Iterable[int]) -> list[int]:
    """The spots from the dealer's left to the right."""
    return sorted(spots)


def counterclockwise(spots: Iterable[int]) -> list[int]:
    """The spots from the dealer's right to the left."""
    return sorted(spots, reverse=True)


def passed_over(order: Order, spot: int, waiting: Iterable[int]) -> list[int]:
    """Those waiting whose turn is before a spot's, in that order; none where any order will do."""
    if order == "clockwise":
        return clockwise(other for other in waiting if other < spot)
    if order == "counterclockwise":
        return counterclockwise(other for other in waiting if other > spot)
    return []
