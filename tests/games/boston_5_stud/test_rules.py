"""What becomes of each wager, at every point of a round and where something is missing."""

import pytest

from ledger.cards import cards
from tests.games.boston_5_stud.evening import (
    CLEAN,
    added,
    changed,
    holding,
    lines,
    missing,
    moved,
    outcomes,
    until,
    without,
)
from tests.games.boston_5_stud.evening import judged as judged_by
from tests.games.evening import money
from tests.scenario import dealt, event, placed, revealed

MAIN = ("ante", "first", "second")


# --- the whole round ----------------------------------------------------------------


def test_the_clean_round_to_the_cent():
    assert {wager: money(line) for wager, line in lines(CLEAN).items()} == {
        (1, "ante"): (10_00, "unpaid", 0, 0, 10_00),
        (1, "first"): (20_00, "win", 20_00, 0, 20_00),
        (1, "second"): (20_00, "win", 20_00, 0, 20_00),
        (1, "ante_bonus"): (0, "win", 70_00, 0, 0),
        (1, "optional_bonus"): (5_00, "win", 5_00, 0, 5_00),
        (2, "ante"): (10_00, "forfeit", 0, 10_00, 0),
        (2, "first"): (20_00, "forfeit", 0, 20_00, 0),
        (2, "optional_bonus"): (5_00, "lose", 0, 5_00, 0),
        (3, "ante"): (10_00, "push", 0, 0, 10_00),
        (3, "first"): (20_00, "push", 0, 0, 20_00),
        (3, "second"): (20_00, "push", 0, 0, 20_00),
        (3, "ante_bonus"): (0, "win", 40_00, 0, 0),
        (4, "ante"): (10_00, "lose", 0, 10_00, 0),
        (4, "first"): (20_00, "lose", 0, 20_00, 0),
        (4, "second"): (20_00, "lose", 0, 20_00, 0),
        (4, "ante_bonus"): (0, "win", 30_00, 0, 0),
        (4, "optional_bonus"): (5_00, "lose", 0, 5_00, 0),
    }


def test_each_line_cites_its_paragraph_and_says_how_well_it_is_known():
    cited = {wager: (line.rule, line.evidence, line.table) for wager, line in lines(CLEAN).items()}
    assert cited[1, "ante"] == ("13:69F-24.10(f)3", "derived", "B5-FIRST-SECOND")
    assert cited[1, "first"] == ("13:69F-24.10(f)3", "not_nj_text", "B5-FIRST-SECOND")
    assert cited[1, "optional_bonus"] == ("13:69F-24.10(a)", "not_nj_text", "B5-OPT-A")
    assert cited[2, "ante"] == ("13:69F-24.10(b)", "nj_text", None)
    assert cited[3, "ante"] == ("13:69F-24.10(f)2", "nj_text", "B5-TIE")
    assert cited[4, "first"] == ("13:69F-24.10(f)1", "nj_text", None)
    assert cited[4, "optional_bonus"] == ("13:69F-24.10(a)", "nj_text", None)


def test_the_deciding_hands_are_shown():
    found = lines(CLEAN)
    assert (found[1, "first"].rank, found[1, "first"].cards) == ("full_house", ("Ks", "Kd", "Kh", "4h", "4c"))
    assert (found[1, "optional_bonus"].rank, found[1, "optional_bonus"].cards) == ("pair", ("Ks", "Kd", "4h"))
    assert (found[4, "optional_bonus"].rank, found[4, "optional_bonus"].cards) == (None, None)


# --- the optional bonus ---------------------------------------------------------------


def test_a_bonus_is_open_until_its_player_elects():
    before = until("deal dealer 3")
    assert {spot: outcomes(before)[spot, "optional_bonus"] for spot in (1, 2, 4)} == dict.fromkeys(
        (1, 2, 4), "open"
    )
    assert outcomes(until("expose 1"))[1, "optional_bonus"] == "win"
    assert outcomes(until("expose 1"))[2, "optional_bonus"] == "open"
    assert outcomes(until("decline 4"))[4, "optional_bonus"] == "lose"


def test_three_of_a_kind_not_exposed_loses():
    assert money(lines(CLEAN)[4, "optional_bonus"]) == (5_00, "lose", 0, 5_00, 0)
    exposed = changed("decline 4", decision="expose")
    assert money(lines(exposed)[4, "optional_bonus"]) == (5_00, "win", 150_00, 0, 5_00)


