"""What each spot did when it had looked at its two cards.

The flop wager is placed or the hand folded, nothing else (13:69F-28.10(a)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.games.seam import RoundView, WagerView

Fate: TypeAlias = Literal["playing", "folded", "undecided", "contradicted", "late"]

# What is missing to judge a spot that is neither playing nor folded.
MISSING: Final[Mapping[Fate, str]] = MappingProxyType(
    {
        "undecided": "whether spot {spot} placed the flop wager or folded",
        "contradicted": "what spot {spot} did: it folded and placed the flop wager",
        "late": "whether the late flop wager of spot {spot} stands (late_wagers)",
    }
)


class AtSpot(NamedTuple):
    """The wagers at a spot in the order placed: ante, flop, turn and river, and apart from them the bonus."""

    main: list[WagerView]
    bonus: list[WagerView]


def by_spot(seen: RoundView) -> dict[int, AtSpot]:
    """The wagers of a round from the dealer's left."""
    found: dict[int, AtSpot] = {}
    for wager in seen.wagers:
        at = found.get(wager.spot)
        if at is None:
            at = found[wager.spot] = AtSpot([], [])
        (at.bonus if wager.wager == "bonus" else at.main).append(wager)
    return dict(sorted(found.items()))


def folded(seen: RoundView) -> list[int]:
    """The spots that folded, in the order in which they did."""
    return list(dict.fromkeys(spot for _, spot, decision in seen.decisions if decision == "fold"))


def fate_of(main: Sequence[WagerView], late_wagers: str, *, fold: bool) -> Fate:
    """What a spot did, from its main wagers and whether it folded."""
    flop, late = False, False
    for wager in main:
        if wager.wager == "flop":
            flop = flop or wager.stake > 0
            late = late or wager.late > 0
    if late and not flop:
        if late_wagers == "undetermined":
            return "late"
        flop = late_wagers == "stands"
    if flop:
        return "contradicted" if fold else "playing"
    return "folded" if fold else "undecided"
