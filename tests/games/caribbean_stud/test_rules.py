"""What becomes of each wager, at every point of a round and where something is missing."""

import pytest

from ledger.games.caribbean_stud.irregularities import CONDITIONS
from tests.games.caribbean_stud.evening import (
    CLEAN,
    NO_HAND,
    added,
    changed,
    holding,
    judged,
    lines,
    missing,
    moved,
    outcomes,
    until,
    without,
)
from tests.games.evening import money
from tests.scenario import dealt, event, placed, revealed

# --- the whole round ----------------------------------------------------------------


def test_the_clean_round_to_the_cent():
    assert {wager: money(line) for wager, line in lines(CLEAN).items()} == {
        (1, "ante"): (10_00, "win", 10_00, 0, 10_00),
        (1, "bet"): (20_00, "win", 20_00, 0, 20_00),
        (1, "progressive"): (1_00, "lose", 0, 1_00, 0),
        (2, "ante"): (10_00, "forfeit", 0, 10_00, 0),
        (2, "progressive"): (1_00, "forfeit", 0, 1_00, 0),
        (3, "ante"): (10_00, "push", 0, 0, 10_00),
        (3, "bet"): (20_00, "push", 0, 0, 20_00),
        (4, "ante"): (10_00, "lose", 0, 10_00, 0),
        (4, "bet"): (20_00, "lose", 0, 20_00, 0),
        (5, "ante"): (10_00, "win", 10_00, 0, 10_00),
        (5, "bet"): (20_00, "win", 100_00, 0, 20_00),
        (5, "progressive"): (1_00, "win", 50_00, 1_00, 0),
    }


def test_the_round_without_a_qualifying_hand_to_the_cent():
    assert {wager: money(line) for wager, line in lines(NO_HAND).items()} == {
        (1, "ante"): (10_00, "win", 10_00, 0, 10_00),
        (1, "bet"): (20_00, "void", 0, 0, 20_00),
        (1, "progressive"): (1_00, "win", 100_00, 1_00, 0),
        (3, "ante"): (25_00, "win", 25_00, 0, 25_00),
        (3, "bet"): (50_00, "void", 0, 0, 50_00),
    }


def test_each_line_cites_its_paragraph_and_says_how_well_it_is_known():
    cited = {wager: (line.rule, line.evidence, line.table) for wager, line in lines(CLEAN).items()}
    assert cited == {
        (1, "ante"): ("13:69F-16.10(e)3", "not_nj_text", "CS-ANTE-WIN"),
        (1, "bet"): ("13:69F-16.10(e)3", "not_nj_text", "CS-BET-WIN"),
        (1, "progressive"): ("13:69F-16.11(a)", "not_nj_text", "CS-PROG-A"),
        (2, "ante"): ("13:69F-16.10(a)", "nj_text", None),
        (2, "progressive"): ("13:69F-16.10(a)", "derived", None),
        (3, "ante"): ("13:69F-16.10(e)2", "mixed", None),
        (3, "bet"): ("13:69F-16.10(e)2", "mixed", None),
        (4, "ante"): ("13:69F-16.10(e)1", "mixed", None),
        (4, "bet"): ("13:69F-16.10(e)1", "mixed", None),
        (5, "ante"): ("13:69F-16.10(e)3", "not_nj_text", "CS-ANTE-WIN"),
        (5, "bet"): ("13:69F-16.10(e)3", "not_nj_text", "CS-BET-WIN"),
        (5, "progressive"): ("13:69F-16.11(a)", "not_nj_text", "CS-PROG-A"),
    }
    none = {wager: (line.rule, line.evidence, line.table) for wager, line in lines(NO_HAND).items()}
    assert none[3, "ante"] == ("13:69F-16.10(f)2", "mixed", "CS-ANTE-NOQUALIFY")
    assert none[3, "bet"] == ("13:69F-16.10(f)3", "mixed", "CS-BET-NOQUALIFY")


def test_a_hand_that_is_compared_is_shown_and_one_that_need_not_be_is_not():
    found = lines(CLEAN)
    assert (found[1, "ante"].rank, found[1, "ante"].cards) == ("pair", ("As", "Ad", "9h", "5c", "2s"))
    assert (found[5, "progressive"].rank, found[1, "progressive"].rank) == ("flush", None)
    assert found[1, "progressive"].cards == ("As", "Ad", "9h", "5c", "2s")
    assert (lines(NO_HAND)[3, "ante"].rank, lines(NO_HAND)[3, "ante"].cards) == (None, None)


# --- at every point --------------------------------------------------------------------


@pytest.mark.parametrize("last", ["no more bets", "deal dealer 1", "deal dealer 5", "bet 1", "bet 4"])
def test_until_the_dealers_hand_is_shown_wagers_are_open_but_those_of_a_fold(last):
    found = outcomes(until(last))
    assert set(found.values()) <= {"open", "forfeit"}
    folds = {wager for wager, outcome in found.items() if outcome == "forfeit"}
    assert folds == ({(2, "ante"), (2, "progressive")} if last == "bet 4" else set())


