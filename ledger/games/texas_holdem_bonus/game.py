"""Texas hold 'em bonus as the registry knows it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.cards import DECK
from ledger.games.seam import BEFORE_THE_DEAL, Game, RoundView, WagerKind
from ledger.games.texas_holdem_bonus.conform import conform
from ledger.games.texas_holdem_bonus.paytables import BONUS, MAIN, OPTIONS
from ledger.games.texas_holdem_bonus.rules import adjudicate

# fmt: off
WAGERS: Final[Mapping[str, WagerKind]] = MappingProxyType({
    "ante":  WagerKind("ante",  "before_the_deal", "Ante"),
    "bonus": WagerKind("bonus", "before_the_deal", "Bonus", optional=True),
    "flop":  WagerKind("flop",  "flop_decision",   "Flop"),
    "turn":  WagerKind("turn",  "turn_decision",   "Turn",  optional=True),
    "river": WagerKind("river", "river_decision",  "River", optional=True),
})

# Community cards on the table -> the wagers whose time is over when betting closes.
CLOSING: Final[Mapping[int, frozenset[str]]] = MappingProxyType({
    0: frozenset({"flop"}),
    3: frozenset({"flop", "turn"}),
    4: frozenset({"flop", "turn", "river"}),
})
# fmt: on


def closes(seen: RoundView) -> frozenset[str]:
    """The wagers that "no more bets" covers when it names none: those of the stage that ends."""
    if not seen.hands:
        return frozenset({BEFORE_THE_DEAL})
    board = len(seen.faces("board"))
    return CLOSING[max(count for count in CLOSING if count <= board)]


TEXAS_HOLDEM_BONUS: Final = Game(
    name="texas_holdem_bonus",
    title="Texas hold 'em bonus",
    section="13:69F-28",
    rules_version="1",
    banked="house",
    wagers=WAGERS,
    procedure=(),
    pay_tables=MappingProxyType({"flop": MAIN, "turn": MAIN, "river": MAIN, "bonus": BONUS}),
    rows=MappingProxyType({"bonus": tuple(BONUS.rows)}),
    options=OPTIONS,
    adjudicate=adjudicate,
    conform=conform,
    closes=closes,
    deck=DECK,
)
