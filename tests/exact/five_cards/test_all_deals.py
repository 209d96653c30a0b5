"""Every deal of five cards against five: the counts that two games keep, derived again.

A dealer's hands without the player's five cards are counted by inclusion and
exclusion, from the sorted strengths of the hands that hold some cards.  Hands
that differ only in which suit is which come together.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

import pytest
from phevaluator._pheval import evaluate_5cards

from ledger.games.boston_5_stud import expectation as boston
from ledger.games.caribbean_stud import expectation as caribbean
from ledger.games.caribbean_stud.paytables import QUALIFIES
from ledger.games.ranks import NAMES, WEAKEST

Hand = tuple[int, ...]

DECK = range(52)  # four suits a rank, the deuces first
SUBSETS = [[place for place in range(5) if number >> place & 1] for number in range(31)]
ACE_KING = QUALIFIES["ace_king"]
UP = 5  # any of the dealer's five may be the one turned up


class Compared(NamedTuple):
    """How many of the dealer's hands are better than the player's, equal, have a hand, and are there."""

    better: int
    equal: int
    qualified: int
    every: int


class Dealers:
    """The strengths of all hands that hold some cards, sorted; four cards at most."""

    def __init__(self) -> None:
        # Strength and cards in one number: sorted, they are in order of strength.
        ordered = sorted(
            evaluate_5cards(*hand) << 52 | sum(1 << card for card in hand) for hand in combinations(DECK, 5)
        )
        self._held: dict[int, array[int]] = {0: array("H", (one >> 52 for one in ordered))}
        for one in ordered:
            strength, bits = one >> 52, [1 << card for card in DECK if one >> card & 1]
            for size in range(1, 5):
                for cards in combinations(bits, size):
                    self._held.setdefault(sum(cards), array("H")).append(strength)

    def against(self, own: Hand, strength: int, up: int | None = None) -> Compared:
        """The dealer's hands without the player's cards, all of them or those with one card."""
        found = [0, 0, 0, 0]
        for places in SUBSETS:
            sign = -1 if len(places) & 1 else 1
            cards = [own[place] for place in places] + ([] if up is None else [up])
            for place, count in enumerate(self._counts(cards, strength)):
                found[place] += sign * count
        if up is None:  # the player's own five, which hold five of them
            for place, count in enumerate((0, 1, int(strength <= ACE_KING), 1)):
                found[place] -= count
        return Compared(*found)

    def _counts(self, cards: list[int], strength: int) -> tuple[int, int, int, int]:
        held = (
            self._held[sum(1 << card for card in cards)]
            if len(cards) < 5
            else array("H", [evaluate_5cards(*cards)])
        )
        better = bisect_left(held, strength)
        equal = bisect_right(held, strength, better) - better
        return better, equal, bisect_right(held, ACE_KING), len(held)


def alike(hand: Hand) -> Hand:
    """A hand for those that differ only in which suit is which: suits are named as they come."""
    suits: dict[int, int] = {}
    return tuple(card >> 2 << 2 | suits.setdefault(card & 3, len(suits)) for card in hand)


class Alike(NamedTuple):
    """A hand, its strength, how many it stands for, and the dealer's hands against it."""

    hand: Hand
    strength: int
    many: int
    compared: Compared


@pytest.fixture(scope="module")
def dealers() -> Dealers:
    return Dealers()


@pytest.fixture(scope="module")
def hands(dealers: Dealers) -> list[Alike]:
    many = Counter(alike(hand) for hand in combinations(DECK, 5))
    found = []
    for hand, count in many.items():
        strength = evaluate_5cards(*hand)
        found.append(Alike(hand, strength, count, dealers.against(hand, strength)))
    return found


def test_against_every_hand_the_dealer_has_as_many(hands):
    assert sum(one.many for one in hands) == comb(52, 5)
    assert {one.compared.every for one in hands} == {comb(47, 5)}


@pytest.mark.timeout(3600)
def test_boston_5_stud_over_all_deals(hands):
    found: dict[str, list[int]] = {rank: [0, 0, 0] for rank in boston.DEALS}
    of_three: dict[Hand, list[int]] = {}
    for one in hands:
        better, equal, _, every = one.compared
        for place, count in enumerate((better, equal, every - better - equal)):
            found[NAMES[one.strength]][place] += one.many * count
            for three in combinations(one.hand, 3):
                of_three.setdefault(alike(three), [0, 0, 0])[place] += one.many * count
    assert {rank: boston.Dealt(*counts) for rank, counts in found.items()} == boston.DEALS
    # Whoever folds loses ante and first wager; whoever never does loses less, with any three cards.
    assert sum(sum(counts) for counts in of_three.values()) == 10 * comb(52, 5) * comb(47, 5)
    for lower, equal, higher in of_three.values():
        for times in (1, 2):
            plays = 2 * times * higher - (1 + 2 * times) * lower
            assert plays > -(1 + times) * (lower + equal + higher)


@pytest.mark.timeout(3600)
def test_caribbean_stud_over_all_deals(dealers, hands):
    found: dict[str, list[int]] = {rank: [0] * 5 for rank in caribbean.ACE_KING}
    for one in hands:
        for place, count in _played(dealers, one):
            found[NAMES[one.strength]][place] += one.many * count
    assert {rank: caribbean.Dealt(*counts) for rank, counts in found.items()} == caribbean.ACE_KING


def _played(dealers: Dealers, one: Alike) -> Iterator[tuple[int, int]]:
    """Where the deals of a hand are counted, and how many, each of the dealer's five cards turned up."""
    if one.strength > ACE_KING:
        yield 0, UP * one.compared.every
    elif one.strength <= WEAKEST["pair"]:
        for place, count in _outcomes(one.compared):
            yield place, UP * count
    else:
        for up in DECK:
            if up not in one.hand:
                yield from _ace_king(dealers.against(one.hand, one.strength, up))


def _ace_king(compared: Compared) -> Iterator[tuple[int, int]]:
    """With ace-king the bet is made where it loses less than the ante, which a fold loses."""
    outcomes = dict(_outcomes(compared))
    bets = outcomes[1] - 3 * outcomes[2] + 3 * outcomes[4]
    if bets > -compared.every:
        yield from outcomes.items()
    else:
        yield 0, compared.every


def _outcomes(compared: Compared) -> Iterator[tuple[int, int]]:
    """No hand of the dealer's, lower, equal, higher."""
    better, equal, qualified, every = compared
    yield 1, every - qualified
    yield 2, better
    yield 3, equal
    yield 4, qualified - better - equal
