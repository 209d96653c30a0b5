"""What each spot did when it had looked at its three cards.

Whoever placed an ante places the play wager or forfeits, nothing else; whoever
placed none, and has a pair plus or a six-card bonus, has nothing to decide.

Source: 13:69F-20.10(b); that there are players without an ante is deduced from it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from ledger.games import fates
from ledger.games.seam import Evidence
from ledger.games.view import WagerView

Fate: TypeAlias = fates.Fate | Literal["no_ante"]

STAYS_BY: Final = "play"
MISSING: Final[Mapping[str, str]] = {str(fate): text for fate, text in fates.MISSING.items()}
EVIDENCE: Final[Mapping[str, Evidence]] = {str(fate): known for fate, known in fates.EVIDENCE.items()}
# Whose hands are turned up when the dealer's is.
COMPARED: Final[frozenset[Fate]] = frozenset({"playing", "no_ante"})


def fate_of(spot: int, main: Sequence[WagerView], folds: Container[int], late_wagers: str) -> Fate:
    """What a spot did, from its play and ante wagers and whether it folded."""
    found = fates.fate_of(spot, main, STAYS_BY, folds, late_wagers)
    if found not in {"folded", "undecided"}:
        return found
    for wager in main:
        if wager.wager == "ante" and (wager.stake or wager.late):
            return found
    return "no_ante"


def missing(fate: Fate, spot: int) -> str:
    """What is missing to judge a spot that had to decide and neither plays nor folded.

    Raises KeyError for any other.
    """
    return MISSING[fate].format(spot=spot, wager=STAYS_BY)
