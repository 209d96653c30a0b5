"""Boston 5 stud poker as the registry knows it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ledger.cards import DECK
from ledger.games.boston_5_stud.conform import CONDUCT, conform
from ledger.games.boston_5_stud.expectation import expected
from ledger.games.boston_5_stud.findings import KINDS
from ledger.games.boston_5_stud.irregularities import CONDITIONS, IRREGULARITIES, OPTION
from ledger.games.boston_5_stud.paytables import ANTE_BONUS_ROWS, FIRST_SECOND, OPTIONAL_A, OPTIONS, PUBLISHED
from ledger.games.boston_5_stud.procedure import STEPS, WAGERS
from ledger.games.boston_5_stud.rules import adjudicate
from ledger.games.seam import Game

BOSTON_5_STUD: Final = Game(
    name="boston_5_stud",
    title="Boston 5 stud",
    section="13:69F-24",
    rules_version="1",
    banked="house",
    wagers=WAGERS,
    procedure=STEPS,
    pay_tables=MappingProxyType(
        {"first": FIRST_SECOND, "second": FIRST_SECOND, "optional_bonus": OPTIONAL_A}
    ),
    rows=MappingProxyType({"optional_bonus": tuple(OPTIONAL_A.rows), "ante_bonus": ANTE_BONUS_ROWS}),
    options=MappingProxyType({**OPTIONS, OPTION.name: OPTION}),
    adjudicate=adjudicate,
    conform=conform,
    closes=CONDUCT[2].closes,
    unstaked=frozenset({"ante_bonus"}),
    findings=KINDS,
    published=PUBLISHED,
    irregularities=IRREGULARITIES,
    conditions=CONDITIONS,
    ladders=MappingProxyType({"optional_bonus": tuple(OPTIONAL_A.rows), "ante_bonus": ANTE_BONUS_ROWS}),
    deck=DECK,
    expected=expected,
)
