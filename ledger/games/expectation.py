"""From what a pay table pays to what a wager wins the house, for the games to count with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from ledger.games.figures import Ending, Result
from ledger.games.seam import Fixed, Odds, PayTable, Prize

# The stake taken; a unit of it.
TAKEN: Final = Result(Fraction(1))
NOTHING: Final = Result()


def paid(prize: Prize | None) -> Result:
    """What the house wins where it pays a prize and hands the stake back; nothing where there is no prize."""
    match prize:
        case None:
            return NOTHING
        case Odds(n, d):
            return Result(stake=-Fraction(n, d))
        case Fixed(cents):
            return Result(cents=-Fraction(cents))
        case _:
            return Result(meter=-Fraction(prize.percent, 100))


def by_rank(deals: Mapping[str, int], table: PayTable, *, keeps_stake: bool = False) -> Iterator[Ending]:
    """How a wager on a hand's rank ends: paid where the table has the rank, else taken.

    `keeps_stake` is whether the house keeps the stake of a wager that wins.
    """
    kept = TAKEN if keeps_stake else NOTHING
    for rank, many in deals.items():
        prize = table.rows.get(rank)
        yield Ending(many, TAKEN if prize is None else kept.plus(paid(prize)))
