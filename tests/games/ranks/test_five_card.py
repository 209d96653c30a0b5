"""The best five of five, six or seven cards, and the names the pit gives them."""

from collections import Counter
from itertools import combinations, permutations
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import DECK, RANKS, SUITS, cards
from ledger.games.ranks import (
    LADDER,
    NAMES,
    RANK_NAMES,
    RANK_NUMBERS,
    Board,
    five_ranked,
    ranked,
    six_ranked,
    strength,
    unrankable,
)
from tests.cases.cases_to_records import read

TRUTH = read("ground_truth.yaml")["frequencies"]

hands = st.lists(st.sampled_from(DECK), unique=True, min_size=5, max_size=7).map(tuple)


def named(text):
    found = ranked(cards(text))
    return None if found is None else (found.rank, "".join(found.cards))


def sure(found):
    assert found is not None
    return found


def test_the_pits_names_stand_from_the_strongest_down():
    assert RANK_NAMES == (
        "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush",
        "straight", "three_of_a_kind", "two_pair", "pair", "high_card",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "rank", "five"),
    [
        ("Tc2dKcJcAc9hQc", "royal_flush", "AcKcQcJcTc"),
        ("Ah2h3h4h5h6c7c", "straight_flush", "5h4h3h2hAh"),
        ("Kh9hQhJhTh9d9c", "straight_flush", "KhQhJhTh9h"),
        ("7h7c7d7s2hAs3d", "four_of_a_kind", "7h7c7d7sAs"),
        ("KhKcKdQsQhJsJd", "full_house", "KhKcKdQsQh"),
        ("9s9d9h4c4d4s2h", "full_house", "9s9d9h4c4d"),
        ("AsJs9s4s2sKd7c", "flush", "AsJs9s4s2s"),
        ("AsJs9s4s2s7s3s", "flush", "AsJs9s7s4s"),
        ("As2d3h4c5dKsQh", "straight", "5d4c3h2dAs"),
        ("9h9c8d7s6h5c5d", "straight", "9h8d7s6h5c"),
        ("8s8d8hAcKd4h2s", "three_of_a_kind", "8s8d8hAcKd"),
        ("9c9d8s8c5h5dKs", "two_pair", "9c9d8s8cKs"),
        ("KsKdQdAh2c3s8d", "pair", "KsKdAhQd8d"),
        ("AhKdQcJs9h7d2c", "high_card", "AhKdQcJs9h"),
        ("KdQdAh2c3s", "high_card", "AhKdQd3s2c"),  # K-Q-A-2-3 does not run round the corner
        ("5c5d5h5s2d2h", "four_of_a_kind", "5c5d5h5s2d"),
    ],
)
def test_a_hand_is_named_and_its_five_cards_stand_as_announced(hand, rank, five):
    assert named(hand) == (rank, five)


def test_of_two_cards_that_serve_as_well_the_one_given_first_is_shown():
    assert named("9c5d9h8d7s6hKc") == ("straight", "9c8d7s6h5d")
    assert named("9h5d9c8d7s6hKc") == ("straight", "9h8d7s6h5d")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As2d3h4c5d", "AhAdAcKsQd"),  # the lowest straight beats three aces
        ("2h3h4h5h7h", "AsKdQcJhTs"),  # the lowest flush beats the highest straight
        ("2s2d2h3c3d", "AhKhQhJh9h"),
        ("6s5d4h3c2s", "5d4h3c2sAs"),  # the ace is low in the wheel
        ("9c9d8s8cKs", "9c9d8s8cQs"),
    ],
)
def test_the_better_hand_has_the_smaller_strength(better, worse):
    assert strength(cards(better)) < strength(cards(worse))


def test_each_strength_has_the_number_of_its_name():
    assert [RANK_NAMES[number] for number in RANK_NUMBERS[1:]] == [*NAMES[1:]]


