"""What each wager is expected to win the house, counted over all deals.

Ante, first and second wager are resolved together, and the ante bonus with them
where its odds are known: their figure is for a unit of the ante.  Limits and
breakage are left out.

Source: the counts are of 52 cards, by the ranks and rules of this game; the
tests derive each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.games.boston_5_stud.paytables import ANTE_BONUS, FIRST_SECOND
from ledger.games.expectation import by_rank, paid
from ledger.games.figures import Ending, Figure, Result, counted, not_known
from ledger.games.seam import PayTable, Submission

MAIN: Final = ("ante", "first", "second")
STRATEGY: Final = "never folds: with any three cards the second wager loses less than a fold"
EXPOSED: Final = "exposes every hand that wins it"

# fmt: off

# All 22,100 hands of three cards by rank.
HANDS: Final[Mapping[str, int]] = MappingProxyType({
    "straight_flush":      48,
    "three_of_a_kind":     52,
    "straight":           720,
    "flush":            1_096,
    "pair":             3_744,
    "high_card":       16_440,
})


class Dealt(NamedTuple):
    """In how many deals the hands of a rank are lower than the dealer's, equal to it, higher."""

    lower: int
    equal: int
    higher: int


# The player's rank over all 3,986,646,103,440 deals of five cards against five.
DEALS: Final[Mapping[str, Dealt]] = MappingProxyType({
    "royal_flush":     Dealt(                0,          12,         6_135_744),
    "straight_flush":  Dealt(              596,         108,        55_221_100),
    "four_of_a_kind":  Dealt(          161_336,           0,       957_016_600),
    "full_house":      Dealt(        6_880_320,           0,     5_736_187_296),
    "flush":           Dealt(       22_680_584,      15_324,     7_812_664_504),
    "straight":        Dealt(       86_930_052,   2_469_000,    15_556_778_748),
    "three_of_a_kind": Dealt(    1_620_116_184,           0,    82_611_542_184),
    "two_pair":        Dealt(   10_404_494_280,     370_656,   179_116_366_392),
    "pair":            Dealt(  487_071_772_560,  29_652_480, 1_197_531_742_320),
    "high_card":       Dealt(1_493_936_116_368, 315_291_300,   503_765_497_392),
})
# fmt: on


@lru_cache(maxsize=256)
def expected(submission: Submission) -> tuple[Figure, ...]:
    """The figures of a submission, wager by wager."""
    bonus = submission.pay_tables.get("ante_bonus", ANTE_BONUS)
    main = counted(
        (*MAIN, "ante_bonus") if bonus.rows else MAIN,
        _endings(submission.options["first_times_ante"], bonus),
        "all 3,986,646,103,440 deals of five cards against five",
        STRATEGY,
    )
    optional = counted(
        ("optional_bonus",),
        by_rank(HANDS, submission.pay_tables["optional_bonus"]),
        "all 22,100 hands of three cards",
        EXPOSED,
    )
    if bonus.rows:
        return (main, optional)
    return (main, not_known(("ante_bonus",), f"its odds: {bonus.source}"), optional)


def _endings(first_times_ante: int, bonus: PayTable) -> Iterator[Ending]:
    """How an ante ends, with first and second wager of so many antes.  Source: 24.10(f)1 to 3."""
    lost = Result(Fraction(1 + 2 * first_times_ante))
    won = paid(FIRST_SECOND.rows["first"]).plus(paid(FIRST_SECOND.rows["second"]))
    won = Result(won.stake * first_times_ante)
    for rank, dealt in DEALS.items():
        on_the_ante = paid(bonus.rows.get(rank))
        yield Ending(dealt.lower, lost.plus(on_the_ante))
        yield Ending(dealt.equal, on_the_ante)
        yield Ending(dealt.higher, won.plus(on_the_ante))
