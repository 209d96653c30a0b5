"""How a vector of chips can be put together from few mistakes: the cheapest ways first.

Every way accounts for the whole vector.  The search is best-first over what is
left of it: the denomination that is off by most is explained next, and it ends
after a fixed number of steps.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count as counting
from math import gcd
from typing import Final, NamedTuple

from projections.reconciliation.candidates.pieces import (
    AGAIN,
    BY_AMOUNT,
    FAR_APART,
    MOST_UNEVEN,
    NEVER_MOVED,
    STACK,
    UNEVEN,
    Chips,
    Piece,
    less,
    nearly,
    piece,
)
from projections.reports.words import Money

# Ways shown.
MOST_WAYS: Final = 5
# What is looked at before we give up: some milliseconds.
MOST_STEPS: Final = 400
# More denominations off than these are no few mistakes, but another count.
MOST_DENOMINATIONS: Final = 8
# Chips of one denomination, where only the amount is known.
MOST_CHIPS: Final = 4


class Way(NamedTuple):
    """Pieces that account for a vector together."""

    cost: float
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Tray:
    """What the search knows of a tray: its denominations in order, those that moved, how money is written."""

    faces: Sequence[int]
    moved: Collection[int]
    money: Money

    def steps(self, one: int, other: int) -> int:
        """How far two denominations lie apart: neighbours are one step apart."""
        between = (face for face in self.faces if min(one, other) < face < max(one, other))
        return 1 + sum(1 for _ in between)

    def never_moved(self, *faces: int) -> float:
        """What it costs that no movement of a denomination was recorded."""
        return 0.0 if any(face in self.moved for face in faces) else NEVER_MOVED


def ways(vector: Chips, tray: Tray, known: Sequence[Piece]) -> list[Way]:
    """The cheapest ways to account for all of a vector, `known` pieces and mistakes with single chips."""
    start = less(vector, ())
    if not start or len(start) > MOST_DENOMINATIONS:
        return []
    found: dict[frozenset[Piece], Way] = {}
    turn = counting()
    waiting: list[tuple[float, int, int, dict[int, int], tuple[Piece, ...]]] = []
    heapq.heappush(waiting, (0.0, 0, next(turn), start, ()))
    for _ in range(MOST_STEPS):
        if not waiting or len(found) == MOST_WAYS:
            break
        cost, _, _, left, pieces = heapq.heappop(waiting)
        if not left:
            # The same mistakes in another order are the same way.
            found.setdefault(frozenset(pieces), Way(cost, pieces))
            continue
        for one in _next(left, tray, known, pieces):
            rest = less(left, one.chips)
            together = (*pieces, one)
            heapq.heappush(waiting, (cost + one.cost, len(together), next(turn), rest, together))
    return list(found.values())


def _next(left: Chips, tray: Tray, known: Sequence[Piece], used: Sequence[Piece]) -> Iterator[Piece]:
    """What may explain the denomination that is off by most."""
    face = max(left, key=lambda one: (abs(one * left[one]), one))
    for one in known:
        if face in dict(one.chips) and one not in used and nearly(left, one.chips):
            yield one
    for other, count in left.items():
        if count * left[face] < 0:
            yield from _changed(left, face, other, tray)
            yield _mistaken(left, face, other, tray)
    yield miscounted(face, left[face], tray)


def _changed(left: Chips, one: int, other: int, tray: Tray) -> Iterator[Piece]:
    """Chips changed for others of the same value, as far as both denominations go."""
    low, high = sorted((one, other))
    few, many = low // gcd(low, high), high // gcd(low, high)
    times = min(abs(left[high]) // few, abs(left[low]) // many)
    if times:
        sign = 1 if left[high] > 0 else -1
        chips = {high: sign * few * times, low: -sign * many * times}
        came, went = _sides(chips, tray.money)
        yield piece("change_not_recorded", chips, f"{came} came in for {went}, as in a change not recorded")


def _mistaken(left: Chips, one: int, other: int, tray: Tray) -> Piece:
    """Chips of one denomination taken for another, as many as both are off by."""
    stays, gone = (one, other) if left[one] > 0 else (other, one)
    times = min(abs(left[stays]), abs(left[gone]))
    money = tray.money
    more = FAR_APART * (tray.steps(stays, gone) - 1) + AGAIN * (times - 1) + tray.never_moved(stays, gone)
    return piece(
        "wrong_denomination",
        {stays: times, gone: -times},
        f"{times} × {money(gone)} went out, or was not taken in, where {times} × {money(stays)} was recorded",
        more=more,
    )


def miscounted(face: int, count: int, tray: Tray) -> Piece:
    """Chips of one denomination given beyond what was recorded, or taken in beyond it."""
    many = abs(count)
    uneven = 0.0 if many in {1, STACK} else UNEVEN * min(many - 1, MOST_UNEVEN)
    chips, worth = f"{many} × {tray.money(face)}", tray.money(many * face)
    kind, said = (
        ("overpaid", f"{chips} more went out than was recorded, as in a buy-in overpaid by {worth}")
        if count < 0
        else ("underpaid", f"{chips} fewer went out than was recorded, as in a buy-in short by {worth}")
    )
    return piece(kind, {face: count}, said, more=uneven + tray.never_moved(face))


def _sides(chips: Mapping[int, int], money: Money) -> tuple[str, str]:
    """What came in and what went out."""
    came = ", ".join(f"{count} × {money(face)}" for face, count in chips.items() if count > 0)
    went = ", ".join(f"{-count} × {money(face)}" for face, count in chips.items() if count < 0)
    return came, went


def ways_by_amount(amount: int, tray: Tray) -> list[Way]:
    """The cheapest single mistakes that come to an amount, where denominations say nothing."""
    found: list[Piece] = []
    for face in tray.faces:
        times, rest = divmod(abs(amount), face)
        if not rest and 1 <= times <= MOST_CHIPS:
            sign = 1 if amount > 0 else -1
            found.append(_as_amount(miscounted(face, sign * times, tray)))
        for other in tray.faces:
            times, rest = divmod(abs(amount), abs(face - other)) if face != other else (0, 1)
            if not rest and 1 <= times <= MOST_CHIPS and (face < other) == (amount < 0):
                found.append(_as_amount(_mistaken({face: times, other: -times}, face, other, tray)))
    single = [Way(one.cost, (one,)) for one in found]
    return sorted(single, key=lambda way: (way.cost, way.pieces[0].sentence))[:MOST_WAYS]


def _as_amount(one: Piece) -> Piece:
    return replace(one, chips=(), cost=one.cost + BY_AMOUNT)
