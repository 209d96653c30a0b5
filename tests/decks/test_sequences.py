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


def test_a_face_that_nobody_saw_neither_hides_a_sequence_nor_makes_one():
    once: list[str | None] = list(shuffled(2, decks=1)[:48])
    again = [None if place % 3 == 0 else face for place, face in enumerate(once)]
    assert repetition(once + again) == Repetition(first=49, period=48, length=47)
    # A card burned between that nobody saw, and the cards cut where the second time began.
    assert repetition([*once, None, *once]) == Repetition(first=49, period=49, length=48)
    assert repetition([*once, *once[30:], *once[:30]]) == Repetition(first=48, period=18, length=18)
    assert repetition([*once[:11], *once[:11]]) is None


def test_a_deck_sorted_by_rank_is_in_order_too():
    found = order(DECK)
    assert (found.by, found.steps, found.pairs, found.remarkable) == ("rank", 39, 51, True)
    # Hands of a shuffled deck, each written down in the order of its ranks, are none.
    hands = [sorted(shuffled(seed, decks=1)[:5], key=DECK.index) for seed in range(600)]
    assert not order([face for hand in hands for face in hand]).remarkable


def test_two_cards_drawn_at_random_are_neighbours_in_96_of_2652_pairs_and_of_one_rank_in_156():
    pairs = [order([one, two]) for one in DECK for two in DECK if one != two]
    steps = [sum(one.steps for one in pairs if one.by == by) for by in ("suit", "rank")]
    assert (steps, len(pairs)) == ([96, 156], 2652)
