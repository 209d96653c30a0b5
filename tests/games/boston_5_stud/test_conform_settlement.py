"""Showdown, settlement, rack and close against procedure: each mistake is found once, at its event."""

import pytest

from tests.games.boston_5_stud.evening import (
    CLEAN,
    added,
    changed,
    finding,
    found,
    moved,
    rule,
    until,
    without,
)
from tests.scenario import event

# --- showdown, settlement, rack ---------------------------------------------------------------


def test_the_dealer_turning_up_three_cards():
    told = moved("reveal dealer", before="deal dealer 4")
    assert ("dealer_revealed_early", "reveal dealer") in found(told)
    assert rule(told, "dealer_revealed_early") == ("13:69F-24.10(e)", "nj_text")


def test_a_player_turned_up_before_the_dealer():
    assert found(moved("reveal 4", before="reveal dealer")) == [("hand_revealed_early", "reveal 4")]


def test_a_wager_settled_before_the_hand_was_turned_up():
    assert found(moved("collect ante 4", before="reveal 4")) == [("settled_before_reveal", "collect ante 4")]


def test_the_pass_taken_from_the_wrong_side():
    names = list(CLEAN)
    of_1 = names[names.index("reveal 1") : names.index("rack dealer")]
    told = moved(*of_1, before="reveal 4")
    assert found(told) == [("settlement_out_of_order", "reveal 1")]
    assert finding(told, "settlement_out_of_order").facts == {"spot": 1, "passed_over": [4, 3]}


def test_the_next_player_begun_before_the_last_was_settled():
    told = moved("pay bonus 3", "rack 3", before="pay first 1")
    assert found(told) == [("settlement_incomplete", "reveal 1")]


def test_an_ante_bonus_paid_before_the_other_wagers():
    told = moved("pay bonus 1", before="pay second 1")
    assert found(told) == [("bonus_settled_early", "pay bonus 1")]
    assert rule(told, "bonus_settled_early") == ("13:69F-24.10(f)3", "nj_text")


@pytest.mark.parametrize("name", ["pay bonus 4", "collect second 4"])
def test_a_hand_racked_before_its_wagers_were_settled(name):
    assert ("hand_racked_early", "rack 4") in found(moved("rack 4", before=name))


def test_a_hand_racked_after_one_that_was_settled_later():
    told = moved("rack 3", before="rack dealer")
    assert found(told) == [("hand_racked_out_of_order", "reveal 1")]


def test_the_next_player_begun_before_the_last_hand_was_racked():
    told = moved("rack 4", before="push ante 3")
    assert found(told) == [("hand_racked_out_of_order", "reveal 3")]
    assert rule(told, "hand_racked_out_of_order") == ("13:69F-24.10(f)1 to 3", "nj_text")
    assert finding(told, "hand_racked_out_of_order").facts == {"spot": 4}


@pytest.mark.parametrize("before", ["pay first 1", "pay second 1"])
def test_a_winners_ante_handed_back_before_first_and_second_are_paid(before):
    told = moved("ante back 1", before=before)
    assert found(told) == [("ante_returned_early", "ante back 1")]
    assert rule(told, "ante_returned_early") == ("13:69F-24.10(f)3", "nj_text")


def test_an_ante_handed_back_beside_a_wager_that_nobody_paid_is_found_as_unpaid_alone():
    assert "ante_returned_early" not in dict(found(without("pay first 1")))


def test_an_optional_bonus_collected_before_there_were_cards_to_expose():
    told = moved("collect optional 4", before="deal 1 1")
    assert found(told) == [("bonus_settled_early", "collect optional 4")]
    assert rule(told, "bonus_settled_early") == ("13:69F-24.10(a)", "nj_text")


def test_the_dealers_hand_racked_before_a_players():
    assert found(moved("rack dealer", before="rack 1")) == [("dealer_racked_early", "rack dealer")]


# --- money against the rules --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "code", "at"),
    [
        (changed("pay first 1", amount=25_00), "wager_mispaid", "pay first 1"),
        (changed("pay bonus 4", amount=20_00), "wager_mispaid", "pay bonus 4"),
        (without("pay bonus 4"), "wager_mispaid", "close"),
        (without("pay optional 1"), "wager_unsettled", "close"),
        (without("collect first 4"), "wager_unsettled", "close"),
        (changed("collect first 2", amount=10_00), "wager_unsettled", "close"),
    ],
)
def test_money_against_the_rules(told, code, at):
    assert (code, at) in found(told)


def test_an_ante_paid_even_money_is_a_mispayment():
    told = added("even money", event("wager_paid", spot=1, wager="ante", amount=10_00), before="ante back 1")
    assert ("wager_mispaid", "even money") in found(without("ante back 1", told=told))


# --- closed before the end ----------------------------------------------------------------------


def shut(last, told=CLEAN):
    """What is found of the procedure in a round closed straight after an event."""
    money = {"wager_unsettled", "wager_mispaid", "wager_miscollected"}
    return [one for one in found({**until(last, told), "close": event("closed")}) if one[0] not in money]


@pytest.mark.parametrize(
    ("last", "codes"),
    [
        ("no more bets", ["deal_missing"]),
        ("deal 4 3", ["hand_size_wrong"]),
        ("pay optional 1", ["decision_missing"] * 4),
        ("second 3", ["hand_size_wrong"] * 4),
        ("deal 4 5", ["hand_size_wrong"]),
        ("deal dealer 5", ["showdown_missing"]),
    ],
)
def test_the_first_step_that_is_missing_is_found_and_nothing_that_hangs_on_it(last, codes):
    steps = [one for one in shut(last) if one[0] not in {"hand_not_racked", "hand_not_revealed"}]
    assert steps == [(code, "close") for code in codes]


def test_hands_not_turned_up_and_not_racked_are_each_their_own():
    told = without("reveal 3", "rack 3", "push ante 3", "push first 3", "push second 3", "pay bonus 3")
    assert ("hand_not_revealed", "close") in found(told)
    assert ("dealer_racked_early", "rack dealer") in found(told)
    assert ("hand_not_racked", "close") in found(without("rack dealer"))


def test_a_record_that_does_not_follow_the_rack_lacks_no_hand_in_it():
    assert found(without(*[name for name in CLEAN if name.startswith("rack")])) == []
