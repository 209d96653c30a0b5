"""What each wager is expected to win the house, counted over all deals.

Ante, play and ante bonus are resolved together, so that their figure is for a
unit of the ante.  Limits and breakage are left out.

Source: the counts are of 52 cards, by the ranks and rules of this game; the
tests derive each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.games.expectation import TAKEN, by_rank, paid
from ledger.games.figures import Ending, Figure, counted
from ledger.games.seam import PayTable, Submission
from ledger.games.three_card_poker.paytables import NOT_QUALIFIED, QUALIFIED, ROYAL_DIAMONDS, ROYAL_OTHER

STRATEGY: Final = "plays Q-6-4 or better, folds the rest"
KEPT: Final = "no hand that wins it is folded"

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
    """In how many deals a rank folds, meets no qualifying dealer, or is lower, equal, higher."""

    folded: int
    not_qualified: int
    lower: int
    equal: int
    higher: int


# The player's rank over all 407,170,400 deals against the dealer, where Q-6-4 or better plays.
QUEEN_HIGH: Final[Mapping[str, Dealt]] = MappingProxyType({
    "straight_flush":  Dealt(          0,    266_196,        968,     144,    617_044),
    "three_of_a_kind": Dealt(          0,    288_960,      3_312,       0,    665_776),
    "straight":        Dealt(          0,  4_001_004,    270_504,  18_288,  8_975_484),
    "flush":           Dealt(          0,  6_135_276,  1_260_596,   3_288, 12_793_544),
    "pair":            Dealt(          0, 20_926_080, 11_873_520,  11_232, 36_168_624),
    "high_card":       Dealt(132_652_800, 53_876_136, 77_992_716, 234_696, 38_134_212),
})
DEALS: Final[Mapping[str, Mapping[str, Dealt]]] = MappingProxyType({"queen_high": QUEEN_HIGH})

# All 20,358,520 hands of six cards by the best five of them; two ranks are of all six.
SIX_CARDS: Final[Mapping[str, int]] = MappingProxyType({
    ROYAL_DIAMONDS:             1,
    ROYAL_OTHER:                3,
    "royal_flush":            184,
    "straight_flush":       1_656,
    "four_of_a_kind":      14_664,
    "full_house":         165_984,
    "flush":              205_792,
    "straight":           361_620,
    "three_of_a_kind":    732_160,
    "two_pair":         2_532_816,
    "pair":             9_730_740,
    "high_card":        6_612_900,
})
# fmt: on


@lru_cache(maxsize=256)
def expected(submission: Submission) -> tuple[Figure, ...]:
    """The figures of a submission, wager by wager."""
    tables = submission.pay_tables
    deals = DEALS[submission.options["dealer_qualifies"]]
    return (
        counted(
            ("ante", "play", "ante_bonus"),
            _endings(deals, tables["ante_bonus"]),
            "all 407,170,400 deals of three cards against three",
            STRATEGY,
        ),
        counted(("pair_plus",), by_rank(HANDS, tables["pair_plus"]), "all 22,100 hands of three cards", KEPT),
        counted(
            ("six_card_bonus",),
            by_rank(SIX_CARDS, _of_six(tables["six_card_bonus"])),
            "all 20,358,520 hands of six cards",
        ),
    )


def _endings(deals: Mapping[str, Dealt], bonus: PayTable) -> Iterator[Ending]:
    """How an ante ends, with the play wager that equals it and its bonus.  Source: 20.10(b), (c)."""
    unqualified = paid(NOT_QUALIFIED.rows["ante"])
    won = paid(QUALIFIED.rows["ante"]).plus(paid(QUALIFIED.rows["play"]))
    for rank, dealt in deals.items():
        on_the_ante = paid(bonus.rows.get(rank))
        yield Ending(dealt.folded, TAKEN)
        yield Ending(dealt.not_qualified, unqualified.plus(on_the_ante))
        yield Ending(dealt.lower, TAKEN.plus(TAKEN).plus(on_the_ante))
        yield Ending(dealt.equal, on_the_ante)
        yield Ending(dealt.higher, won.plus(on_the_ante))


def _of_six(table: PayTable) -> PayTable:
    """The table with its royals: where it has no row for one of six cards, that is a royal flush."""
    royal = table.rows.get("royal_flush")
    if royal is None:
        return table
    rows = {ROYAL_DIAMONDS: royal, ROYAL_OTHER: royal, **table.rows}
    return PayTable(table.table_id, table.wager, rows, table.evidence, table.source)
