"""Texas hold 'em bonus as the registry knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ledger.cards import DECK
from ledger.games.seam import Game
from ledger.games.texas_holdem_bonus.conform import CONDUCT, conform
from ledger.games.texas_holdem_bonus.expectation import expected
from ledger.games.texas_holdem_bonus.findings import KINDS
from ledger.games.texas_holdem_bonus.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.texas_holdem_bonus.paytables import ANTE, BONUS, BOTH_ACES, MAIN, OPTIONS, TIE
from ledger.games.texas_holdem_bonus.procedure import STEPS, WAGERS
from ledger.games.texas_holdem_bonus.rules import adjudicate

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
    closes=CONDUCT.closes,
    findings=KINDS,
    published=(MAIN, *ANTE.values(), TIE, BONUS),
    irregularities=IRREGULARITIES,
    conditions=CONDITIONS.words,
    ladders=MappingProxyType({"bonus": tuple(row for row in BONUS.rows if row != BOTH_ACES)}),
    deck=DECK,
    expected=expected,
)
