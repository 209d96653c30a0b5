"""What each wager should win: the counts add up, and come to what was counted elsewhere.

That the counts are those of all deals, and that nobody does better by folding,
is derived in `tests/exact/five_cards`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.boston_5_stud import BOSTON_5_STUD
from ledger.games.boston_5_stud.expectation import DEALS, HANDS
from ledger.games.figures import Figure, Sums
from tests.games.expected import edge, variance
from tests.games.three_card_poker.counting import TRUTH

FREQUENCIES = {rank.replace(" ", "_"): many for rank, many in TRUTH["frequencies"]["five_card"].items()}
BONUS = {
    "royal_flush": "100:1", "straight_flush": "50:1", "four_of_a_kind": "20:1", "full_house": "7:1",
    "flush": "5:1", "straight": "4:1", "three_of_a_kind": "3:1", "two_pair": "2:1",
}  # fmt: skip


def figures(tables: dict[str, Any] | None = None, **options: Any) -> dict[str, Figure]:
    given = InlineSubmission.model_validate({"pay_tables": tables or {}, "options": options})
    found = BOSTON_5_STUD.expected(elections.inline(BOSTON_5_STUD, given))
    return {figure.wagers[0]: figure for figure in found}


def test_every_rank_comes_as_often_as_it_should():
    assert {rank: sum(dealt) for rank, dealt in DEALS.items()} == {
        rank: many * comb(47, 5) for rank, many in FREQUENCIES.items()
    }


def test_as_many_hands_are_won_as_lost_and_the_rest_are_ties():
    lower, equal, higher = (sum(dealt[place] for dealt in DEALS.values()) for place in range(3))
    assert (lower, equal, higher) == (1_993_149_152_280, 347_798_880, 1_993_149_152_280)


def test_all_hands_of_three_cards_come_as_often_as_they_should():
    told = Counter(
        {rank.replace(" ", "_"): many for rank, many in TRUTH["frequencies"]["three_card"].items()}
    )
    assert told == HANDS


@pytest.mark.parametrize(("flush", "percent"), [("4:1", "2.3167"), ("3:1", "7.2760")])
def test_the_edge_of_the_optional_bonus_is_the_one_published(flush, percent):
    rows = {
        "straight_flush": "40:1", "three_of_a_kind": "30:1", "straight": "6:1", "flush": flush, "pair": "1:1",
    }  # fmt: skip
    bonus = figures({"optional_bonus": rows})["optional_bonus"]
    assert round(edge(bonus) * 100, 4) == Fraction(percent)


@pytest.mark.parametrize("times", [1, 2])
def test_what_the_player_loses_without_an_ante_bonus_is_the_ante_of_each_hand_lost(times):
    """First and second are won as often as lost, so that they cancel; the ante is lost and never won."""
    main = figures(first_times_ante=times)["ante"]
    assert main.wagers == ("ante", "first", "second")
    assert main.edge == Fraction(1_993_149_152_280, comb(52, 5) * comb(47, 5))


def test_an_ante_bonus_without_odds_is_not_known_and_the_rest_is():
    assert figures()["ante_bonus"].basis == "not_known"
    assert figures()["ante"].basis == "counted"


def test_an_ante_bonus_with_odds_is_paid_whoever_wins():
    plain, with_bonus = figures()["ante"], figures({"ante_bonus": BONUS})["ante"]
    assert with_bonus.wagers == ("ante", "first", "second", "ante_bonus")
    given = sum(FREQUENCIES[rank] * int(odds.partition(":")[0]) for rank, odds in BONUS.items())
    assert edge(plain) - edge(with_bonus) == Fraction(given, comb(52, 5))
    assert variance(with_bonus, Sums(squared=1)) > variance(plain, Sums(squared=1))
