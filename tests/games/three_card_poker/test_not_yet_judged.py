"""What becomes of a wager that is not to be judged yet, or not in full; late, withdrawn, limited, named."""

import pytest

from tests.games.evening import money
from tests.games.three_card_poker.evening import (
    CLEAN,
    EVENING,
    MILLIONAIRE,
    NOT_QUALIFIED,
    with_hand,
)
from tests.scenario import T0, event, placed, revealed

added, changed, lines, outcomes, until, without = (
    EVENING.added, EVENING.changed, EVENING.lines, EVENING.outcomes, EVENING.until, EVENING.without,
)  # fmt: skip


def line(told, spot, wager, **elected):
    return lines(told, **elected)[spot, wager]


def late(told, **elected):
    found = EVENING.judged(told, **elected).adjudication.resolutions
    return {(one.spot, one.wager): one for one in found if one.late}


# --- not yet, and not known -------------------------------------------------------------


def test_everything_that_no_fold_decided_is_open_until_the_dealer_turns_up():
    found = outcomes(until("collect ante 3"))
    assert {wager: outcome for wager, outcome in found.items() if outcome != "open"} == {
        (2, "ante"): "forfeit",
        (2, "pair_plus"): "forfeit",
        (3, "ante"): "forfeit",
    }


def test_after_the_dealers_reveal_everything_is_decided():
    assert "open" not in outcomes(until("reveal dealer")).values()


@pytest.mark.parametrize("wager", ["ante", "play"])
def test_a_hand_with_an_unknown_card_leaves_ante_and_play_undetermined(wager):
    told = with_hand(4, None, "7d", "6s")
    assert EVENING.missing(told, 4, wager) == "the faces of 1 of 3 cards, for the hand of spot 4"


def test_a_hand_without_a_rank_may_have_an_ante_bonus():
    assert EVENING.missing(with_hand(4, None, "7d", "6s"), 4, "ante_bonus") is not None


def test_against_a_dealer_who_does_not_qualify_the_players_cards_are_not_needed():
    found = outcomes(with_hand(4, None, "7d", "6s", told=NOT_QUALIFIED))
    assert (found[4, "ante"], found[4, "play"]) == ("win", "void")
    assert found[4, "ante_bonus"] == "undetermined"


def test_an_unknown_suit_matters_only_where_it_could_make_a_flush():
    assert outcomes(with_hand(4, "8?", "7d", "6s"))[4, "ante"] == "win"
    assert (
        EVENING.missing(with_hand(5, "A?", "Jh", "5h"), 5, "pair_plus")
        == "the suit of A?, for the hand of spot 5"
    )


def test_a_dealers_hand_with_an_unknown_card_leaves_what_is_compared_undetermined_and_no_more():
    told = {**with_hand("dealer", "9h", "9c", None), "reveal dealer": revealed("dealer", "9h", "9c")}
    told = without("rack dealer", told=told)
    found = outcomes(told)
    assert EVENING.missing(told, 1, "ante") == "the faces of 1 of 3 cards, for the dealer's hand"
    assert found[1, "pair_plus"] == found[5, "pair_plus"] == "win"
    assert lines(told)[4, "ante_bonus"].paid == 20_00
    assert (
        EVENING.missing(told, 3, "six_card_bonus")
        == "the faces of 1 of 6 cards, for the six-card bonus of spot 3"
    )


def test_cards_never_told_are_missing_when_the_round_ends():
    told = without(
        *[name for name in CLEAN if name.startswith(("deal dealer", "reveal dealer", "rack dealer"))]
    )
    assert EVENING.missing(told, 1, "ante") == "3 of the dealer's 3 cards"
    told = without("deal 1 third", "reveal 1")
    assert EVENING.missing(told, 1, "pair_plus") == "1 of the 3 cards of spot 1"


def test_a_card_that_player_and_dealer_both_have_leaves_undetermined_what_it_decides():
    told = with_hand(1, "9h", "4d", "Ts")
    assert EVENING.missing(told, 1, "play") == "the true face of 9h, which spot 1 and the dealer have"
    assert EVENING.missing(told, 1, "pair_plus") == "the true face of 9h, which spot 1 and the dealer have"


def test_a_missing_suit_decides_between_the_prizes_of_six_cards():
    own = ("Ad", "Kd", "Qd")
    told = with_hand(3, *own, told=with_hand("dealer", "Jd", "Td", "9?"))
    elected = {"pay_tables": {"six_card_bonus": MILLIONAIRE}}
    expected = "the suit of 9?, for the six-card bonus of spot 3"
    assert EVENING.missing(told, 3, "six_card_bonus", **elected) == expected
    assert line(told, 3, "six_card_bonus").rank == "royal_flush"


@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_a_spot_that_never_decided_leaves_ante_and_pair_plus_undetermined(wager):
    told = without("fold 2", "collect ante 2", "collect pair plus 2")
    assert EVENING.missing(told, 2, wager) == "whether spot 2 placed the play wager or folded"


def test_the_six_card_bonus_needs_no_decision():
    assert outcomes(without("fold 3"))[3, "six_card_bonus"] == "win"


def test_a_spot_that_folded_and_played_contradicts_itself():
    told = added("play 2", placed(2, "play", 10_00), before="fold 3")
    assert EVENING.missing(told, 2, "ante") == "what spot 2 did: it folded and placed the play wager"


# --- late, withdrawn, coupons, void, corrections ----------------------------------------

LATE_BONUS = added("late", placed(1, "pair_plus", 2_00), before="play 1")
LATE_PLAY = {
    **until("fold 3"),
    "shut": event("betting_closed"),
    **{name: one for name, one in CLEAN.items() if name not in until("fold 3")},
}


