"""What the engine finds whatever the game is, by a game that nobody plays."""

from dataclasses import replace

import pytest

from ledger.games.conduct import Absence, Condition, Deal, Turn, cited, closing, needs
from ledger.games.conduct.findings import SHARED
from ledger.games.registry import GAMES
from ledger.games.seam import Adjudication
from tests.games.conduct.made_up import (
    CLEAN,
    CONDITIONS,
    CONDUCT,
    GIVEN,
    STEPS,
    added,
    findings,
    found,
    moved,
    until,
    without,
)
from tests.games.lines import resolved
from tests.scenario import dealt, event, paid, placed, revealed

# --- a round as it should be -----------------------------------------------------------------


@pytest.mark.parametrize("dealing", [None, "manual_shoe", "hand", "automated_shoe"])
def test_a_round_as_it_should_be_has_no_finding(dealing):
    assert found(CLEAN, dealing) == []


@pytest.mark.parametrize("last", CLEAN)
def test_not_yet_is_never_a_finding(last):
    assert found(until(last)) == []


@pytest.mark.parametrize("last", [name for name in CLEAN if name != "close"])
def test_what_a_void_cut_short_is_not_missed(last):
    told = {**until(last), "void": event("voided", reason="the lights went out"), "close": event("closed")}
    assert found(told) == []


@pytest.mark.parametrize("last", [name for name in CLEAN if name != "close"])
def test_a_round_cut_short_by_its_close_lacks_one_step_of_the_table_at_most(last):
    told = {**until(last), "close": event("closed")}
    missing = {(one.code, one.rule) for one in findings(told) if one.code != "hand_not_racked"}
    assert len(missing) <= 1
    assert all(at == "close" for _, at in found(told))


# --- dealing: how many, when, in what manner ------------------------------------------------------


def test_another_card_before_anybody_has_decided_is_one_too_many():
    told = until("deal dealer", added("deal 4 again", dealt(4, "9h"), before="deal dealer"))
    assert found(told) == [("hand_size_wrong", "deal 4 again")]


def test_the_first_card_after_a_decision_begins_the_next_deal():
    told = until("deal 1 again", without("raise 3"))
    assert found(told) == [("decision_missing", "deal 1 again")]


def test_a_next_card_while_the_dealer_still_has_none_is_one_too_many():
    told = without("deal dealer")
    told = until("deal 1 again", told)
    assert ("hand_size_wrong", "deal 1 again") in found(told)


def test_a_later_deal_goes_to_those_who_play():
    told = until("deal 3 again", added("deal 2 again", dealt(2, "9h"), before="deal 3 again"))
    assert found(told) == [("ante_missing", "deal 2 again")]
    assert found(until("deal dealer again", moved("deal 3 again", before="deal 1 again"))) == [
        ("dealing_out_of_order", "deal 3 again")
    ]


def test_of_the_dealers_cards_so_many_lie_up_and_no_more():
    down = until("deal dealer", {**CLEAN, "deal dealer": dealt("dealer", "Kd")})
    assert found(down, "hand") == [("card_faced_wrong", "deal dealer")]
    assert found(down, "automated_shoe") == []  # out of a stack it is turned up afterwards
    second = until("deal dealer again", {**CLEAN, "deal dealer again": dealt("dealer", "Kc", "up")})
    assert found(second) == [("card_faced_wrong", "deal dealer again")]
    spot = until("deal dealer", {**CLEAN, "deal 3": dealt(3, "5h", "up")})
    assert found(spot) == [("card_faced_wrong", "deal 3")]


TWO = Deal("deal", "hands", 2)
IN_TURN = [(1, "As"), (2, "2c"), ("dealer", "Kd"), (1, "Ah"), (2, "3c"), ("dealer", "Kc")]
STACKED = [(1, "As"), (1, "Ah"), (2, "2c"), (2, "3c"), ("dealer", "Kd"), ("dealer", "Kc")]
ROUND_AGAIN = [(1, "As"), (2, "2c"), (1, "Ah"), ("dealer", "Kd"), (2, "3c"), ("dealer", "Kc")]


def two_cards_each(order, dealing, **manner):
    """What is found in two cards to each of two spots and the dealer, dealt in this order."""
    told = {"open": CLEAN["open"], "ante 1": CLEAN["ante 1"], "ante 2": CLEAN["ante 2"]}
    told |= {f"card {number}": dealt(to, card) for number, (to, card) in enumerate(order, 1)}
    deal = replace(TWO, **manner)
    turns = (Turn("deal", "dealing_out_of_order", needs.dealing(deal)),)
    return found(told, dealing, deals=(deal,), turns=turns, conditions=(), absences=())


