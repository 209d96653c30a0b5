"""Every step against procedure: each mistake is found once, at its event."""

import pytest

from ledger.games.boston_5_stud import BOSTON_5_STUD
from ledger.games.boston_5_stud.conform import ABSENCES, CONDITIONS, TURNS
from ledger.games.conduct import Absence, Condition, Turn
from ledger.games.registry import GAMES
from tests.games.boston_5_stud.evening import (
    CLEAN,
    EVENING,
    added,
    changed,
    finding,
    found,
    missing,
    moved,
    rule,
    until,
    without,
)
from tests.scenario import dealt, event, opened, placed, revealed

PLACES = (1, 2, 3, 4, "dealer")


def reordered(first, *names):
    """The clean round with these events, in this order, where the first of them in the record stood."""
    told = list(CLEAN)
    at = told.index(first)
    left = [name for name in told if name not in names]
    return {name: CLEAN[name] for name in (*left[:at], *names, *left[at:])}


ONE_BY_ONE = reordered("deal 1 1", *[f"deal {place} {at}" for at in (1, 2, 3) for place in PLACES])


# --- rounds dealt correctly ---------------------------------------------------------------


@pytest.mark.parametrize("dealing", [None, "manual_shoe", "hand", "automated_shoe"])
def test_a_round_dealt_correctly_has_no_finding(dealing):
    assert found(CLEAN, dealing=dealing) == []


@pytest.mark.parametrize("last", CLEAN)
def test_not_yet_is_never_a_finding(last):
    assert found(until(last)) == []


@pytest.mark.parametrize("dealing", [None, "manual_shoe", "hand"])
def test_three_cards_may_come_one_at_a_time(dealing):
    assert found(ONE_BY_ONE, dealing=dealing) == []


def test_elections_bonuses_and_second_wagers_have_no_order_of_spots():
    told = moved("decline 4", before="expose 1")
    told = moved("collect optional 2", before="collect optional 4", told=told)
    assert found(moved("second 3", before="second 1", told=told)) == []


def test_exposing_may_be_recorded_as_the_cards_turned_up():
    shown = added("show 1", revealed(1, "Ks", "Kd", "4h"), before="collect optional 4")
    assert found(shown) == []
    assert found(without("expose 1", told=shown)) == []


def test_the_cards_of_a_claim_may_be_seen_one_by_one():
    seen = added("see 1", event("card_exposed", card="Ks"), before="expose 2")
    assert found(seen) == []


def test_nothing_needs_to_be_said_to_decline():
    assert found(without("decline 4")) == []


def test_a_second_wager_taken_back_in_time_needs_no_word():
    back = event("wager_withdrawn", spot=2, wager="second", amount=20_00)
    told = added("second 2", placed(2, "second", 20_00), before="fold 2")
    told = added("back 2", back, before="fold 2", told=told)
    assert found(without("fold 2", told=told)) == []


def test_a_second_wager_taken_back_may_be_placed_again_until_the_last_two_cards():
    back = event("wager_withdrawn", spot=3, wager="second", amount=20_00)
    told = added("back 3", back, before="deal 1 4")
    assert found(added("again 3", placed(3, "second", 20_00), before="deal 1 4", told=told)) == []
    fold = event("decision_made", spot=3, decision="fold")
    said = added("fold 3", fold, before="deal 1 4", told=told)
    assert found(until("fold 3", said)) == []
    again = added("again 3", placed(3, "second", 20_00), before="deal 1 4", told=said)
    assert found(until("again 3", again)) == [("decision_contradicted", "again 3")]


def test_that_a_wager_taken_back_is_a_fold_is_derived():
    back = event("wager_withdrawn", spot=3, wager="second", amount=20_00)
    left = without("deal 3 4", "deal 3 5", "deal 4 4", "deal 4 5")
    told = changed("reveal 3", cards=CLEAN["reveal 3"]["cards"][:3], told=left)
    told = until("reveal 3", moved("reveal 3", before="reveal 4", told=told))
    told = added("back 3", back, before="deal 1 4", told=told)
    assert rule(told, "folded_hand_exposed") == ("13:69F-24.10(b)", "derived")


