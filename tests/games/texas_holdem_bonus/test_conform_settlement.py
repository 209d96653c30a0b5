"""Folds, showdown, settlement and rack against procedure: each mistake is found once, at its event."""

import pytest

from tests.games.texas_holdem_bonus.evening import (
    CLEAN,
    added,
    changed,
    finding,
    found,
    moved,
    rule,
    without,
)
from tests.scenario import event, revealed

# --- folded hands ---------------------------------------------------------------------------


def test_a_folded_hand_without_a_bonus_that_was_not_racked_at_once():
    told = moved("rack 2", before="turn wager 1")
    assert found(told) == [("folded_hand_racked_late", "burn flop")]
    assert rule(told, "folded_hand_racked_late") == ("13:69F-28.10(a)2ii", "nj_text")


def test_a_folded_hand_that_was_not_spread():
    assert found(changed("rack 2", spread=False)) == [("folded_hand_not_spread", "rack 2")]


def test_a_folded_hand_racked_with_its_bonus_alive():
    told = moved("rack 4", before="burn flop")
    assert found(told) == [("hand_racked_early", "rack 4")]
    assert rule(told, "hand_racked_early") == ("13:69F-28.10(a)2i", "nj_text")


def test_a_folded_hand_racked_unseen_with_its_bonus_alive():
    told = changed("deal 4 second", changed("deal 4 first", card=None), card=None)
    told = changed("rack 4", without("reveal 4", "pay bonus 4", told=told), cards=None)
    assert ("hand_racked_early", "rack 4") in found(moved("rack 4", before="burn flop", told=told))


def test_a_folded_bonus_settled_before_the_pass_was_done():
    told = moved("reveal 4", "pay bonus 4", "rack 4", before="reveal 1")
    assert found(told) == [("folded_bonus_early", "pay bonus 4")]
    assert rule(told, "folded_bonus_early") == ("13:69F-28.10(a)2i", "derived")


# --- showdown, settlement, rack ---------------------------------------------------------------


def test_the_dealer_turning_up_before_the_board_is_complete():
    told = moved("reveal dealer", before="burn river")
    assert found(told) == [("dealer_revealed_early", "reveal dealer")]
    assert rule(told, "dealer_revealed_early") == ("13:69F-28.10(g)", "nj_text")


def test_a_dealers_card_exposed_in_dealing():
    of = list(CLEAN).index("deal dealer first") + 1
    told = added("exposed", event("card_exposed", of=of), before="cover", told=CLEAN)
    assert dict(found(told))["dealer_revealed_early"] == "exposed"
    told = added("exposed", event("card_exposed", card="Qh", from_="dealer"), before="fold 4")
    assert dict(found(told))["dealer_revealed_early"] == "exposed"


def test_a_players_card_exposed_before_the_showdown():
    told = added("exposed", event("card_exposed", card="Kh"), before="turn wager 1")
    assert found(told) == [("hand_revealed_early", "exposed")]
    assert finding(told, "hand_revealed_early").facts == {"spot": 3}


def test_a_player_turned_up_before_the_dealer():
    told = moved("reveal 3", before="reveal dealer")
    assert found(told) == [("hand_revealed_early", "reveal 3")]
    assert rule(told, "hand_revealed_early") == ("13:69F-28.10(h)", "nj_text")


def test_a_wager_settled_before_the_dealer_turned_up():
    told = moved("reveal 3", "pay flop 3", before="reveal dealer")
    assert found(told) == [("hand_revealed_early", "reveal 3"), ("settled_before_showdown", "pay flop 3")]


def test_a_wager_settled_before_the_hand_was_turned_up():
    told = moved("pay flop 3", before="reveal 3")
    assert found(told) == [("settled_before_reveal", "pay flop 3")]


