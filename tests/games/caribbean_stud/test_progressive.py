"""The progressive: shares of a meter, several winners, the stake, and who pays."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.caribbean_stud.evening import (
    CLEAN,
    METER,
    NO_HAND,
    added,
    holding,
    judged,
    lines,
    missing,
    moved,
    only,
    order,
    outcomes,
    until,
)
from tests.games.evening import Told
from tests.scenario import event, placed

ROYAL = ("Ah", "Kc", "Qc", "Jc", "Tc")
SHARED: dict[str, Any] = {"funds": METER, "progressive_winners": "share_meter"}
ROYALS = {
    1: ("As", "Ks", "Qs", "Js", "Ts"),
    3: ("Ac", "Kc", "Qc", "Jc", "Tc"),
    5: ("Ah", "Kh", "Qh", "Jh", "Th"),
}
STRAIGHT_FLUSHES = {3: ("9c", "8c", "7c", "6c", "5c"), 4: ("9h", "8h", "7h", "6h", "5h")}
QUADS = ("2s", "2h", "2d", "2c", "3s")
DEALER = ("Ad", "Kd", "8d", "3h", "4d")


def with_hands(hands: Mapping[int, tuple[str, ...]], told: Told = CLEAN) -> Told:
    """The qualifying round with an ace-king dealer, these hands, and a progressive on each of them."""
    told = only(*hands, told=holding("dealer", *DEALER, told=told))
    for spot, cards in hands.items():
        told = holding(spot, *cards, told=told)
        if f"progressive {spot}" not in told:
            coin = placed(spot, "progressive", 1_00)
            told = added(f"progressive {spot}", coin, before="no more bets", told=told)
    return until("reveal dealer", told)


def won(told: Told, **elected: Any) -> dict[int, int | None]:
    """What each progressive wins, None where that cannot be said."""
    return {
        spot: None if line.outcome == "undetermined" else line.paid
        for (spot, wager), line in lines(told, **elected).items()
        if wager == "progressive"
    }


# --- one winner ---------------------------------------------------------------------------


def test_a_royal_flush_wins_the_whole_meter():
    told = with_hands({5: ROYALS[5]})
    line = lines(told, funds=METER)[5, "progressive"]
    assert (line.paid, line.odds, line.rank) == (100_000_01, "100 % of the meter", "royal_flush")
    assert (line.rule, line.evidence, line.table) == ("13:69F-16.11(a)", "not_nj_text", "CS-PROG-A")


@pytest.mark.parametrize(
    ("breakage", "cents"), [("house", 10_000_00), ("patron", 10_000_01), ("nearest", 10_000_00)]
)
def test_a_share_of_the_meter_is_rounded_as_the_licensee_elects(breakage, cents):
    told = with_hands({4: STRAIGHT_FLUSHES[4]})
    assert won(told, funds=METER, breakage=breakage) == {4: cents}


def test_a_share_of_a_meter_that_nobody_says_is_undetermined_and_names_the_fund():
    told = with_hands({5: ROYALS[5], 4: QUADS})
    assert missing(told, 5, "progressive") == "the meter of the fund progressive"
    assert won(told) == {4: 500_00, 5: None}


def test_the_one_fund_of_a_round_is_that_of_its_progressive_whatever_its_name():
    told = with_hands({5: ROYALS[5]})
    assert won(told, funds={"CS-MAIN": {"meter": 70_00}}) == {5: 70_00}
    several = {"CS-MAIN": {"meter": 70_00}, "other": {"meter": 1}}
    assert missing(told, 5, "progressive", funds=several) == "the meter of the fund progressive"
    assert won(told, funds={**several, **METER}) == {5: 100_000_01}


def test_flat_prizes_do_not_scale_with_the_stake():
    told = added("more", placed(4, "progressive", 4_00), before="no more bets", told=with_hands({4: QUADS}))
    line = lines(told)[4, "progressive"]
    assert (line.stake, line.paid, line.collected) == (5_00, 500_00, 5_00)


def test_it_is_paid_whatever_the_dealer_has():
    lost = with_hands({4: QUADS})
    better = holding("dealer", "Ad", "Ac", "Ah", "As", "4d", told=lost)
    assert (outcomes(better)[4, "ante"], won(better)) == ("lose", {4: 500_00})
    nobody = holding("dealer", "9d", "8c", "5h", "3d", "4d", told=lost)
    assert (outcomes(nobody)[4, "bet"], won(nobody)) == ("void", {4: 500_00})


# --- several winners ----------------------------------------------------------------------------


def test_several_winners_of_the_meter_are_undetermined_until_the_licensee_elects_how_they_share():
    told = with_hands({1: ROYALS[1], 4: STRAIGHT_FLUSHES[4]})
    assert won(told, funds=METER) == {1: None, 4: None}
    said = missing(told, 1, "progressive", funds=METER)
    assert said == "how several winners share the meter (progressive_winners)"


def test_royal_flushes_share_the_meter_to_the_last_cent():
    shares = [cents or 0 for cents in won(with_hands(ROYALS), **SHARED).values()]
    assert sorted(shares) == [33_333_33, 33_333_34, 33_333_34]
    assert sum(shares) == 100_000_01


def test_others_are_paid_by_the_meter_at_their_turn():
    told = with_hands(STRAIGHT_FLUSHES)
    # Spot 4 comes first: counterclockwise.
    assert won(told, **SHARED) == {4: 10_000_00, 3: 9_000_00}


def test_a_lower_hand_comes_before_a_higher_one_as_the_passes_do():
    told = with_hands({3: STRAIGHT_FLUSHES[3], 5: ROYALS[5]})
    dealer = ("Ts", "9s", "8s", "7s", "6s")
    assert won(holding("dealer", *dealer, told=told), **SHARED) == {3: 10_000_00, 5: 90_000_01}


def test_after_the_whole_meter_is_won_nobody_says_what_it_was_reset_to():
    told = with_hands({3: STRAIGHT_FLUSHES[3], 5: ROYALS[5]})
    assert won(told, **SHARED) == {3: None, 5: 100_000_01}
    assert missing(told, 3, "progressive", **SHARED) == "to what the meter of the fund progressive was reset"


def test_whether_a_flat_prize_paid_before_lowers_the_meter_was_not_read():
    told = with_hands({4: STRAIGHT_FLUSHES[4], 5: QUADS})
    assert missing(told, 4, "progressive", **SHARED) == "whether a flat prize paid before lowers the meter"
    after = with_hands({3: QUADS, 4: STRAIGHT_FLUSHES[4]})
    assert won(after, funds=METER) == {3: 500_00, 4: 10_000_00}


def test_an_unknown_hand_may_have_a_part_in_the_meter():
    told = with_hands({1: ("As", "Ks", "Qs", "Js", "Ts"), 4: STRAIGHT_FLUSHES[4]})
    told = holding(4, "9h", "8h", None, "6h", "5h", told=told)
    said = missing(told, 1, "progressive", **SHARED)
    assert said == "whether the progressive of spot 4 wins a part of the meter too"


def test_two_progressives_on_one_hand_have_no_rule():
    told = with_hands({5: ROYALS[5]})
    other = placed(5, "progressive", 1_00, patron="p-2")
    told = added("other", other, before="no more bets", told=told)
    said = {
        line.missing
        for line in judged(told, **SHARED).adjudication.resolutions
        if line.wager == "progressive"
    }
    assert said == {"the rule for several progressive wagers on one hand"}


def test_a_progressive_taken_back_has_no_part_in_the_meter():
    back = event("wager_withdrawn", spot=4, wager="progressive", amount=1_00)
    told = with_hands({1: ROYALS[1], 4: STRAIGHT_FLUSHES[4]})
    told = added(
        "back", back, before="no more bets", told=holding(4, "9h", None, "7h", "6h", "5h", told=told)
    )
    assert won(told, funds=METER) == {1: 100_000_01, 4: 0}


@pytest.mark.parametrize(("late_wagers", "royal"), [("void", 100_000_01), ("undetermined", None)])
def test_a_late_progressive_has_a_part_in_the_meter_as_late_wagers_are_elected(late_wagers, royal):
    told = with_hands({1: ROYALS[1], 4: STRAIGHT_FLUSHES[4]})
    late = moved("progressive 4", before="deal 1 1", told=told)
    found = lines(late, funds=METER, late_wagers=late_wagers)
    assert (found[1, "progressive"].paid or None) == royal


def test_a_late_progressive_that_stands_wins_as_any_other():
    told = moved("progressive 4", before="deal 4 1", told=with_hands({4: QUADS}))
    found = judged(told, late_wagers="stands").adjudication.resolutions
    assert [(line.late, line.paid, line.collected) for line in found if line.wager == "progressive"] == [
        (True, 500_00, 1_00)
    ]


# --- the stake, and who pays ---------------------------------------------------------------------


def test_the_stake_is_kept_only_where_the_licensee_says_so():
    line = lines(NO_HAND, progressive_stake_returned=True)[1, "progressive"]
    assert (line.outcome, line.paid, line.collected, line.returned) == ("win", 100_00, 0, 1_00)
    lost = lines(CLEAN, progressive_stake_returned=True)[1, "progressive"]
    assert (lost.outcome, lost.collected, lost.returned) == ("lose", 1_00, 0)


def test_what_the_cage_pays_says_so():
    found = lines(CLEAN, progressive_paid_from="cage")
    assert (found[5, "progressive"].paid, found[5, "progressive"].paid_from) == (50_00, "cage")
    assert {line.paid_from for wager, line in found.items() if wager != (5, "progressive")} == {None}


def test_a_hand_held_for_the_cage_is_not_racked_and_nor_is_the_dealers():
    told = until("reveal dealer")
    steps = order(told, progressive_paid_from="cage")
    assert "rack:5" not in steps
    assert steps[-2:] == ["pay:1", "rack:1"]
    assert order(told)[-3:] == ["rack:5", "rack:1", "rack:dealer"]
