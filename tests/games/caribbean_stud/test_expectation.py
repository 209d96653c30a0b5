"""What each wager should win: the counts add up, and come to what was published.

That the counts are those of all deals is derived in `tests/exact/five_cards`.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.caribbean_stud import CARIBBEAN_STUD
from ledger.games.caribbean_stud.expectation import ACE_KING, HANDS
from ledger.games.figures import Figure, Sums
from tests.games.expected import edge
from tests.games.three_card_poker.counting import TRUTH

DEALS = 19_933_230_517_200
METER = 80_000_00


def figures(tables: dict[str, Any] | None = None, **options: Any) -> dict[str, Figure]:
    given = InlineSubmission.model_validate({"pay_tables": tables or {}, "options": options})
    found = CARIBBEAN_STUD.expected(elections.inline(CARIBBEAN_STUD, given))
    return {figure.wagers[0]: figure for figure in found}


def test_all_hands_of_five_cards_come_as_often_as_they_should():
    told = {rank.replace(" ", "_"): many for rank, many in TRUTH["frequencies"]["five_card"].items()}
    assert dict(HANDS) == told
    assert sum(HANDS.values()) == comb(52, 5)


def test_every_rank_comes_as_often_as_it_should():
    assert {rank: sum(dealt) for rank, dealt in ACE_KING.items()} == {
        rank: many * comb(47, 5) * 5 for rank, many in HANDS.items()
    }
    assert sum(sum(dealt) for dealt in ACE_KING.values()) == DEALS


def test_nothing_but_a_high_card_is_folded():
    assert [rank for rank, dealt in ACE_KING.items() if dealt.folded] == ["high_card"]


def test_ante_and_bet_lose_as_much_as_was_published_of_perfect_play():
    """Published: 1,041,372,912,372 antes lost over all deals, 5.224 per cent (wizardofodds.com)."""
    main = figures()["ante"]
    assert main.wagers == ("ante", "bet")
    assert edge(main) * DEALS == 1_041_372_912_372


def test_the_progressive_should_win_less_the_higher_its_meter():
    figure = figures()["progressive"]
    prizes = 624 * 500_00 + 3_744 * 100_00 + 5_108 * 50_00
    shares = 4 * Fraction(METER) + 36 * Fraction(METER, 10)
    expected = 1_00 - Fraction(prizes + shares, comb(52, 5))
    assert figure.win(Sums(1, 1_00, 1_00**2, METER, METER**2, METER * 1_00)) == expected
    assert figure.edge is None


@pytest.mark.parametrize(("returned", "kept"), [(False, 1), (True, Fraction(2_598_960 - 9_516, 2_598_960))])
def test_whether_the_stake_of_a_prize_goes_back_is_elected(returned, kept):
    figure = figures(progressive_stake_returned=returned)["progressive"]
    assert figure.mean is not None
    assert figure.mean.stake == kept