def test_suits_are_equal():
    assert strength(cards("AsKsQsJs9s")) == strength(cards("AcKcQcJc9c"))


def test_the_ladder_is_the_order_of_the_evaluator():
    for place in range(1, len(LADDER)):
        hand = LADDER[place]
        suited = NAMES[place] in {"royal_flush", "straight_flush", "flush"}
        suits = "sssss" if suited else "cdhsc"
        assert strength([rank + suit for rank, suit in zip(hand, suits, strict=True)]) == place
    assert len(LADDER) - 1 == TRUTH["five_card_distinct_ranks"] == 7_462


def counted(names):
    return {name.replace("_", " "): count for name, count in names.items()}


def test_all_five_card_hands_come_as_often_as_they_should():
    strengths = Counter(map(strength, combinations(DECK, 5)))
    names: Counter[str] = Counter()
    for one, count in strengths.items():
        names[NAMES[one]] += count
    assert counted(names) == TRUTH["five_card"]
    assert (strengths.total(), len(strengths)) == (2_598_960, 7_462)


def test_all_seven_card_hands_come_as_often_as_they_should():
    """Every hand with five spades is ranked and stands for four; what is left differs by its ranks alone."""
    names: Counter[str] = Counter()
    flushes: Counter[str] = Counter()
    spades, others = [card for card in DECK if card[1] == "s"], [card for card in DECK if card[1] != "s"]
    for suited in (5, 6, 7):
        for flush in combinations(spades, suited):
            for rest in combinations(others, 7 - suited):
                hand = flush + rest
                names[NAMES[strength(hand)]] += 4
                flushes["".join(sorted(card[0] for card in hand))] += 4
    for ranks in seven_ranks():
        dealings = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        mixed = [rank + SUITS[place % 4] for place, rank in enumerate(ranks)]
        names[NAMES[strength(mixed)]] += dealings - flushes["".join(sorted(ranks))]
    assert counted(names) == TRUTH["seven_card"]
    assert names.total() == TRUTH["seven_card_total"] == 133_784_560


def seven_ranks(ranks=RANKS, left=7):
    """Every choice of seven ranks, none more than four times, equal ones side by side."""
    if left == 0:
        yield ""
    elif ranks:
        for count in range(min(4, left) + 1):
            for rest in seven_ranks(ranks[1:], left - count):
                yield ranks[0] * count + rest


@given(hands, st.permutations(SUITS))
def test_the_rank_does_not_care_which_suit_is_which(hand, suits):
    other = tuple(card[0] + suits[SUITS.index(card[1])] for card in hand)
    assert sure(ranked(hand)).strength == sure(ranked(other)).strength


@given(hands)
def test_the_five_cards_shown_have_the_strength_of_the_hand(hand):
    found = sure(ranked(hand))
    assert len(set(found.cards)) == 5
    assert set(found.cards) <= set(hand)
    assert strength(found.cards) == found.strength == min(map(strength, combinations(hand, 5)))


# --- what is not known ------------------------------------------------------------


def test_a_hand_with_an_unknown_card_has_no_rank():
    assert ranked(("As", "Ad", "Ac", "Ah", None)) is None
    assert unrankable(("As", "Ad", "Ac", "Ah", None)) == "the faces of 1 of 5 cards"


def test_an_unknown_suit_is_no_hindrance_where_no_flush_can_come_of_it():
    assert named("K?Kd9s4s2s7cQh") == ("pair", "K?KdQh9s7c")
    assert named("A?A?A?A?KcKd") == ("four_of_a_kind", "A?A?A?A?Kc")


def test_an_unknown_suit_that_could_make_a_flush_leaves_the_hand_unranked():
    assert named("K?Kd9s4s2s7sQh") is None
    assert unrankable(cards("K?Kd9s4s2s7sQh")) == "the suit of K?"


