"""Three cards: the names the pit gives them, and which hand beats which."""

from collections import Counter
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import DECK, RANKS, SUITS, cards
from ledger.games.ranks import (
    THREE_CARD_LADDER,
    THREE_CARD_NAMES,
    THREE_CARD_RANK_NAMES,
    THREE_CARD_RANK_NUMBERS,
    three_card_ranked,
    three_card_strength,
    three_card_unrankable,
)
from tests.cases.cases_to_records import read

TRUTH = read("ground_truth.yaml")["frequencies"]
DEALT = [*combinations(DECK, 3)]

hands = st.lists(st.sampled_from(DECK), unique=True, min_size=3, max_size=3).map(tuple)
vague = st.sampled_from([*DECK, *(rank + "?" for rank in RANKS), "Xr", "Xb", None])


def named(text):
    found = three_card_ranked(cards(text))
    return None if found is None else (found.rank, "".join(found.cards))


def test_the_pits_names_stand_from_the_strongest_down():
    assert THREE_CARD_RANK_NAMES == (
        "straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "rank", "shown"),
    [
        ("QhAhKh", "straight_flush", "AhKhQh"),
        ("As2s3s", "straight_flush", "3s2sAs"),
        ("2h2c2d", "three_of_a_kind", "2h2c2d"),
        ("9h8dTc", "straight", "Tc9h8d"),
        ("Ad2c3h", "straight", "3h2cAd"),
        ("3sAsKs", "flush", "AsKs3s"),
        ("4h2d2c", "pair", "2d2c4h"),
        ("AhKcAd", "pair", "AhAdKc"),
        ("2cAhKd", "high_card", "AhKd2c"),  # K-A-2 does not run round the corner
        ("2d5c3h", "high_card", "5c3h2d"),
    ],
)
def test_a_hand_is_named_and_its_cards_stand_as_announced(hand, rank, shown):
    assert named(hand) == (rank, shown)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3h2hAh", "AsAcAd"),  # the lowest straight flush beats three aces
        ("2s2c2d", "AhKdQc"),  # three deuces beat the highest straight
        ("3h2cAd", "AhKhJh"),  # the lowest straight beats the highest flush
        ("5h3h2h", "AsAcKd"),  # the lowest flush beats the highest pair
        ("2h2c3d", "AhKdJc"),  # the lowest pair beats the highest card
        ("4h3c2d", "3h2cAd"),  # 3-2-A is the lowest straight: its ace does not count high
        ("4h3h2h", "3s2sAs"),
        ("KhQcJd", "3h2cAd"),
        ("3h3c2d", "2h2cAd"),  # the pair is compared before its side card
        ("9h9c3d", "9s9d2h"),
        ("Kh9c3d", "Ks8d7h"),
        ("AhKd3c", "AcKs2d"),
    ],
)
def test_the_better_hand_has_the_smaller_strength(better, worse):
    assert three_card_strength(cards(better)) < three_card_strength(cards(worse))


def test_each_strength_has_the_number_of_its_name():
    named_so = [THREE_CARD_RANK_NAMES[number] for number in THREE_CARD_RANK_NUMBERS[1:]]
    assert named_so == [*THREE_CARD_NAMES[1:]]


def test_hands_of_the_same_ranks_tie_whatever_their_suits():
    assert three_card_strength(cards("AhKc4d")) == three_card_strength(cards("AsKd4h"))
    assert three_card_strength(cards("AhKh4h")) == three_card_strength(cards("AsKs4s"))


def test_all_hands_come_as_often_as_they_should():
    strengths = Counter(map(three_card_strength, DEALT))
    names: Counter[str] = Counter()
    for strength, count in strengths.items():
        names[THREE_CARD_NAMES[strength]] += count
    assert {name.replace("_", " "): count for name, count in names.items()} == TRUTH["three_card"]
    assert len(DEALT) == strengths.total() == TRUTH["three_card_total"] == 22_100
    assert len(strengths) == len(THREE_CARD_LADDER) - 1 == TRUTH["three_card_distinct_ranks"] == 741
    assert strengths[1] == TRUTH["three_card_mini_royal"]


