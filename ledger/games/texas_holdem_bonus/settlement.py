"""The dealer's steps after the deal, in their order.

Forfeits come as the folds were recorded.  After the dealer's showdown one pass
counterclockwise settles each playing spot whole, main wagers before the bonus;
folded hands with a bonus follow "at the conclusion of the round".

Source: 13:69F-28.10(a)2, (g), (h), (i).  That folded bonuses come after the
pass, and counterclockwise too, is deduced from (a)2i: SOURCES.md 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ledger.games.fates import Fate
from ledger.games.orders import Steps, counterclockwise, handed_back
from ledger.games.resolution import Resolution


class Course(NamedTuple):
    """How a round went, as far as the order of settlement depends on it.

    `folds` are the spots that folded, in the order in which they did; `dealt`
    the places that have cards.
    """

    fates: Mapping[int, Fate]
    folds: Sequence[int]
    dealt: frozenset[object]
    voided: bool
    shown_down: bool


def settlement_order(course: Course, lines: Sequence[Resolution]) -> tuple[str, ...]:
    """The steps due so far, named as in the contract; none before cards are dealt.

    `lines` stand by spot, the main wagers before the bonus.  A round declared
    void has nothing left but to collect the cards, and so has a spot handed back.
    """
    steps = Steps(lines, course.dealt)
    fates, voided = course.fates, course.voided
    quitting = [] if voided else [spot for spot in course.folds if fates.get(spot) == "folded"]
    at_once = [spot for spot in quitting if not _waits(steps.lines_at(spot))]
    for spot in course.folds:
        steps.settle(spot, "forfeit")
        if spot in at_once:
            steps.rack(spot)
    if not course.dealt or not course.shown_down:
        return steps.taken
    void = frozenset() if voided else handed_back(lines)
    playing = [spot for spot, fate in fates.items() if fate == "playing" and spot not in void]
    if not voided and (playing or _waits(lines)):
        steps.add("dealer_reveal")
    for spot in counterclockwise(playing):
        if not voided:
            steps.add("reveal", spot)
        steps.settle(spot, "lose", "win")
        steps.rack(spot)
    for spot in counterclockwise(steps.spots.difference(playing, at_once)):
        steps.settle(spot, "lose", "win")
        steps.rack(spot)
    steps.rack_dealer()
    return steps.taken


def _waits(lines: Sequence[Resolution]) -> bool:
    """Whether a bonus lives on that keeps a folded hand on the table."""
    return any(line.wager == "bonus" and line.stake and line.outcome != "void" for line in lines)
