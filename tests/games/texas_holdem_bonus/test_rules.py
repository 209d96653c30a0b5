"""What becomes of each wager, at every point of a round and where something is missing."""

import pytest

from tests.games.evening import money
from tests.games.texas_holdem_bonus.evening import CLEAN, added, changed, lines, outcomes, until, without
from tests.scenario import collected, event, placed

MAIN = ("ante", "flop", "turn", "river")


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
    assert line.missing == "the true face of Ah, which spot 4 and the dealer have, for the bonus of spot 4"


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
