"""What each wager is expected to win the house, counted over all deals.

Ante and bet are resolved together, so that their figure is for a unit of the
ante.  Limits and breakage are left out.

Source: the counts are of 52 cards, by the ranks and rules of this game; the
tests derive each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.games.caribbean_stud.paytables import ANTE_NO_HAND, ANTE_WIN, BET_TO_ANTE
from ledger.games.expectation import NOTHING, TAKEN, by_rank, paid
from ledger.games.figures import Ending, Figure, Result, counted
from ledger.games.seam import PayTable, Submission

STRATEGY: Final = (
    "bets a pair or better, ace-king where that loses less against the dealer's upcard, folds the rest"
)
KEPT: Final = "no hand that wins it is folded"

# fmt: off

# All 2,598,960 hands of five cards by rank.
HANDS: Final[Mapping[str, int]] = MappingProxyType({
    "royal_flush":             4,
    "straight_flush":         36,
    "four_of_a_kind":        624,
    "full_house":          3_744,
    "flush":               5_108,
    "straight":           10_200,
    "three_of_a_kind":    54_912,
    "two_pair":          123_552,
    "pair":            1_098_240,
    "high_card":       1_302_540,
})


class Dealt(NamedTuple):
    """In how many deals a rank folds, meets a dealer without a hand, or is lower, equal, higher."""

    folded: int
    no_hand: int
    lower: int
    equal: int
    higher: int


# The player's rank over all 19,933,230,517,200 deals of five cards against five, one of these turned up.
ACE_KING: Final[Mapping[str, Dealt]] = MappingProxyType({
    "royal_flush":     Dealt(0,        13_918_980,                 0,          60,        16_759_740),
    "straight_flush":  Dealt(0,       119_175_780,             2_980,         540,       156_929_720),
    "four_of_a_kind":  Dealt(0,     1_952_647_200,           806_680,           0,     2_832_435_800),
    "full_house":      Dealt(0,    12_056_461_200,        34_401_600,           0,    16_624_475_280),
    "flush":           Dealt(0,    17_206_332_240,       113_402_920,      76_620,    21_856_990_280),
    "straight":        Dealt(0,    33_978_377_640,       434_650_260,  12_345_000,    43_805_516_100),
    "three_of_a_kind": Dealt(0,   178_814_802_600,     8_100_580_920,           0,   234_242_908_320),
    "two_pair":        Dealt(0,   407_569_692_600,    52_022_471_400,   1_853_280,   488_012_139_360),
    "pair":            Dealt(0, 3_662_916_390_000, 2_435_358_862_800, 148_262_400, 2_324_742_321_600),
    "high_card": Dealt(
        9_523_005_974_460,        217_886_235_480,   230_527_547_952, 159_085_200,    18_505_682_208,
    ),
})
DEALS: Final[Mapping[str, Mapping[str, Dealt]]] = MappingProxyType({"ace_king": ACE_KING})
# fmt: on


@lru_cache(maxsize=256)
def expected(submission: Submission) -> tuple[Figure, ...]:
    """The figures of a submission, wager by wager."""
    tables, options = submission.pay_tables, submission.options
    return (
        counted(
            ("ante", "bet"),
            _endings(DEALS[options["dealer_qualifies"]], tables["bet"]),
            "all 19,933,230,517,200 deals of five cards against five, one of them up",
            STRATEGY,
        ),
        counted(
            ("progressive",),
            by_rank(HANDS, tables["progressive"], keeps_stake=not options["progressive_stake_returned"]),
            "all 2,598,960 hands of five cards, and the meter as each round opened",
            KEPT,
        ),
    )


def _endings(deals: Mapping[str, Dealt], bet: PayTable) -> Iterator[Ending]:
    """How an ante ends, with the bet of twice as much.  Source: 16.10(a), (e), (f)."""
    lost = Result(TAKEN.stake * (1 + BET_TO_ANTE))
    ante = paid(ANTE_WIN.rows["any_hand"])
    for rank, dealt in deals.items():
        won = paid(bet.rows[rank])
        yield Ending(dealt.folded, TAKEN)
        yield Ending(dealt.no_hand, paid(ANTE_NO_HAND.rows["any_hand"]))
        yield Ending(dealt.lower, lost)
        yield Ending(dealt.equal, NOTHING)
        yield Ending(dealt.higher, ante.plus(won._replace(stake=won.stake * BET_TO_ANTE)))
