"""What each spot did when it had looked at its cards: it stayed in by a wager, or folded.

A game names the wager that keeps a hand in; there is nothing else to do.

Source: 13:69F-16.10(a), 20.10(a), 28.10(a).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
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


def fate_of(
    spot: int, main: Iterable[WagerView], stays_by: str, folds: Container[int], late_wagers: str
) -> Fate:
    """What a spot did, from its main wagers, the name of those by which it stays in, and who folded."""
    late = False
    for wager in main:
        if wager.wager != stays_by:
            continue
        if wager.stake:
            return "contradicted" if spot in folds else "playing"
        late = late or wager.late > 0
    if late:
        if late_wagers == "undetermined":
            return "late"
        if late_wagers == "stands":
            return "contradicted" if spot in folds else "playing"
    return "folded" if spot in folds else "undecided"


def is_on_ante(main: Sequence[WagerView], late_wagers: str) -> bool:
    """Whether a spot that plays has an ante; mostly it was placed first."""
    placed = main[0]
    return (placed.wager == "ante" and placed.stake > 0) or lies("ante", main, late_wagers)


def lies(name: str, main: Sequence[WagerView], late_wagers: str) -> bool:
    """Whether there is a wager of a name: placed in time, or late where that is not void."""
    return any(
        wager.stake > 0 or (wager.late > 0 and late_wagers != "void") for wager in main if wager.wager == name
    )


BASELESS: Final = "the rule for a {wager} wager at spot {spot}, which has no {base}"


def leave_baseless(lines: list[Resolution], first: int, base: str, of: Collection[str], rule: str) -> None:
    """Leave undetermined the wagers of a spot that the rules know only beside one that is not there.

    The lines of the spot begin at `first`; `of` are the wagers that rest on the
    `base`, `rule` the paragraph that lets who has one place them.
    """
    for place in range(first, len(lines)):
        line = lines[place]
        if line.wager in of and line.outcome not in {"open", "void"}:
            missing = BASELESS.format(wager=line.wager, spot=line.spot, base=base)
            lines[place] = undetermined(line, rule, "not_found", missing)


UNDECIDED_PATRON: Final = "whether {patron} at spot {spot} placed the {wager} wager or folded"
BASELESS_PATRON: Final = "the rule for a {wager} wager of {patron} at spot {spot}, who has no ante"


def leave_undecided(
    lines: list[Resolution], first: int, main: Sequence[WagerView], stays_by: str, of: Collection[str]
) -> None:
    """Leave undetermined the wagers of a patron at a playing spot who has an ante and did not stay in.

    So are those of one who stayed in and has no ante.  The lines of the spot begin
    at `first`; `of` are the wagers that rest on the decision.  Where a wager that
    keeps the hand in, or an ante, has no name, it may be anybody's.
    """
    staying = {wager.patron for wager in main if wager.wager == stays_by and (wager.stake or wager.late)}
    antes = {wager.patron for wager in main if wager.wager == "ante" and (wager.stake or wager.late)}
    out = set() if None in staying else antes - staying - {None}
    baseless = set() if None in antes else staying - antes - {None}
    if not out and not baseless:
        return
    for place in range(first, len(lines)):
        line = lines[place]
        patron, wager = line.patron, line.wager
        if wager not in of or line.outcome in {"open", "void"}:
            continue
        if patron in out:
            missing = UNDECIDED_PATRON.format(patron=patron, spot=line.spot, wager=stays_by)
            lines[place] = undetermined(line, line.rule, EVIDENCE["undecided"], missing)
        elif patron in baseless and line.evidence != "not_found":
            missing = BASELESS_PATRON.format(patron=patron, spot=line.spot, wager=wager)
            lines[place] = undetermined(line, line.rule, "not_found", missing)
