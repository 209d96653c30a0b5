"""What the dealing and the decisions should have been, found from the record."""

import pytest

from ledger.games.caribbean_stud import CARIBBEAN_STUD
from ledger.games.caribbean_stud.conform import CONDUCT, RACKS
from ledger.games.caribbean_stud.findings import KINDS
from ledger.games.caribbean_stud.procedure import ABSENCES, CONDITIONS, STEPS, TURNS
from tests.games.caribbean_stud.evening import (
    CLEAN,
    HANDS,
    NO_HAND,
    NO_HANDS,
    added,
    changed,
    finding,
    found,
    moved,
    one_by_one,
    rule,
    stacks,
    until,
    without,
)
from tests.scenario import dealt, event, placed

# --- rounds dealt without a mistake ---------------------------------------------------


@pytest.mark.parametrize("dealing", [None, "manual_shoe", "hand"])
def test_one_card_at_a_time_has_no_finding(dealing):
    assert found(CLEAN, dealing=dealing) == []


@pytest.mark.parametrize("dealing", [None, "automated_shoe"])
def test_stacks_of_five_have_no_finding(dealing):
    assert found(NO_HAND, dealing=dealing) == []


def test_up_to_every_event_there_is_no_finding():
    for told in (CLEAN, NO_HAND):
        for name in told:
            assert found(until(name, told)) == []


@pytest.mark.parametrize("up", [1, 2, 3, 4, 5])
def test_any_one_of_the_dealers_cards_may_lie_up(up):
    told = changed(f"deal dealer {up}", changed("deal dealer 1", face="down"), face="up")
    assert found(told) == []


def test_out_of_a_stack_the_dealers_card_may_be_turned_up_where_it_lies():
    told = changed("deal dealer 1", NO_HAND, face="down")
    turned = event("card_exposed", card="Jd", from_="dealer")
    assert found(added("turn up", turned, before="bet 3", told=told), dealing="automated_shoe") == []


@pytest.mark.parametrize("dealing", [None, "automated_shoe"])
def test_out_of_a_stack_too_one_of_the_dealers_cards_has_to_lie_up(dealing):
    told = changed("deal dealer 1", NO_HAND, face="down")
    assert found(told, dealing=dealing) == [("card_faced_wrong", "bet 3")]
    assert rule(told, "card_faced_wrong") == ("13:69F-16.7 to 16.9", "not_nj_text")
    assert found(until("deal dealer 5", told), dealing=dealing) == []
    late = event("card_exposed", card="Jd", from_="dealer")
    assert found(added("turn up", late, before="reveal dealer", told=told)) == [("card_faced_wrong", "bet 3")]


def test_a_dealers_card_dealt_wrong_by_hand_is_found_once():
    told = changed("deal dealer 1", face="down")
    assert found(told, dealing="hand") == [("card_faced_wrong", "deal dealer 5")]


@pytest.mark.parametrize("first", [1, 3, 4])
def test_the_players_decide_in_any_order(first):
    assert found(moved(f"bet {first}", before="bet 1" if first > 1 else "bet 4")) == []


def test_coins_may_be_locked_in_before_the_deal_or_taken_later():
    locked = moved("take coin 1", "take coin 5", "collect progressive 2", before="deal 1 1")
    assert found(locked) == []
    assert found(moved("take coin 1", before="rack 1")) == []
    assert found(moved("lock 1", before="pay progressive 1", told=NO_HAND)) == []


def test_all_folded_and_the_dealers_hand_never_shown():
    told = without("bet 1", "bet 3", "bet 4", "bet 5", told=until("rack 2"))
    for spot in (1, 3, 4, 5):
        told[f"fold {spot}"] = event("decision_made", spot=spot, decision="fold")
        told[f"collect ante {spot}"] = event("wager_collected", spot=spot, wager="ante", amount=10_00)
        told[f"rack {spot}"] = event("hand_collected", to=spot)
    for spot in (1, 5):
        told[f"coin {spot}"] = event("wager_collected", spot=spot, wager="progressive", amount=1_00)
    told = {**told, "rack dealer": CLEAN["rack dealer"], "stub": CLEAN["stub"], "close": CLEAN["close"]}
    assert found(told) == []


