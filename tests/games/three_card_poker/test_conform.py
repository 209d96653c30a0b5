"""What was not done as the procedure says, one mistake at a time, and at which event."""

import pytest

from ledger.games.three_card_poker.findings import KINDS
from tests.games.three_card_poker.evening import CLEAN, ELECTED, EVENING, HANDS, ONE_PASS, TURN, with_hand
from tests.scenario import collected, dealt, event, placed, revealed

added, changed, found, moved, until, without = (
    EVENING.added, EVENING.changed, EVENING.found, EVENING.moved, EVENING.until, EVENING.without,
)  # fmt: skip

DEALT = [name for name in CLEAN if name.startswith("deal ")]
BEFORE_DEAL = list(CLEAN)[: list(CLEAN).index(DEALT[0])]
AFTER_DEAL = list(CLEAN)[list(CLEAN).index(DEALT[-1]) + 1 :]


def in_stacks(told=CLEAN):
    """The round with each hand dealt whole."""
    stacks = [f"deal {place} {turn}" for place in HANDS for turn in TURN]
    return {name: told[name] for name in [*BEFORE_DEAL, *stacks, *[one for one in told if one in AFTER_DEAL]]}


def facts(told, code, **judged):
    return dict(EVENING.finding(told, code, **judged).facts)


# --- rounds dealt by the rules ----------------------------------------------------------


@pytest.mark.parametrize("dealing", [None, "manual_shoe", "hand"])
def test_a_round_dealt_one_card_at_a_time_has_no_finding(dealing):
    assert found(CLEAN, dealing=dealing) == []
    assert found(ONE_PASS, dealing=dealing, **ELECTED) == []


@pytest.mark.parametrize("dealing", [None, "automated_shoe"])
def test_a_round_dealt_in_stacks_has_no_finding(dealing):
    assert found(in_stacks(), dealing=dealing) == []
    assert found(in_stacks(ONE_PASS), dealing=dealing, **ELECTED) == []


def test_a_cover_card_may_lie_over_the_dealers_cards_or_not():
    cover = event("cover_card_placed", to="dealer")
    assert found(added("cover", cover, before="play 1", told=in_stacks()), dealing="automated_shoe") == []


def test_a_round_seen_in_part_has_no_finding():
    for told, elected in ((CLEAN, {}), (ONE_PASS, ELECTED)):
        for name in told:
            assert found(until(name, told=told), **elected) == []


def test_forfeits_may_be_collected_in_any_order_within_their_batch():
    assert found(moved("collect ante 3", before="collect ante 2")) == []
    assert found(moved("rack 2", before="reveal dealer")) == []


def test_a_folded_bonus_may_be_settled_with_the_others_or_after_them():
    assert found(moved("pay six-card bonus 3", "rack 3", before="reveal 5")) == []
    assert found(moved("pay six-card bonus 3", before="pay pair plus 5")) == []


def test_a_folded_hand_may_be_turned_up_for_its_bonus():
    assert found(added("reveal 3", revealed(3, *HANDS[3]), before="pay six-card bonus 3")) == []


def test_within_a_spot_losers_and_winners_come_in_any_order_player_by_player():
    assert found(moved("pay pair plus 1", before="collect ante 1", told=ONE_PASS), **ELECTED) == []


PUSHED = with_hand("dealer", "Kh", "Kc", "3c", told=with_hand(1, "Ks", "Kd", "3h"))
PUSHED = without("collect ante 1", "collect play 1", "pay six-card bonus 3", told=PUSHED)
PUSHED = added("lose bonus 3", collected(3, "six_card_bonus", 5_00), before="rack 3", told=PUSHED)


@pytest.mark.parametrize("before", ["reveal 5", "pay pair plus 5", "rack 5", "rack 1"])
def test_a_push_is_handed_back_at_any_time_after_the_dealers_reveal(before):
    back = event("wager_returned", spot=1, wager="ante", amount=10_00, reason="push")
    assert EVENING.outcomes(PUSHED)[1, "ante"] == "push"
    assert found(added("push 1", back, before=before, told=PUSHED)) == []
    assert found(added("push 1", back, before="reveal dealer", told=PUSHED)) == [
        ("settled_before_showdown", "push 1")
    ]


# --- wagers -----------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "at"), [(15_00, "play 1"), (5_00, "play 1")])
def test_a_play_wager_has_to_equal_the_ante(amount, at):
    told = changed("collect play 1", changed("play 1", amount=amount), amount=amount)
    assert found(told) == [("wager_ratio_wrong", at)]
    assert facts(told, "wager_ratio_wrong") == {"spot": 1, "wager": "play", "amount": amount, "due": 10_00}
    assert EVENING.rule(told, "wager_ratio_wrong") == ("13:69F-20.10(b)", "nj_text")


