"""What showdown, settlement and rack should have been, found from the record."""

import pytest

from tests.games.caribbean_stud.evening import (
    CLEAN,
    NO_HAND,
    added,
    changed,
    finding,
    found,
    holding,
    moved,
    only,
    rule,
    until,
    without,
)
from tests.scenario import event, paid, placed

WON = {"spot": 5, "wager": "progressive", "fund": "progressive", "amount": 50_00}
PAID_AT_CAGE = event("progressive_paid", **WON, at="cage")
HELD = moved("rack 5", before="close", told=without("pay progressive 5"))
HELD = added("won", event("progressive_won", **WON), before="pay ante 1", told=HELD)
DOCUMENTED = added("documented", PAID_AT_CAGE, before="rack 5", told=HELD)


# --- the three passes ------------------------------------------------------------------


def test_a_hand_turned_up_before_the_dealers():
    told = moved("reveal 5", before="reveal dealer")
    assert found(told) == [("hand_revealed_early", "reveal 5")]
    assert rule(told, "hand_revealed_early") == ("13:69F-16.10(e)1,(f)1", "nj_text")


def test_a_players_card_exposed_before_the_showdown():
    told = until("bet 4", added("exposed", event("card_exposed", card="Ad", from_=1), before="bet 4"))
    assert found(told) == [("hand_revealed_early", "exposed")]


def test_hands_turned_up_clockwise():
    told = moved("reveal 3", before="reveal 4")
    assert ("settlement_out_of_order", "reveal 3") in found(told)
    assert rule(told, "settlement_out_of_order") == ("13:69F-16.10(e)1", "nj_text")
    assert finding(told, "settlement_out_of_order").facts == {"spot": 3, "passed_over": [4]}


def test_a_loser_is_collected_as_the_pass_reaches_it():
    told = moved("collect ante 4", "collect bet 4", "rack 4", before="ante back 3")
    assert found(told) == [("settlement_incomplete", "reveal 3")]
    assert rule(told, "settlement_incomplete") == ("13:69F-16.10(e)1", "nj_text")


def test_a_losing_hand_is_racked_as_the_pass_reaches_it():
    assert found(moved("rack 4", before="ante back 3")) == [("settlement_incomplete", "reveal 3")]


def test_a_wager_collected_before_the_dealers_cards_were_turned_up():
    told = moved("collect ante 4", before="reveal dealer")
    assert ("settled_before_showdown", "collect ante 4") in found(told)
    assert rule(told, "settled_before_showdown") == ("13:69F-16.10(e)1", "nj_text")


@pytest.mark.parametrize("name", ["collect ante 4", "collect bet 4"])
def test_a_wager_collected_before_the_hand_was_turned_up(name):
    assert found(moved(name, before="reveal 4")) == [("settled_before_reveal", name)]


def test_a_winner_paid_before_a_loser_was_collected():
    told = moved("pay ante 5", before="collect ante 4")
    assert ("winner_paid_early", "pay ante 5") in found(told)
    assert finding(until("pay ante 5", told), "winner_paid_early").facts == {"spot": 5}
    assert rule(until("pay ante 5", told), "winner_paid_early") == ("13:69F-16.10(e)3", "nj_text")


def test_a_winner_paid_before_the_equal_hand_was_racked():
    assert found(moved("rack 3", before="rack 5")) == [("winner_paid_early", "pay ante 5")]


@pytest.mark.parametrize("kept", [(), ("take coin 1",)])
def test_a_hand_turned_up_only_when_a_winner_was_paid(kept):
    told = moved("reveal 1", *kept, before="pay ante 1")
    assert ("winner_paid_early", "reveal 1") in found(told)
    assert rule(told, "winner_paid_early") == ("13:69F-16.10(e)1,3", "derived")


def test_a_hand_paid_unseen_is_not_found_twice():
    codes = [code for code, _ in found(moved("reveal 1", before="rack 5"))]
    assert "settled_before_reveal" in codes
    assert "winner_paid_early" not in codes


def test_a_record_that_does_not_follow_the_rack_has_no_finding_of_it():
    told = without(*[name for name in CLEAN if name.startswith("rack")])
    assert found(told) == []


def test_winners_paid_clockwise():
    told = moved("pay ante 1", "pay bet 1", before="pay ante 5")
    assert found(told) == [("settlement_out_of_order", "pay ante 1")]
    assert finding(told, "settlement_out_of_order").rule == "13:69F-16.10(e)3"


def test_an_equal_hand_racked_before_the_losers_are_gone():
    told = moved("reveal 3", "rack 3", before="reveal 4")
    assert ("hand_racked_out_of_order", "rack 3") in found(told)
    assert finding(told, "hand_racked_out_of_order").rule == "13:69F-16.10(e)2"


