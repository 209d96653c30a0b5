"""Chips put on what is paid without being placed: recorded, and found at once."""

import pytest

from tests.games.boston_5_stud.evening import EVENING as BOSTON_5_STUD
from tests.games.three_card_poker.evening import EVENING as THREE_CARD_POKER
from tests.scenario import placed


@pytest.mark.parametrize(
    ("evening", "rule"), [(THREE_CARD_POKER, "13:69F-20.10(b)"), (BOSTON_5_STUD, "13:69F-24.10(a),(b)")]
)
def test_chips_on_an_ante_bonus_are_found(evening, rule):
    told = evening.added("on the bonus", placed(1, "ante_bonus", 1_00), before="no more bets")
    assert ("wager_out_of_stage", "on the bonus") in evening.found(told)
    assert evening.rule(evening.until("on the bonus", told), "wager_out_of_stage") == (rule, "derived")