def test_pairs_and_high_cards_come_as_often_as_they_should():
    highs: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for hand in DEALT:
        strength = three_card_strength(hand)
        top = THREE_CARD_LADDER[strength][0]
        highs[top] += THREE_CARD_NAMES[strength] == "high_card"
        pairs[top] += THREE_CARD_NAMES[strength] == "pair"
    assert +highs == TRUTH["three_card_high_by_top_card"]
    assert +pairs == TRUTH["three_card_pair_by_rank"]


def test_every_hand_has_the_strength_of_its_ranks_as_announced():
    for hand in DEALT:
        found = three_card_ranked(hand)
        assert found is not None
        assert "".join(card[0] for card in found.cards) == THREE_CARD_LADDER[found.strength]
        assert (found.rank, sorted(found.cards)) == (THREE_CARD_NAMES[found.strength], sorted(hand))


@given(hands, st.permutations(SUITS))
def test_the_strength_does_not_care_which_suit_is_which(hand, suits):
    other = tuple(card[0] + suits[SUITS.index(card[1])] for card in hand)
    assert three_card_strength(hand) == three_card_strength(other)


@given(hands)
def test_the_order_in_which_the_cards_came_does_not_matter(hand):
    assert len({three_card_strength(dealt) for dealt in permutations(hand)}) == 1
    assert {found.strength for dealt in permutations(hand) if (found := three_card_ranked(dealt))} == {
        three_card_strength(hand)
    }


# --- what is not known ------------------------------------------------------------


def test_a_hand_with_an_unknown_card_has_no_rank():
    assert three_card_ranked(("As", None, "Ah")) is None
    assert three_card_unrankable(("As", None, "Ah")) == "the faces of 1 of 3 cards"


def test_an_unknown_suit_is_no_hindrance_where_the_hand_cannot_be_of_one_suit():
    assert named("A?Kd4c") == ("high_card", "A?Kd4c")
    assert named("3?2dAc") == ("straight", "3?2dAc")
    assert named("4?4d2?") == ("pair", "4?4d2?")
    assert named("7?7?7?") == ("three_of_a_kind", "7?7?7?")


@pytest.mark.parametrize(
    ("hand", "lacking"), [("A?Kd4d", "A?"), ("3?2?Ac", "3?, 2?"), ("T?9?8?", "T?, 9?, 8?")]
)
def test_an_unknown_suit_that_could_make_a_flush_leaves_the_hand_unranked(hand, lacking):
    assert named(hand) is None
    assert three_card_unrankable(cards(hand)) == f"the suit of {lacking}"


def test_a_card_that_comes_twice_leaves_the_hand_unranked():
    assert named("AsAsKd") is None
    assert three_card_unrankable(cards("AsAsKd")) == "the true face of As, which is there too often"


def test_a_joker_has_no_rank_here():
    assert named("XrAdKd") is None
    assert three_card_unrankable(cards("XrAdKd")) == "a rank for the joker Xr"


@pytest.mark.parametrize("count", [0, 2, 4, 6])
def test_too_few_or_too_many_cards_have_no_rank(count):
    assert three_card_ranked(DECK[:count]) is None
    assert three_card_unrankable(DECK[:count]) == f"{count} cards instead of 3"


@pytest.mark.parametrize(
    ("hand", "error"),
    [("AsAsKd", ValueError), ("AsAd", ValueError), ("AsAdAhAc", ValueError), ("K?AdKd", KeyError)],
)
def test_a_strength_is_asked_of_three_whole_different_cards_only(hand, error):
    with pytest.raises(error):
        three_card_strength(cards(hand))


@given(st.lists(vague, max_size=5).map(tuple))
def test_whatever_was_recorded_is_ranked_or_lacks_something(faces):
    assert (three_card_ranked(faces) is None) == (three_card_unrankable(faces) is not None)


@given(hands, st.sets(st.integers(0, 2), min_size=1))
def test_a_rank_given_with_unknown_suits_holds_whatever_the_suits_are(hand, places):
    told = tuple(card[0] + "?" if place in places else card for place, card in enumerate(hand))
    can_be = {
        three_card_strength(other)
        for other in product(
            *([card[0] + suit for suit in SUITS] if card[1] == "?" else [card] for card in told)
        )
        if len({*other}) == 3
    }
    found = three_card_ranked(told)
    assert found is None or {found.strength} == can_be
    assert (found is None) == (len(can_be) > 1)