@pytest.mark.parametrize("last", ["second 4", "second 3", "deal 1 4", "close"])
def test_whoever_said_nothing_has_not_exposed_once_the_spot_decided(last):
    silent = without("decline 4")
    assert outcomes(until("second 1", silent))[4, "optional_bonus"] == "open"
    assert outcomes(until(last, silent))[4, "optional_bonus"] == "lose"


def test_of_a_spot_without_a_card_it_cannot_be_said_that_it_exposed_none():
    untold = without("deal 4 1", "deal 4 2", "deal 4 3", "deal 4 4", "deal 4 5", "reveal 4")
    assert outcomes(untold)[4, "optional_bonus"] == "lose"
    because = "whether spot 4 exposed its cards, of which none are told"
    assert missing(without("decline 4", told=untold), 4, "optional_bonus") == because


def test_a_hand_turned_up_in_time_was_exposed_whatever_it_was_called():
    told = added("show 4", revealed(4, "Qs", "Qd", "Qh"), before="second 1", told=without("decline 4"))
    assert lines(told)[4, "optional_bonus"].paid == 150_00


def test_a_hand_of_which_one_card_was_turned_up_was_not_exposed():
    told = added("show 4", revealed(4, "Qs"), before="second 1", told=without("decline 4"))
    assert outcomes(told)[4, "optional_bonus"] == "lose"


def test_a_folded_hand_turned_up_claims_nothing():
    told = added("show 2", revealed(2, "Jd", "7h", "2c"), before="rack 2", told=without("expose 2"))
    assert (lines(told)[2, "optional_bonus"].outcome, lines(told)[2, "optional_bonus"].rank) == ("lose", None)


def test_exposing_after_the_second_wager_is_no_case_of_the_text():
    told = moved("expose 1", before="second 4")
    because = "whether cards exposed after the second wager or fold claim the bonus of spot 1"
    assert missing(told, 1, "optional_bonus") == because


def test_exposing_and_declining_contradict_each_other():
    told = added("expose 4", event("decision_made", spot=4, decision="expose"), before="second 1")
    assert missing(told, 4, "optional_bonus") == "whether spot 4 exposed its cards: it declined as well"


def test_only_the_first_three_cards_count_for_the_bonus():
    told = holding(1, "Ks", "Jd", "4h", "Kh", "4c")
    assert (lines(told)[1, "optional_bonus"].outcome, lines(told)[1, "second"].outcome) == ("lose", "lose")


@pytest.mark.parametrize(
    ("card", "because"),
    [
        (None, "the faces of 1 of 3 cards, for the optional bonus of spot 1"),
        ("Xr", "a rank for the joker Xr, for the optional bonus of spot 1"),
    ],
)
def test_an_exposed_hand_that_cannot_be_ranked_says_what_is_missing(card, because):
    told = until("expose 1", changed("deal 1 1", card=card))
    assert missing(told, 1, "optional_bonus") == because


def test_a_bonus_not_exposed_needs_no_faces():
    assert outcomes(until("decline 4", changed("deal 4 1", card=None)))[4, "optional_bonus"] == "lose"


# --- folding and taking back ------------------------------------------------------------


def test_a_fold_forfeits_ante_and_first_at_once():
    found = outcomes(until("fold 2"))
    assert (found[2, "ante"], found[2, "first"], found[1, "ante"]) == ("forfeit", "forfeit", "open")


BACK_3 = event("wager_withdrawn", spot=3, wager="second", amount=20_00)
AFTER = [name for name in CLEAN if name.split()[0] in {"reveal", "push", "pay"} and name.endswith(" 3")]
TAKEN_BACK = added("back 3", BACK_3, before="deal 1 4", told=without("deal 3 4", "deal 3 5", *AFTER))


def test_a_second_wager_taken_back_before_the_last_two_cards_is_a_fold():
    found = lines(until("reveal dealer", TAKEN_BACK))
    assert {wager: money(found[3, wager]) for wager in MAIN} == {
        "ante": (10_00, "forfeit", 0, 10_00, 0),
        "first": (20_00, "forfeit", 0, 20_00, 0),
        "second": (0, "void", 0, 0, 0),
    }
    cited = {(found[3, wager].rule, found[3, wager].evidence) for wager in ("ante", "first")}
    assert cited == {("13:69F-24.10(b),(c)", "derived")}


def test_a_second_wager_placed_again_plays():
    told = added("back 3", BACK_3, before="deal 1 4")
    again = added("again 3", placed(3, "second", 20_00), before="deal 1 4", told=told)
    assert outcomes(again)[3, "second"] == "push"