def test_the_dealers_card_that_lies_up_from_the_deal_is_no_showdown():
    assert set(outcomes(until("deal dealer 1")).values()) == {"open"}


def test_the_close_ends_what_was_open():
    told = without("reveal dealer", told=until("bet 4"))
    told["close"] = event("closed")
    assert outcomes(told)[1, "ante"] == "win"
    vague = {name: {**one, "card": None} if name == "deal dealer 4" else one for name, one in told.items()}
    assert missing(vague, 1, "ante") == "the faces of 1 of 5 cards, for the hand of the dealer"


# --- what is missing -----------------------------------------------------------------------


def test_a_spot_that_neither_bet_nor_folded():
    told = without("bet 4")
    assert missing(told, 4, "ante") == "whether spot 4 placed the bet wager or folded"
    assert missing(without("bet 1"), 1, "progressive") == "whether spot 1 placed the bet wager or folded"


def test_a_spot_that_bet_and_folded():
    fold = event("decision_made", spot=4, decision="fold")
    told = added("fold 4", fold, before="reveal dealer")
    assert missing(told, 4, "bet") == "what spot 4 did: it folded and placed the bet wager"


@pytest.mark.parametrize(
    ("late_wagers", "ante", "bet"),
    [
        ("stands", "lose", "lose"),
        ("void", "undetermined", "void"),
        ("undetermined", "undetermined", "undetermined"),
    ],
)
def test_a_bet_after_its_betting_closed_is_judged_as_the_licensee_elects(late_wagers, ante, bet):
    shut = event("betting_closed")
    told = moved("bet 4", before="reveal dealer", told=added("shut", shut, before="reveal dealer"))
    told = moved("shut", before="bet 4", told=told)
    found = judged(told, late_wagers=late_wagers).adjudication.resolutions
    assert {line.wager: line.outcome for line in found if line.spot == 4} == {"ante": ante, "bet": bet}
    assert [line.late for line in found if line.spot == 4] == [False, True]
    (known,) = [line.evidence for line in found if line.spot == 4 and not line.late]
    assert known == {"stands": "mixed", "void": "nj_text", "undetermined": "not_found"}[late_wagers]


def test_an_unknown_card_of_a_player_matters_only_where_the_hand_is_compared():
    told = holding(1, "As", "Ad", None, "5c", "2s")
    assert missing(told, 1, "ante") == "the faces of 1 of 5 cards, for the hand of spot 1"
    hidden = holding(3, None, None, None, None, None, told=NO_HAND)
    assert outcomes(hidden)[3, "ante"] == "win"
    undealt = {name: one for name, one in NO_HAND.items() if one.get("to") != 3}
    assert outcomes(undealt)[3, "bet"] == "void"


def test_an_unknown_card_of_a_progressive_leaves_it_undetermined_though_the_ante_is_paid():
    told = without("rack 1", told=holding(1, "6h", "6d", None, "Tc", "Th", told=NO_HAND))
    assert outcomes(told)[1, "ante"] == "win"
    assert missing(told, 1, "progressive") == "the faces of 1 of 5 cards, for the hand of spot 1"


def test_a_progressive_is_judged_though_nobody_knows_the_dealers_hand():
    told = holding("dealer", "Kd", "Kh", None, None, None)
    told["reveal dealer"] = revealed("dealer")
    assert missing(told, 5, "bet") == "the faces of 3 of 5 cards, for the hand of the dealer"
    assert outcomes(told)[5, "progressive"] == "win"


def test_unknown_suits_are_no_hindrance_where_no_suit_can_change_the_hand():
    assert outcomes(holding(1, "A?", "A?", "9?", "5?", "2?"))[1, "ante"] == "win"
    vague = missing(holding(1, "A?", "K?", "9?", "5?", "2?"), 1, "ante")
    assert vague == "the suit of A?, K?, 9?, 5?, 2?, for the hand of spot 1"


def test_a_dealers_hand_too_short():
    told = without("deal dealer 5", "reveal dealer")
    assert missing(told, 1, "ante") == "1 of the 5 cards of the dealer"


def test_one_card_in_two_hands_leaves_the_spot_undetermined_and_no_other():
    told = holding(1, "As", "Ad", "Kd", "5c", "2s")
    assert missing(told, 1, "ante") == "the true face of Kd, which spot 1 and the dealer have"
    assert missing(told, 1, "progressive") == "the true face of Kd, which spot 1 and the dealer have"
    assert outcomes(told)[4, "ante"] == "lose"
    doubled = holding(3, "7h", "5h", "4c", "3c", "Qh", told=NO_HAND)
    assert missing(doubled, 3, "ante") == "the true face of Qh, which spot 3 and the dealer have"