def test_a_wager_before_the_deal_may_not_be_placed_after_it():
    told = added("late", placed(1, "ante", 5_00), before="play 1")
    assert ("wager_late", "late") in found(told)
    told = without("no more bets", told=told)
    assert ("wager_out_of_stage", "late") in found(told)


def test_a_play_wager_before_the_deal_is_out_of_its_time():
    assert ("wager_out_of_stage", "play 1") in found(moved("play 1", before="no more bets"))


def test_a_wager_taken_back_after_no_more_bets_is_found():
    back = event("wager_withdrawn", spot=5, wager="pair_plus", amount=1_00)
    told = added("take back", back, before="play 1", told=changed("pay pair plus 5", amount=16_00))
    assert found(told) == [("wager_withdrawn_late", "take back")]


def test_a_play_wager_without_an_ante_is_found():
    told = added("play 5", placed(5, "play", 5_00), before="collect ante 2")
    assert found(told)[0] == ("ante_missing", "play 5")


def test_a_spot_dealt_in_without_a_wager_is_found():
    told = {**until(DEALT[-1]), "stray": dealt(6, "Qs")}
    assert ("ante_missing", "stray") in found(told)


# --- the deal ---------------------------------------------------------------------------


def test_the_cards_are_dealt_clockwise():
    told = moved("deal 3 first", before="deal 2 first")
    assert found(told) == [("dealing_out_of_order", "deal 3 first")]
    assert facts(told, "dealing_out_of_order") == {"spot": 3, "passed_over": [2]}
    assert EVENING.rule(told, "dealing_out_of_order") == ("13:69F-20.7 to 20.9", "not_nj_text")


def test_the_dealer_is_dealt_to_last():
    assert found(moved("deal dealer first", before="deal 5 first")) == [
        ("dealing_out_of_order", "deal dealer first")
    ]


def test_cards_from_a_machine_come_in_stacks_and_others_one_at_a_time():
    assert found(CLEAN, dealing="automated_shoe")[0][0] == "dealing_method_wrong"
    assert found(in_stacks(), dealing="manual_shoe")[0][0] == "dealing_method_wrong"


def test_a_card_too_many_is_found_and_leaves_the_round_to_a_rule_nobody_elected():
    told = added("fourth", dealt(4, "2d"), before="play 1")
    assert ("hand_size_wrong", "fourth") in found(told)
    missing = EVENING.missing(told, 5, "pair_plus")
    assert missing is not None
    assert "spot 4 had 4" in missing


def test_a_hand_short_of_a_card_is_found_when_the_decisions_begin():
    assert ("hand_size_wrong", "play 1") in found(without("deal 4 third"))


@pytest.mark.parametrize("place", [1, "dealer"])
def test_a_card_dealt_face_up_is_found(place):
    assert found(changed(f"deal {place} second", face="up"))[0] == (
        "card_faced_wrong",
        f"deal {place} second",
    )


def test_nothing_is_burned_and_no_card_goes_to_a_board():
    told = without("stub")
    burn, board = event("card_burned"), dealt("board", "2d", "up")
    assert found(added("burn", burn, before="play 1", told=told)) == [("burn_card_unexpected", "burn")]
    assert found(added("board", board, before="play 1", told=told)) == [("community_cards_wrong", "board")]


@pytest.mark.parametrize(
    ("of", "expected"),
    [("deal 2 first", "hand_revealed_early"), ("deal dealer first", "dealer_revealed_early")],
)
def test_a_card_exposed_before_all_have_decided_is_found(of, expected):
    exposed = event("card_exposed", of=list(CLEAN).index(of) + 1)
    assert (expected, "exposed") in found(added("exposed", exposed, before="play 1"))


def test_one_card_twice_is_found():
    assert ("card_duplicated", "deal 1 third") in found(
        changed("deal 5 first", card="Ts", told=without("reveal 5"))
    )


# --- decisions and forfeits -------------------------------------------------------------


def test_the_players_decide_clockwise():
    told = moved("fold 3", before="fold 2")
    assert found(told) == [("decision_out_of_order", "fold 3")]
    assert EVENING.rule(told, "decision_out_of_order") == ("13:69F-20.10(b)", "nj_text")


def test_a_word_that_the_game_does_not_offer_is_found():
    told = added("check", event("decision_made", spot=1, decision="check"), before="play 1")
    assert found(told) == [("decision_not_offered", "check")]


def test_a_spot_that_decides_twice_is_found():
    told = added("fold 1", event("decision_made", spot=1, decision="fold"), before="fold 2")
    assert ("decision_contradicted", "fold 1") in found(told)


@pytest.mark.parametrize("name", ["collect ante 2", "collect pair plus 2"])
def test_a_forfeit_is_collected_only_when_all_have_decided(name):
    told = moved(name, before="fold 3")
    assert found(told) == [("forfeit_collected_early", name)] * 2
    assert {one.facts["spot"] for one in EVENING.judged(told).findings} == {3, 4}


