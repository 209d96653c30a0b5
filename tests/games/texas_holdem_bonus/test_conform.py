"""Wagers, dealing, decisions and board against procedure: each mistake is found once, at its event."""

import pytest

from ledger.games.registry import GAMES
from ledger.games.texas_holdem_bonus.findings import KINDS
from ledger.games.texas_holdem_bonus.procedure import CONDITIONS, STEPS, TURNS
from tests.games.texas_holdem_bonus.evening import (
    CLEAN,
    added,
    changed,
    finding,
    found,
    judged,
    moved,
    rule,
    until,
    without,
)
from tests.scenario import dealt, event, placed

# --- rounds dealt correctly ---------------------------------------------------------------


def test_a_round_dealt_correctly_has_no_finding():
    assert found(CLEAN) == []


@pytest.mark.parametrize("last", CLEAN)
def test_not_yet_is_never_a_finding(last):
    assert found(until(last)) == []


def test_one_card_at_a_time_is_as_good_as_two():
    seconds = [name for name in CLEAN if name.endswith(" second") and name.startswith("deal")]
    assert found(moved(*seconds, before="cover")) == []


def test_flop_decisions_have_no_order():
    assert found(moved("fold 4", "collect ante 4", before="flop wager 1")) == []


def test_the_board_may_be_racked_apart_from_the_dealers_hand():
    assert found(added("rack board", event("hand_collected", to="board"), before="stub")) == []


def test_a_stake_handed_back_is_settled_in_its_turn():
    back = event("wager_returned", spot=3, wager="ante", amount=10_00, reason="unpaid")
    assert found(added("ante 3 back", back, before="rack 3")) == []


def test_a_round_declared_void_lacks_nothing_that_would_have_followed():
    told = {**until("turn"), "void": event("voided", reason="the shoe jammed"), "close": event("closed")}
    assert found(told) == []


def test_when_all_fold_nothing_more_is_dealt_and_nothing_is_missing():
    told = without(*[name for name in CLEAN if "1" in name or "3" in name or "4" in name])
    told = without(
        *[name for name in told if name.split()[0] in {"burn", "flop", "turn", "river"}], told=told
    )
    assert found(told) == []


# --- wagers -------------------------------------------------------------------------------


def test_a_spot_dealt_in_without_an_ante():
    told = without("ante 4")
    assert ("ante_missing", "deal 4 first") in found(told)
    assert rule(told, "ante_missing") == ("13:69F-28.10(a)", "mixed")


@pytest.mark.parametrize(
    ("name", "wager", "before"),
    [
        ("turn wager 1", "turn", "flop first"),
        ("river wager 1", "river", "turn"),
        ("flop wager 1", "flop", "deal 1 first"),
    ],
)
def test_a_later_wager_placed_before_its_time(name, wager, before):
    told = moved(name, before=before)
    assert found(told) == [("wager_out_of_stage", name)]
    assert finding(told, "wager_out_of_stage").facts == {"spot": 1, "wager": wager}


def test_a_flop_wager_placed_after_the_flop_was_passed_over_first():
    told = moved("flop wager 3", before="turn wager 1")
    assert found(told) == [("decision_missing", "burn flop"), ("wager_out_of_stage", "flop wager 3")]
    assert rule(told, "wager_out_of_stage") == ("13:69F-28.10(a)", "nj_text")


def test_a_bonus_after_the_deal_began_where_nobody_said_no_more_bets():
    told = moved("bonus 4", before="deal 2 first", told=without("no more bets"))
    assert found(told) == [("wager_out_of_stage", "bonus 4")]


def test_a_bonus_after_no_more_bets_is_late_and_found_once():
    assert found(moved("bonus 4", before="deal 2 first")) == [("wager_late", "bonus 4")]


