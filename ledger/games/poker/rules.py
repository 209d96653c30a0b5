"""Poker-room hold 'em: what the rules give a hand, and what went against them.  N.J.A.C. 13:69F-14.

The house holds no stake: bets make pots, and the pots go to players.  Pure
functions of a round, amounts in the round's units (cents, or `unit` to a chip).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from ledger.cards import DECK
from ledger.games.poker.closing import cut_short
from ledger.games.poker.conduct import conduct
from ledger.games.poker.dealt import dealt
from ledger.games.poker.findings import KINDS
from ledger.games.poker.options import OPTIONS
from ledger.games.poker.play import FORCED, follow
from ledger.games.poker.procedure import PROCEDURE
from ledger.games.poker.settled import settled
from ledger.games.poker.showdown import resolve
from ledger.games.poker.variants import BOARD
from ledger.games.seam import EMPTY, Adjudication, Finding, Game, Submission, WagerKind
from ledger.games.view import RoundView

BEFORE_THE_DEAL: Final = "before_the_deal"
BETTING: Final = "betting"

WAGERS: Final = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            WagerKind("ante", BEFORE_THE_DEAL, "Ante"),
            WagerKind("blind", BEFORE_THE_DEAL, "Blind"),
            WagerKind("straddle", BEFORE_THE_DEAL, "Straddle", optional=True),
            WagerKind("bring_in", BETTING, "Bring-in"),
            WagerKind("bet", BETTING, "Bet"),
        )
    }
)


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """The pots with their winners; none in a round declared void.

    Source: 13:69F-14.10; SOURCES.md 4.
    """
    if seen.voided_at is not None:
        return Adjudication()
    return Adjudication(pots=resolve(follow(seen), seen, submission))


def conform(seen: RoundView, submission: Submission, said: Adjudication) -> Sequence[Finding]:
    """What the dealer and the players did against procedure, and money that went elsewhere.

    Source: as each finding says.
    """
    play = follow(seen)
    return (
        *dealt(play, seen),
        *conduct(play, seen, submission),
        *cut_short(play, seen),
        *settled(play, seen, submission, said),
    )


def closes(seen: RoundView) -> frozenset[str]:
    """After the last street all wagers; before it those that are only posted before the flop."""
    board = sum(street.cards for street in BOARD)
    return frozenset(WAGERS) if len(seen.faces("board")) >= board else FORCED


POKER: Final = Game(
    name="poker",
    title="Poker",
    section="13:69F-14",
    rules_version="1",
    banked="players",
    wagers=WAGERS,
    procedure=PROCEDURE,
    pay_tables=EMPTY,
    rows=EMPTY,
    options=OPTIONS,
    adjudicate=adjudicate,
    conform=conform,
    closes=closes,
    findings=KINDS,
    deck=DECK,
)
