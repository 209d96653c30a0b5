"""What the order of the cards dealt says of their shuffle."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import DECK
from ledger.decks.sequences import RUN, Repetition, order, repetition


def shuffled(seed, decks=8):
    cards = list(DECK) * decks
    random.Random(seed).shuffle(cards)
    return cards


def test_a_shoe_dealt_again_in_the_same_order_is_found_with_its_period():
    once = shuffled(1, decks=1)[:48]
    assert repetition(once * 3) == Repetition(first=48, period=48, length=96)


@given(st.integers(0, 10_000))
def test_a_shuffled_shoe_repeats_nothing_and_is_in_no_order(seed):
    cards = shuffled(seed)
    assert repetition(cards) is None
    assert not order(cards).remarkable


def test_a_sorted_deck_is_in_order_either_way_round():
    by_suit = sorted(DECK, key=lambda card: card[1])
    for cards in (by_suit, by_suit[::-1]):
        found = order(cards)
        assert (found.steps, found.pairs, found.remarkable) == (48, 51, True)


def test_a_deck_sorted_by_rank_is_not_taken_for_a_shuffled_one_where_it_repeats():
    assert repetition(list(DECK) * 2) == Repetition(first=52, period=52, length=52)


def test_cards_that_nobody_saw_repeat_nothing():
    assert repetition([None] * (4 * RUN)) is None
    assert order([None] * 20).pairs == 0


def test_two_cards_drawn_at_random_are_neighbours_in_96_of_2652_pairs():
    neighbours = sum(order([one, two]).steps for one in DECK for two in DECK if one != two)
    assert (neighbours, len(DECK) * (len(DECK) - 1)) == (96, 2652)