# --- wagers ---------------------------------------------------------------------------


def test_a_spot_dealt_in_without_an_ante():
    told = until("deal 4 1", without("ante 4"))
    assert ("ante_missing", "deal 4 1") in found(told)
    assert rule(told, "ante_missing") == ("13:69F-16.1", "nj_text")


def test_a_bet_without_an_ante():
    told = without(*[f"deal 4 {card}" for card in range(1, 6)], "ante 4")
    assert ("ante_missing", "bet 4") in found(until("bet 4", told))


@pytest.mark.parametrize("before", ["no more bets", "deal 1 1"])
def test_a_bet_before_the_deal(before):
    told = until("bet 3", moved("bet 1", before=before))
    assert ("wager_out_of_stage", "bet 1") in found(told)
    assert rule(told, "wager_out_of_stage") == ("13:69F-16.10(a)", "nj_text")


def test_a_bet_after_the_dealers_cards_were_turned_up():
    told = until("reveal 5", moved("bet 4", before="reveal 5"))
    assert found(told) == [("dealer_revealed_early", "reveal dealer"), ("wager_out_of_stage", "bet 4")]


def test_a_progressive_after_no_more_bets_is_late_and_found_once():
    late = placed(4, "progressive", 1_00)
    assert found(until("bet 4", added("late", late, before="deal 1 1"))) == [("wager_late", "late")]


def test_a_progressive_in_the_deal_where_nobody_said_no_more_bets():
    told = added("late", placed(4, "progressive", 1_00), before="deal 3 2", told=without("no more bets"))
    assert found(until("bet 4", told)) == [("wager_out_of_stage", "late")]


def test_an_ante_taken_back_after_no_more_bets():
    back = event("wager_withdrawn", spot=4, wager="ante", amount=5_00)
    told = until("bet 5", added("back", back, before="deal 1 1"))
    assert ("wager_withdrawn_late", "back") in found(told)
    assert rule(told, "wager_withdrawn_late") == ("", "not_nj_text")


@pytest.mark.parametrize("amount", [10_00, 15_00, 30_00])
def test_a_bet_that_is_not_twice_the_ante(amount):
    told = until("reveal dealer", changed("bet 4", amount=amount))
    assert found(told) == [("wager_ratio_wrong", "bet 4")]
    assert finding(told, "wager_ratio_wrong").facts == {
        "spot": 4, "wager": "bet", "amount": amount, "due": 20_00,
    }  # fmt: skip
    assert rule(told, "wager_ratio_wrong") == ("", "not_nj_text")


def test_too_small_a_bet_may_be_added_to_until_the_dealers_hand_is_shown():
    told = changed("bet 1", amount=10_00)
    assert found(until("bet 4", told)) == []
    more = event("wager_increased", spot=1, wager="bet", amount=10_00)
    assert found(added("more", more, before="bet 4", told=told)) == []


# --- dealing --------------------------------------------------------------------------


def test_a_spot_dealt_to_before_the_one_on_its_right():
    told = moved("deal 3 1", before="deal 2 1")
    assert found(told) == [("dealing_out_of_order", "deal 3 1")]
    assert rule(told, "dealing_out_of_order") == ("13:69F-16.7 to 16.9", "derived")
    assert finding(told, "dealing_out_of_order").facts == {"spot": 3, "passed_over": [2]}


def test_the_dealer_dealt_to_first():
    told = moved("deal dealer 1", before="deal 1 1")
    assert found(told) == [("dealing_out_of_order", "deal dealer 1")]


