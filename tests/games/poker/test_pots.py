"""Side pots, rake and splits against a reference that counts single chips."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.games.poker.pots import side_pots, split, spread, uncalled

STAKES = st.dictionaries(st.integers(1, 9), st.integers(0, 40), min_size=2)


def chip_by_chip(staked, live):
    """Each chip of each player goes to those still in who put in as many: pots by who can win them."""
    found: Counter[tuple[int, ...]] = Counter()
    for level in range(1, max(staked.values(), default=0) + 1):
        holders = [spot for spot, amount in staked.items() if amount >= level]
        found[tuple(spot for spot in holders if spot in live)] += len(holders)
    return found


@given(staked=STAKES, data=st.data())
def test_side_pots_are_what_counting_chip_by_chip_gives(staked, data):
    live = data.draw(st.sets(st.sampled_from(sorted(staked)), min_size=1))
    spot, over = uncalled(staked)
    called = {**staked, spot: staked[spot] - over}
    dead = {other: other for other in staked if other not in live}
    reference = chip_by_chip(called, live)
    orphaned = reference.pop((), 0)
    found = side_pots(called, 0, live, dead)
    assert sum(pot.amount for pot in found) == sum(called.values())
    contested = {pot.eligible: pot.amount for pot in found if set(pot.eligible) <= live}
    assert contested == reference
    assert orphaned == sum(called.values()) - sum(contested.values())


@given(staked=STAKES)
def test_what_is_uncalled_is_more_than_anybody_else_staked(staked):
    spot, over = uncalled(staked)
    rest = [amount for other, amount in staked.items() if other != spot]
    assert over == staked[spot] - max(rest)


def test_nobody_has_an_uncalled_bet_where_nobody_bet():
    assert uncalled({}) == (0, 0)


def test_three_all_in_for_different_amounts_make_a_main_pot_and_two_side_pots():
    assert side_pots({1: 50, 2: 100, 3: 200, 4: 200}, 0, {1, 2, 3, 4}, {}) == (
        (200, (1, 2, 3, 4)),
        (150, (2, 3, 4)),
        (200, (3, 4)),
    )


def test_pots_that_the_same_players_can_win_are_one():
    assert side_pots({1: 30, 2: 100, 3: 100}, 0, {2, 3}, {1: 7}) == ((230, (2, 3)),)


def test_a_pot_whose_players_all_gave_up_is_the_last_ones():
    assert side_pots({1: 50, 2: 90, 3: 90}, 0, {1}, {2: 14, 3: 12}) == ((150, (1,)), (80, (2,)))


def test_an_ante_for_the_table_lies_in_the_main_pot_and_all_can_win_it():
    assert side_pots({1: 0, 2: 20, 3: 20}, 30, {1, 2, 3}, {}) == ((30, (1, 2, 3)), (40, (2, 3)))


@pytest.mark.parametrize(
    ("policy", "taken"),
    [("each_pot", (25, 35, 29)), ("main_pot_first", (89, 0, 0))],
)
def test_rake_comes_out_of_the_pots_by_their_size_or_out_of_the_main_pot(policy, taken):
    assert spread(89, (562, 786, 636), policy) == taken


def test_rake_that_the_main_pot_cannot_pay_goes_on_to_the_next():
    assert spread(70, (50, 40), "main_pot_first") == (50, 20)


@given(
    amounts=st.lists(st.integers(1, 10_000), min_size=1, max_size=6),
    total=st.integers(0, 20_000),
    policy=st.sampled_from(["each_pot", "main_pot_first"]),
)
def test_what_is_taken_is_all_of_it_and_no_pot_pays_more_than_it_has(amounts, total, policy):
    taken = spread(total, amounts, policy)
    assert sum(taken) == min(total, sum(amounts))
    assert all(0 <= part <= amount for part, amount in zip(taken, amounts, strict=True))


@pytest.mark.parametrize(
    ("amount", "chip", "parts"),
    [
        (100_00, 1, [33_34, 33_33, 33_33]),
        (100_00, 25, [33_50, 33_25, 33_25]),
        (100_00, 1_00, [34_00, 33_00, 33_00]),
        (1_90, 5, [65, 65, 60]),
        (1_93, 5, [68, 65, 60]),
    ],
)
def test_odd_chips_go_one_each_to_the_first_winners(amount, chip, parts):
    assert list(split(amount, [4, 1, 2], chip).values()) == parts


@given(
    amount=st.integers(1, 100_000),
    winners=st.lists(st.integers(1, 11), min_size=1, unique=True),
    chip=st.sampled_from([1, 5, 25, 1_00]),
)
def test_a_split_gives_everything_and_nobody_more_than_one_chip_beyond_the_next(amount, winners, chip):
    parts = list(split(amount, winners, chip).values())
    assert sum(parts) == amount
    assert list(split(amount, winners, chip)) == winners
    assert all(0 <= one - other <= 2 * chip for one, other in pairwise(parts))