def test_a_bet_placed_after_a_fold_and_taken_back_leaves_the_fold():
    told = added("bet 2", placed(2, "bet", 20_00), before="bet 5")
    back = event("wager_withdrawn", spot=2, wager="bet", amount=20_00)
    told = added("taken back", back, before="bet 5", told=told)
    assert (outcomes(told)[2, "bet"], outcomes(told)[2, "ante"]) == ("void", "forfeit")


# --- void, limits, coupons -----------------------------------------------------------------


def test_a_round_declared_void_hands_back_what_was_not_settled():
    told = until("reveal dealer")
    told["void"] = event("voided", reason="misdeal")
    found = outcomes(told)
    assert found[2, "ante"] == "forfeit"
    assert {outcome for (spot, _), outcome in found.items() if spot != 2} == {"void"}


def test_whether_a_progressive_locked_in_goes_back_with_a_void_round_was_not_read():
    told = until("deal dealer 5", NO_HAND)
    told["void"] = event("voided", reason="misdeal")
    assert outcomes(told)[1, "ante"] == "void"
    assert missing(told, 1, "progressive") == (
        "whether the progressive of spot 1, taken before the deal, goes back with a void round"
    )
    assert lines(told)[1, "progressive"].evidence == "not_found"


def test_the_limit_is_of_what_one_spots_bet_wins():
    told = changed("bet 5", amount=2_000_00, told=changed("ante 5", amount=1_000_00))
    bet = lines(told)[5, "bet"]
    assert (bet.paid, bet.limited_from, bet.returned) == (5_000_00, 10_000_00, 2_000_00)
    assert lines(told)[5, "ante"].paid == 1_000_00
    assert lines(told, payout_limits={})[5, "bet"].paid == 10_000_00


def test_a_coupon_that_wins_is_dropped_and_its_winnings_paid():
    told = {**CLEAN, "ante 5": placed(5, "ante", 10_00, tender="match_play")}
    ante = lines(told)[5, "ante"]
    assert (ante.tender, ante.paid, ante.collected, ante.returned) == ("match_play", 10_00, 10_00, 0)


# --- irregularities --------------------------------------------------------------------------


def communicating(*spots, told=CLEAN, before="bet 5"):
    note = event("irregularity_noted", kind="communication", spots=list(spots))
    return added("note", note, before=before, told=told)


def test_who_communicates_forfeits_all_wagers_by_law():
    found = lines(communicating(1, 5))
    for spot in (1, 5):
        for wager, stake in {"ante": 10_00, "bet": 20_00, "progressive": 1_00}.items():
            line = found[spot, wager]
            assert money(line) == (stake, "forfeit", 0, stake, 0)
            assert (line.rule, line.evidence) == ("13:69F-16.10(c)", "nj_text")
    assert (found[3, "ante"].outcome, found[4, "ante"].outcome) == ("push", "lose")


def test_a_progressive_locked_in_is_forfeited_with_the_rest():
    assert outcomes(communicating(1, told=NO_HAND, before="bet 3"))[1, "progressive"] == "forfeit"


def test_it_is_not_said_who_communicated():
    told = added("note", event("irregularity_noted", kind="communication"), before="bet 5")
    assert missing(told, 5, "bet") == (
        f"the spots concerned in the case that {CONDITIONS.words['communication']} "
        f"(noted at event {list(told).index('note') + 1})"
    )
    assert outcomes(told)[2, "ante"] == "forfeit"


def test_a_sixth_card_leaves_all_undetermined_but_what_was_forfeited_and_names_each_source():
    told = added("deal 4 6", dealt(4, "6c"), before="deal 5 5", told=without("reveal 4"))
    words = f"the rule for the case that {CONDITIONS.words['wrong_number_of_cards']} (spot 4 had 6): "
    void = "ROUND_VOID_RETURN_ALL (13:69F-31.8; 68 IAC 10-11-8(a))"
    dead = "HAND_VOID_RETURN_WAGERS (high-rollercasinos.com)"
    for spot in (1, 4):
        assert missing(told, spot, "ante") == f"{words}{void} or {dead}"
    assert outcomes(told)[2, "ante"] == "forfeit"


def test_what_the_licensee_elects_for_a_sixth_card_is_applied():
    told = added("deal 4 6", dealt(4, "6c"), before="deal 5 5", told=without("reveal 4"))
    dead = lines(told, irregularities={"wrong_number_of_cards": "HAND_VOID_RETURN_WAGERS"})
    assert (dead[4, "ante"].outcome, dead[4, "ante"].evidence) == ("void", "not_nj_text")
    assert (dead[1, "ante"].outcome, dead[5, "bet"].outcome) == ("win", "win")
