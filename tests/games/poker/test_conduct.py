"""The betting: in turn, enough and not too much."""

from __future__ import annotations

import pytest

from tests.games.poker.felt import (
    FIXED,
    NO_LIMIT,
    bets,
    blinds,
    board,
    checks,
    closed,
    deal,
    finding,
    finds,
    folds,
    hand,
    posts,
)
from tests.scenario import event

DEALT = [blinds(), deal({2: "KsKh", 3: "QsQh", 4: "2c3d", 1: "7c2d"})]
POT_LIMIT = {**NO_LIMIT, "limit": "pot_limit"}


def found(*told, **fields):
    return finds(hand(*DEALT, *told, **fields))


def test_a_round_that_is_bet_as_it_should_be_has_no_findings():
    assert (
        found(
            bets(4, 6_00), folds(1), bets(2, 17_00), folds(3), bets(4, 12_00), board("4c5d9h"), checks(2, 4)
        )
        == []
    )


def test_the_big_blind_keeps_the_option_to_raise():
    assert found(bets(4, 2_00), folds(1), bets(2, 1_00), bets(3, 6_00)) == []


def test_a_straddle_acts_last_before_the_flop_and_keeps_the_option():
    structure = {**NO_LIMIT, "straddles": {4: 4_00}}
    told = [posts(4, 4_00, "straddle"), bets(1, 4_00), bets(2, 3_00), folds(3), bets(4, 12_00)]
    assert found(*told, structure=structure) == []


def test_after_the_flop_the_first_player_left_of_the_button_opens():
    assert found(bets(4, 2_00), bets(1, 2_00), folds(2), checks(3), board("4c5d9h"), checks(3, 4, 1)) == []
    assert found(bets(4, 2_00), bets(1, 2_00), folds(2), checks(3), board("4c5d9h"), checks(4)) == [
        "action_out_of_turn"
    ]


def test_one_player_out_of_turn_is_one_finding_if_the_one_he_skipped_acts_then():
    state = hand(*DEALT, bets(1, 2_00), bets(4, 2_00), bets(2, 1_00), checks(3))
    assert finds(state) == ["action_out_of_turn"]
    assert finding(state, "action_out_of_turn").detail == "spot 1 acted when it was the turn of spot 4"


def test_one_player_out_of_turn_is_one_finding_if_play_goes_on_from_him():
    assert found(bets(1, 2_00), bets(2, 1_00), bets(3, 4_00)) == ["action_out_of_turn"]


def test_out_of_turn_cannot_be_told_without_a_button():
    assert found(bets(2, 1_00), checks(3), button=None) == []


def test_a_bet_when_the_betting_is_over_is_out_of_turn():
    assert found(folds(4, 1), bets(2, 1_00), checks(3), bets(2, 10_00)) == ["action_out_of_turn"]


def test_a_fold_or_check_when_the_betting_is_over_changes_nothing():
    assert found(folds(4, 1), bets(2, 1_00), checks(3), folds(2)) == []


def test_who_folded_does_not_act_again():
    assert found(folds(4, 1, 2), bets(4, 2_00)) == ["action_by_dead_hand"]


def test_nobody_checks_with_a_bet_before_him():
    state = hand(*DEALT, checks(4))
    assert finds(state) == ["check_facing_bet"]
    assert finding(state, "check_facing_bet").facts["owed"] == 2_00


def test_a_call_for_less_is_one_only_all_in():
    assert found(bets(4, 6_00), bets(1, 5_00)) == ["call_short"]
    assert found(bets(4, 6_00), bets(1, 5_00), stacks={1: 5_00, 2: 200_00, 3: 200_00, 4: 200_00}) == []
    assert found(bets(4, 6_00), bets(1, 5_00, action="all_in"), stacks={}) == []


@pytest.mark.parametrize(("amount", "codes"), [(1_99, ["bet_below_minimum"]), (2_00, []), (150_00, [])])
def test_a_bet_is_at_least_the_minimum(amount, codes):
    told = [folds(4, 1), bets(2, 1_00), checks(3), board("4c5d9h"), bets(2, amount)]
    assert found(*told) == codes


@pytest.mark.parametrize(("amount", "codes"), [(9_99, ["raise_below_minimum"]), (10_00, [])])
def test_a_raise_is_at_least_the_last_raise(amount, codes):
    assert found(bets(4, 6_00), bets(1, amount)) == codes


def test_all_in_for_less_than_a_raise_is_allowed_and_opens_the_betting_to_nobody_who_acted():
    stacks = {1: 8_00, 2: 200_00, 3: 200_00, 4: 200_00}
    told = [bets(4, 6_00), bets(1, 8_00), folds(2, 3)]
    assert found(*told, bets(4, 2_00), stacks=stacks) == []
    assert found(*told[:2], folds(2), bets(3, 6_00), bets(4, 12_00), stacks=stacks) == ["raise_not_open"]


def test_short_raises_that_make_a_whole_one_together_open_the_betting():
    stacks = {1: 8_00, 2: 200_00, 3: 11_00, 4: 200_00}
    told = [bets(4, 6_00), bets(1, 8_00), folds(2), bets(3, 9_00), bets(4, 15_00)]
    assert found(*told, stacks=stacks) == []