def test_whoever_takes_a_second_wager_back_after_the_last_two_cards_plays_on():
    back = event("wager_withdrawn", spot=3, wager="second", amount=20_00)
    told = added("back 3", back, before="reveal dealer", told=without("push second 3"))
    assert found(told) == [("wager_withdrawn_late", "back 3")]
    assert ("settled_before_reveal", "push ante 3") in found(without("reveal 3", told=told))
    taken = moved("push ante 3", before="reveal dealer", told=told)
    assert ("settled_before_showdown", "push ante 3") in found(taken)


def test_when_all_fold_it_is_no_finding_whether_the_dealer_draws_two():
    told = {
        "open": opened(),
        "ante": placed(1, "ante", 10_00),
        "first": placed(1, "first", 20_00),
        **{f"card {at}": dealt(1, None) for at in (1, 2, 3)},
        **{f"dealer {at}": dealt("dealer", None) for at in (1, 2, 3)},
        "fold": event("decision_made", spot=1, decision="fold"),
        "take ante": event("wager_collected", spot=1, wager="ante", amount=10_00),
        "take first": event("wager_collected", spot=1, wager="first", amount=20_00),
        "rack": event("hand_collected", to=1),
        "rack dealer": event("hand_collected", to="dealer"),
        "close": event("closed"),
    }
    assert found(told) == []
    drawn = added("dealer 4", dealt("dealer", "5h"), before="rack dealer", told=told)
    assert found(added("dealer 5", dealt("dealer", "6h"), before="rack dealer", told=drawn)) == []


def test_a_void_cuts_the_procedure_short():
    told = {**until("deal 3 5"), "void": event("voided", reason="the shoe jammed"), "close": event("closed")}
    assert found(told) == []


# --- wagers -------------------------------------------------------------------------------


@pytest.mark.parametrize(("wager", "code"), [("ante", "ante_missing"), ("first", "first_missing")])
def test_a_spot_dealt_in_without_ante_or_first_wager(wager, code):
    told = until("deal 4 3", without(f"{wager} 4"))
    assert (code, "deal 4 1") in found(told)
    assert rule(told, code) == ("13:69F-24.10(b)", "mixed")


@pytest.mark.parametrize(
    ("name", "amount", "due", "cited"),
    [
        ("first 1", 10_00, 20_00, ("", "not_nj_text")),
        ("second 1", 10_00, 20_00, ("13:69F-24.10(b)", "nj_text")),
        ("second 1", 25_00, 20_00, ("13:69F-24.10(b)", "nj_text")),
    ],
)
def test_a_wager_that_is_not_what_the_other_asks_for(name, amount, due, cited):
    told = until("deal dealer 5", changed(name, amount=amount))
    told = changed("second 1", told, amount=amount) if name == "first 1" else told
    assert found(told) == [("wager_ratio_wrong", name)]
    assert finding(told, "wager_ratio_wrong").facts["due"] == due
    assert rule(told, "wager_ratio_wrong") == cited


def test_the_licensee_may_elect_a_first_wager_of_once_the_ante():
    told = CLEAN
    for name, one in CLEAN.items():
        if one.get("wager") in {"first", "second"}:
            told = changed(name, told, amount=10_00)
    assert found(told, first_times_ante=1) == []
    assert [code for code, _ in found(until("deal 1 1", told))] == ["wager_ratio_wrong"] * 4
    assert [code for code, _ in found(until("deal 1 1"), first_times_ante=1)] == ["wager_ratio_wrong"] * 4


def test_a_second_wager_placed_before_the_deal():
    told = moved("second 4", before="no more bets")
    assert ("wager_out_of_stage", "second 4") in found(told)


def test_a_second_wager_placed_after_the_last_two_cards_were_begun():
    told = until("deal dealer 5", moved("second 3", before="deal 3 4"))
    assert found(told) == [("decision_missing", "deal 1 4"), ("wager_out_of_stage", "second 3")]
    assert rule(told, "decision_missing") == ("13:69F-24.10(b),(d)", "nj_text")