@pytest.mark.parametrize(
    ("dealing", "order", "at"),
    [
        (None, IN_TURN, None),
        (None, STACKED, None),
        ("manual_shoe", IN_TURN, None),
        ("manual_shoe", STACKED, "card 2"),
        ("hand", IN_TURN, None),
        ("hand", STACKED, "card 2"),
        ("manual_shoe", ROUND_AGAIN, "card 3"),
        ("hand", ROUND_AGAIN, "card 3"),
        ("automated_shoe", IN_TURN, "card 2"),
        ("automated_shoe", STACKED, None),
    ],
)
def test_each_method_has_its_manner_of_dealing(dealing, order, at):
    assert two_cards_each(order, dealing) == ([] if at is None else [("dealing_method_wrong", at)])


@pytest.mark.parametrize("dealing", [None, "manual_shoe", "hand", "automated_shoe"])
def test_a_deal_may_have_one_manner_whatever_the_method(dealing):
    assert two_cards_each(STACKED, dealing, shoe="stacks") == []
    if dealing != "manual_shoe":
        assert two_cards_each(IN_TURN, dealing, shoe="stacks") == [("dealing_method_wrong", "card 2")]


@pytest.mark.parametrize("dealing", ["manual_shoe", "hand"])
def test_a_deal_may_leave_its_manner_open(dealing):
    assert two_cards_each(STACKED, dealing, shoe="either") == []
    assert two_cards_each(IN_TURN, dealing, shoe="either") == []


def test_a_card_put_right_is_dealt_where_it_then_lies():
    told = {"open": CLEAN["open"], "ante 1": CLEAN["ante 1"], "ante 2": CLEAN["ante 2"]}
    told |= {"astray": dealt(2, "As"), "moved": event("card_moved", of=4, to=1), "next": dealt(2, "2c")}
    assert found(told, "manual_shoe") == [("dealing_out_of_order", "astray")]


def test_a_card_to_the_board_of_a_game_without_one():
    told = until("raise 1", added("board", dealt("board", "9h", "up"), before="raise 1"))
    assert found(told) == [("community_cards_wrong", "board")]


def test_a_card_burned_in_a_game_without_burns():
    told = until("raise 1", added("burn", event("card_burned"), before="raise 1"))
    assert found(told) == [("burn_card_unexpected", "burn")]


# --- wagers and decisions -------------------------------------------------------------------------


def test_a_spot_with_a_wager_that_stands_alone_is_dealt_to_and_never_asked():
    passed = [("dealing_out_of_order", "deal dealer")]
    assert found(until("deal dealer", without("deal 4"))) == passed
    assert ("hand_size_wrong", "raise 1") in found(until("raise 1", without("deal 4")))
    told = {**until("raise 3"), "close": event("closed")}
    assert [one.facts.get("spot") for one in findings(told) if one.code == "decision_missing"] == []


def test_a_wager_after_the_showdown_is_out_of_its_time_where_no_deal_follows():
    one_deal = (Deal("deal", "hands", 1, dealer_up=1),)
    told = {**until("fold 2"), "show": CLEAN["show"], "raise 3": CLEAN["raise 3"]}
    assert found(told, deals=one_deal, conditions=(), absences=(), turns=()) == [
        ("wager_out_of_stage", "raise 3")
    ]


def test_a_ratio_cites_its_own_rule():
    told = until("raise 1", {**CLEAN, "raise 1": placed(1, "raise", 11_00)})
    (one,) = findings(told)
    assert (one.code, one.rule, one.evidence) == ("wager_ratio_wrong", "a rule of two", "mixed")
    assert one.facts == {"spot": 1, "wager": "raise", "amount": 11_00, "due": 10_00}


@pytest.mark.parametrize(("folds", "missing"), [(True, []), (False, [("decision_missing", "deal 1 again")])])
def test_taking_the_raise_back_folds_or_leaves_the_decision_open(folds, missing):
    back = event("wager_withdrawn", spot=3, wager="raise", amount=10_00)
    told = until("deal 1 again", added("back 3", back, before="deal 1 again"))
    assert found(told, withdrawal_folds=folds) == missing


def test_a_fold_counts_when_it_was_not_offered():
    told = {**until("deal 3 again"), "fold 3": event("decision_made", spot=3, decision="fold")}
    assert found(told) == [("decision_not_offered", "fold 3"), ("decision_contradicted", "fold 3")]


