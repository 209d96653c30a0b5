"""What becomes of each wager, at every point of a round and where something is missing."""

import pytest

from tests.games.texas_holdem_bonus.evening import (
    CLEAN,
    added,
    changed,
    judged,
    lines,
    outcomes,
    until,
    without,
)
from tests.scenario import collected, dealt, event, paid, placed

MAIN = ("ante", "flop", "turn", "river")


def money(line):
    return (line.stake, line.outcome, line.paid, line.collected, line.returned)


def missing(told, spot, wager, **elected):
    line = lines(told, **elected)[spot, wager]
    assert line.outcome == "undetermined"
    assert (line.paid, line.collected, line.returned) == (0, 0, 0)
    return line.missing


# --- the whole round ----------------------------------------------------------------


def test_the_clean_round_to_the_cent():
    assert {wager: money(line) for wager, line in lines(CLEAN).items()} == {
        (1, "ante"): (10_00, "win", 10_00, 0, 10_00),
        (1, "flop"): (20_00, "win", 20_00, 0, 20_00),
        (1, "turn"): (10_00, "win", 10_00, 0, 10_00),
        (1, "river"): (10_00, "win", 10_00, 0, 10_00),
        (1, "bonus"): (5_00, "win", 100_00, 0, 5_00),
        (2, "ante"): (10_00, "forfeit", 0, 10_00, 0),
        (3, "ante"): (10_00, "unpaid", 0, 0, 10_00),
        (3, "flop"): (20_00, "win", 20_00, 0, 20_00),
        (3, "turn"): (10_00, "win", 10_00, 0, 10_00),
        (4, "ante"): (10_00, "forfeit", 0, 10_00, 0),
        (4, "bonus"): (5_00, "win", 15_00, 0, 5_00),
    }


def test_each_line_cites_its_paragraph_and_says_how_well_it_is_known():
    cited = {wager: (line.rule, line.evidence, line.table) for wager, line in lines(CLEAN).items()}
    assert cited[1, "ante"] == ("13:69F-28.10(h)2", "mixed", "THB-ANTE-STRAIGHT")
    assert cited[1, "flop"] == ("13:69F-28.10(h)2", "not_nj_text", "THB-MAIN")
    assert cited[1, "bonus"] == ("13:69F-28.10(h)4", "not_nj_text", "THB-BONUS-1")
    assert cited[2, "ante"] == ("13:69F-28.10(a)2", "nj_text", None)
    assert cited[3, "ante"] == ("13:69F-28.10(h)2", "derived", "THB-ANTE-STRAIGHT")
    assert cited[4, "bonus"] == ("13:69F-28.10(a)2i", "not_nj_text", "THB-BONUS-1")


def test_the_deciding_hand_is_shown_with_its_best_five_cards():
    flush = lines(CLEAN)[1, "flop"]
    assert (flush.rank, flush.cards) == ("flush", ("As", "Js", "9s", "4s", "2s"))
    pair = lines(CLEAN)[3, "ante"]
    assert (pair.rank, pair.cards) == ("pair", ("Kh", "Kd", "Tc", "9s", "7c"))


def with_dealer(first, second):
    told = changed("deal dealer second", changed("deal dealer first", card=first), card=second)
    return changed(
        "rack dealer", changed("reveal dealer", told, cards=[first, second]), cards=[first, second]
    )


def test_a_dealers_better_hand_takes_all_four_wagers_and_leaves_the_bonus_alone():
    told = with_dealer("Qs", "Ks")
    lost = lines(changed("deal 1 first", changed("reveal 1", told, cards=["Ad", "Js"]), card="Ad"))
    assert {wager: money(lost[1, wager]) for wager in MAIN} == {
        "ante": (10_00, "lose", 0, 10_00, 0),
        "flop": (20_00, "lose", 0, 20_00, 0),
        "turn": (10_00, "lose", 0, 10_00, 0),
        "river": (10_00, "lose", 0, 10_00, 0),
    }
    assert (lost[1, "ante"].rule, lost[1, "ante"].evidence) == ("13:69F-28.10(h)1", "nj_text")
    assert money(lost[1, "bonus"]) == (5_00, "win", 25_00, 0, 5_00)


