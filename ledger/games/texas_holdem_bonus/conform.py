"""Texas hold 'em bonus as it should be conducted: its rows, and the few functions that are its own.

Source: 13:69F-28.10; the rule and evidence of each finding stand in its row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ledger.events.rounds import HandCollected
from ledger.games.conduct import Conduct, Settlement, Walk, following, kept_for, walked
from ledger.games.seam import Adjudication, Finding, Submission
from ledger.games.texas_holdem_bonus.findings import KINDS
from ledger.games.texas_holdem_bonus.procedure import (
    ABSENCES,
    CONDITIONS,
    DEALS,
    RATIOS,
    STAGES,
    STAYS_BY,
    STEPS,
    TURNS,
    WAGERS,
)
from ledger.games.view import RoundView

# (Whether it is the bonus, whether the spot folded) -> the step that a settlement is.
SETTLES: Final[Mapping[tuple[bool, bool], str]] = MappingProxyType(
    {
        (False, False): "settle",
        (False, True): "forfeit",
        (True, False): "settle_bonus",
        (True, True): "settle_folded",
    }
)


def _settles(walk: Walk, event: Settlement) -> str:
    return SETTLES[event.wager == "bonus", walk.is_folded(event.spot)]


def _racked(walk: Walk, event: HandCollected, version: int) -> None:
    """What goes to the rack at once is spread, so that its cards are counted.  Source: 28.10(a)2ii."""
    spot = event.to
    if isinstance(spot, int) and walk.conduct.racks(walk, spot) == "rack_fold" and event.spread is False:
        detail = f"the hand of spot {spot} was not spread"
        walk.report("folded_hand_not_spread", version, detail, {"spot": spot})
    following.racked(walk, event, version)


CONDUCT: Final = Conduct(
    wagers=WAGERS,
    steps=STEPS,
    kinds=KINDS,
    deals=DEALS,
    stages=STAGES,
    stays=STAYS_BY,
    conditions=CONDITIONS,
    absences=ABSENCES,
    turns=TURNS,
    ratios=RATIOS,
    pass_steps=frozenset({"reveal", "settle", "settle_bonus"}),
    settles=_settles,
    racks=kept_for("bonus"),
    hand_code="hole_cards_wrong",
    follow=MappingProxyType({HandCollected: _racked}),
)


def conform(seen: RoundView, submission: Submission, said: Adjudication) -> Sequence[Finding]:
    """The findings of a round's procedure, in the order in which they showed."""
    return walked(CONDUCT, seen, said, submission.options["late_wagers"])
