"""Settling against the house: coupons, late wagers, breakage and limits, whatever the game."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.games.resolution import NO_HAND, Resolution, Shown, Verdict
from ledger.games.seam import Fixed, MeterPercent, Odds
from ledger.games.settling import (
    Terms,
    add_ante_bonus,
    add_lines,
    largest_remainder,
    limited,
    void_unsettled,
    winnings,
    won,
)
from ledger.games.view import TakenBack
from ledger.money import Breakage
from ledger.rounds.parts import Wager
from tests.games.lines import resolved
from tests.scenario import event, folded, opened, placed

HOUSE = Breakage.HOUSE
PAYS_3_TO_2 = won("rule 1", "nj_text", "T-1", Odds(3, 2))
LOSES = Verdict("lose", "rule 2", "nj_text")


def elections(**elected):
    none = {"breakage": HOUSE, "late_wagers": "undetermined", "payout_limits": {}, "aggregate_limits": {}}
    return Terms(**{**none, **elected})


def wager(stake=0, *, late=0, withdrawn=0, tender="chips", spot=1, name="ante"):
    laid = Wager((spot, name, None, None, tender), 1)
    laid.stake, laid.late, laid.withdrawn = stake, late, withdrawn
    return laid


def settled(laid, verdict, hand=NO_HAND, **elected):
    lines: list[Resolution] = []
    add_lines(lines, [laid], {laid.wager: verdict}, hand, elections(**elected))
    return lines


def money(line):
    return (line.stake, line.outcome, line.paid, line.collected, line.returned)


# --- one wager --------------------------------------------------------------------


def test_a_winning_wager_is_paid_and_its_stake_handed_back():
    (line,) = settled(wager(10_00), PAYS_3_TO_2, Shown("flush", ("As",)))
    assert money(line) == (10_00, "win", 15_00, 0, 10_00)
    assert (line.odds, line.rule, line.evidence, line.table) == ("3:2", "rule 1", "nj_text", "T-1")
    assert (line.rank, line.cards) == ("flush", ("As",))


@pytest.mark.parametrize(
    ("outcome", "collected", "returned"),
    [
        ("lose", 10_00, 0),
        ("forfeit", 10_00, 0),
        ("push", 0, 10_00),
        ("void", 0, 10_00),
        ("unpaid", 0, 10_00),
        ("open", 0, 0),
        ("undetermined", 0, 0),
    ],
)
def test_where_the_stake_goes(outcome, collected, returned):
    (line,) = settled(wager(10_00), Verdict(outcome, "", "derived"))
    assert money(line) == (10_00, outcome, 0, collected, returned)


@pytest.mark.parametrize(
    ("breakage", "paid"), [(Breakage.HOUSE, 1_27), (Breakage.PATRON, 1_28), (Breakage.NEAREST, 1_28)]
)
def test_the_half_cent_goes_to_whom_the_licensee_elected(breakage, paid):
    (line,) = settled(wager(85), PAYS_3_TO_2, breakage=breakage)
    assert line.paid == paid


def test_a_flat_prize_does_not_scale_with_the_stake():
    prize = won("rule", "not_nj_text", "T-1", Fixed(500_00))
    assert [settled(wager(stake), prize)[0].paid for stake in (1_00, 25_00)] == [500_00, 500_00]


def test_a_share_of_a_meter_is_not_for_the_table_inventory_to_say():
    (line,) = settled(wager(1_00), won("rule", "not_nj_text", "T-1", MeterPercent(10)))
    assert (line.outcome, line.missing) == ("undetermined", "the fund whose meter is shared")


@pytest.mark.parametrize("verdict", [PAYS_3_TO_2, LOSES, Verdict("forfeit", "", "nj_text")])
def test_a_coupon_that_wins_or_loses_is_dropped(verdict):
    (line,) = settled(wager(10_00, tender="match_play"), verdict)
    assert (line.tender, line.collected, line.returned) == ("match_play", 10_00, 0)
    assert line.paid == (15_00 if verdict is PAYS_3_TO_2 else 0)


def test_a_promotional_chip_for_one_decision_is_dropped_when_it_wins_and_one_for_several_goes_back():
    (single,) = settled(wager(10_00, tender="promo_single"), PAYS_3_TO_2)
    (several,) = settled(wager(10_00, tender="promo_multi"), PAYS_3_TO_2)
    assert (single.paid, single.collected, single.returned) == (15_00, 10_00, 0)
    assert (several.paid, several.collected, several.returned) == (15_00, 0, 10_00)


@pytest.mark.parametrize("outcome", ["push", "void", "unpaid"])
def test_a_coupon_that_neither_wins_nor_loses_is_handed_back(outcome):
    (line,) = settled(wager(10_00, tender="match_play"), Verdict(outcome, "", "derived"))
    assert (line.collected, line.returned) == (0, 10_00)


def test_chips_are_the_tender_that_goes_without_saying():
    assert [settled(wager(1_00, tender=tender), LOSES)[0].tender for tender in ("chips", "cash")] == [
        None,
        "cash",
    ]


def test_a_wager_withdrawn_whole_has_a_line_without_a_stake():
    (line,) = settled(wager(0, withdrawn=10_00), LOSES)
    assert money(line) == (0, "void", 0, 0, 0)


def test_one_taken_back_too_late_has_a_line_of_that_stake_which_no_rule_judges():
    back = wager(0, withdrawn=10_00)
    back.taken_back = (TakenBack(3, 4_00, late=False), TakenBack(5, 6_00, late=True))
    (line,) = settled(back, LOSES)
    assert money(line) == (6_00, "undetermined", 0, 0, 0)


def test_a_wager_settled_but_never_placed_has_no_line():
    assert settled(wager(0), LOSES) == []


# --- late wagers ------------------------------------------------------------------


def test_a_late_wager_that_stands_is_settled_like_any_other_on_a_line_of_its_own():
    timely, late = settled(wager(10_00, late=5_00), LOSES, late_wagers="stands")
    assert (money(timely), timely.late) == ((10_00, "lose", 0, 10_00, 0), False)
    assert (money(late), late.late) == ((5_00, "lose", 0, 5_00, 0), True)


def test_a_late_wager_that_is_void_goes_back():
    (line,) = settled(wager(0, late=5_00), PAYS_3_TO_2, late_wagers="void")
    assert (money(line), line.rank) == ((5_00, "void", 0, 0, 5_00), None)


def test_without_an_election_a_late_wager_cannot_be_judged():
    (line,) = settled(wager(0, late=5_00), PAYS_3_TO_2)
    assert money(line) == (5_00, "undetermined", 0, 0, 0)
    assert line.missing == "whether a late wager stands (late_wagers)"


def test_a_late_wager_is_open_as_long_as_the_timely_one():
    (line,) = settled(wager(0, late=5_00), Verdict("open", "", "derived"))
    assert line.outcome == "open"


# --- a round declared void ----------------------------------------------------------


def test_a_bonus_paid_without_a_stake_has_no_line_in_a_round_declared_void():
    seen = folded([opened(), placed(1, "ante", 10_00), event("voided", reason="the lights went out")])
    ante = resolved(1, "ante", 10_00, "win", paid=10_00)
    withdrawn = resolved(1, "bonus", 0, "void")
    lines = [ante, resolved(1, "ante_bonus", 0, "win", paid=40_00), withdrawn]
    assert [money(line) for line in void_unsettled(seen, lines)] == [
        (10_00, "void", 0, 0, 10_00), (0, "void", 0, 0, 0),
    ]  # fmt: skip


def test_a_progressive_that_was_hit_before_the_void_stays_an_obligation():
    hit = event("progressive_won", spot=1, wager="progressive", fund="p-1", amount=500_00)
    seen = folded([opened(), placed(1, "progressive", 1_00), hit, event("voided", reason="no power")])
    line = resolved(1, "progressive", 1_00, "win", paid=500_00, keeps_stake=True, paid_from="cage")
    assert void_unsettled(seen, [line]) == [line]


# --- limits -----------------------------------------------------------------------

PRIZES = {"ante": (Odds(1, 1),), "bonus": (Odds(30, 1), Fixed(100_00))}


def bonus_won(spot, paid, stake=1_00):
    return resolved(spot, "bonus", stake, "win", paid=paid)


def paid_after(lines, **limits):
    found = limited(lines, elections(**limits), PRIZES)
    return [(line.paid, line.limited_from) for line in found]


def test_without_a_limit_nothing_changes():
    lines = [bonus_won(1, 500_00)]
    assert limited(lines, elections(), PRIZES) is lines


def test_a_payout_limit_holds_at_each_spot_by_itself():
    lines = [bonus_won(1, 500_00), bonus_won(2, 300_00)]
    assert paid_after(lines, payout_limits={"bonus": 400_00}) == [(400_00, 500_00), (300_00, None)]


def test_two_wagers_at_one_spot_share_its_limit():
    lines = [bonus_won(1, 300_00), bonus_won(1, 100_00)]
    assert paid_after(lines, payout_limits={"bonus": 200_00}) == [(150_00, 300_00), (50_00, 100_00)]


def test_an_aggregate_limit_is_shared_pro_rata_to_the_cent():
    lines = [bonus_won(1, 100_00), bonus_won(2, 100_00), bonus_won(3, 100_00)]
    assert paid_after(lines, aggregate_limits={"bonus": 100_00}) == [
        (33_34, 100_00), (33_33, 100_00), (33_33, 100_00),
    ]  # fmt: skip


def test_the_limit_of_the_round_comes_last_and_names_what_was_due_before_any_limit():
    ante = resolved(1, "ante", 50_00, "win", paid=50_00)
    lines = [ante, bonus_won(1, 500_00)]
    limits = {"payout_limits": {"bonus": 150_00}, "aggregate_limits": {"round": 100_00}}
    assert paid_after(lines, **limits) == [(25_00, 50_00), (75_00, 500_00)]


def test_a_wager_that_cannot_be_judged_and_might_use_up_the_limit_leaves_the_others_unjudged():
    unknown = resolved(2, "bonus", 1_00, "undetermined", missing="its cards")
    paid = bonus_won(1, 80_00)
    assert paid_after([paid, unknown], aggregate_limits={"bonus": 180_00}) == [(80_00, None), (0, None)]
    found = limited([paid, unknown], elections(aggregate_limits={"bonus": 179_99}), PRIZES)
    assert [line.outcome for line in found] == ["undetermined", "undetermined"]
    assert found[0].missing == "what the other wagers of its limit win"


def test_the_cent_that_cannot_be_shared_goes_to_the_spot_nearest_the_dealers_left():
    lines = [bonus_won(3, 50_00), bonus_won(1, 50_00), bonus_won(2, 50_00)]
    found = limited(lines, elections(aggregate_limits={"bonus": 100_00}), PRIZES)
    assert [(line.spot, line.paid) for line in found] == [(3, 33_33), (1, 33_34), (2, 33_33)]


def test_a_flat_prize_is_limited_like_any_other():
    (won_flat,) = settled(wager(1_00, name="bonus"), won("rule", "not_nj_text", "T-1", Fixed(500_00)))
    assert paid_after([won_flat], payout_limits={"bonus": 400_00}) == [(400_00, 500_00)]


FROM_THE_CAGE = resolved(1, "progressive", 1_00, "win", paid=2_000_00, keeps_stake=True, paid_from="cage")


def test_the_limit_of_the_round_is_on_what_the_table_pays():
    lines = [FROM_THE_CAGE, bonus_won(2, 100_00)]
    assert paid_after(lines, aggregate_limits={"round": 60_00}) == [(2_000_00, None), (60_00, 100_00)]


@pytest.mark.parametrize("limits", [{"payout_limits": {"progressive": 500_00}},
                                    {"aggregate_limits": {"progressive": 500_00}}])  # fmt: skip
def test_a_limit_that_names_the_progressive_holds_it_wherever_it_is_paid(limits):
    assert paid_after([FROM_THE_CAGE], **limits) == [(500_00, 2_000_00)]


METERED = {**PRIZES, "progressive": (MeterPercent(10), Fixed(50_00))}


def not_yet_known(name, stake=1_00):
    return resolved(2, name, stake, "open")


@pytest.mark.parametrize("unknown", [not_yet_known("progressive"), not_yet_known("ante_bonus", stake=0)])
def test_what_has_no_bound_may_use_up_any_limit(unknown):
    lines = [bonus_won(1, 80_00), unknown]
    found = limited(lines, elections(aggregate_limits={"round": 1_000_000_00}), METERED)
    assert [line.outcome for line in found] == ["undetermined", "open"]


def test_a_limit_of_its_own_bounds_what_a_wager_can_use_up_of_another():
    lines = [bonus_won(1, 80_00), not_yet_known("progressive")]
    limits = {"payout_limits": {"progressive": 20_00}, "aggregate_limits": {"round": 100_00}}
    assert [line.outcome for line in limited(lines, elections(**limits), METERED)] == ["win", "open"]
    tighter = {**limits, "aggregate_limits": {"round": 99_99}}
    assert limited(lines, elections(**tighter), METERED)[0].outcome == "undetermined"


def test_a_wager_without_printed_prizes_uses_up_nothing():
    lines = [bonus_won(1, 80_00), not_yet_known("insurance")]
    found = limited(lines, elections(aggregate_limits={"round": 80_00}), PRIZES)
    assert [line.outcome for line in found] == ["win", "open"]


# --- prizes that do not grow with the stake -----------------------------------------------

FLAT = won("rule 3", "not_nj_text", "T-1", Fixed(500_00))
A_TENTH = Verdict("win", "rule 3", "not_nj_text", "T-1", Fixed(70_00), "10 % of the meter")


@pytest.mark.parametrize(("verdict", "prize"), [(FLAT, 500_00), (A_TENTH, 70_00)])
def test_a_stake_raised_late_wins_no_second_flat_prize_nor_share_of_a_meter(verdict, prize):
    lines = settled(wager(1_00, late=1_00), verdict, late_wagers="stands")
    found = limited(lines, elections(), PRIZES)
    assert [money(line) for line in found] == [(1_00, "win", prize, 0, 1_00), (1_00, "win", 0, 0, 1_00)]


@pytest.mark.parametrize("verdict", [FLAT, A_TENTH])
def test_of_several_wagers_on_one_hand_nobody_knows_which_wins_a_flat_prize(verdict):
    lines = [*settled(wager(1_00), verdict), *settled(wager(1_00, tender="match_play"), verdict)]
    found = limited(lines, elections(), PRIZES)
    assert [money(line) for line in found] == [(1_00, "undetermined", 0, 0, 0)] * 2
    assert {line.missing for line in found} == {
        "the rule for several ante wagers on one hand, whose prize does not grow with the stake"
    }


def test_hands_and_wagers_win_their_flat_prizes_each_for_itself():
    laid = (wager(1_00), wager(1_00, spot=2), wager(1_00, name="bonus"))
    lines = [line for one in laid for line in settled(one, FLAT)]
    assert limited(lines, elections(), PRIZES) == lines


def test_a_flat_bonus_on_an_ante_raised_late_is_paid_once_and_has_one_line():
    lines: list[Resolution] = []
    add_ante_bonus(lines, [wager(1_00, late=1_00)], FLAT, NO_HAND, elections(late_wagers="stands"))
    assert [(line.wager, line.paid) for line in limited(lines, elections(), PRIZES)] == [
        ("ante_bonus", 500_00)
    ]


# --- limits, whatever is won ------------------------------------------------------------

WON = st.builds(
    lambda spot, name, late, paid: resolved(spot, name, 1_00, "win", paid=paid, late=late),
    st.integers(1, 3),
    st.sampled_from(["ante", "bonus"]),
    st.booleans(),
    st.integers(1, 500_00),
)
SEVERAL = st.lists(WON, max_size=8, unique_by=lambda line: (line.spot, line.wager, line.late))
SOME_LIMITS = st.fixed_dictionaries(
    {
        "payout_limits": st.dictionaries(st.sampled_from(["ante", "bonus"]), st.integers(1, 600_00)),
        "aggregate_limits": st.dictionaries(
            st.sampled_from(["ante", "bonus", "round"]), st.integers(1, 900_00)
        ),
    }
)


def sums(lines, limits):
    """What each limit holds together was paid, with the limit."""
    for name, limit in limits["payout_limits"].items():
        for spot in {line.spot for line in lines}:
            yield sum(line.paid for line in lines if (line.wager, line.spot) == (name, spot)), limit
    for name, limit in limits["aggregate_limits"].items():
        yield sum(line.paid for line in lines if name in {line.wager, "round"}), limit


def unlimited(line):
    """All of a line that no limit touches."""
    return line.key, line.stake, line.verdict, line.hand, line.late


@given(SEVERAL, SOME_LIMITS)
def test_no_limit_is_exceeded_and_nobody_is_paid_more_for_it(lines, limits):
    found = limited(lines, elections(**limits), PRIZES)
    assert all(paid_out <= limit for paid_out, limit in sums(found, limits))
    for now, before in zip(found, lines, strict=True):
        assert now.paid <= before.paid
        assert now.limited_from == (before.paid if now.paid < before.paid else None)
        assert unlimited(now) == unlimited(before)


@given(SEVERAL, st.integers(1, 900_00))
def test_a_limit_that_bites_is_paid_out_to_the_cent(lines, limit):
    found = limited(lines, elections(aggregate_limits={"round": limit}), PRIZES)
    assert sum(line.paid for line in found) == min(limit, sum(line.paid for line in lines))


@given(SEVERAL, SOME_LIMITS, st.randoms(use_true_random=False))
def test_the_order_of_the_lines_changes_nobodys_share(lines, limits, chance):
    shuffled = list(lines)
    chance.shuffle(shuffled)
    found = limited(shuffled, elections(**limits), PRIZES)
    assert Counter(found) == Counter(limited(lines, elections(**limits), PRIZES))


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=8), st.integers(0, 100_000))
def test_shares_sum_to_the_amount_and_none_exceeds_what_was_due(weights, amount):
    shares = largest_remainder(amount, weights)
    assert sum(shares) == min(amount, sum(weights))
    assert all(0 <= part <= weight for part, weight in zip(shares, weights, strict=True))


@given(st.integers(1, 10_000_00), st.integers(1, 1000), st.integers(1, 9), st.sampled_from(Breakage))
def test_winnings_are_within_a_cent_of_the_odds(stake, n, d, breakage):
    assert abs(winnings(Odds(n, d), stake, breakage) * d - stake * n) < d