def test_equal_hands_push_whatever_the_threshold():
    told = with_dealer("Kc", "Td")
    assert {lines(told)[3, wager].outcome for wager in ("ante", "flop", "turn")} == {"push"}
    line = lines(told)[3, "ante"]
    assert (money(line), line.rule, line.table) == (
        (10_00, "push", 0, 0, 10_00), "13:69F-28.10(h)3", "THB-TIE",
    )  # fmt: skip
    assert line.evidence == "nj_text"


@pytest.mark.parametrize(("threshold", "outcome"), [("straight", "win"), ("flush", "unpaid")])
def test_a_winning_straight_is_paid_on_the_ante_as_the_licensee_elected(threshold, outcome):
    # Spot 3 holds K-T on 9-Q-J-2-7: a straight.
    told = changed(
        "flop second", changed("turn", card="Js", told=changed("flop third", card="Qc")), card="2c"
    )
    told = changed("deal 1 second", changed("reveal 1", told, cards=["As", "Jc"]), card="Jc")
    assert lines(told, ante_pays_from=threshold)[3, "ante"].outcome == outcome
    assert lines(told, ante_pays_from=threshold)[3, "flop"].outcome == "win"


# --- not come so far --------------------------------------------------------------------


@pytest.mark.parametrize("last", ["ante 1", "no more bets", "deal dealer second", "flop wager 1"])
def test_before_the_flop_everything_is_open(last):
    assert set(outcomes(until(last)).values()) == {"open"}


def test_a_fold_forfeits_the_ante_at_once_and_leaves_the_bonus_open():
    found = outcomes(until("burn flop"))
    assert (found[2, "ante"], found[4, "ante"], found[4, "bonus"]) == ("forfeit", "forfeit", "open")


@pytest.mark.parametrize("last", ["flop third", "turn", "river"])
def test_until_the_dealers_showdown_the_rest_is_open(last):
    found = outcomes(until(last))
    assert {outcome for (spot, _), outcome in found.items() if spot in {1, 3}} == {"open"}


def test_from_the_dealers_showdown_on_everything_is_resolved():
    assert "open" not in outcomes(until("reveal dealer")).values()
    assert outcomes(until("reveal dealer")) == outcomes(CLEAN)


def test_a_dealer_who_shows_before_the_board_is_complete_has_not_come_to_the_showdown():
    told = {**until("turn"), "reveal dealer": CLEAN["reveal dealer"]}
    assert outcomes(told)[1, "ante"] == "open"


def test_at_the_close_the_round_has_come_as_far_as_it_will():
    told = {**until("river"), "close": event("closed")}
    assert outcomes(told) == outcomes(CLEAN)


# --- something is missing -----------------------------------------------------------------


def test_an_unknown_card_of_the_dealer_leaves_the_compared_wagers_undetermined():
    told = changed("deal dealer first", changed("reveal dealer", cards=["Jd"]), card=None)
    told = changed("rack dealer", told, cards=None)
    assert missing(told, 1, "ante") == "the faces of 1 of 7 cards, for the dealer's hand"
    assert outcomes(told)[1, "bonus"] == "win"


def test_an_unknown_card_of_a_player_leaves_that_player_undetermined():
    told = changed("deal 3 first", changed("reveal 3", cards=["Tc"]), card=None)
    told = changed("rack 3", told, cards=None)
    assert missing(told, 3, "flop") == "the faces of 1 of 7 cards, for the hand of spot 3"
    assert outcomes(told)[1, "flop"] == "win"


def test_a_folded_bonus_whose_cards_nobody_saw_is_undetermined():
    told = changed("deal 4 second", changed("deal 4 first", card=None), card=None)
    told = without("reveal 4", "rack 4", told=told)
    assert missing(told, 4, "bonus") == "the faces of 2 of 2 cards, for the bonus of spot 4"


def test_a_suit_that_cannot_matter_is_not_missing():
    told = changed("deal 4 second", changed("deal 4 first", card="5?"), card="5?")
    told = changed("rack 4", changed("reveal 4", told, cards=["5?", "5?"]), cards=["5?", "5?"])
    assert lines(told)[4, "bonus"].rank == "TT_to_22"


