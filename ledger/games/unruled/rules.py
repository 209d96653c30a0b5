"""Any felt, nothing adjudicated (CONTRACT §3).

Every wager is `undetermined`: what is missing is the rules of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.games.resolution import Resolution, Verdict
from ledger.games.seam import (
    ALL_BEFORE_THE_DEAL,
    EMPTY,
    LATER_WAGERS,
    Adjudication,
    Finding,
    Game,
    Submission,
)
from ledger.games.unruled.expectation import OPTIONS, expected
from ledger.games.view import RoundView

UNKNOWN: Final = Verdict(
    "undetermined", "", "not_found", missing="the rules of this game are not in the ledger"
)


def adjudicate(seen: RoundView, _: Submission) -> Adjudication:
    """Every wager stays undetermined; its stake is neither collected nor returned by rule."""
    return Adjudication(
        tuple(Resolution(wager.key, wager.stake + wager.late, UNKNOWN) for wager in seen.wagers)
    )


def conform(_: RoundView, __: Submission, ___: Adjudication) -> Sequence[Finding]:
    """Nothing is known of how the game should be dealt."""
    return ()


def closes(seen: RoundView) -> frozenset[str]:
    """Before the deal all but the later wagers, after it those."""
    return LATER_WAGERS if seen.hands else frozenset({ALL_BEFORE_THE_DEAL})


UNRULED = Game(
    name="unruled",
    title="Game without rules in this ledger",
    section="",
    rules_version="1",
    banked="unruled",
    wagers=EMPTY,
    procedure=(),
    pay_tables=EMPTY,
    rows=EMPTY,
    options=OPTIONS,
    adjudicate=adjudicate,
    conform=conform,
    closes=closes,
    free_felt=True,
    lives_on=None,
    expected=expected,
)
