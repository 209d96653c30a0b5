"""Texas hold 'em bonus as the registry knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ledger.cards import DECK
from ledger.games.seam import Game, RoundView
from ledger.games.texas_holdem_bonus.conform import conform
from ledger.games.texas_holdem_bonus.findings import KINDS
from ledger.games.texas_holdem_bonus.irregularities import IRREGULARITIES
from ledger.games.texas_holdem_bonus.paytables import ANTE, BONUS, MAIN, OPTIONS
from ledger.games.texas_holdem_bonus.procedure import STEPS, WAGERS, closed_by
from ledger.games.texas_holdem_bonus.rules import adjudicate


def closes(seen: RoundView) -> frozenset[str]:
    """The wagers that "no more bets" covers when it names none: those of the stage that ends."""
    return closed_by(len(seen.faces("board")), dealt=bool(seen.hands))


TEXAS_HOLDEM_BONUS: Final = Game(
    name="texas_holdem_bonus",
    title="Texas hold 'em bonus",
    section="13:69F-28",
    rules_version="1",
    banked="house",
    wagers=WAGERS,
    procedure=STEPS,
    pay_tables=MappingProxyType({"flop": MAIN, "turn": MAIN, "river": MAIN, "bonus": BONUS}),
    rows=MappingProxyType({"bonus": tuple(BONUS.rows)}),
    options=OPTIONS,
    adjudicate=adjudicate,
    conform=conform,
    closes=closes,
    findings=KINDS,
    published=(MAIN, *ANTE.values(), BONUS),
    irregularities=IRREGULARITIES,
    deck=DECK,
)