def test_the_last_two_cards_dealt_before_anybody_was_asked_make_no_wrong_number():
    asked = ["second 1", "fold 2", "collect ante 2", "collect first 2", "rack 2", "second 4", "second 3"]
    told = without(*asked)
    told = {**until("reveal dealer", told), "second 1": CLEAN["second 1"], "second 3": CLEAN["second 3"]}
    assert found(told) == [
        *[("decision_missing", "deal 1 4")] * 4,
        ("wager_out_of_stage", "second 1"),
        ("wager_out_of_stage", "second 3"),
    ]
    assert "wrong number" not in (missing(told, 1, "first") or "")


def test_a_card_too_many_before_anybody_was_asked_is_still_one():
    names = list(CLEAN)
    said = names[names.index("deal dealer 3") + 1 : names.index("deal 1 4")]
    assert found(until("deal 1 4", without(*said))) == [("hand_size_wrong", "deal 1 4")]
    asked = ("decision_missing", "deal 1 4")
    assert found(until("deal dealer 5", without(*said))) == [asked] * 4


def test_a_second_wager_taken_back_too_late():
    back = event("wager_withdrawn", spot=3, wager="second", amount=20_00)
    told = until("back 3", added("back 3", back, before="deal 4 4"))
    assert found(told) == [("wager_withdrawn_late", "back 3")]
    assert rule(told, "wager_withdrawn_late") == ("13:69F-24.10(c)", "mixed")


# --- the first deal -----------------------------------------------------------------------


def test_a_spot_dealt_to_before_the_one_on_its_right():
    told = moved("deal 3 1", "deal 3 2", "deal 3 3", before="deal 2 1")
    assert found(told) == [("dealing_out_of_order", "deal 3 1")]
    assert finding(told, "dealing_out_of_order").facts == {"spot": 3, "passed_over": [2]}


def test_a_machine_gives_stacks_of_three():
    told = until("deal dealer 3", ONE_BY_ONE)
    assert found(told, dealing="automated_shoe") == [("dealing_method_wrong", "deal 2 1")]
    assert rule(told, "dealing_method_wrong", dealing="automated_shoe")[1] == "derived"


def test_a_fourth_card_to_a_spot():
    told = until("deal dealer 3", added("extra", dealt(2, "As"), before="deal 3 1"))
    assert found(told) == [("hand_size_wrong", "extra")]


def test_a_hand_of_two_cards_when_the_bonuses_are_called():
    told = until("expose 1", without("deal dealer 3"))
    assert found(told) == [("hand_size_wrong", "expose 1")]
    assert rule(told, "hand_size_wrong") == ("13:69F-24.10(a)", "nj_text")


@pytest.mark.parametrize("name", ["deal 2 1", "deal dealer 3", "deal 1 5"])
def test_a_card_dealt_face_up(name):
    assert found(changed(name, face="up")) == [("card_faced_wrong", name)]


@pytest.mark.parametrize("before", ["deal 1 1", "deal 1 4", "reveal dealer"])
def test_this_game_burns_no_card(before):
    told = added("burn", event("card_burned"), before=before)
    assert found(told) == [("burn_card_unexpected", "burn")]


# --- the optional bonus -------------------------------------------------------------------


def test_a_winner_paid_before_all_losers_were_collected():
    told = moved("pay optional 1", before="collect optional 2")
    assert found(told) == [("winner_paid_early", "pay optional 1")]
    assert rule(told, "winner_paid_early") == ("13:69F-24.10(a)", "nj_text")


@pytest.mark.parametrize("name", ["collect optional 4", "pay optional 1"])
def test_a_bonus_resolved_after_the_second_wagers_had_begun(name):
    left = ["collect optional 4", "pay optional 1"]
    told = moved(*left[left.index(name) :], before="second 4")
    assert ("optional_settled_late", name) in found(told)
    assert {code for code, _ in found(told)} == {"optional_settled_late"}
    late = [one for one in EVENING.judged(told).findings if one.code == "optional_settled_late"]
    assert {(one.rule, one.evidence) for one in late} == {("13:69F-24.10(b)", "nj_text")}


def test_a_player_who_exposes_after_another_had_placed_the_second_wager():
    told = moved("second 3", before="expose 2")
    assert ("election_late", "expose 2") in found(told)
    late = [one for one in EVENING.judged(told).findings if one.code == "election_late"]
    assert [(one.rule, one.facts) for one in late] == [
        ("13:69F-24.10(a),(b)", {"spot": 2}),
        ("13:69F-24.10(a),(b)", {"spot": 4}),
    ]


