"""What each spot did when it had looked at its two cards.

The flop wager is placed or the hand folded, nothing else (13:69F-28.10(a)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

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


def by_spot(seen: RoundView) -> dict[int, list[WagerView]]:
    """The wagers at each spot in the order placed, from the dealer's left."""
    found: dict[int, list[WagerView]] = {}
    for wager in seen.wagers:
        if wager.spot in found:
            found[wager.spot].append(wager)
        else:
            found[wager.spot] = [wager]
    return dict(sorted(found.items()))


def folded(seen: RoundView) -> list[int]:
    """The spots that folded, in the order in which they did."""
    return list(dict.fromkeys(spot for _, spot, decision in seen.decisions if decision == "fold"))


def fate_of(wagers: Sequence[WagerView], late_wagers: str, *, fold: bool) -> Fate:
    """What a spot did, from its wagers and whether it folded."""
    flop, late = False, False
    for wager in wagers:
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
