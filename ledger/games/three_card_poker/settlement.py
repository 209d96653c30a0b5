"""The dealer's steps after the deal, in their order.

Forfeits are collected in one batch when every spot has decided.  After the
dealer's reveal the licensee's alternative follows: four passes counterclockwise
round the table, or one in which each player is finished before the next.

Source: 13:69F-20.10(b), (c).  That a folded hand waits for its six-card bonus,
and follows when the others are settled, is deduced: SOURCES.md 7.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ledger.games.orders import clockwise, counterclockwise, handed_back
from ledger.games.resolution import Resolution
from ledger.games.seam import Outcome
from ledger.games.three_card_poker.fates import COMPARED, Fate
from ledger.games.three_card_poker.verdicts import Alternative
from ledger.games.view import Place

# Which outcomes there are at which spots.
Moved: TypeAlias = Collection[tuple[int, Outcome]]


class Course(NamedTuple):
    """How a round went, as far as the order of settlement depends on it; `hands`: where cards lie."""

    fates: Mapping[int, Fate]
    hands: frozenset[Place]
    voided: bool
    shown_down: bool


def settlement_order(
    course: Course, alternative: Alternative, lines: Sequence[Resolution]
) -> tuple[str, ...]:
    """The steps due so far, named as in the contract; none before cards are dealt.

    A round declared void has nothing left but to collect the cards, and so has a spot handed back.
    """
    fates, hands, voided, shown_down = course
    if not hands or (not shown_down and "undecided" in fates.values()):
        return ()
    moved = {(line.spot, line.outcome) for line in lines}
    waiting = _waiting(lines)
    void = frozenset() if voided else handed_back(lines)
    staying = [spot for spot, fate in fates.items() if fate in COMPARED and spot in hands]
    compared = [spot for spot in staying if spot not in void]
    out = [spot for spot, fate in fates.items() if fate == "folded" and spot not in waiting and not voided]
    steps = _batch(moved, hands, out)
    if not shown_down:
        return tuple(steps)
    rest = {*fates, *[place for place in hands if isinstance(place, int)]}.difference(compared, out)
    if not voided and (compared or not waiting.isdisjoint(rest)):
        steps.append("dealer_reveal")
    settle = _in_passes if alternative == "table_wide" else _in_one_pass
    steps += settle(moved, hands, compared, reveals=not voided)
    steps += settle(moved, hands, rest, reveals=False)
    if "dealer" in hands:
        steps.append("rack:dealer")
    return tuple(steps)


def _waiting(lines: Sequence[Resolution]) -> set[int]:
    """The spots where a six-card bonus lives on, which keeps a folded hand on the table."""
    return {
        line.spot
        for line in lines
        if line.wager == "six_card_bonus" and line.stake and line.outcome != "void"
    }


def _batch(moved: Moved, hands: Container[Place], out: Collection[int]) -> list[str]:
    """The forfeits of the whole table and the hands that go with them."""
    steps = []
    for spot in clockwise({spot for spot, outcome in moved if outcome == "forfeit"}.union(out)):
        if (spot, "forfeit") in moved:
            steps.append(f"collect:{spot}")
        if spot in out and spot in hands:
            steps.append(f"rack:{spot}")
    return steps


def _in_passes(moved: Moved, hands: Container[Place], spots: Iterable[int], *, reveals: bool) -> list[str]:
    """Each pass finished for all before the next.  Source: 20.10(c)1."""
    turns = counterclockwise(spots)
    return [
        *[f"reveal:{spot}" for spot in turns if reveals],
        *[f"collect:{spot}" for spot in turns if (spot, "lose") in moved],
        *[f"pay:{spot}" for spot in turns if (spot, "win") in moved],
        *[f"rack:{spot}" for spot in turns if spot in hands],
    ]


def _in_one_pass(moved: Moved, hands: Container[Place], spots: Iterable[int], *, reveals: bool) -> list[str]:
    """Each player finished before the next.  Source: 20.10(c)2."""
    return [
        step
        for spot in counterclockwise(spots)
        for step in _in_passes(moved, hands, (spot,), reveals=reveals)
    ]