def test_a_part_taken_back_leaves_the_rest_in_play():
    told = added("back 3", event("wager_withdrawn", spot=3, wager="second", amount=5_00), before="deal 1 4")
    assert money(lines(told)[3, "second"]) == (15_00, "push", 0, 0, 15_00)


@pytest.mark.parametrize("amount", [20_00, 5_00])
@pytest.mark.parametrize(
    ("spot", "becomes"),
    [
        (1, (20_00, "win", 20_00, 0, 20_00)),
        (3, (20_00, "push", 0, 0, 20_00)),
        (4, (20_00, "lose", 0, 20_00, 0)),
    ],
)
def test_a_second_wager_taken_back_after_the_last_two_cards_were_begun_stands(spot, becomes, amount):
    back = event("wager_withdrawn", spot=spot, wager="second", amount=amount)
    told = added("back", back, before="deal 4 4")
    assert money(lines(told)[spot, "second"]) == becomes
    others = {key: money(line) for key, line in lines(told).items()}
    assert others == {key: money(line) for key, line in lines(CLEAN).items()}


def test_that_a_wager_taken_back_too_late_stands_is_derived():
    told = added("back 4", event("wager_withdrawn", spot=4, wager="second", amount=20_00), before="deal 4 4")
    assert {lines(CLEAN)[4, wager].evidence for wager in MAIN} == {"nj_text"}
    assert {lines(told)[4, wager].evidence for wager in MAIN} == {"derived"}
    assert lines(told)[1, "ante"].evidence == lines(CLEAN)[1, "ante"].evidence


def test_a_part_taken_back_in_time_does_not_stand_again():
    early = event("wager_withdrawn", spot=4, wager="second", amount=5_00)
    told = added("early 4", early, before="deal 1 4")
    told = added(
        "late 4", event("wager_withdrawn", spot=4, wager="second", amount=15_00), before="deal 4 4", told=told
    )
    assert money(lines(told)[4, "second"]) == (15_00, "lose", 0, 15_00, 0)


def test_neither_wager_nor_fold_is_open_until_the_last_two_cards_and_then_missing():
    told = without("second 3", "deal 3 4", "deal 3 5")
    assert outcomes(until("second 4", told))[3, "ante"] == "open"
    assert missing(until("deal 1 4", told), 3, "ante") == "whether spot 3 placed the second wager or folded"
    assert missing(told, 3, "first") == "whether spot 3 placed the second wager or folded"


def test_a_fold_beside_a_second_wager_cannot_be_judged():
    told = added("fold 1", event("decision_made", spot=1, decision="fold"), before="second 4")
    assert missing(told, 1, "second") == "what spot 1 did: it folded and placed the second wager"
    assert outcomes(told)[1, "optional_bonus"] == "win"


def test_late_wagers_go_by_election():
    told = added("shut", event("betting_closed", wagers=["second"]), before="second 3")
    assert missing(told, 3, "ante") == "whether the late second wager of spot 3 stands (late_wagers)"
    assert outcomes(told, late_wagers="stands")[3, "ante"] == "push"
    assert missing(told, 3, "ante", late_wagers="void") == "whether spot 3 placed the second wager or folded"


def test_what_an_election_or_a_rule_not_read_would_say_is_no_law():
    told = added("shut", event("betting_closed", wagers=["second"]), before="second 3")
    assert lines(told)[3, "ante"].evidence == "not_found"
    assert lines(told, late_wagers="void")[3, "ante"].evidence == "nj_text"
    told = without("expose 1", told=CLEAN)
    told = added("late", event("decision_made", spot=1, decision="expose"), before="reveal dealer", told=told)
    assert lines(told)[1, "optional_bonus"].evidence == "not_found"


def test_a_late_part_of_an_ante_carries_its_own_part_of_the_bonus():
    told = added("more", event("wager_increased", spot=4, wager="ante", amount=5_00), before="deal 1 1")
    found = judged_by(told, late_wagers="stands").adjudication.resolutions
    bonus = [(line.late, line.paid) for line in found if (line.spot, line.wager) == (4, "ante_bonus")]
    assert bonus == [(False, 30_00), (True, 15_00)]


def test_a_coupon_on_the_ante_is_dropped_and_its_bonus_paid_in_chips():
    found = lines(changed("ante 4", tender="match_play"))
    assert (found[4, "ante"].tender, found[4, "ante"].collected) == ("match_play", 10_00)
    assert (found[4, "ante_bonus"].tender, found[4, "ante_bonus"].paid) == (None, 30_00)