@pytest.mark.parametrize(
    ("elected", "expected"),
    [
        ("stands", (2_00, "win", 2_00, 0, 2_00)),
        ("void", (2_00, "void", 0, 0, 2_00)),
        ("undetermined", (2_00, "undetermined", 0, 0, 0)),
    ],
)
def test_a_late_wager_has_a_line_of_its_own_as_elected(elected, expected):
    assert money(late(LATE_BONUS, late_wagers=elected)[1, "pair_plus"]) == expected
    assert money(line(LATE_BONUS, 1, "pair_plus")) == (5_00, "win", 5_00, 0, 5_00)


def test_a_late_play_wager_plays_only_where_late_wagers_stand():
    assert late(LATE_PLAY, late_wagers="stands")[4, "play"].outcome == "win"
    assert lines(LATE_PLAY, late_wagers="stands")[4, "ante_bonus"].paid == 20_00
    assert (
        EVENING.missing(LATE_PLAY, 4, "ante") == "whether the late play wager of spot 4 stands (late_wagers)"
    )
    assert late(LATE_PLAY, late_wagers="void")[4, "play"].outcome == "void"


def test_whether_a_late_play_wager_stands_is_an_election_and_no_law():
    assert line(LATE_PLAY, 4, "ante").evidence == "not_found"
    assert line(LATE_PLAY, 4, "ante", late_wagers="void").evidence == "nj_text"


@pytest.mark.parametrize(("elected", "bonus_"), [("stands", 5_00), ("void", None), ("undetermined", 0)])
def test_what_was_added_late_to_an_ante_has_its_own_ante_bonus(elected, bonus_):
    told = added("late", placed(4, "ante", 5_00), before="play 1")
    found = late(told, late_wagers=elected).get((4, "ante_bonus"))
    assert (found and found.paid) == bonus_
    assert lines(told, late_wagers=elected)[4, "ante_bonus"].paid == 20_00


def test_a_wager_withdrawn_whole_has_a_line_without_a_stake():
    told = added(
        "take back", event("wager_withdrawn", spot=5, wager="pair_plus", amount=5_00), before="no more bets"
    )
    assert money(line(told, 5, "pair_plus")) == (0, "void", 0, 0, 0)


def test_an_ante_withdrawn_leaves_a_pair_plus_without_a_decision():
    told = added(
        "take back", event("wager_withdrawn", spot=2, wager="ante", amount=10_00), before="no more bets"
    )
    told = without("fold 2", "collect ante 2", "collect pair plus 2", "rack 2", told=told)
    assert money(line(told, 2, "ante")) == (0, "void", 0, 0, 0)
    assert money(line(told, 2, "pair_plus")) == (5_00, "lose", 0, 5_00, 0)


def test_a_coupon_that_wins_is_dropped_and_its_ante_bonus_paid_like_that_of_chips():
    told = changed("ante 4", tender="match_play")
    told = without("pay ante 4", "pay ante bonus 4", told=told)
    found = lines(told)
    assert money(found[4, "ante"]) == (20_00, "win", 20_00, 20_00, 0)
    assert found[4, "ante"].tender == "match_play"
    assert money(found[4, "ante_bonus"]) == (0, "win", 20_00, 0, 0)
    assert found[4, "ante_bonus"].tender is None


def test_a_void_hands_back_what_was_not_settled_before():
    told = {**until("pay pair plus 5"), "void": event("voided", reason="a card was missing")}
    found = lines(told)
    assert found[5, "pair_plus"].outcome == "win"
    assert found[1, "ante"].outcome == "lose"
    assert money(found[4, "play"]) == (20_00, "void", 0, 0, 20_00)
    assert (4, "ante_bonus") not in found


def test_a_correction_is_judged_as_it_should_have_been():
    as_it_was = {"occurred_at": T0, **CLEAN["deal 5 first"], "card": "Ad"}
    version = list(CLEAN).index("deal 5 first") + 1
    told = {
        **without("reveal 5"),
        "correct": event(
            "corrected", corrects=version, event=as_it_was, reason="video review", source="supervisor",
            by="F-2", approved_by="F-1",
        ),
    }  # fmt: skip
    assert outcomes(without("reveal 5"))[5, "pair_plus"] == "win"
    assert outcomes(told)[5, "pair_plus"] == "lose"


# --- limits -----------------------------------------------------------------------------


def test_a_payout_limit_holds_for_a_spot_and_an_aggregate_limit_for_the_round():
    limited = lines(CLEAN, payout_limits={"pair_plus": 15_00})
    assert (limited[5, "pair_plus"].paid, limited[5, "pair_plus"].limited_from) == (15_00, 20_00)
    assert limited[1, "pair_plus"].limited_from is None
    limited = lines(CLEAN, aggregate_limits={"ante_bonus": 10_00})
    assert (limited[4, "ante_bonus"].paid, limited[4, "ante_bonus"].limited_from) == (10_00, 20_00)


def test_a_round_limit_shares_what_all_wagers_win():
    won = sum(one.paid for one in lines(CLEAN).values())
    limited = lines(CLEAN, aggregate_limits={"round": won - 1_00})
    assert sum(one.paid for one in limited.values()) == won - 1_00


# --- a patron by name -------------------------------------------------------------------


@pytest.mark.parametrize("said", [None, "P-7"])
def test_the_ante_bonus_of_a_patron_by_name_is_paid_whether_the_payment_names_him_or_not(said):
    told = changed("ante 4", changed("play 4", patron="P-7"), patron="P-7")
    told = changed("pay ante bonus 4", told, patron=said)
    assert line(told, 4, "ante_bonus").patron == "P-7"
    assert EVENING.found(told) == []
