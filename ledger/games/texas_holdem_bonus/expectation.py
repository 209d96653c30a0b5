"""What each wager is expected to win the house: the bonus counted, the rest as it was published.

Ante, flop, turn and river are resolved together, so that their figure is for a
unit of the ante.  Limits and breakage are left out.

Source: the counts are of 52 cards, the tests derive them; SOURCES.md 9 for what
was published.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ledger.games.expectation import by_rank
from ledger.games.figures import Figure, counted, stated
from ledger.games.seam import PayTable, Submission
from ledger.games.texas_holdem_bonus.paytables import ACES, BOTH_ACES

MAIN: Final = ("ante", "flop", "turn", "river")
STRATEGY: Final = "decides before flop, turn and river as loses least"

# fmt: off

# All 1,326 x 1,225 deals of the player's two cards and the dealer's two, by the bonus row of the player's.
LOSES: Final = "no_row"
DEALS: Final[Mapping[str, int]] = MappingProxyType({
    BOTH_ACES:              6,
    ACES:               7_344,
    "AK_suited":        4_900,
    "AQ_AJ_suited":     9_800,
    "AK_offsuit":      14_700,
    "KK_QQ_JJ":        22_050,
    "AQ_AJ_offsuit":   29_400,
    "TT_to_22":        66_150,
    LOSES:          1_470_000,
})

# What was published of the main wagers, by the hand from which the ante is paid: they were not counted here.
# The variance of the second was not found.
PUBLISHED: Final[Mapping[str, Figure]] = MappingProxyType({
    "straight": stated(
        MAIN, "published", "wizardofodds.com/texasholdembonus, Las Vegas rules: 2.037 %, deviation 3.500839",
        edge=Fraction(2037, 100_000), variance=Fraction(3_500_839, 1_000_000) ** 2, strategy=STRATEGY,
    ),
    "flush": stated(
        MAIN, "published", "wizardofodds.com/texasholdembonus, Atlantic City rules, by S. McIntosh: 5.5935 %",
        edge=Fraction(55_935, 1_000_000), strategy=STRATEGY,
    ),
})
# fmt: on


@lru_cache(maxsize=256)
def expected(submission: Submission) -> tuple[Figure, ...]:
    """The figures of a submission, wager by wager."""
    return (
        PUBLISHED[submission.options["ante_pays_from"]],
        counted(
            ("bonus",),
            by_rank(DEALS, _of_aces(submission.pay_tables["bonus"])),
            "all 1,624,350 deals of two cards and the dealer's two",
        ),
    )


def _of_aces(table: PayTable) -> PayTable:
    """The table with its aces: without a row for the dealer's, the player's are aces all the same."""
    aces = table.rows.get(ACES)
    if aces is None:
        return table
    rows = {BOTH_ACES: aces, **table.rows}
    return PayTable(table.table_id, table.wager, rows, table.evidence, table.source)