# --- folded hands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", [True, False])
def test_a_folded_hand_is_racked_at_once_where_the_game_says_so(at_once):
    told = until("deal dealer again", moved("rack 2", before="deal dealer again"))
    late = [("folded_hand_racked_late", "deal 1 again")] if at_once else []
    assert found(told, folds_racked_at_once=at_once) == late


def test_a_folded_hand_is_kept_for_a_wager_that_lives_on():
    told = added("side 2", placed(2, "side", 5_00), before="ante 3")
    said = (*GIVEN.resolutions, resolved(2, "side", 5_00, "win", paid=5_00))
    (one,) = findings(until("rack 2", told), said=Adjudication(said))
    assert (one.code, one.facts, one.detail) == ("hand_racked_early", {"spot": 2}, "spot 2")


# --- several passes -----------------------------------------------------------------------------------


def test_hands_turned_up_in_another_order():
    assert found(moved("reveal 1", before="reveal 4")) == [("settlement_out_of_order", "reveal 1")]


def test_losers_collected_before_all_hands_are_up():
    told = moved("collect 3", "collect raise 3", before="reveal 1")
    assert found(told) == [("settled_before_reveal", "collect 3")]


def test_a_winner_paid_before_the_losers_are_done():
    assert found(moved("pay 4", before="collect 3")) == [("winner_paid_early", "pay 4")]


def test_winners_paid_in_another_order():
    told = moved("pay 1", "pay raise 1", before="pay 4")
    assert found(told) == [("settlement_out_of_order", "pay 1")]


def test_a_hand_racked_before_it_is_paid():
    told = moved("rack 4", before="pay 4")
    assert found(told) == [("hand_racked_early", "rack 4")]


def test_hands_racked_in_another_order():
    assert found(moved("rack 1", before="rack 3")) == [("hand_racked_out_of_order", "rack 1")]


def test_a_wager_paid_where_it_should_be_collected_is_settled_all_the_same():
    told = {**CLEAN, "collect 3": paid(3, "ante", 5_00)}
    assert [code for code, _ in found(told)] == ["winner_paid_early", "settlement_out_of_order"]


# --- the end -----------------------------------------------------------------------------------------


def test_what_the_close_cut_off_is_found_at_the_first_step_that_lacks():
    told = {**until("deal 3 again"), "close": event("closed")}
    assert found(told) == [("hand_size_wrong", "close")]
    told = {**until("deal dealer again"), "close": event("closed")}
    assert found(told) == [("showdown_missing", "close")]


def test_a_hand_left_down_or_left_lying_is_each_hands_own():
    told = {**without("reveal 1", "rack 1", "rack 3")}
    missing = [one for one in findings(told) if one.code in {"hand_not_revealed", "hand_not_racked"}]
    assert [(one.code, one.facts["spot"]) for one in missing] == [
        ("hand_not_revealed", 1),
        ("hand_not_racked", 3),
    ]


def test_cards_turned_up_after_the_void_are_no_matter_of_procedure():
    void = event("voided", reason="misdeal")
    told = {**until("deal dealer"), "void": void, "shown": revealed(1, "As")}
    assert found(told) == []


# --- the rows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        {"conditions": (*CONDITIONS, Condition("deal", needs.burned, "no_such_code", "", "derived", ""))},
        {
            "conditions": (
                *CONDITIONS,
                Condition("no_such_step", needs.burned, "ante_missing", "", "derived", ""),
            )
        },
        {"absences": (Absence("deal", closing.no_deal, "no_such_code", "", "derived", ""),)},
        {"turns": (Turn("no_such_step", "dealing_out_of_order", needs.single_pass),)},
        {"hand_code": "no_such_code"},
        {"pass_steps": frozenset({"no_such_step"})},
        {"steps": STEPS[:-1]},
        {"kinds": CONDUCT.kinds[:3]},
    ],
)
def test_a_row_of_an_unknown_step_or_code_is_refused_when_the_conduct_is_made(row):
    with pytest.raises(AssertionError):
        findings(CLEAN, **row)


def test_a_code_that_is_not_shared_cannot_be_cited():
    with pytest.raises(KeyError):
        cited("no_such_code", "13:69F-28.10", "nj_text")


HOUSE_BANKED = [game for game in GAMES.values() if game.banked == "house"]


@pytest.mark.parametrize("game", HOUSE_BANKED, ids=lambda game: game.name)
def test_a_shared_code_means_the_same_in_every_game_and_cites_that_games_section(game):
    codes = [kind.code for kind in game.findings]
    assert len(codes) == len(set(codes))
    for kind in game.findings:
        if kind.code in SHARED:
            assert (kind.group, kind.title) == SHARED[kind.code]
        assert kind.rule == "" or kind.rule.startswith(game.section)
