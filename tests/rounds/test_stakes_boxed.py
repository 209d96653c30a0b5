"""Chips that lose go into the table inventory; where they went into the drop box, that is found."""

import pytest

from tests.games.boston_5_stud.evening import EVENING as BOSTON
from tests.games.caribbean_stud.evening import EVENING as CARIBBEAN
from tests.games.texas_holdem_bonus.evening import EVENING as TEXAS
from tests.games.three_card_poker.evening import EVENING as THREE_CARD

CODE = "stake_boxed"


@pytest.mark.parametrize(
    ("game", "name", "rule"),
    [
        (THREE_CARD, "collect ante 1", "13:69F-20.10(c)1ii"),
        (CARIBBEAN, "collect bet 4", "13:69F-16.10(e)1"),
        (BOSTON, "collect first 2", "13:69F-24.10(b)"),
        (TEXAS, "collect ante 2", "13:69F-28.10(a)2"),
    ],
)
def test_chips_put_into_the_drop_box(game, name, rule):
    told = game.changed(name, into="drop_box")
    assert game.found(told) == [(CODE, name)]
    assert game.rule(told, CODE) == (rule, "derived")
    one = game.clean[name]
    assert game.finding(told, CODE).facts == {
        "spot": one["spot"], "wager": one["wager"], "amount": one["amount"]
    }  # fmt: skip
    assert game.found(game.changed(name, into="table_inventory")) == []


def test_of_the_coin_of_a_progressive_no_text_says_where_it_goes():
    assert CARIBBEAN.found(CARIBBEAN.changed("take coin 1", into="drop_box")) == []


@pytest.mark.parametrize("tender", ["cash", "match_play"])
def test_cash_and_coupons_belong_there(tender):
    told = CARIBBEAN.changed("ante 4", tender=tender)
    boxed = CARIBBEAN.changed("collect ante 4", told=told, into="drop_box")
    assert CARIBBEAN.found(told) == CARIBBEAN.found(boxed)
