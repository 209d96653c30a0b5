"""Caribbean stud as the registry knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ledger.cards import DECK
from ledger.games.caribbean_stud.conform import CONDUCT, conform
from ledger.games.caribbean_stud.expectation import expected
from ledger.games.caribbean_stud.findings import KINDS
from ledger.games.caribbean_stud.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.caribbean_stud.paytables import BET_WIN, OPTIONS, PROGRESSIVE_A, PUBLISHED
from ledger.games.caribbean_stud.procedure import STEPS, WAGERS
from ledger.games.caribbean_stud.rules import adjudicate
from ledger.games.ranks import RANK_NAMES
from ledger.games.seam import Game

CARIBBEAN_STUD: Final = Game(
    name="caribbean_stud",
    title="Caribbean stud poker",
    section="13:69F-16",
    rules_version="1",
    banked="house",
    wagers=WAGERS,
    procedure=STEPS,
    pay_tables=MappingProxyType({"bet": BET_WIN, "progressive": PROGRESSIVE_A}),
    rows=MappingProxyType({"bet": RANK_NAMES, "progressive": RANK_NAMES}),
    options=OPTIONS,
    adjudicate=adjudicate,
    conform=conform,
    closes=CONDUCT.closes,
    findings=KINDS,
    published=PUBLISHED,
    irregularities=IRREGULARITIES,
    conditions=CONDITIONS.words,
    ladders=MappingProxyType({"bet": RANK_NAMES, "progressive": RANK_NAMES}),
    whole=frozenset({"bet"}),
    metered=frozenset({"progressive"}),
    voidable=frozenset({"bet"}),
    deck=DECK,
    expected=expected,
)
