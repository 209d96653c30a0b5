"""Every deal there is: 407,170,400 against the dealer, 20,358,520 for the six-card bonus.

Hands that differ only in which suit is which come together, and what becomes of
a pair of strengths is judged once, by the game, on a deal that has them.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from ledger.cards import DECK, NUMBER, SUITS, cards
from ledger.games.ranks import NAMES, THREE_CARD_NAMES, strength, three_card_strength
from ledger.games.seam import Fixed
from ledger.games.three_card_poker.paytables import PUBLISHED
from tests.games.three_card_poker.counting import COUNTED, TRUTH, Table, net

Hand = tuple[str, ...]

HANDS: list[Hand] = [*combinations(DECK, 3)]
STRENGTH = {hand: three_card_strength(hand) for hand in HANDS}
WORST_PLAYED = three_card_strength(("Qh", "6d", "4c"))

# What a play wager comes to -> what the count calls it.
OUTCOMES = {"void": "dealer_not_qualified", "lose": "lose", "push": "tie", "win": "win"}
BONUSES = {
    "SF5_trips4_straight1": ("5:1", "4:1", "1:1"),
    "SF5_trips3_straight1": ("5:1", "3:1", "1:1"),
    "SF4_trips3_straight1": ("4:1", "3:1", "1:1"),
    "SF3_trips2_straight1": ("3:1", "2:1", "1:1"),
}
SIX_CARD_ROWS = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
)  # fmt: skip


def alike() -> Counter[Hand]:
    """A hand for each that differs by more than which suit is which, and how many it stands for."""
    found: Counter[Hand] = Counter()
    for hand in HANDS:
        turned = (
            tuple(sorted((card[0] + suits[SUITS.index(card[1])] for card in hand), key=NUMBER.__getitem__))
            for suits in permutations(SUITS)
        )
        found[min(turned)] += 1
    return found


@pytest.fixture(scope="module")
def deals() -> tuple[Counter[tuple[int, int]], dict[tuple[int, int], tuple[Hand, Hand]]]:
    """How many deals give a player's strength and a dealer's, and one deal that does."""
    masks = [(sum(1 << NUMBER[card] for card in hand), STRENGTH[hand], hand) for hand in HANDS]
    counted: Counter[tuple[int, int]] = Counter()
    examples: dict[tuple[int, int], tuple[Hand, Hand]] = {}
    for own, stands_for in alike().items():
        mine = sum(1 << NUMBER[card] for card in own)
        left = [(theirs, hand) for mask, theirs, hand in masks if not mask & mine]
        assert len(left) == COUNTED["dealer_hands_per_player_hand"] == 18_424
        for theirs, hand in left:
            examples.setdefault((STRENGTH[own], theirs), (own, hand))
        for theirs, count in Counter(theirs for theirs, _ in left).items():
            counted[STRENGTH[own], theirs] += count * stands_for
    return counted, examples


def test_there_are_as_many_deals_as_were_counted(deals):
    counted, _ = deals
    assert counted.total() == COUNTED["deals"] == 407_170_400
    folded = sum(count for (own, _), count in counted.items() if own > WORST_PLAYED)
    assert folded == COUNTED["q64"]["outcomes_over_all_deals"]["fold"]


def test_each_outcome_of_the_published_strategy_comes_as_often_as_was_counted(deals):
    counted, examples = deals
    table = Table("ante")
    found: Counter[str] = Counter()
    by_class: dict[str, Counter[str]] = {}
    for (own, theirs), count in counted.items():
        if own > WORST_PLAYED:
            continue
        lines = {line.wager: line for line in table.settle(*examples[own, theirs])}
        outcome = OUTCOMES[lines["play"].outcome]
        found[outcome] += count
        by_class.setdefault(THREE_CARD_NAMES[own].replace("_", " "), Counter())[outcome] += count
    expected = COUNTED["q64"]
    assert {name: found[name] for name in OUTCOMES.values()} == {
        name: expected["outcomes_over_all_deals"][name] for name in OUTCOMES.values()
    }
    for name, outcomes in expected["outcomes_by_player_class"].items():
        assert {one: by_class[name][one] for one in OUTCOMES.values()} == {
            one: outcomes[one] for one in OUTCOMES.values()
        }


@pytest.mark.parametrize("name", BONUSES)
def test_what_ante_play_and_ante_bonus_come_to_over_all_deals(deals, name):
    counted, examples = deals
    rows = dict(zip(("straight_flush", "three_of_a_kind", "straight"), BONUSES[name], strict=True))
    plays = Table("ante", pay_tables={"ante_bonus": rows})
    folds = Table("ante", plays=False)
    units = sum(
        count * net((folds if own > WORST_PLAYED else plays).settle(*examples[own, theirs]))
        for (own, theirs), count in counted.items()
    )
    expected = COUNTED["ante_play_by_ante_bonus_table"][name]
    assert units == expected["net_units_over_all_deals"]
    assert -units / counted.total() == pytest.approx(expected["house_edge"], abs=1e-12)


# --- the six-card bonus -------------------------------------------------------------------


@pytest.fixture(scope="module")
def six_cards() -> Counter[str]:
    """How many of all six-card hands have each rank."""
    strengths = Counter(map(strength, combinations(DECK, 6)))
    found: Counter[str] = Counter()
    for one, count in strengths.items():
        found[NAMES[one]] += count
    return found


# Six cards of each rank.
EXAMPLES: dict[str, Hand] = {
    "royal_flush":     cards("AsKsQsJsTs2d"),
    "straight_flush":  cards("KsQsJsTs9s2d"),
    "four_of_a_kind":  cards("9s9d9h9cKd2h"),
    "full_house":      cards("9s9d9hKcKd2h"),
    "flush":           cards("AsJs9s4s2sKd"),
    "straight":        cards("9s8d7h6c5dKh"),
    "three_of_a_kind": cards("9s9d9hKc7d2h"),
    "two_pair":        cards("9s9dKhKc7d2h"),
    "pair":            cards("9s9dAhKc7d2h"),
    "high_card":       cards("AsKd9h7c4d2h"),
}  # fmt: skip


@pytest.mark.parametrize("rank", EXAMPLES)
def test_each_example_has_its_rank(rank):
    assert NAMES[strength(EXAMPLES[rank])] == rank


def test_all_six_card_hands_come_as_often_as_they_should(six_cards):
    assert {name.replace("_", " "): count for name, count in six_cards.items()} == TRUTH["frequencies"][
        "six_card"
    ]
    assert six_cards.total() == TRUTH["frequencies"]["six_card_total"] == 20_358_520


@pytest.mark.parametrize("name", COUNTED["six_card_bonus"])
def test_the_six_card_bonus_over_all_hands(six_cards, name):
    odds = {row: f"{n}:1" for row, n in zip(SIX_CARD_ROWS, name.split()[0].split("-"), strict=True)}
    table = Table("six_card_bonus", pay_tables={"six_card_bonus": odds})
    units = winning = 0
    for rank, count in six_cards.items():
        lines = table.settle(EXAMPLES[rank][:3], EXAMPLES[rank][3:])
        units += count * net(lines)
        winning += count * (lines[0].outcome == "win")
    expected = COUNTED["six_card_bonus"][name]
    assert (units, winning) == (expected["net_units_over_20358520"], expected["winning_hands"])


def test_the_millionaire_table_keeps_18_per_cent_of_five_dollars(six_cards):
    """Four of the 188 royal flushes are all of one suit from nine to ace; one of these in diamonds."""
    rows = next(table for table in PUBLISHED if table.table_id == "TCP-6CB-AC-MILLIONAIRE").rows
    printed = {
        row: {"fixed": prize.cents} if isinstance(prize, Fixed) else str(prize) for row, prize in rows.items()
    }
    table = Table("six_card_bonus", pay_tables={"six_card_bonus": printed}, stake=5_00)
    royals = [tuple(rank + suit for rank in "AKQJT9") for suit in SUITS]
    hands = {EXAMPLES[rank]: count for rank, count in six_cards.items()} | dict.fromkeys(royals, 1)
    hands[EXAMPLES["royal_flush"]] -= len(royals)
    cents = 0
    for hand, count in hands.items():
        (line,) = table.settle(hand[:3], hand[3:])
        cents += count * (line.paid - line.collected)
    assert sum(hands.values()) == 20_358_520
    assert cents == -3_684_496 * 5_00
    assert round(-cents / (5_00 * 20_358_520) * 100, 4) == 18.0981