def test_the_pass_taken_from_the_wrong_side():
    spot_1 = [name for name in list(CLEAN)[list(CLEAN).index("reveal 1") :] if name.endswith(" 1")]
    told = moved(*spot_1, before="reveal 3")
    assert found(told) == [("settlement_out_of_order", "reveal 1")]
    assert rule(told, "settlement_out_of_order") == ("13:69F-28.10(h)", "nj_text")
    assert finding(told, "settlement_out_of_order").facts == {"spot": 1, "passed_over": [3]}


def test_the_next_player_begun_before_the_last_was_settled():
    told = moved("pay turn 3", "rack 3", before="pay ante 1")
    assert found(told) == [("settlement_incomplete", "reveal 1")]
    assert finding(told, "settlement_incomplete").facts == {"spot": 3, "begun": 1}


def test_a_bonus_settled_before_the_main_wagers():
    told = moved("pay bonus 1", before="pay flop 1")
    assert found(told) == [("bonus_settled_early", "pay bonus 1")]
    assert rule(told, "bonus_settled_early") == ("13:69F-28.10(h)4", "nj_text")


@pytest.mark.parametrize("wager", ["river", "bonus"])
def test_a_hand_racked_before_its_wagers_were_settled(wager):
    told = moved("rack 1", before=f"pay {wager} 1")
    assert found(told) == [("hand_racked_early", "rack 1")]


def test_a_hand_racked_after_one_that_was_settled_later():
    told = moved("rack 3", before="reveal 4")
    assert found(told) == [("hand_racked_out_of_order", "reveal 1")]
    assert finding(told, "hand_racked_out_of_order").facts == {"spot": 3}


def test_the_next_player_begun_before_the_last_hand_was_racked():
    told = moved("rack 3", before="pay ante 1")
    assert found(told) == [("hand_racked_out_of_order", "reveal 1")]
    assert rule(told, "hand_racked_out_of_order") == ("13:69F-28.10(h)", "nj_text")


def test_a_hand_racked_before_an_earlier_one_though_it_was_never_turned_up():
    told = moved("rack 3", before="rack dealer", told=without("reveal 1"))
    assert ("hand_racked_out_of_order", "rack 1") in found(told)


def test_the_board_is_not_the_dealers_hand():
    assert found(changed("rack dealer", to="board", cards=None)) == [("hand_not_racked", "close")]


def test_the_dealers_hand_racked_before_a_players():
    told = moved("rack dealer", before="rack 4")
    assert found(told) == [("dealer_racked_early", "rack dealer")]


def test_a_hand_left_out_of_the_rack():
    told = without("rack 2")
    assert found(told) == [("dealer_racked_early", "rack dealer")]
    assert found(without("rack dealer")) == [("hand_not_racked", "close")]


def test_a_record_that_does_not_follow_the_rack_lacks_no_hand_in_it():
    assert found(without(*[name for name in CLEAN if name.startswith("rack")])) == []


def test_what_comes_after_the_close_is_no_matter_of_procedure():
    told = {**CLEAN, "late reveal": revealed(2, "7h", "2d")}
    assert found(told) == []


# --- what the dealer said -----------------------------------------------------------------------


def test_an_announcement_for_a_spot_is_of_the_hands_and_not_of_the_bonus():
    said = event("outcome_declared", spot=1, outcome="lose", rank="pair")
    told = changed("deal 1 second", changed("reveal 1", cards=["As", "5s"]), card="5s")
    told = added(
        "said",
        said,
        before="pay ante 1",
        told=changed("rack 1", without("pay bonus 1", told=told), cards=None),
    )
    assert ("outcome_misdeclared", "said") in found(told)
    assert ("rank_misdeclared", "said") in found(told)


def test_an_announcement_for_a_folded_spot_is_of_its_bonus():
    told = added("said", event("outcome_declared", spot=4, outcome="win"), before="pay bonus 4")
    assert found(told) == []


def test_the_row_of_a_bonus_is_not_the_rank_that_is_announced():
    said = event("outcome_declared", spot=4, wager="bonus", outcome="win", rank="pair")
    assert found(added("said", said, before="pay bonus 4")) == []
