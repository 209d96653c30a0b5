"""A round closed before its end: the first step that is missing is found, and nothing that hangs on it."""

import pytest

from tests.games.three_card_poker.evening import CLEAN, ELECTED, EVENING, ONE_PASS
from tests.scenario import dealt, event, opened, placed

until, without = EVENING.until, EVENING.without


def shut(last, told=CLEAN):
    """The round closed straight after an event."""
    return {**until(last, told), "close": event("closed")}


def found(told, **judged):
    """What is found of the procedure: what was left lying or not paid is a matter of its own."""
    money = {"wager_unsettled", "wager_mispaid"}
    return [(code, at) for code, at in EVENING.found(told, **judged) if code not in money]


def alone(wager):
    return {"open": opened(), "wager": placed(1, wager, 10_00)}


@pytest.mark.parametrize("wager", ["ante", "pair_plus", "six_card_bonus"])
def test_a_wager_without_a_card_is_a_deal_that_is_missing(wager):
    assert found({**alone(wager), "close": event("closed")}) == [("deal_missing", "close")]


def test_many_wagers_without_a_card_are_one_deal_that_is_missing():
    assert found(shut("no more bets")) == [("deal_missing", "close")]


def test_a_round_in_which_nobody_wagered_lacks_nothing():
    assert found({"open": opened(), "close": event("closed")}) == []


@pytest.mark.parametrize(
    ("short", "last", "facts"),
    [
        ("deal 1 third", "deal dealer third", {"spot": 1}),
        ("deal 5 third", "deal dealer third", {"spot": 5}),
        ("deal dealer third", "deal 5 third", {}),
    ],
)
def test_a_deal_that_was_not_finished(short, last, facts):
    told = shut(last, without(short))
    assert ("hand_size_wrong", "close") in found(told)
    assert EVENING.finding(told, "hand_size_wrong").facts == facts


def test_each_spot_that_never_decided_is_found_and_not_what_would_have_followed():
    assert found(shut("fold 2")) == [("decision_missing", "close")] * 2


def test_a_pair_plus_without_an_ante_has_no_decision_to_miss():
    hands = {f"{place} {card}": dealt(place, None) for place in (1, "dealer") for card in range(3)}
    assert found({**alone("pair_plus"), **hands, "close": event("closed")}) == [("showdown_missing", "close")]


def test_a_decision_that_the_dealers_reveal_passed_is_found_there_alone():
    told = without("play 4", "collect ante 2", "collect pair plus 2", "rack 2", "collect ante 3")
    assert ("dealer_revealed_early", "reveal dealer") in found(told)
    assert "decision_missing" not in {code for code, _ in found(told)}


def test_the_dealers_cards_were_never_turned_up():
    assert found(shut("collect ante 3")) == [("showdown_missing", "close")]


def test_when_all_have_folded_and_no_bonus_lives_the_dealer_need_not_turn_up():
    hands = {f"{place} {card}": dealt(place, None) for place in (1, "dealer") for card in range(3)}
    fold = {"fold": event("decision_made", spot=1, decision="fold")}
    assert found({**alone("ante"), **hands, **fold, "close": event("closed")}) == []


@pytest.mark.parametrize("spot", [1, 4, 5])
def test_a_hand_of_which_nothing_more_is_told_was_never_turned_up(spot):
    steps = ("reveal", "pay", "collect", "rack")
    told = without(*[name for name in CLEAN if name.startswith(steps) and name.endswith(f" {spot}")])
    codes = {"hand_not_revealed", "settled_before_reveal"}
    assert {one.facts["spot"] for one in EVENING.judged(told).findings if one.code in codes} == {spot}


@pytest.mark.parametrize(
    ("place", "code", "at"),
    [
        ("1", "dealer_racked_early", "rack dealer"),
        ("2", "dealer_racked_early", "rack dealer"),
        ("3", "dealer_racked_early", "rack dealer"),
        ("dealer", "hand_not_racked", "close"),
    ],
)
@pytest.mark.parametrize("told", [CLEAN, ONE_PASS], ids=["table wide", "player by player"])
def test_a_hand_left_out_of_the_rack_is_found_once(place, code, at, told):
    elected = {} if told is CLEAN else ELECTED
    assert found(without(f"rack {place}", told=told), **elected) == [(code, at)]


def test_a_record_that_does_not_follow_the_rack_lacks_no_hand_there():
    assert found(without(*[name for name in CLEAN if name.startswith("rack ")])) == []


def test_a_round_declared_void_lacks_nothing():
    told = {**until("fold 2"), "void": event("voided", reason="misdeal"), "close": event("closed")}
    assert found(told) == []


def test_an_import_that_does_not_say_how_the_cards_were_dealt_lacks_nothing():
    told = {**shut("fold 2"), "open": {**CLEAN["open"], "source": "import"}}
    assert found(told) == []