@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_stacks_where_cards_should_come_one_by_one(dealing):
    told = {name: {**CLEAN, **stacks(HANDS)}[name] for name in reordered(CLEAN, stacks(HANDS))}
    assert {code for code, _ in found(told, dealing=dealing)} & {
        "dealing_method_wrong",
        "dealing_out_of_order",
    }


def test_cards_one_by_one_where_a_machine_deals_stacks():
    told = {name: NO_HAND[name] for name in reordered(NO_HAND, one_by_one(NO_HANDS))}
    assert [code for code, _ in found(told, dealing="automated_shoe")] == ["dealing_method_wrong"]
    assert rule(told, "dealing_method_wrong", dealing="automated_shoe")[1] == "not_nj_text"


def reordered(told, deal):
    """The names of a round with its cards dealt in another order."""
    names = [name for name in told if name not in deal]
    at = min(names.index("bet 3"), names.index("bet 1"))
    return [*names[:at], *deal, *names[at:]]


def test_a_sixth_card_to_a_spot():
    told = until("bet 1", added("deal 3 6", dealt(3, "3h"), before="bet 1"))
    assert found(told) == [("hand_size_wrong", "deal 3 6")]
    assert rule(told, "hand_size_wrong") == ("13:69F-16.10(b)", "nj_text")


@pytest.mark.parametrize(("name", "spot"), [("deal 3 5", 3), ("deal dealer 5", None)])
def test_a_hand_of_four_cards_when_the_decisions_begin(name, spot):
    told = until("bet 1", without(name))
    assert ("hand_size_wrong", "bet 1") in found(told)
    assert finding(told, "hand_size_wrong").facts.get("spot") == spot


def test_a_players_card_dealt_face_up():
    assert found(until("bet 1", changed("deal 3 2", face="up"))) == [("card_faced_wrong", "deal 3 2")]


def test_two_of_the_dealers_cards_face_up():
    told = until("bet 1", changed("deal dealer 3", face="up"))
    assert found(told) == [("card_faced_wrong", "deal dealer 3")]
    assert rule(told, "card_faced_wrong") == ("13:69F-16.7 to 16.9", "not_nj_text")


def test_none_of_the_dealers_cards_face_up_from_the_hand():
    told = until("bet 1", changed("deal dealer 1", face="down"))
    assert found(told, dealing="hand") == [("card_faced_wrong", "deal dealer 5")]
    assert found(told, dealing="automated_shoe")[-1][0] == "dealing_method_wrong"


@pytest.mark.parametrize("before", ["deal 1 1", "bet 1", "reveal dealer"])
def test_a_card_burned_in_a_game_without_burn_cards(before):
    assert found(added("burn", event("card_burned"), before=before, told=without("stub"))) == [
        ("burn_card_unexpected", "burn")
    ]


def test_a_card_to_a_board_that_this_game_has_not():
    told = until("bet 1", added("board", dealt("board", "3h", "up"), before="bet 1"))
    assert found(told) == [("community_cards_wrong", "board")]


def test_antes_and_no_deal():
    told = {**until("no more bets"), "close": event("closed")}
    assert ("deal_missing", "close") in found(told)
    assert "decision_missing" not in [code for code, _ in found(told)]


# --- decisions --------------------------------------------------------------------------


def test_the_dealers_hand_turned_up_before_a_spot_had_decided():
    told = until("reveal dealer", without("bet 4"))
    assert found(told) == [("dealer_revealed_early", "reveal dealer")]
    assert rule(told, "dealer_revealed_early") == ("13:69F-16.10(d)", "nj_text")
    assert finding(told, "dealer_revealed_early").facts == {"spot": 4}


def test_a_hidden_card_of_the_dealer_exposed_before_all_had_decided():
    told = until("bet 4", added("exposed", event("card_exposed", card="Qs", from_="dealer"), before="bet 4"))
    assert found(told) == [("dealer_revealed_early", "exposed")]