def test_a_folded_hand_is_racked_only_when_all_have_decided():
    told = moved("collect ante 2", "collect pair plus 2", "rack 2", before="play 4")
    assert found(told) == [
        ("forfeit_collected_early", "collect ante 2"),
        ("folded_hand_racked_early", "rack 2"),
    ]


def test_a_forfeit_is_collected_before_the_dealer_turns_up():
    told = moved("collect ante 3", before="reveal 5")
    assert found(told) == [("forfeit_collected_late", "collect ante 3")]
    assert EVENING.rule(told, "forfeit_collected_late") == ("13:69F-20.10(b)", "nj_text")


def test_a_folded_hand_is_racked_before_the_dealer_turns_up():
    assert found(moved("rack 2", before="reveal 5")) == [("folded_hand_racked_late", "rack 2")]


def test_a_forfeit_never_collected_is_found_at_the_close():
    assert found(without("collect ante 3")) == [("wager_unsettled", "close")]


def test_the_dealer_turns_up_only_when_all_have_decided():
    told = moved("play 4", before="reveal 5")
    assert ("dealer_revealed_early", "reveal dealer") in found(told)
    assert EVENING.rule(told, "dealer_revealed_early") == ("13:69F-20.10(b)", "nj_text")


@pytest.mark.parametrize(("told", "elected"), [(CLEAN, {}), (ONE_PASS, ELECTED)])
def test_a_spot_never_asked_is_found_where_the_dealer_turns_up_and_the_forfeits_then_are_late(told, elected):
    bonus = placed(4, "six_card_bonus", 5_00)
    told = added("six-card bonus 4", bonus, before="pair plus 5", told=told)
    told = without(
        "play 4", *[name for name in told if name.startswith("pay ") and name.endswith(" 4")], told=told
    )
    told = moved(
        "collect ante 2", "collect pair plus 2", "rack 2", "collect ante 3", before="reveal 5", told=told
    )
    told = added("lose bonus 4", collected(4, "six_card_bonus", 5_00), before="rack 4", told=told)
    codes = {code for code, _ in found(told, **elected)}
    assert codes - {"wager_unsettled"} == {
        "dealer_revealed_early", "forfeit_collected_late", "folded_hand_racked_late"
    }  # fmt: skip


# --- settlement, four passes ------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "before", "code"),
    [
        ("reveal 5", "reveal dealer", "hand_revealed_early"),
        ("reveal 4", "reveal 5", "settlement_out_of_order"),
        ("collect ante 1", "reveal dealer", "settled_before_showdown"),
        ("collect ante 1", "reveal 1", "settled_before_reveal"),
        ("pay pair plus 5", "collect play 1", "winner_paid_early"),
        ("pay ante 4", "pay pair plus 5", "settlement_out_of_order"),
        ("pay pair plus 1", "pay ante bonus 4", "settlement_out_of_order"),
        ("rack 5", "pay pair plus 1", "hand_racked_early"),
        ("rack 1", "pay pair plus 1", "hand_racked_early"),
        ("rack 4", "rack 5", "hand_racked_out_of_order"),
        ("rack 3", "pay six-card bonus 3", "hand_racked_early"),
        ("pay six-card bonus 3", "reveal dealer", "settled_before_showdown"),
        ("rack dealer", "rack 3", "dealer_racked_early"),
    ],
)
def test_each_pass_is_finished_before_the_next_and_runs_counterclockwise(name, before, code):
    assert (code, name) in found(moved(name, before=before))


@pytest.mark.parametrize(
    ("name", "before", "code", "rule"),
    [
        ("reveal 4", "reveal 5", "settlement_out_of_order", "13:69F-20.10(c)1i"),
        ("pay pair plus 5", "collect play 1", "winner_paid_early", "13:69F-20.10(c)1iii"),
        ("rack 5", "pay pair plus 1", "hand_racked_early", "13:69F-20.10(c)1iv"),
        ("rack dealer", "rack 3", "dealer_racked_early", "13:69F-20.10(c)"),
    ],
)
def test_a_finding_of_the_passes_cites_its_own_paragraph(name, before, code, rule):
    assert EVENING.rule(moved(name, before=before), code) == (rule, "nj_text")


def test_losers_are_collected_counterclockwise():
    told = with_hand("dealer", "Th", "9c", "8d", told=with_hand(1, "4s", "4d", "9h"))
    told = without("pay ante 4", "pay play 4", "pay six-card bonus 3", told=told)
    told = added("collect ante 4", collected(4, "ante", 20_00), before="collect ante 1", told=told)
    told = added("collect play 4", collected(4, "play", 20_00), before="collect ante 1", told=told)
    told = added("lose bonus 3", collected(3, "six_card_bonus", 5_00), before="rack 3", told=told)
    assert found(told) == []
    told = moved("collect ante 1", "collect play 1", before="collect ante 4", told=told)
    assert found(told) == [("settlement_out_of_order", "collect ante 1")]


