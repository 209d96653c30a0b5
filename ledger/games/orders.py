"""The orders round the table, and the dealer's steps told in them.

Spot 1 is farthest to the dealer's left.  Dealing and decisions run clockwise
from there, reveal and settlement counterclockwise from the farthest right.

Source: 13:69F-28.10(c), (e), (h) and their siblings 16.10, 20.10, 24.10; that
one is the exact reverse of the other is deduced.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, Literal, TypeAlias

from ledger.games.resolution import Resolution
from ledger.games.seam import Outcome

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
        return clockwise([other for other in waiting if other < spot])
    if order == "counterclockwise":
        return counterclockwise([other for other in waiting if other > spot])
    return []


def handed_back(lines: Iterable[Resolution]) -> frozenset[int]:
    """The spots all of whose wagers placed in time are void: nothing there is compared or settled."""
    timely = [line for line in lines if line.stake and not line.late]
    kept = {line.spot for line in timely if line.outcome != "void"}
    return frozenset(line.spot for line in timely if line.spot not in kept)


# What the dealer does for an outcome; push, void and unpaid have no step of their own.
MOVES: Final[Mapping[Outcome, str]] = {"lose": "collect", "forfeit": "collect", "win": "pay"}


class Steps:
    """The dealer's steps as they come, named as in CONTRACT §4.

    `lines` are what the rules give, each spot's together; `dealt` the places
    that have cards.
    """

    __slots__ = ("_at_spot", "_dealt", "_taken")

    def __init__(self, lines: Sequence[Resolution], dealt: Collection[object]) -> None:
        self._at_spot = {spot: list(group) for spot, group in groupby(lines, attrgetter("spot"))}
        self._dealt = dealt
        self._taken: list[str] = []

    @property
    def taken(self) -> tuple[str, ...]:
        """The steps so far."""
        return tuple(self._taken)

    @property
    def spots(self) -> set[int]:
        """The spots with a wager or a hand."""
        return {*self._at_spot, *(place for place in self._dealt if isinstance(place, int))}

    def lines_at(self, spot: int) -> Sequence[Resolution]:
        """What the rules give at a spot."""
        return self._at_spot.get(spot, ())

    def add(self, verb: str, spot: int | None = None) -> None:
        """A step, of the whole table or at a spot."""
        self._taken.append(verb if spot is None else f"{verb}:{spot}")

    def settle(self, spot: int, *outcomes: Outcome) -> None:
        """What is taken or won at a spot, of these outcomes: one step for all wagers that go the same way."""
        going = dict.fromkeys(line.outcome for line in self.lines_at(spot))
        for verb in dict.fromkeys(MOVES[outcome] for outcome in going if outcome in outcomes):
            self.add(verb, spot)

    def rack(self, spot: int) -> None:
        """A spot's hand goes to the rack, if it has one."""
        if spot in self._dealt:
            self.add("rack", spot)

    def rack_dealer(self) -> None:
        """The dealer's hand goes to the rack last, and the board with it."""
        if "dealer" in self._dealt or "board" in self._dealt:
            self._taken.append("rack:dealer")