# --- how far the round has come -----------------------------------------------------------


@pytest.mark.parametrize("last", ["second 1", "deal 1 4", "deal dealer 5"])
def test_until_the_dealers_five_are_up_the_playing_wagers_are_open(last):
    assert {outcomes(until(last))[1, wager] for wager in ("ante", "first", "second")} == {"open"}
    assert (1, "ante_bonus") not in outcomes(until(last))


def test_from_the_dealers_showdown_on_everything_is_resolved():
    assert outcomes(until("reveal dealer")) == outcomes(CLEAN)


def test_three_cards_of_the_dealer_turned_up_are_no_showdown():
    told = {**until("second 3"), "peep": revealed("dealer", "9h", "8c", "7d")}
    assert outcomes(told)[1, "ante"] == "open"


# --- something is missing -----------------------------------------------------------------


def test_an_unknown_card_of_the_dealer_leaves_the_ante_bonus_alone():
    told = changed(
        "rack dealer",
        changed("reveal dealer", changed("deal dealer 1", card=None), cards=["8c", "7d", "6s", "5h"]),
        cards=None,
    )
    assert missing(told, 1, "ante") == "the faces of 1 of 5 cards, for the dealer's hand"
    assert lines(told)[1, "ante_bonus"].paid == 70_00


def test_an_unknown_card_of_a_player_leaves_that_players_bonus_undetermined_too():
    told = holding(3, "9s", "8d", "7c", "6c", None)
    assert missing(told, 3, "first") == "the faces of 1 of 5 cards, for the hand of spot 3"
    assert missing(told, 3, "ante_bonus") == "the faces of 1 of 5 cards, for the hand of spot 3"
    assert outcomes(told)[1, "first"] == "win"


def test_one_card_at_a_spot_and_with_the_dealer_cannot_be_judged():
    told = holding(3, "9h", "8d", "7c", "6c", "5s")
    assert missing(told, 3, "first") == "the true face of 9h, which spot 3 and the dealer have"


def test_hands_that_never_got_their_last_two_cards_say_so():
    assert (
        missing(without("deal 3 4", "deal 3 5", "reveal 3", "rack 3"), 3, "ante")
        == "5 cards of spot 3, which has 3"
    )
    short = without("deal dealer 4", "deal dealer 5", "reveal dealer", "rack dealer")
    assert missing(short, 1, "ante") == "5 cards of the dealer, who has 3"


def test_an_ace_plays_low_only_in_the_lowest_straight():
    told = holding(3, *cards("As2d3c4c5s"), told=holding("dealer", *cards("6h5c4d3s2h")))
    assert (lines(told)[3, "first"].rank, outcomes(told)[3, "first"]) == ("straight", "lose")


# --- elections, limits, voids ------------------------------------------------------------


def test_a_payout_limit_on_the_ante_bonus_holds_a_spot():
    line = lines(CLEAN, payout_limits={"ante_bonus": 60_00})[1, "ante_bonus"]
    assert (line.paid, line.limited_from) == (60_00, 70_00)


def test_where_an_ante_bonus_has_no_odds_a_limit_of_the_round_cannot_be_shared():
    found = lines(CLEAN, pay_tables={}, aggregate_limits={"round": 10_000_00})
    assert found[1, "first"].missing == "what the other wagers of its limit win"


def test_a_round_declared_void_gives_back_what_was_not_settled_before():
    told = {**until("deal 3 5"), "void": event("voided", reason="the shoe jammed")}
    found = lines(told)
    assert money(found[1, "optional_bonus"]) == (5_00, "win", 5_00, 0, 5_00)
    assert money(found[2, "ante"]) == (10_00, "forfeit", 0, 10_00, 0)
    assert money(found[1, "second"]) == (20_00, "void", 0, 0, 20_00)
    assert {wager for _, wager in found} == {"ante", "first", "second", "optional_bonus"}


def test_a_corrected_card_is_the_card_that_counts():
    version = list(CLEAN).index("deal dealer 1") + 1
    told = changed("reveal dealer", cards=["8c", "7d", "6s", "5h"])
    told["correction"] = event(
        "corrected", corrects=version, event=dealt("dealer", "Kc"), reason="misread", approved_by="S-1"
    )
    assert outcomes(told)[3, "first"] == "win"
