"""Hands that are turned up a card at a time, in every game dealt against the house."""

import pytest

from tests.games.boston_5_stud import evening as boston
from tests.games.caribbean_stud import evening as caribbean
from tests.games.texas_holdem_bonus import evening as texas
from tests.games.three_card_poker import evening as three_card
from tests.scenario import event

ROUNDS = [
    (three_card.EVENING, three_card.CLEAN, {}),
    (three_card.EVENING, three_card.ONE_PASS, three_card.ELECTED),
    (caribbean.EVENING, caribbean.CLEAN, {}),
    (caribbean.EVENING, caribbean.NO_HAND, {}),
    (boston.EVENING, boston.CLEAN, {}),
    (texas.EVENING, texas.CLEAN, {}),
]
CARD = "{name}, {card}"


def one_by_one(told, *skipped, only=None):
    """The round with each hand turned up a card at a time, and some cards or hands not at all."""
    single = {}
    for name, one in told.items():
        if one["type"] != "hand_revealed" or only not in {None, name}:
            single[name] = one
            continue
        for card in one["cards"]:
            if CARD.format(name=name, card=card) not in skipped:
                seen = event("card_exposed", card=card, from_=one["to"])
                single[CARD.format(name=name, card=card)] = seen
    return single


@pytest.mark.parametrize(("evening", "told", "elected"), ROUNDS)
def test_hands_may_be_turned_up_a_card_at_a_time(evening, told, elected):
    assert evening.found(one_by_one(told), **elected) == []
    assert evening.order(one_by_one(told), **elected) == evening.order(told, **elected)


@pytest.mark.parametrize(("evening", "told", "elected"), ROUNDS)
def test_the_dealers_hand_alone_may_be_turned_up_a_card_at_a_time(evening, told, elected):
    assert evening.found(one_by_one(told, only="reveal dealer"), **elected) == []


@pytest.mark.parametrize(("evening", "told", "elected"), ROUNDS[:3] + ROUNDS[4:])
def test_a_hand_of_which_a_card_stays_down_is_not_turned_up(evening, told, elected):
    down = CARD.format(name="reveal 1", card=told["reveal 1"]["cards"][-1])
    codes = {code for code, _ in evening.found(one_by_one(told, down), **elected)}
    assert codes == {"settled_before_reveal"}


@pytest.mark.parametrize(("evening", "told", "elected"), ROUNDS)
def test_a_dealers_hand_of_which_a_card_stays_down_is_not_shown_down(evening, told, elected):
    down = CARD.format(name="reveal dealer", card=told["reveal dealer"]["cards"][-1])
    codes = {code for code, _ in evening.found(one_by_one(told, down), **elected)}
    assert {"hand_revealed_early", "settled_before_showdown"} <= codes


@pytest.mark.parametrize(("evening", "told", "elected"), [ROUNDS[1], ROUNDS[5]])
def test_hands_turned_up_a_card_at_a_time_have_their_order(evening, told, elected):
    single = one_by_one(told, only="reveal 1")
    names = [name for name in single if name.startswith("reveal 1, ")]
    first = next(name for name in told if name.startswith("reveal ") and name != "reveal dealer")
    single = evening.moved(*names, before=first, told=single)
    assert ("settlement_out_of_order", names[-1]) in evening.found(single, **elected)
