"""What each spot did when it had looked at its cards: it stayed in by a wager, or folded.

A game names the wager that keeps a hand in; there is nothing else to do.

Source: 13:69F-16.10(a), 20.10(a), 28.10(a).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.games.view import WagerView

Fate: TypeAlias = Literal["playing", "folded", "undecided", "contradicted", "late"]

# What is missing to judge a spot that is neither playing nor folded.
MISSING: Final[Mapping[Fate, str]] = MappingProxyType(
    {
        "undecided": "whether spot {spot} placed the {wager} wager or folded",
        "contradicted": "what spot {spot} did: it folded and placed the {wager} wager",
        "late": "whether the late {wager} wager of spot {spot} stands (late_wagers)",
    }
)


def fate_of(main: Sequence[WagerView], stays_by: str, late_wagers: str, *, fold: bool) -> Fate:
    """What a spot did, from its main wagers and whether it folded; it stays in by the wager `stays_by`."""
    placed, late = False, False
    for wager in main:
        if wager.wager == stays_by:
            placed = placed or wager.stake > 0
            late = late or wager.late > 0
    if late and not placed:
        if late_wagers == "undetermined":
            return "late"
        placed = late_wagers == "stands"
    if placed:
        return "contradicted" if fold else "playing"
    return "folded" if fold else "undecided"
