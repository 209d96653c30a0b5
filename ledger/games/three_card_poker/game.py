"""Three-card poker as the registry knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ledger.cards import DECK
from ledger.games.seam import Game
from ledger.games.three_card_poker.conform import CONDUCTS, conform
from ledger.games.three_card_poker.expectation import expected
from ledger.games.three_card_poker.findings import KINDS
from ledger.games.three_card_poker.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.three_card_poker.paytables import (
    ANTE_BONUS_1,
    OPTIONS,
    PAIR_PLUS_1,
    PUBLISHED,
    QUALIFIED,
    ROWS,
    SIX_CARD_BONUS_1,
)
from ledger.games.three_card_poker.procedure import STEPS, WAGERS
from ledger.games.three_card_poker.rules import adjudicate

THREE_CARD_POKER: Final = Game(
    name="three_card_poker",
    title="Three-card poker",
    section="13:69F-20",
    rules_version="1",
    banked="house",
    wagers=WAGERS,
    procedure=STEPS,
    pay_tables=MappingProxyType(
        {
            "ante": QUALIFIED,
            "play": QUALIFIED,
            "ante_bonus": ANTE_BONUS_1,
            "pair_plus": PAIR_PLUS_1,
            "six_card_bonus": SIX_CARD_BONUS_1,
        }
    ),
    rows=ROWS,
    options=OPTIONS,
    adjudicate=adjudicate,
    conform=conform,
    closes=CONDUCTS["table_wide"].closes,
    unstaked=frozenset({"ante_bonus"}),
    findings=KINDS,
    published=PUBLISHED,
    irregularities=IRREGULARITIES,
    conditions=CONDITIONS.words,
    ladders=MappingProxyType(
        {
            "ante_bonus": ROWS["ante_bonus"],
            "pair_plus": tuple(PAIR_PLUS_1.rows),
            "six_card_bonus": tuple(SIX_CARD_BONUS_1.rows),
        }
    ),
    voidable=frozenset({"play"}),
    deck=DECK,
    expected=expected,
)