def test_a_bonus_taken_back_after_no_more_bets():
    back = event("wager_withdrawn", spot=4, wager="bonus", amount=5_00)
    told = without("pay bonus 4", told=added("bonus 4 back", back, before="deal 1 first"))
    assert found(moved("rack 4", before="burn flop", told=told)) == [("wager_withdrawn_late", "bonus 4 back")]
    assert rule(told, "wager_withdrawn_late") == ("", "not_nj_text")


def test_a_flop_wager_may_be_taken_back_while_others_decide():
    back = event("wager_withdrawn", spot=2, wager="flop", amount=20_00)
    told = added("flop 2 back", back, before="fold 2")
    assert found(added("flop wager 2", placed(2, "flop", 20_00), before="flop 2 back", told=told)) == []


@pytest.mark.parametrize(
    ("name", "amount", "due"),
    [
        ("flop wager 1", 10_00, 20_00),
        ("flop wager 1", 30_00, 20_00),
        ("turn wager 1", 20_00, 10_00),
        ("river wager 1", 5_00, 10_00),
    ],
)
def test_a_wager_that_is_not_its_multiple_of_the_ante(name, amount, due):
    told = until("reveal dealer", changed(name, amount=amount))
    assert found(told) == [("wager_ratio_wrong", name)]
    assert finding(told, "wager_ratio_wrong").facts["due"] == due
    assert rule(told, "wager_ratio_wrong") == ("", "not_nj_text")


def test_too_small_a_flop_wager_may_still_be_added_to_until_the_flop():
    told = changed("flop wager 1", amount=10_00)
    assert found(until("burn flop", told)) == []
    assert found(until("flop first", told)) == [("wager_ratio_wrong", "flop wager 1")]
    more = event("wager_increased", spot=1, wager="flop", amount=10_00)
    assert found(until("turn", added("more", more, before="burn flop", told=told))) == []


# --- dealing ------------------------------------------------------------------------------


def test_a_spot_dealt_to_before_the_one_on_its_right():
    told = moved("deal 3 first", "deal 3 second", before="deal 2 first")
    assert found(told) == [("dealing_out_of_order", "deal 3 first")]
    assert rule(told, "dealing_out_of_order") == ("13:69F-28.7 to 28.9", "derived")
    assert finding(told, "dealing_out_of_order").facts == {"spot": 3, "passed_over": [2]}


STACKED = CLEAN
IN_TURN = moved(
    *[f"deal {place} second" for place in (1, 2, 3, 4, "dealer")],
    before="cover",
)


@pytest.mark.parametrize(
    ("dealing", "told", "at"),
    [
        ("manual_shoe", IN_TURN, None),
        ("manual_shoe", STACKED, "deal 1 second"),
        ("hand", IN_TURN, None),
        ("hand", STACKED, "deal 1 second"),
        ("automated_shoe", STACKED, None),
        ("automated_shoe", IN_TURN, "deal 2 first"),
        (None, IN_TURN, None),
        (None, STACKED, None),
    ],
)
def test_a_machine_deals_stacks_of_two_and_a_dealer_one_card_at_a_time(dealing, told, at):
    expected = [] if at is None else [("dealing_method_wrong", at)]
    assert found(told, dealing=dealing) == expected


def test_how_a_method_deals_is_no_law_of_this_game():
    (one,) = judged(STACKED, dealing="hand").findings
    assert (one.rule, one.evidence, one.facts) == ("13:69F-28.7 to 28.9", "not_nj_text", {"spot": 1})


def test_the_dealer_dealt_to_first():
    told = moved("deal dealer first", "deal dealer second", before="deal 1 first")
    assert found(told) == [("dealing_out_of_order", "deal dealer first")]


def test_a_third_card_to_a_spot():
    told = added("deal 3 third", dealt(3, "3d"), before="deal 4 first")
    assert ("hole_cards_wrong", "deal 3 third") in found(told)