def test_a_suit_that_matters_to_the_bonus_is_missing():
    told = changed("deal 4 second", changed("deal 4 first", card="A?"), card="Kc")
    told = changed("rack 4", changed("reveal 4", told, cards=["A?", "Kc"]), cards=["A?", "Kc"])
    assert missing(told, 4, "bonus") == "the suits, for the bonus of spot 4"


def aces_at_4(dealer):
    told = changed("deal 4 second", changed("deal 4 first", card="Ah"), card="Ac")
    told = changed("rack 4", changed("reveal 4", told, cards=["Ah", "Ac"]), cards=["Ah", "Ac"])
    for name, card in zip(("deal dealer first", "deal dealer second"), dealer, strict=True):
        told = changed(name, told, card=card)
    seen = [card for card in dealer if card is not None]
    return changed("rack dealer", changed("reveal dealer", told, cards=seen), cards=None)


def test_aces_need_the_dealers_cards_for_the_first_row():
    assert missing(aces_at_4(["Ad", None]), 4, "bonus") == "the dealer's cards, for the bonus of spot 4"
    assert lines(aces_at_4([None, "Qh"]))[4, "bonus"].rank == "AA"


def test_aces_on_both_sides_that_are_one_card_twice_cannot_be_judged():
    line = lines(aces_at_4(["Ah", "Ad"]))[4, "bonus"]
    assert line.missing == "which of two equal cards is the true one, for the bonus of spot 4"


def test_one_card_at_a_spot_and_with_the_dealer_cannot_be_judged():
    told = changed("deal 3 second", changed("rack 3", cards=None), card="Qh")
    told = changed("reveal 3", told, cards=["Kh", "Qh"])
    assert missing(told, 3, "flop") == "the true face of Qh, which spot 3 and the dealer have"


def test_a_joker_has_no_place_in_this_game():
    told = changed("deal 4 second", changed("deal 4 first", card="Xr"), card="5c")
    told = changed("rack 4", changed("reveal 4", told, cards=["Xr", "5c"]), cards=None)
    assert missing(told, 4, "bonus") == "the true face of Xr, for the bonus of spot 4"


def test_a_board_that_was_never_completed_decides_nothing_but_the_bonus():
    told = without("burn river", "river")
    assert missing(told, 1, "ante") == "1 of 5 community cards"
    assert outcomes(told)[1, "bonus"] == "win"


def test_a_round_closed_without_the_dealers_cards_says_what_is_missing():
    told = without("deal dealer first", "deal dealer second", "reveal dealer", "rack dealer")
    assert missing(told, 1, "ante") == "2 of the dealer's 2 cards"


def test_a_player_never_dealt_to_says_what_is_missing():
    told = without("deal 3 first", "deal 3 second", "reveal 3", "rack 3")
    assert missing(told, 3, "ante") == "2 of the 2 cards of spot 3"


def test_neither_fold_nor_flop_wager_is_open_until_play_goes_on_and_then_missing():
    told = without("flop wager 3", "turn wager 3", "river check 3")
    assert outcomes(until("burn flop", told))[3, "ante"] == "open"
    assert missing(until("flop first", told), 3, "ante") == "whether spot 3 placed the flop wager or folded"
    assert missing(told, 3, "ante") == "whether spot 3 placed the flop wager or folded"


def test_a_fold_beside_a_flop_wager_cannot_be_judged_but_for_the_bonus():
    told = added("fold 1", event("decision_made", spot=1, decision="fold"), before="burn turn")
    assert missing(told, 1, "flop") == "what spot 1 did: it folded and placed the flop wager"
    assert outcomes(told)[1, "bonus"] == "win"


def test_a_turn_wager_of_a_folded_spot_has_no_rule():
    told = added("turn wager 2", placed(2, "turn", 10_00), before="turn wager 3")
    assert outcomes(told)[2, "ante"] == "forfeit"
    assert missing(told, 2, "turn") == "the rule for a wager after a fold"


# --- dealt wrongly: the text on irregularities was not read -----------------------------------