def test_no_hand_is_racked_while_a_losing_wager_lies_there_though_nobody_wins():
    lost = [collected(spot, wager, 10_00) for spot in (2, 1) for wager in ("ante", "play")]
    told = {
        "open": EVENING.clean["open"],
        **{f"ante {spot}": placed(spot, "ante", 10_00) for spot in (1, 2)},
        **{f"deal 1 {card}": dealt(1, card) for card in ("Js", "9s", "4d")},
        **{f"deal 2 {card}": dealt(2, card) for card in ("Jd", "Th", "7s")},
        **{f"deal dealer {card}": dealt("dealer", card) for card in ("Qs", "8d", "8c")},
        **{f"play {spot}": placed(spot, "play", 10_00) for spot in (1, 2)},
        "reveal dealer": revealed("dealer", "Qs", "8d", "8c"),
        "reveal 2": revealed(2, "Jd", "Th", "7s"),
        "reveal 1": revealed(1, "Js", "9s", "4d"),
        **{f"collect {one['wager']} {one['spot']}": one for one in lost},
        **{f"rack {place}": event("hand_collected", to=place) for place in (2, 1, "dealer")},
        "close": event("closed"),
    }
    assert found(told) == []
    told = moved("rack 2", before="collect ante 1", told=told)
    assert found(told) == [("hand_racked_early", "rack 2")]
    assert EVENING.rule(told, "hand_racked_early") == ("13:69F-20.10(c)1iv", "nj_text")
    assert facts(told, "hand_racked_early") == {"spot": 1}


# --- settlement, one pass ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "before", "code", "at"),
    [
        ("reveal 5", "reveal dealer", "hand_revealed_early", "reveal 5"),
        ("pay pair plus 5", "reveal 5", "settled_before_reveal", "pay pair plus 5"),
        ("rack 5", "pay pair plus 5", "hand_racked_early", "rack 5"),
        ("rack 1", "collect ante 1", "hand_racked_early", "rack 1"),
        ("rack 5", "rack dealer", "hand_racked_out_of_order", "reveal 4"),
        ("rack 5", "rack 4", "hand_racked_out_of_order", "reveal 4"),
        ("pay play 4", "rack 1", "settlement_incomplete", "reveal 1"),
        ("rack dealer", "rack 1", "dealer_racked_early", "rack dealer"),
    ],
)
def test_each_player_is_finished_before_the_next(name, before, code, at):
    assert (code, at) in found(moved(name, before=before, told=ONE_PASS), **ELECTED)


def test_the_one_pass_runs_counterclockwise():
    spot_4 = [
        name for name in ONE_PASS if name.endswith(" 4") and name.split()[0] in {"reveal", "pay", "rack"}
    ]
    told = moved(*spot_4, before="reveal 5", told=ONE_PASS)
    assert found(told, **ELECTED) == [("settlement_out_of_order", "reveal 4")]
    assert EVENING.rule(told, "settlement_out_of_order", **ELECTED) == ("13:69F-20.10(c)2i", "nj_text")


def test_a_round_settled_by_the_other_alternative_is_found():
    assert "settlement_incomplete" in {code for code, _ in found(CLEAN, **ELECTED)}
    assert "winner_paid_early" in {code for code, _ in found(ONE_PASS)}


# --- money ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (changed("pay pair plus 5", amount=15_00), [("wager_mispaid", "pay pair plus 5")]),
        (changed("pay ante bonus 4", amount=40_00), [("wager_mispaid", "pay ante bonus 4")]),
        (changed("collect ante 1", amount=5_00), [("wager_unsettled", "close")]),
        (
            without("pay six-card bonus 3"),
            [("hand_racked_early", "rack 3"), ("wager_unsettled", "close"), ("wager_mispaid", "close")],
        ),
        (without("collect play 1"), [("hand_racked_early", "rack 1"), ("wager_unsettled", "close")]),
    ],
)
def test_amounts_against_the_rules(told, expected):
    assert found(told) == expected


def test_a_play_wager_taken_though_the_dealer_did_not_qualify_is_found():
    assert ("wager_miscollected", "collect play 1") in found(with_hand("dealer", "Tc", "9c", "4h"))


# --- what the list of findings says -----------------------------------------------------


def test_every_code_is_listed_once_and_says_what_it_rests_on():
    codes = [kind.code for kind in KINDS]
    assert len(codes) == len({*codes})
    for kind in KINDS:
        assert kind.rule.startswith("13:69F-20.") or kind.evidence == "not_nj_text"