def test_a_player_has_no_more_than_what_is_before_him():
    stacks = {1: 5_00, 2: 200_00, 3: 200_00, 4: 200_00}
    state = hand(*DEALT, bets(4, 6_00), bets(1, 6_00), stacks=stacks)
    assert finds(state) == ["stack_exceeded"]
    assert finding(state, "stack_exceeded").facts["stack"] == 5_00


def test_a_big_blind_that_came_short_may_be_completed():
    stacks = {1: 200_00, 2: 200_00, 3: 1_50, 4: 200_00}
    told = [posts(2, 1_00), posts(3, 1_50), *DEALT[1:]]
    assert finds(hand(*told, bets(4, 2_00), bets(1, 2_00), folds(2), stacks=stacks)) == []


def test_against_one_player_all_in_for_less_nobody_has_to_act():
    stacks = {1: 200_00, 2: 200_00, 3: 60, 4: 200_00}
    told = [posts(2, 1_00), posts(3, 60), *DEALT[1:], folds(4, 1), board("4c5d9h"), board("Jd"), board("8s")]
    assert finds(hand(*told, stacks=stacks)) == []


@pytest.mark.parametrize(
    ("first", "second", "codes"),
    [
        (4_00, 6_00, []),
        (4_00, 7_00, ["bet_off_limit"]),
        (5_00, 7_00, ["bet_off_limit"]),
        (3_00, 5_00, ["bet_off_limit"]),
    ],
)
def test_fixed_limit_bets_are_of_the_small_size_before_the_turn(first, second, codes):
    assert found(bets(4, first), bets(1, second), structure=FIXED, variant="limit_hold_em") == codes


@pytest.mark.parametrize(("amount", "codes"), [(4_00, []), (2_00, ["bet_off_limit"])])
def test_fixed_limit_bets_are_of_the_big_size_from_the_turn_on(amount, codes):
    told = [
        folds(4, 1),
        bets(2, 1_00),
        checks(3),
        board("4c5d9h"),
        checks(2, 3),
        board("Jd"),
        bets(2, amount),
    ]
    assert found(*told, structure=FIXED, variant="limit_hold_em") == codes


@pytest.mark.parametrize("third", [6_00, 7_00])
def test_an_all_in_of_half_a_bet_counts_as_a_whole_one(third):
    # The bet is $4; $5 all in is half a raise of $2: the next makes it $6 or $7.
    stacks = {1: 5_00, 2: 200_00, 3: 200_00, 4: 200_00}
    told = [bets(4, 4_00), bets(1, 5_00), bets(2, third - 1_00)]
    codes = found(*told, structure=FIXED, variant="limit_hold_em", stacks=stacks)
    assert codes == ([] if third == 7_00 else ["bet_off_limit"])


def test_an_all_in_of_less_than_half_a_bet_is_completed_to_the_bet():
    stacks = {1: 4_50, 2: 200_00, 3: 200_00, 4: 200_00}
    told = [bets(4, 4_00), bets(1, 4_50), bets(2, 5_00)]
    assert found(*told, structure=FIXED, variant="limit_hold_em", stacks=stacks) == []


def test_a_fixed_limit_round_has_as_many_raises_as_the_submission_says():
    told = [bets(4, 4_00), bets(1, 6_00), bets(2, 7_00), bets(3, 8_00)]
    state = hand(*DEALT, *told, structure=FIXED, variant="limit_hold_em")
    assert finds(state, raises_a_round=4) == []
    assert finds(state, raises_a_round=3) == ["raises_exceeded"]


def test_two_players_may_raise_without_end():
    told = [folds(4, 1), bets(2, 3_00)]
    for _ in range(4):
        told += [bets(3, 4_00), bets(2, 4_00)]
    assert found(*told, structure=FIXED, variant="limit_hold_em") == []


@pytest.mark.parametrize(("amount", "codes"), [(7_00, []), (7_01, ["bet_above_pot"])])
def test_pot_limit_is_the_pot_as_it_would_be_after_a_call(amount, codes):
    assert found(bets(4, amount), structure=POT_LIMIT, variant="pot_limit_hold_em") == codes


@pytest.mark.parametrize(
    ("told", "codes"),
    [
        ([posts(2, 1_00), posts(3, 1_00)], ["forced_bet_short"]),
        ([posts(3, 2_00)], ["forced_bet_short"]),
        ([], ["forced_bet_short", "forced_bet_short"]),
    ],
)
def test_blinds_of_the_structure_are_posted_before_the_betting(told, codes):
    assert finds(hand(*told, DEALT[1])) == []
    assert finds(hand(*told, DEALT[1], bets(4, 4_00))) == codes


def test_a_blind_posted_all_in_for_less_is_posted():
    stacks = {1: 200_00, 2: 200_00, 3: 1_50, 4: 200_00}
    assert finds(hand(posts(2, 1_00), posts(3, 1_50), DEALT[1], bets(4, 4_00), stacks=stacks)) == []


def test_what_nobody_posted_is_found_at_the_close():
    assert "forced_bet_short" in finds(hand(deal({2: "KsKh", 3: "QsQh"}), closed()))


def test_a_bet_taken_back_frees_those_behind_from_calling_it():
    back = event("wager_withdrawn", spot=4, wager="bet", amount=4_00)
    assert found(bets(4, 6_00), back, bets(1, 2_00), bets(2, 1_00), checks(3)) == []


def test_without_a_structure_sizes_are_not_judged():
    assert found(bets(4, 2_10), bets(1, 2_20), structure={"limit": "fixed_limit"}) == []
