"""Caribbean stud as it should be conducted: its rows, and the few functions that are its own.

Source: 13:69F-16.10, 16.11; the rule and evidence of each finding stand in its row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ledger.events.rounds import (
    CardExposed,
    ProgressivePaid,
    StubCollected,
    WagerCollected,
    WagerPaid,
    WagerReturned,
)
from ledger.games.caribbean_stud.findings import KINDS
from ledger.games.caribbean_stud.hands import COMPARED, all_decided, passes
from ledger.games.caribbean_stud.procedure import (
    ABSENCES,
    CONDITIONS,
    DEAL,
    RATIOS,
    STAGES,
    STEPS,
    TURNS,
    WAGERS,
)
from ledger.games.caribbean_stud.progressive import documented
from ledger.games.caribbean_stud.verdicts import PROGRESSIVE
from ledger.games.conduct import Conduct, Settlement, Walk, following, walked
from ledger.games.conduct.cards import exposed, face_up
from ledger.games.conduct.rows import Place
from ledger.games.seam import Adjudication, Finding, Submission
from ledger.games.view import RoundView

# The step by which the hand of each pass is racked; None where the rules cannot name the pass.
RACKS: Final[Mapping[str | None, str]] = MappingProxyType({
    "lost":         "rack_lost",
    "equal":        "rack_equal",
    "won":          "rack",
    "no_hand":      "rack_no_hand",
    "communicated": "rack_forfeited",
    None:           "rack",
})  # fmt: skip


def _settles(walk: Walk, event: Settlement) -> str:
    """The step that a settlement is: of a hand given up, of the progressive, else by what moved."""
    kind = walk.pass_of.get(event.spot)
    if walk.is_folded(event.spot) or kind == "communicated":
        return "forfeit"
    if event.wager == PROGRESSIVE:
        return "lock_progressive" if isinstance(event, WagerCollected) else "settle_progressive"
    if isinstance(event, WagerPaid):
        return "pay_ante" if kind == "no_hand" else "pay"
    return "push" if isinstance(event, WagerReturned) else "collect"


def _reveals(walk: Walk, place: Place) -> str | None:
    """After the showdown only hands that are compared are turned up in an order."""
    if place == "dealer":
        return "showdown"
    if place not in walk.standing:
        return None
    if walk.showdown_at is None or walk.pass_of.get(place) in COMPARED:
        return "reveal"
    return "reveal_progressive"


def _racks(walk: Walk, spot: int) -> str:
    if walk.is_folded(spot):
        return "rack_fold"
    return "rack_held" if spot in walk.held else RACKS[walk.pass_of.get(spot)]


def _collected(walk: Walk, event: WagerCollected, version: int) -> None:
    """The stake of a progressive that wins is taken, and the prize still to be paid."""
    wins = walk.due.get(event.spot, {}).get(PROGRESSIVE) == "win"
    if event.wager == PROGRESSIVE and wins:
        walk.take(_settles(walk, event), event.spot, version)
    else:
        following.settled(walk, event, version)


def _paid(walk: Walk, event: WagerPaid | ProgressivePaid, version: int) -> None:
    """A progressive for which a hand waits is settled when it is paid in full.  Source: 16.10(e)3, (f)4."""
    following.settled(walk, event, version)
    if event.wager == PROGRESSIVE and event.spot in walk.held:
        done = documented(walk.seen.events[:version], walk.said.resolutions)
        if event.spot not in done:
            walk.await_more(event.spot, PROGRESSIVE)


def _exposed(walk: Walk, event: CardExposed, version: int) -> None:
    """One card of the dealer lies up for the decisions: out of a stack it is turned up there."""
    hidden = walk.place_of(event) != "dealer" or walk.up_cards >= DEAL.dealer_up
    if not hidden and (all_decided(walk, "dealer") or not walk.decided["decision"]):
        walk.up_cards += 1
        face_up(walk, event)
    else:
        exposed(walk, event, version)


def _stub(walk: Walk, _: StubCollected, version: int) -> None:
    walk.take("stub", "stub", version)


CONDUCT: Final = Conduct(
    wagers=WAGERS,
    steps=STEPS,
    kinds=KINDS,
    deals=(DEAL,),
    stages=STAGES,
    stays="bet",
    conditions=CONDITIONS,
    absences=ABSENCES,
    turns=TURNS,
    ratios=RATIOS,
    pass_steps=frozenset({"reveal", "collect", "rack_lost"}),
    settles=_settles,
    reveals=_reveals,
    racks=_racks,
    passes=passes,
    follow=MappingProxyType(
        {
            WagerCollected: _collected,
            WagerPaid: _paid,
            ProgressivePaid: _paid,
            CardExposed: _exposed,
            StubCollected: _stub,
        }
    ),
)


def conform(seen: RoundView, submission: Submission, said: Adjudication) -> Sequence[Finding]:
    """The findings of a round's procedure, in the order in which they showed."""
    return walked(CONDUCT, seen, said, submission.options["late_wagers"])
