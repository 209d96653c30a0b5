"""What each spot did when it had looked at its cards: it stayed in by a wager, or folded.

A game names the wager that keeps a hand in; there is nothing else to do.

Source: 13:69F-16.10(a), 20.10(a), 28.10(a).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.games.resolution import Resolution
from ledger.games.seam import Evidence
from ledger.games.settling import undetermined
from ledger.games.view import WagerView

Fate: TypeAlias = Literal["playing", "folded", "undecided", "contradicted", "late"]

# What is missing to judge a spot that is neither playing nor folded.
MISSING: Final[Mapping[str, str]] = MappingProxyType(
    {
        "undecided": "whether spot {spot} placed the {wager} wager or folded",
        "contradicted": "what spot {spot} did: it folded and placed the {wager} wager",
        "late": "whether the late {wager} wager of spot {spot} stands (late_wagers)",
    }
)
# How well the text is known by which that is asked: law needs the fact, an election decides of the late.
EVIDENCE: Final[Mapping[str, Evidence]] = MappingProxyType(
    {"undecided": "nj_text", "contradicted": "nj_text", "late": "not_found"}
)


def fate_of(spot: int, staying: Sequence[WagerView], folds: Container[int], late_wagers: str) -> Fate:
    """What a spot did, from the wagers by which it would stay in and the spots that folded."""
    late = False
    for wager in staying:
        if wager.stake:
            return "contradicted" if spot in folds else "playing"
        late = late or wager.late > 0
    if late:
        if late_wagers == "undetermined":
            return "late"
        if late_wagers == "stands":
            return "contradicted" if spot in folds else "playing"
    return "folded" if spot in folds else "undecided"


UNDECIDED_PATRON: Final = "whether {patron} at spot {spot} placed the {wager} wager or folded"


def leave_undecided(
    lines: list[Resolution], first: int, main: Sequence[WagerView], stays_by: str, of: Collection[str]
) -> None:
    """Leave undetermined the wagers of a patron at a playing spot who has an ante and did not stay in.

    The lines of the spot begin at `first`; `of` are the wagers that rest on the
    decision.  Where a wager that keeps the hand in has no name, it may be anybody's.
    """
    staying = {wager.patron for wager in main if wager.wager == stays_by and (wager.stake or wager.late)}
    antes = {wager.patron for wager in main if wager.wager == "ante" and (wager.stake or wager.late)}
    out = antes - staying - {None}
    if not out or None in staying:
        return
    for place in range(first, len(lines)):
        line = lines[place]
        if line.patron in out and line.wager in of and line.outcome not in {"open", "void"}:
            missing = UNDECIDED_PATRON.format(patron=line.patron, spot=line.spot, wager=stays_by)
            lines[place] = undetermined(line, line.rule, EVIDENCE["undecided"], missing)