@pytest.mark.parametrize(("name", "spot"), [("deal 3 second", 3), ("deal dealer second", None)])
def test_a_hand_of_one_card_when_the_decisions_begin(name, spot):
    told = until("flop wager 1", without(name))
    assert ("hole_cards_wrong", "flop wager 1") in found(told)
    assert finding(told, "hole_cards_wrong").facts.get("spot") == spot


def test_a_card_put_right_before_the_decisions_is_not_missed():
    # The dealer's third card was meant for nobody and went back.
    told = added("third", dealt("dealer", "3d"), before="cover")
    told = added("back", event("card_returned", of=list(told).index("third") + 1), before="cover", told=told)
    assert found(until("flop third", told)) == [("hole_cards_wrong", "third")]


def test_a_card_moved_to_where_it_belongs_is_counted_there():
    told = changed("deal 3 second", to=4)
    told = added(
        "put right",
        event("card_moved", of=list(told).index("deal 3 second") + 1, to=3),
        before="cover",
        told=told,
    )
    assert ("hole_cards_wrong", "deal 4 second") in found(until("flop third", told))
    assert ("hole_cards_wrong", "flop wager 1") not in found(until("flop third", told))


@pytest.mark.parametrize(("name", "face"), [("deal 2 first", "up"), ("turn", "down")])
def test_a_card_with_the_wrong_side_up(name, face):
    assert found(until("reveal dealer", changed(name, face=face))) == [("card_faced_wrong", name)]


def test_no_cover_card_is_found_when_the_round_is_over():
    told = without("cover")
    assert found(until("stub", told)) == []
    assert found(told) == [("cover_card_missing", "flop wager 1")]
    assert rule(told, "cover_card_missing") == ("13:69F-28.10(g)", "derived")


# --- decisions ----------------------------------------------------------------------------


def test_the_flop_begun_before_a_spot_had_decided():
    told = moved("fold 4", "collect ante 4", before="flop first")
    assert found(told) == [("decision_missing", "burn flop")]
    assert rule(told, "decision_missing") == ("13:69F-28.10(b)", "nj_text")
    assert finding(told, "decision_missing").facts == {"spot": 4}


@pytest.mark.parametrize(
    ("decision", "street", "paragraph"),
    [("turn wager 3", "burn turn", "(c)"), ("river check 3", "burn river", "(e)")],
)
def test_a_player_who_was_not_asked(decision, street, paragraph):
    told = until("reveal dealer", without(decision))
    assert found(told) == [("decision_missing", street)]
    assert rule(told, "decision_missing") == (f"13:69F-28.10{paragraph}", "nj_text")


def test_asking_for_the_turn_wager_in_the_wrong_order():
    told = moved("turn wager 3", before="turn wager 1")
    assert found(told) == [("decision_out_of_order", "turn wager 3")]
    assert rule(told, "decision_out_of_order") == ("13:69F-28.10(c)", "nj_text")
    assert finding(told, "decision_out_of_order").facts == {"spot": 3, "passed_over": [1]}


def test_asking_for_the_river_wager_in_the_wrong_order():
    told = moved("river check 3", before="river wager 1")
    assert found(told) == [("decision_out_of_order", "river check 3")]
    assert rule(told, "decision_out_of_order") == ("13:69F-28.10(e)", "nj_text")


@pytest.mark.parametrize(
    ("decision", "before"), [("check", "flop wager 1"), ("fold", "turn wager 1"), ("expose", "turn wager 1")]
)
def test_a_decision_that_is_not_offered_then(decision, before):
    said = event("decision_made", spot=1, decision=decision)
    told = added("said", said, before=before)
    assert ("decision_not_offered", "said") in found(told)


def test_a_spot_that_folds_and_then_plays_contradicts_itself():
    told = added("flop wager 2", placed(2, "flop", 20_00), before="burn flop")
    assert ("decision_contradicted", "flop wager 2") in found(until("burn flop", told))


def test_a_check_and_then_a_wager_contradict_each_other():
    told = added("river wager 3", placed(3, "river", 10_00), before="burn river")
    assert found(until("river", told)) == [("decision_contradicted", "river wager 3")]