def test_a_spot_that_never_decided_is_found_at_the_close():
    told = {**without("bet 4", told=until("bet 4")), "close": event("closed")}
    assert ("decision_missing", "close") in found(told)
    assert finding(told, "decision_missing").facts == {"spot": 4}
    assert rule(told, "decision_missing") == ("13:69F-16.10(a)", "nj_text")


@pytest.mark.parametrize(
    ("decision", "before"), [("check", "bet 1"), ("fold", "deal 1 1"), ("expose", "bet 4")]
)
def test_a_decision_that_is_not_offered_then(decision, before):
    said = event("decision_made", spot=1, decision=decision)
    assert ("decision_not_offered", "said") in found(until("bet 4", added("said", said, before=before)))


def test_a_spot_that_folds_and_then_bets_contradicts_itself():
    told = until("bet 4", added("bet 2", placed(2, "bet", 20_00), before="bet 5"))
    assert ("decision_contradicted", "bet 2") in found(told)


def test_an_ante_forfeited_by_a_fold_is_taken_at_once():
    told = until("collect ante 2", moved("collect ante 2", before="reveal 5"))
    assert found(told) == [("forfeit_collected_late", "collect ante 2")]
    assert rule(told, "forfeit_collected_late") == ("13:69F-16.10(a)", "nj_text")


def test_a_folded_hand_is_racked_at_once():
    told = moved("rack 2", before="reveal 5")
    assert found(told) == [("folded_hand_racked_late", "reveal dealer")]
    assert rule(told, "folded_hand_racked_late") == ("13:69F-16.10(a)", "nj_text")


def test_communication_is_noted_and_its_forfeits_are_taken_at_any_time():
    note = event("irregularity_noted", kind="communication", spots=[4])
    told = added("note", note, before="bet 5", told=without("reveal 4"))
    assert found(told) == [("irregularity_noted", "note")]
    early = moved("collect ante 4", "collect bet 4", "rack 4", before="reveal dealer", told=told)
    assert found(early) == [("irregularity_noted", "note")]


def test_who_communicated_before_deciding_has_nothing_left_to_decide():
    note = event("irregularity_noted", kind="communication", spots=[4])
    told = added("note", note, before="bet 1", told=without("bet 4", "collect bet 4", "reveal 4"))
    told = moved("collect ante 4", "rack 4", before="bet 1", told=told)
    assert found(told) == [("irregularity_noted", "note")]


# --- the tables themselves ----------------------------------------------------------------


def test_every_code_is_listed_once_and_every_step_is_one_of_the_procedure():
    codes = [kind.code for kind in KINDS]
    assert len(codes) == len(set(codes))
    rows = {row.code for row in CONDITIONS} | {row.code for row in ABSENCES} | {row.code for row in TURNS}
    walked = {
        "wager_out_of_stage", "wager_withdrawn_late", "wager_ratio_wrong", "community_cards_wrong",
        "card_faced_wrong", "dealing_method_wrong", "burn_card_unexpected", "decision_not_offered",
        "decision_contradicted", "folded_hand_racked_late", "settlement_incomplete", "hand_racked_twice",
        "return_misstated", "wager_carried_unexpected", "void_played_on", "void_settled",
    }  # fmt: skip
    assert rows | walked == set(codes)
    steps = [step.code for step in STEPS]
    assert len(steps) == len(set(steps))
    taken = {row.step for row in CONDITIONS} | {row.step for row in TURNS} | set(RACKS.values())
    assert taken <= set(steps)


def test_the_registry_shows_the_procedure_and_the_findings():
    assert (CARIBBEAN_STUD.procedure, CARIBBEAN_STUD.findings) == (STEPS, KINDS)
    by_code = {step.code: step for step in CARIBBEAN_STUD.procedure}
    assert by_code["collect"].rule == "13:69F-16.10(e)1"
    assert (by_code["decision"].order, by_code["pay"].order) == ("any", "counterclockwise")
    assert CONDUCT.closed_by(0, 0) == {"ante", "progressive"}
    assert CONDUCT.closed_by(5, 0) == {"ante", "progressive", "bet"}