def test_a_spot_without_an_optional_bonus_has_nothing_to_claim():
    told = added("expose 3", event("decision_made", spot=3, decision="expose"), before="decline 4")
    assert found(told) == [("decision_not_offered", "expose 3")]


def test_a_hand_turned_up_without_a_claim():
    told = added("show 3", revealed(3, "9s", "8d", "7c"), before="second 1")
    assert found(told) == [("hand_revealed_early", "show 3")]


def test_a_hand_turned_up_after_declining():
    told = added("show 4", revealed(4, "Qs", "Qd", "Qh"), before="second 1")
    assert found(told) == [("hand_revealed_early", "show 4")]


def test_a_players_card_exposed_in_dealing():
    told = added("seen", event("card_exposed", card="9s"), before="deal 4 1")
    assert found(told) == [("hand_revealed_early", "seen")]


# --- folds and the second deal --------------------------------------------------------------


def test_a_folded_hand_exposed():
    told = added("show 2", revealed(2, "Jd", "7h", "2c"), before="rack 2")
    assert found(told) == [("folded_hand_exposed", "show 2")]
    assert rule(told, "folded_hand_exposed") == ("13:69F-24.10(b)", "nj_text")


def test_a_folded_hand_racked_after_the_last_two_cards_were_begun():
    told = moved("rack 2", before="deal 3 4")
    assert found(told) == [("folded_hand_racked_late", "deal 1 4")]
    assert rule(told, "folded_hand_racked_late")[1] == "derived"


def test_another_card_to_a_folded_spot():
    told = until("deal 3 4", added("deal 2 4", dealt(2, "As"), before="deal 3 4"))
    assert found(told) == [("card_dealt_to_folded", "deal 2 4")]
    assert rule(told, "card_dealt_to_folded") == ("13:69F-24.10(d)", "nj_text")


def test_the_last_two_cards_before_a_spot_had_decided():
    told = until("deal dealer 5", without("second 3"))
    assert ("decision_missing", "deal 1 4") in found(told)


@pytest.mark.parametrize("dealing", [None, "manual_shoe", "hand", "automated_shoe"])
def test_the_last_two_cards_not_consecutive(dealing):
    order = [f"deal {place} {at}" for at in (4, 5) for place in (1, 3, 4, "dealer")]
    told = reordered("deal 1 4", *order)
    assert found(told, dealing=dealing) == [("dealing_method_wrong", "deal 3 4")]


def test_the_dealer_draws_last():
    told = moved("deal dealer 4", "deal dealer 5", before="deal 1 4")
    assert found(told) == [("dealing_out_of_order", "deal dealer 4")]


def test_a_sixth_card():
    told = until("deal dealer 5", added("extra", dealt(3, "As"), before="deal 4 4"))
    assert found(told) == [("hand_size_wrong", "extra")]


# --- the tables themselves ----------------------------------------------------------------------


def test_every_code_is_listed_once_and_every_row_is_of_a_step():
    codes = [kind.code for kind in BOSTON_5_STUD.findings]
    assert len(codes) == len(set(codes))
    rows: list[Condition | Absence | Turn] = [*CONDITIONS, *ABSENCES, *TURNS]
    assert {row.code for row in rows} <= set(codes)
    assert {row.step for row in rows} <= {step.code for step in BOSTON_5_STUD.procedure}


def test_the_registry_shows_the_game():
    assert GAMES["boston_5_stud"] is BOSTON_5_STUD
    by_code = {step.code: step for step in BOSTON_5_STUD.procedure}
    assert (by_code["second_deal"].rule, by_code["second_deal"].order) == ("13:69F-24.10(d)", "clockwise")
    assert (by_code["settle"].order, by_code["second_decision"].order) == ("counterclockwise", "any")


def test_what_a_fold_forfeits_is_taken_before_the_dealers_cards_are_turned_up():
    told = moved("collect ante 2", "collect first 2", before="reveal 4")
    assert found(told) == [("forfeit_collected_late", "collect ante 2")]
    assert rule(told, "forfeit_collected_late") == ("13:69F-24.10(b)", "derived")