def test_a_third_card_leaves_the_whole_round_undetermined():
    told = added("deal 3 third", dealt(3, "3d"), before="deal 4 first")
    case = "the rule for the case that a player or the dealer had a wrong number of cards (spot 3 had 3)"
    assert {missing(told, 1, wager) for wager in (*MAIN, "bonus")} == {case}
    assert outcomes(told)[2, "ante"] == "forfeit"


def test_a_sixth_community_card_leaves_what_is_compared_undetermined():
    told = added("sixth", dealt("board", "3d", "up"), before="reveal dealer")
    case = "the rule for the case that too many community cards were dealt (there were 6)"
    assert missing(told, 1, "flop") == case


# --- folds and withdrawals --------------------------------------------------------------------


ALL_FOLDED = {
    **{name: CLEAN[name] for name in ("open", "ante 1", "bonus 1", "no more bets")},
    **{name: CLEAN[name] for name in CLEAN if name.startswith(("deal 1", "deal dealer"))},
    "fold 1": event("decision_made", spot=1, decision="fold"),
    "collect ante 1": collected(1, "ante", 10_00),
}


def test_when_everybody_folded_a_bonus_waits_for_the_dealers_cards_or_the_end():
    assert outcomes(ALL_FOLDED) == {(1, "ante"): "forfeit", (1, "bonus"): "open"}
    won = {(1, "ante"): "forfeit", (1, "bonus"): "win"}
    assert outcomes({**ALL_FOLDED, "reveal dealer": CLEAN["reveal dealer"]}) == won
    assert outcomes({**ALL_FOLDED, "close": event("closed")}) == won


def test_an_ante_withdrawn_whole_is_void_without_a_stake():
    told = added("ante 2 back", event("wager_withdrawn", spot=2, wager="ante", amount=10_00), before="ante 3")
    assert money(lines(told)[2, "ante"]) == (0, "void", 0, 0, 0)


def test_a_flop_wager_withdrawn_before_a_fold_leaves_the_fold():
    back = event("wager_withdrawn", spot=2, wager="flop", amount=20_00)
    told = added("flop 2 back", back, before="fold 2")
    told = added("flop wager 2", placed(2, "flop", 20_00), before="flop 2 back", told=told)
    assert (outcomes(told)[2, "ante"], outcomes(told)[2, "flop"]) == ("forfeit", "void")


# --- late wagers, coupons, limits, breakage -----------------------------------------------------


LATE_BONUS = added("bonus 3", placed(3, "bonus", 5_00), before="deal 1 first")


@pytest.mark.parametrize(
    ("elected", "outcome", "collected_", "returned"),
    [("stands", "lose", 5_00, 0), ("void", "void", 0, 5_00), ("undetermined", "undetermined", 0, 0)],
)
def test_a_late_bonus_has_a_line_of_its_own_by_election(elected, outcome, collected_, returned):
    found = judged(LATE_BONUS, late_wagers=elected).adjudication.resolutions
    (line,) = [line for line in found if line.late]
    assert (line.spot, line.wager, line.outcome) == (3, "bonus", outcome)
    assert (line.collected, line.returned) == (collected_, returned)


def test_a_late_part_of_an_ante_stands_apart_from_the_timely_part():
    told = added("more", event("wager_increased", spot=3, wager="ante", amount=5_00), before="deal 1 first")
    found = judged(told, late_wagers="stands").adjudication.resolutions
    assert [(line.stake, line.late) for line in found if (line.spot, line.wager) == (3, "ante")] == [
        (10_00, False), (5_00, True),
    ]  # fmt: skip


LATE_FLOP = added("no more flop", event("betting_closed", wagers=["flop"]), before="flop wager 3")


@pytest.mark.parametrize(
    ("elected", "ante", "why"),
    [
        ("stands", "unpaid", None),
        ("void", "undetermined", "whether spot 3 placed the flop wager or folded"),
        ("undetermined", "undetermined", "whether the late flop wager of spot 3 stands (late_wagers)"),
    ],
)
def test_whether_a_late_flop_wager_stands_decides_whether_the_spot_plays(elected, ante, why):
    line = lines(LATE_FLOP, late_wagers=elected)[3, "ante"]
    assert (line.outcome, line.missing) == (ante, why)