def test_a_winning_hand_racked_before_it_was_paid():
    told = moved("rack 1", before="pay ante 1")
    assert ("hand_racked_early", "rack 1") in found(told)
    assert rule(told, "hand_racked_early") == ("13:69F-16.10(e)3", "nj_text")


def test_a_losing_hand_racked_before_it_was_collected():
    told = moved("rack 4", before="collect bet 4")
    assert found(told) == [("hand_racked_early", "rack 4")]
    assert rule(told, "hand_racked_early") == ("13:69F-16.10(e)1", "nj_text")


def test_a_hand_racked_before_the_dealers_cards_were_turned_up():
    told = until("reveal dealer", moved("rack 1", before="reveal dealer"))
    assert ("hand_racked_early", "rack 1") in found(told)


def test_winning_hands_racked_clockwise():
    told = moved("rack 1", before="rack 5")
    assert found(told) == [("hand_racked_out_of_order", "rack 1")]
    assert rule(told, "hand_racked_out_of_order") == ("13:69F-16.10(e)3", "mixed")


def test_a_winning_hand_may_be_racked_as_soon_as_it_is_paid():
    assert found(moved("rack 5", before="pay ante 1")) == []


def test_the_dealers_hand_racked_before_a_players():
    told = moved("rack dealer", before="rack 1")
    assert found(told) == [("dealer_racked_early", "rack dealer")]
    assert rule(told, "dealer_racked_early") == ("13:69F-16.10(g)", "derived")


def test_the_stub_goes_with_the_last_hands():
    told = moved("stub", before="pay ante 1")
    assert found(told) == [("stub_collected_early", "stub")]
    assert rule(told, "stub_collected_early") == ("13:69F-16.10(e)3,(f)4", "nj_text")


# --- no qualifying hand --------------------------------------------------------------------


def test_hands_without_a_progressive_need_not_be_turned_up():
    assert found(NO_HAND) == []
    assert (
        found(added("reveal 3", event("hand_revealed", to=3, cards=[]), before="reveal 1", told=NO_HAND))
        == []
    )


def test_a_hand_with_a_progressive_is_turned_up_all_the_same():
    told = without(
        "reveal 1", "pay progressive 1", told=holding(1, "2c", "5c", "8d", "Th", "Jh", told=NO_HAND)
    )
    assert found(told) == [("hand_not_revealed", "rack 1")]
    assert rule(told, "hand_not_revealed") == ("13:69F-16.10(f)1", "nj_text")
    assert found(without("rack 3", "rack 1", "rack dealer", told=told)) == [("hand_not_revealed", "close")]
    assert finding(told, "hand_not_revealed").facts == {"spot": 1}


def test_antes_paid_clockwise():
    told = moved("pay ante 1", before="pay ante 3", told=NO_HAND)
    assert found(told) == [("settlement_out_of_order", "pay ante 1")]
    assert rule(told, "settlement_out_of_order") == ("13:69F-16.10(f)2,(f)3", "nj_text")


def test_an_ante_paid_before_the_dealers_cards_were_turned_up():
    told = moved("pay ante 3", before="reveal dealer", told=NO_HAND)
    assert found(told) == [("settled_before_showdown", "pay ante 3")]


def test_a_hand_racked_before_its_ante_was_paid():
    told = moved("rack 1", before="pay ante 1", told=moved("rack 3", before="pay ante 1", told=NO_HAND))
    told = moved("pay progressive 1", before="rack 1", told=told)
    assert found(told) == [("hand_racked_early", "rack 1")]


def test_a_bet_paid_though_it_is_void_is_a_mispayment():
    told = changed("bet back 3", NO_HAND, type="wager_paid", reason=None)
    assert ("wager_mispaid", "bet back 3") in found(told)


# --- the progressive ------------------------------------------------------------------------


@pytest.mark.parametrize("told", [CLEAN, NO_HAND], ids=["qualifying", "no hand"])
def test_a_hand_racked_before_its_progressive_was_paid(told):
    spot = 5 if told is CLEAN else 1
    early = moved(f"pay progressive {spot}", before="close", told=told)
    assert found(early) == [("hand_racked_early", f"rack {spot}")]


def test_a_losing_hand_keeps_lying_until_its_progressive_is_paid():
    told = only(5, told=holding("dealer", "Kd", "Kh", "Qd", "Qc", "Qh"))
    told = {
        **until("take coin 5", told),
        "collect ante 5": event("wager_collected", spot=5, wager="ante", amount=10_00),
        "collect bet 5": event("wager_collected", spot=5, wager="bet", amount=20_00),
        "pay progressive 5": paid(5, "progressive", 50_00),
        "rack 5": CLEAN["rack 5"],
        "rack dealer": CLEAN["rack dealer"],
        "close": CLEAN["close"],
    }
    assert found(told) == []
    early = moved("rack 5", before="pay progressive 5", told=told)
    assert found(early) == [("hand_racked_early", "rack 5")]
    assert rule(early, "hand_racked_early") == ("13:69F-16.11(a)", "nj_text")