def test_a_turn_wager_without_a_flop_wager():
    told = added("turn wager 2", placed(2, "turn", 10_00), before="turn wager 3")
    assert found(until("river", told)) == [("flop_wager_missing", "turn wager 2")]
    assert rule(told, "flop_wager_missing") == ("13:69F-28.10(c)", "nj_text")


# --- burn cards and board --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("burn", "card", "paragraph"),
    [("burn flop", "flop first", "(b)"), ("burn turn", "turn", "(d)"), ("burn river", "river", "(f)")],
)
def test_a_missing_burn_card_is_found_at_the_card_that_should_have_come_after_it(burn, card, paragraph):
    told = without(burn)
    assert found(told) == [("burn_card_missing", card)]
    assert rule(told, "burn_card_missing") == (f"13:69F-28.10{paragraph}", "nj_text")


@pytest.mark.parametrize("before", ["deal 1 first", "turn", "flop second", "reveal dealer"])
def test_a_card_burned_when_none_should_be(before):
    assert found(added("extra", event("card_burned"), before=before)) == [("burn_card_unexpected", "extra")]


def test_a_sixth_community_card():
    told = until("reveal dealer", added("sixth", dealt("board", "3d", "up"), before="reveal dealer"))
    assert found(told) == [("community_cards_wrong", "sixth")]


def test_a_board_of_four_cards_is_found_when_the_round_is_over():
    told = without("burn river", "river")
    assert ("community_cards_wrong", "reveal dealer") in found(told)
    assert "dealer_revealed_early" not in [code for code, _ in found(told)]


# --- cards that cannot be -----------------------------------------------------------------------


def test_a_joker_is_no_card_of_this_deck():
    told = changed("burn flop", card="Xr")
    assert found(told) == [("card_not_in_deck", "burn flop")]
    assert finding(told, "card_not_in_deck").facts == {"card": "Xr"}


def test_a_card_of_which_only_the_rank_was_read_is_of_the_deck():
    assert found(changed("burn flop", card="8?")) == []


def test_the_fifty_third_card_is_one_more_than_the_deck_has():
    # The round dealt 18 cards with faces and without: 34 more are the whole deck.
    burns = {f"extra {number}": event("card_burned") for number in range(35)}
    told = dict(CLEAN)
    for name, one in burns.items():
        told = added(name, one, before="stub", told=told)
    assert ("deck_exceeded", "extra 34") in found(told)
    assert "deck_exceeded" not in [code for code, _ in found(without("extra 34", told=told))]


# --- the tables themselves ----------------------------------------------------------------------


def test_every_code_is_listed_once_and_every_row_is_of_a_step():
    codes = [kind.code for kind in KINDS]
    assert len(codes) == len(set(codes))
    assert {row.code for row in CONDITIONS} | {turn.code for turn in TURNS} <= set(codes)
    steps = [step.code for step in STEPS]
    assert {row.step for row in CONDITIONS} | {turn.step for turn in TURNS} <= set(steps)
    assert len(steps) == len(set(steps))


def test_the_registry_shows_the_procedure_and_the_findings():
    game = GAMES["texas_holdem_bonus"]
    assert (game.procedure, game.findings) == (STEPS, KINDS)
    by_code = {step.code: step for step in game.procedure}
    assert by_code["burn_turn"].rule == "13:69F-28.10(d)"
    assert (by_code["turn_decision"].order, by_code["settle"].order) == ("clockwise", "counterclockwise")


def test_an_ante_forfeited_by_a_fold_is_taken_before_the_dealers_cards_are_turned_up():
    told = moved("collect ante 4", before="reveal 3")
    assert found(told) == [("forfeit_collected_late", "collect ante 4")]
    assert rule(told, "forfeit_collected_late") == ("13:69F-28.10(a)2", "derived")