def test_a_coupon_that_wins_is_paid_and_dropped():
    line = lines(changed("ante 1", tender="match_play"))[1, "ante"]
    assert (money(line), line.tender) == ((10_00, "win", 10_00, 10_00, 0), "match_play")


def test_a_coupon_below_the_threshold_is_handed_back():
    assert money(lines(changed("ante 3", tender="match_play"))[3, "ante"]) == (10_00, "unpaid", 0, 0, 10_00)


def test_a_coupon_on_a_folded_hand_is_dropped():
    line = lines(changed("ante 2", tender="match_play"))[2, "ante"]
    assert (line.outcome, line.collected) == ("forfeit", 10_00)


def test_a_payout_limit_on_the_bonus_holds_a_spot():
    line = lines(CLEAN, payout_limits={"bonus": 60_00})[1, "bonus"]
    assert (line.paid, line.limited_from) == (60_00, 100_00)


def test_an_aggregate_limit_is_shared_between_the_winners_of_the_round():
    found = lines(CLEAN, aggregate_limits={"bonus": 46_00})
    assert [(found[spot, "bonus"].paid, found[spot, "bonus"].limited_from) for spot in (1, 4)] == [
        (40_00, 100_00), (6_00, 15_00),
    ]  # fmt: skip


@pytest.mark.parametrize(("breakage", "won"), [("house", 7), ("patron", 8), ("nearest", 8)])
def test_breakage_goes_as_elected(breakage, won):
    told = changed("bonus 4", amount=5)
    line = lines(told, breakage=breakage, pay_tables={"bonus": {"TT_to_22": "3:2"}})[4, "bonus"]
    assert (line.odds, line.paid) == ("3:2", won)


# --- a round declared void ---------------------------------------------------------------------


def test_a_round_declared_void_gives_back_what_was_not_settled_before():
    told = {**until("turn"), "void": event("voided", reason="the shoe jammed")}
    found = lines(told)
    assert money(found[2, "ante"]) == (10_00, "forfeit", 0, 10_00, 0)
    assert money(found[1, "flop"]) == (20_00, "void", 0, 0, 20_00)
    assert money(found[4, "bonus"]) == (5_00, "void", 0, 0, 5_00)


def test_what_was_paid_before_the_void_stays_as_the_rules_gave_it():
    told = {**until("rack 3"), "void": event("voided", reason="a card was missing")}
    found = outcomes(told)
    assert (found[3, "flop"], found[3, "turn"]) == ("win", "win")
    assert (found[1, "flop"], found[1, "bonus"]) == ("void", "void")


def test_handing_stakes_back_after_the_void_does_not_make_them_settled():
    told = {**until("turn"), "void": event("voided", reason="the shoe jammed")}
    told["flop 1 back"] = event("wager_returned", spot=1, wager="flop", amount=20_00, reason="void")
    assert outcomes(told)[1, "flop"] == "void"


def test_a_settlement_before_the_void_that_says_its_tender_is_of_that_wager_alone():
    told = added("coupon 1", placed(1, "ante", 10_00, tender="match_play"), before="ante 2")
    told = {**until("turn", told), "paid early": paid(1, "ante", 10_00, tender="chips")}
    told["void"] = event("voided", reason="the shoe jammed")
    found = judged(told).adjudication.resolutions
    antes = {line.tender: line.outcome for line in found if (line.spot, line.wager) == (1, "ante")}
    assert antes == {None: "undetermined", "match_play": "void"}


def test_a_ruling_by_itself_changes_no_resolution():
    told = added("ruling", event("ruling_made", ruling="pay the ante", approved_by="S-1"), before="rack 3")
    assert outcomes(told) == outcomes(CLEAN)


def test_a_corrected_card_is_the_card_that_counts():
    told = dict(CLEAN)
    version = list(CLEAN).index("turn") + 1
    told["correction"] = event(
        "corrected", corrects=version, event=dealt("board", "Qd", "up"), reason="misread", approved_by="S-1"
    )
    assert outcomes(told)[3, "flop"] == "lose"