def test_a_progressive_paid_before_its_hand_was_turned_up():
    told = moved("pay progressive 1", before="reveal 1", told=NO_HAND)
    assert found(told) == [("settled_before_reveal", "pay progressive 1")]
    assert rule(told, "settled_before_reveal") == ("13:69F-16.11(b)", "nj_text")


def test_a_hand_whose_progressive_the_cage_pays_lies_until_that_is_documented():
    assert found(DOCUMENTED, progressive_paid_from="cage") == []
    early = moved("rack 5", before="documented", told=DOCUMENTED)
    assert found(early, progressive_paid_from="cage") == [("hand_racked_early", "rack 5")]
    assert rule(early, "hand_racked_early", progressive_paid_from="cage") == (
        "13:69F-16.10(e)3,(f)4",
        "nj_text",
    )


def test_a_round_does_not_end_before_the_cages_payment_is_documented():
    told = without("rack 5", told=HELD)
    assert found(told, progressive_paid_from="cage") == [("progressive_undocumented", "close")]
    late = {**told, "documented": PAID_AT_CAGE}
    assert found(late, progressive_paid_from="cage") == [("progressive_undocumented", "close")]
    assert finding(late, "progressive_undocumented", progressive_paid_from="cage").facts == {"spot": 5}


def test_a_hand_racked_when_a_cent_of_its_progressive_was_paid_is_racked_early():
    told = changed("documented", DOCUMENTED, amount=1)
    codes = found(told, progressive_paid_from="cage")
    assert ("hand_racked_early", "rack 5") in codes
    rest = event("progressive_paid", **{**WON, "amount": 49_99}, at="cage")
    assert found(added("rest", rest, before="rack 5", told=told), progressive_paid_from="cage") == []
    lying = without("rack 5", told=told)
    assert ("progressive_undocumented", "close") in found(lying, progressive_paid_from="cage")


def test_what_the_cage_should_pay_paid_from_the_tray_is_a_mispayment():
    told = changed("documented", DOCUMENTED, type="wager_paid", fund=None, at=None)
    codes = found(told, progressive_paid_from="cage")
    assert ("wager_mispaid", "documented") in codes
    assert ("hand_racked_early", "rack 5") not in codes


def test_a_progressive_nobody_paid_is_a_mispayment_at_the_close():
    told = without("pay progressive 5")
    assert found(told) == [("hand_racked_early", "rack 5"), ("wager_mispaid", "close")]


def test_a_prize_recorded_that_the_rules_cannot_say_is_no_finding():
    told = holding(5, "Ah", "Qh", "Jh", "Th", "8h", told=DOCUMENTED)
    ranks = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush")
    shares = {"progressive": {rank: {"meter_percent": 10} for rank in ranks}}
    codes = [code for code, _ in found(told, progressive_paid_from="cage", pay_tables=shares)]
    assert "progressive_misstated" not in codes


# --- when the round is over ------------------------------------------------------------------


def test_the_dealers_hidden_cards_never_turned_up():
    told = {**until("bet 4"), "close": event("closed")}
    assert ("showdown_missing", "close") in found(told)
    assert rule(told, "showdown_missing") == ("13:69F-16.10(d)", "nj_text")


def test_a_hand_compared_and_never_turned_up():
    told = without("reveal 3")
    assert ("settled_before_reveal", "ante back 3") in found(told)
    silent = without("reveal 3", "ante back 3", "bet back 3")
    assert found(silent) == [("settlement_out_of_order", "reveal 1"), ("hand_not_revealed", "close")]
    assert rule(silent, "hand_not_revealed") == ("13:69F-16.10(e)1", "nj_text")


def test_a_hand_left_out_of_the_rack():
    told = without("rack 1")
    assert found(told) == [("dealer_racked_early", "rack dealer")]
    assert found(without("rack 1", "rack dealer")) == [("hand_not_racked", "close")] * 2
    assert finding(without("rack dealer"), "hand_not_racked").rule == "13:69F-16.10(g)"


def test_a_round_declared_void_lacks_nothing():
    told = {**until("deal 3 2"), "void": event("voided", reason="misdeal"), "close": event("closed")}
    assert found(told) == []


def test_a_coupon_and_chips_at_one_spot_are_two_wagers_of_one_hand():
    told = added("coupon", placed(1, "ante", 5_00, tender="match_play"), before="no more bets")
    assert found(until("reveal 1", told)) == [("wager_ratio_wrong", "bet 1")]
