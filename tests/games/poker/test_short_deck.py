"""The short deck: thirty-six cards, and the order in which they rank."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, pairwise
from math import comb, prod

import pytest

from ledger.cards import cards
from ledger.games.poker.ranking import ranked_short_deck
from tests.games.poker.felt import bets, blinds, board, checks, deal, folds, hand, shares

# Strongest first: each beats the next.
LADDER = [
    "AsKsQsJsTs",
    "KsQsJsTs9s",
    "9s8s7s6sAs",
    "6c6d6h6sAc",
    "AsKsQsJs9s",
    "Ts9s8s7sAs",
    "AcAdAhKsKd",
    "6c6d6h7s7d",
    "AsKdQsJdTs",
    "Ts9d8s7d6s",
    "9d8s7s6sAs",
    "AcAdAhKsQd",
    "6c6d6h8s7d",
    "AcAdKhKs6c",
    "AcAdKhQs6c",
    "AcKdQhJs9c",
    "Jc9d8h7s6c",
]


@pytest.mark.parametrize(("better", "worse"), list(pairwise(LADDER)))
def test_the_better_hand_beats_the_worse(better, worse):
    one, other = ranked_short_deck(cards(better)), ranked_short_deck(cards(worse))
    assert one is not None
    assert other is not None
    assert one.strength < other.strength


@pytest.mark.parametrize(
    ("seven", "rank", "five"),
    [
        ("Ad9c8s7h6dKcKs", "straight", "9c8s7h6dAd"),
        ("As9s8s7s6sKsQs", "straight_flush", "9s8s7s6sAs"),
        ("Ad9c8s7h6dTcKs", "straight", "Tc9c8s7h6d"),
        ("Ad9d8d7d6cTdKd", "flush", "AdKdTd9d8d"),
        ("9c9d9h7h7cAhKh", "full_house", "9c9d9h7h7c"),
    ],
)
def test_the_best_five_of_seven_are_found(seven, rank, five):
    found = ranked_short_deck(cards(seven))
    assert found is not None
    assert found.rank == rank
    assert set(found.cards) == set(cards(five))


@pytest.mark.parametrize(
    "faces", [["2c", "Kd", "Kh", "Ks", "Kc"], [None, "Kd", "Kh", "Ks", "Kc"], ["K?"] * 5, ["Ks"] * 5]
)
def test_a_card_of_another_deck_or_not_known_has_no_rank(faces):
    assert ranked_short_deck(faces) is None


def hands_of_five():
    """One hand for each that differs, and how often it comes: suits matter to flushes alone."""
    for ranks in combinations_with_replacement("6789TJQKA", 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        ways = prod(comb(4, count) for count in counts.values())
        mixed = [rank + suit for rank, count in counts.items() for suit in "cdhs"[:count]]
        if len(counts) == 5:
            yield [rank + "s" for rank in ranks], 4
            mixed[0], ways = ranks[0] + "d", ways - 4
        yield mixed, ways


def test_every_hand_of_five_is_counted_as_often_as_it_comes():
    # Six runs a suit; flushes 4 x C(9,5) less the straight ones, and so on.
    found: Counter[str] = Counter()
    for five, ways in hands_of_five():
        ranked = ranked_short_deck(five)
        assert ranked is not None
        found[ranked.rank] += ways
    assert found == {
        "royal_flush": 4,
        "straight_flush": 20,
        "four_of_a_kind": 288,
        "flush": 480,
        "full_house": 1_728,
        "straight": 6_120,
        "three_of_a_kind": 16_128,
        "two_pair": 36_288,
        "pair": 193_536,
        "high_card": 122_400,
    }
    assert found.total() == 376_992


def test_a_flush_takes_the_pot_from_a_full_house():
    told = [blinds(), deal({2: "AhTh", 3: "9c9d"}), bets(2, 1_00), checks(3)]
    run = [board("9h7h7c"), checks(2, 3), board("6h"), checks(2, 3), board("Ks"), checks(2, 3)]
    stacks = {2: 200_00, 3: 200_00}
    assert shares(hand(*told, *run, button=3, stacks=stacks, variant="no_limit_short_deck_hold_em")) == [
        {2: 4_00}
    ]
    assert shares(hand(*told, *run, button=3, stacks=stacks)) == [{3: 4_00}]


def test_folds_need_no_ranking():
    assert shares(hand(blinds(), deal({2: "AhTh", 3: "9c9d"}), folds(2), stacks={2: 1, 3: 1})) == [{3: 2_00}]
