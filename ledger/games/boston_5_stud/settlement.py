"""The dealer's steps after the deal, in their order.

The optional bonuses come first, all losers before any winner; then the forfeits
as the spots left; after the dealer's showdown one pass counterclockwise settles
each spot whole.

Source: 13:69F-24.10(a), (b), (e), (f), (g).  Inside the two groups of the
optional bonus no direction is stated: they are listed clockwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ledger.games.boston_5_stud.fates import OUT, Fate
from ledger.games.orders import Steps, counterclockwise, handed_back
from ledger.games.resolution import Resolution
from ledger.games.seam import Outcome

IN_THE_PASS: Final[tuple[Outcome, ...]] = ("lose", "forfeit", "win")


class Course(NamedTuple):
    """How a round went, as far as the order of settlement depends on it.

    `fates` are what the spots with a wager did, `left_at` when those that are out
    left, `dealt` the places that have cards.
    """

    fates: Mapping[int, Fate]
    left_at: Mapping[int, int]
    dealt: frozenset[object]
    voided: bool
    shown_down: bool

    @property
    def playing(self) -> list[int]:
        """The spots whose hands are compared."""
        return [spot for spot, fate in self.fates.items() if fate == "playing"]

    @property
    def out(self) -> list[int]:
        """The spots that folded or took their second wager back, in the order in which they did."""
        out = [spot for spot, fate in self.fates.items() if fate in OUT]
        return sorted(out, key=lambda spot: (self.left_at[spot], spot))

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be dealt: when all are out no text has the dealer draw."""
        out = [fate in OUT for fate in self.fates.values()]
        return self.shown_down or (any(out) and all(out))


def settlement_order(course: Course, lines: Sequence[Resolution]) -> tuple[str, ...]:
    """The steps due so far, named as in the contract; none before cards are dealt.

    When all are out nothing is left but the dealer's hand.  A round declared
    void has nothing left but the cards to collect, and so has a spot handed back.
    """
    main = [line for line in lines if line.wager != "optional_bonus"]
    steps = Steps(main, course.dealt)
    if not course.dealt:
        return steps.taken
    _optional(steps, lines)
    for spot in course.out:
        steps.settle(spot, "forfeit")
        if not course.voided:
            steps.rack(spot)
    if not course.is_over:
        return steps.taken
    void = frozenset() if course.voided else handed_back(main)
    playing = [spot for spot in course.playing if spot not in void]
    if not course.voided and playing:
        steps.add("dealer_reveal")
    _pass(steps, course, playing)
    steps.rack_dealer()
    return steps.taken


def _pass(steps: Steps, course: Course, playing: Sequence[int]) -> None:
    """Each spot settled whole, counterclockwise; then whoever neither plays nor is out."""
    for spot in counterclockwise(playing):
        if not course.voided:
            steps.add("reveal", spot)
        steps.settle(spot, *IN_THE_PASS)
        steps.rack(spot)
    for spot in counterclockwise(steps.spots.difference(playing, course.out)):
        steps.settle(spot, *IN_THE_PASS)
        steps.rack(spot)
    for spot in counterclockwise(course.out if course.voided else ()):
        steps.rack(spot)


def _optional(steps: Steps, lines: Sequence[Resolution]) -> None:
    """The stage of the optional bonus: losers, then winners."""
    ends = dict.fromkeys([(line.outcome, line.spot) for line in lines if line.wager == "optional_bonus"])
    for outcome, spot in ends:
        if outcome in {"lose", "forfeit"}:
            steps.add("collect_optional", spot)
    for outcome, spot in ends:
        if outcome == "win":
            steps.add("pay_optional", spot)