def test_an_unknown_suit_that_could_only_be_a_lower_card_of_a_flush_is_no_hindrance():
    assert named("2?AsKsQsJs9s3d") == ("flush", "AsKsQsJs9s")
    assert named("8?AsKsQsJs7s3d") is None


def test_a_card_that_comes_twice_leaves_the_hand_unranked():
    assert named("AsAsKdQhJc") is None
    assert unrankable(cards("AsAsKdQhJc")) == "the true face of As, which is there too often"
    assert unrankable(cards("AsAdAcAhA?2c3d")) == "the true face of A?, which is there too often"


def test_a_joker_has_no_rank_here():
    assert unrankable(cards("XrAdKdQhJc")) == "a rank for the joker Xr"


@pytest.mark.parametrize("count", [0, 4, 8])
def test_too_few_or_too_many_cards_have_no_rank(count):
    assert ranked(DECK[:count]) is None
    assert unrankable(DECK[:count]) == f"{count} cards instead of 5 to 7"


def test_what_can_be_ranked_lacks_nothing():
    assert unrankable(cards("AsAdKdQhJc")) is None


@pytest.mark.parametrize(
    ("hand", "error"), [("AsAsKdQhJc", ValueError), ("AsAd", ValueError), ("K?AdKdQhJc", KeyError)]
)
def test_strength_is_asked_of_whole_different_cards_only(hand, error):
    with pytest.raises(error):
        strength(cards(hand))


vague = st.sampled_from([*DECK, *(rank + "?" for rank in RANKS), "Xr", "Xb", None])


@given(st.lists(vague, max_size=9).map(tuple))
def test_whatever_was_recorded_is_ranked_or_lacks_something(faces):
    assert (ranked(faces) is None) == (unrankable(faces) is not None)


@given(hands, st.data())
def test_a_rank_given_with_an_unknown_suit_holds_whatever_the_suit_is(hand, data):
    place = data.draw(st.integers(0, len(hand) - 1))
    found = ranked((*hand[:place], hand[place][0] + "?", *hand[place + 1 :]))
    others = {card for card in DECK if card[0] == hand[place][0]} - {*hand[:place], *hand[place + 1 :]}
    can_be = {strength((*hand[:place], card, *hand[place + 1 :])) for card in others}
    assert found is None or {found.strength} == can_be
    assert (found is None) == (len(can_be) > 1)


# --- a board that several hands share -----------------------------------------------


@given(st.lists(st.one_of(st.sampled_from(DECK), vague), min_size=2, max_size=9).map(tuple))
def test_a_board_ranks_a_hand_as_all_its_cards_together_would(faces):
    board = Board(faces[2:], apart=len({*faces}) == len(faces))
    assert board.ranked(faces[:2]) == ranked(faces)


@given(st.lists(st.one_of(st.sampled_from(DECK), vague), max_size=7, unique=True).map(tuple))
def test_five_cards_none_of_which_comes_twice_are_ranked_as_any_others(faces):
    assert five_ranked(faces) == ranked(faces)


@given(st.lists(st.one_of(st.sampled_from(DECK), vague), max_size=8, unique=True).map(tuple))
def test_six_cards_none_of_which_comes_twice_are_ranked_as_any_others(faces):
    assert six_ranked(faces) == ranked(faces)


def test_a_third_card_is_not_passed_over_where_it_lies_on_the_board_too():
    board = Board(cards("9s4s2sKd7c"))
    assert board.ranked(cards("AsJs7c")) is None


def test_the_order_of_the_two_own_cards_does_not_matter():
    board = Board(cards("9s4s2sKd7c"))
    for own in permutations(("As", "Js")):
        assert sure(board.ranked(own)).cards == ("As", "Js", "9s", "4s", "2s")


def test_the_same_hand_with_another_board_shows_the_same_five_cards():
    first, second = (Board(cards(board)).ranked(cards("AsJs")) for board in ("9s4s2s3d3h", "9s4s2s5d5h"))
    assert sure(first).cards == sure(second).cards
