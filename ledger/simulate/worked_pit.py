"""The worked pit that ships with the product: what a demo shows.

A round with two mistakes that is worked out by hand, the shift of accounting
A.5 at a table whose game has no rules here, simulated tables of every game,
one that plays for a progressive, and a dispute about a round of another.  The
seeds are fixed, so that a second demo finds all of it recorded; what is added
comes at the end, so that an older home has what comes before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from importlib.resources import files
from itertools import islice
from typing import Final

from ledger.simulate.evening import Dealing, Evening
from ledger.simulate.pit import simulate

# In this order: what registers tables and submissions comes first.
WORKED: Final = ("setup.ndjson", "session_thb_03.ndjson", "round_thb_412.json", "golden_shift.ndjson")
# What the accountant of those days recorded, after all that was played.
LATER: Final = ("gaming_days.ndjson",)
# The dispute of the pit: its rounds follow those of an evening at the same table.
DISPUTE: Final = "dispute.ndjson"
# The mistakes of its hold 'em tables, in the order in which chance knows them.
FIRST_KINDS: Final = (
    "below_minimum", "late_wager", "exposed_card", "wrong_ratio", "missing_burn", "wrong_order",
    "misread_hand", "misdeclared", "missed_collection", "overpaid", "underpaid", "duplicate_settlement",
    "wrong_denomination",
)  # fmt: skip
WITHOUT_BURNS: Final = tuple(kind for kind in FIRST_KINDS if kind != "missing_burn")
# A table each of the games that came later: game, table, how it is dealt.
ADDED: Final[tuple[tuple[str, str, Dealing], ...]] = (
    ("three_card_poker", "TCP-01", "automated_shoe"),
    ("caribbean_stud", "CST-01", "manual_shoe"),
    ("boston_5_stud", "B5S-01", "hand"),
)
SIMULATED: Final = (
    Evening(
        "texas_holdem_bonus",
        ("THB-01", "THB-02"),
        rounds=60,
        seed=28,
        mistakes=0.12,
        kinds=FIRST_KINDS,
        dealing="automated_shoe",
    ),
    Evening("poker", ("POK-01",), rounds=60, seed=28, mistakes=0.06),
    *(
        Evening(game, (table,), rounds=40, seed=28, mistakes=0.12, kinds=WITHOUT_BURNS, dealing=dealing)
        for game, table, dealing in ADDED
    ),
    # A table that plays for a progressive of the ledger; the cage pays its prizes.
    Evening(
        "caribbean_stud",
        ("CST-02",),
        rounds=40,
        seed=51,
        mistakes=0.12,
        kinds=WITHOUT_BURNS,
        submission="simulated-cst-cage",
        dealing="automated_shoe",
        fund="CST-PROG",
    ),
)
DISPUTED: Final = Evening(
    "three_card_poker",
    ("TCP-02",),
    rounds=7,
    seed=31,
    dealing="automated_shoe",
    first_date=date(2026, 11, 29),
)


def worked_pit() -> Iterator[str]:
    """Its records, each one line of JSON; in a property of whatever name."""
    for name in WORKED:
        yield from _worked(name)
    for evening in SIMULATED:
        yield from simulate(evening)
    for name in LATER:
        yield from _worked(name)
    # What its table is offered by was submitted before.
    yield from islice(simulate(DISPUTED), 1, None)
    yield from _worked(DISPUTE)


def _worked(name: str) -> Iterator[str]:
    text = files("ledger.simulate").joinpath("worked", name).read_text(encoding="utf-8")
    return (line.replace('"property": "demo", ', "", 1) for line in text.splitlines() if line)
