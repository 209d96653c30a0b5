"""The dealer's steps in a wrong order: from the steps due to those taken, or None where there is no occasion.

A step is named as in the contract: `pay:3`.  Everything here is about the order
alone; what is paid and taken stays as it should be.  `playing` are the spots
that did not fold: for folded hands no text states an order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Final, TypeAlias

Steps: TypeAlias = Sequence[str]
Playing: TypeAlias = Collection[str]

MONEY: Final = ("collect", "pay")
DEALERS_RACK: Final = "rack:dealer"


def parts(step: str) -> tuple[str, str]:
    """What is done, and where."""
    what, _, where = step.partition(":")
    return what, where


def first_difference(steps: Steps, taken: Steps) -> int | None:
    """Where the steps taken first leave those due, None where they do not."""
    return next(
        (place for place, (one, other) in enumerate(zip(steps, taken, strict=False)) if one != other), None
    )


def turned(steps: Steps, playing: Playing) -> list[str] | None:
    """Two neighbours in each other's place, all that is done at once at each of them with it."""
    groups = [list(group) for _, group in groupby(steps, key=lambda step: parts(step)[1])]
    for place, (one, other) in enumerate(pairwise(groups)):
        (what, where), (then, there) = parts(one[0]), parts(other[0])
        if what == then and where in playing and there in playing:
            groups[place : place + 2] = [other, one]
            return [step for group in groups for step in group]
    return None


def racked_early(steps: Steps, _: Playing) -> list[str] | None:
    """A hand racked before money of its spot was moved."""
    for place, step in enumerate(steps):
        what, where = parts(step)
        if what in MONEY and f"rack:{where}" in steps[place:]:
            return _moved(steps, f"rack:{where}", before=place)
    return None


def racked_twice(steps: Steps, _: Playing) -> list[str] | None:
    """A hand racked once more before the table goes on."""
    racks = _racks(steps)
    if not racks or racks[0] == steps[-1]:
        return None
    again = steps.index(racks[0]) + 1
    return [*steps[:again], racks[0], *steps[again:]]


def racked_late(steps: Steps, playing: Playing) -> list[str] | None:
    """A hand racked after that of the next spot."""
    racks = [step for step in _racks(steps) if parts(step)[1] in playing]
    if len(racks) < 2:
        return None
    taken = [step for step in steps if step != racks[0]]
    taken.insert(taken.index(racks[1]) + 1, racks[0])
    return taken


def dealer_racked_early(steps: Steps, _: Playing) -> list[str] | None:
    """The dealer's hand racked before the last of the players'."""
    racks = _racks(steps)
    if not racks or DEALERS_RACK not in steps:
        return None
    return _moved(steps, DEALERS_RACK, before=steps.index(racks[-1]))


def not_racked(steps: Steps, _: Playing) -> list[str] | None:
    """A hand left lying."""
    racks = _racks(steps)
    return [step for step in steps if step != racks[0]] if racks else None


def paid_early(steps: Steps, playing: Playing) -> list[str] | None:
    """A winner paid before the last loser was collected, at a table that is settled in passes."""
    there = [(place, *parts(step)) for place, step in enumerate(steps)]
    reveals = [place for place, what, _ in there if what == "reveal"]
    in_passes = len(reveals) > 1 and reveals[-1] - reveals[0] == len(reveals) - 1
    collects = [place for place, what, where in there if what == "collect" and where in playing]
    pays = [place for place, what, where in there if what == "pay" and where in playing]
    if not (in_passes and collects and pays):
        return None
    return _moved(steps, steps[pays[0]], before=collects[-1])


def _racks(steps: Steps) -> list[str]:
    """The racking of the players' hands."""
    return [step for step in steps if parts(step)[0] == "rack" and step != DEALERS_RACK]


def _moved(steps: Steps, step: str, *, before: int) -> list[str]:
    rest = [other for other in steps[before:] if other != step]
    return [*steps[:before], step, *rest]


MISORDER: Final[Mapping[str, Callable[[Steps, Playing], list[str] | None]]] = MappingProxyType(
    {
        "wrong_order": turned,
        "paid_early": paid_early,
        "racked_early": racked_early,
        "racked_twice": racked_twice,
        "racked_out_of_order": racked_late,
        "dealer_racked_early": dealer_racked_early,
        "not_racked": not_racked,
    }
)
