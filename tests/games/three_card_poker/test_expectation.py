"""What each wager should win: the counts derived again, and what they come to as it was counted elsewhere.

A dealer's hands without the player's three cards are counted by inclusion and
exclusion, over all 22,100 hands of the player.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate, combinations
from math import comb, sqrt
from typing import Any

import pytest

from ledger.cards import DECK
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.figures import Figure, Sums
from ledger.games.ranks import THREE_CARD_NAMES, three_card_strength
from ledger.games.seam import Fixed
from ledger.games.three_card_poker import THREE_CARD_POKER
from ledger.games.three_card_poker.expectation import HANDS, QUEEN_HIGH, SIX_CARDS, Dealt
from ledger.games.three_card_poker.paytables import PUBLISHED, QUALIFIES
from tests.games.expected import variance, win
from tests.games.three_card_poker.counting import COUNTED, TRUTH

STRENGTH = {hand: three_card_strength(hand) for hand in combinations(DECK, 3)}
LAST = len(THREE_CARD_NAMES) - 1
WORST_PLAYED = three_card_strength(("Qh", "6d", "4c"))
BONUS_ROWS = ("straight_flush", "three_of_a_kind", "straight")
BONUSES = {
    "SF5_trips4_straight1": (5, 4, 1),
    "SF5_trips3_straight1": (5, 3, 1),
    "SF4_trips3_straight1": (4, 3, 1),
    "SF3_trips2_straight1": (3, 2, 1),
}
PAIR_PLUS = [name for name in COUNTED["pair_plus_no_fold_forfeit"] if "mini royal" not in name]
PAIR_PLUS_ROWS = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
SIX_ROWS = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
)  # fmt: skip


def figures(**tables: dict[str, Any]) -> dict[str, Figure]:
    """The figures of a submission by their first wager."""
    given = InlineSubmission.model_validate({"pay_tables": tables})
    found = THREE_CARD_POKER.expected(elections.inline(THREE_CARD_POKER, given))
    return {figure.wagers[0]: figure for figure in found}


def odds(rows: tuple[str, ...], n: list[int] | tuple[int, ...]) -> dict[str, str]:
    return {row: f"{one}:1" for row, one in zip(rows, n, strict=True)}


class Hands:
    """How many hands have at most a strength and hold some cards, or none of them."""

    def __init__(self) -> None:
        held: dict[tuple[str, ...], list[int]] = {
            cards: [0] * (LAST + 1) for size in range(3) for cards in combinations(DECK, size)
        }
        for hand, strength in STRENGTH.items():
            for size in range(3):
                for cards in combinations(hand, size):
                    held[cards][strength] += 1
        self._held = {cards: [*accumulate(counts)] for cards, counts in held.items()}

    def without(self, own: tuple[str, str, str], strength: int) -> int:
        """Those of at most a strength that hold none of three cards."""
        found = self._held[()][strength] - (STRENGTH[own] <= strength)
        found -= sum(self._held[(card,)][strength] for card in own)
        return found + sum(self._held[pair][strength] for pair in combinations(own, 2))


def against(hands: Hands, own: tuple[str, str, str]) -> Dealt:
    """A hand that plays against every hand of the dealer's."""
    worst, strength = QUALIFIES["queen_high"], STRENGTH[own]
    qualified = hands.without(own, worst)
    better = hands.without(own, min(strength - 1, worst))
    as_good = hands.without(own, min(strength, worst))
    return Dealt(0, hands.without(own, LAST) - qualified, better, as_good - better, qualified - as_good)


@pytest.fixture(scope="module")
def played() -> dict[tuple[str, str, str], Dealt]:
    """Every hand of the player's, all of them playing."""
    hands = Hands()
    return {own: against(hands, own) for own in STRENGTH}


@pytest.fixture(scope="module")
def derived(played) -> dict[str, Dealt]:
    found = {rank: [0] * 5 for rank in QUEEN_HIGH}
    for own, dealt in played.items():
        row = found[THREE_CARD_NAMES[STRENGTH[own]]]
        assert sum(dealt) == COUNTED["dealer_hands_per_player_hand"] == 18_424
        counts = dealt if STRENGTH[own] <= WORST_PLAYED else (sum(dealt), 0, 0, 0, 0)
        for place, count in enumerate(counts):
            row[place] += count
    return {rank: Dealt(*counts) for rank, counts in found.items()}


def test_the_counts_are_those_of_all_deals(derived):
    assert derived == QUEEN_HIGH
    assert sum(sum(row) for row in QUEEN_HIGH.values()) == COUNTED["deals"] == 407_170_400


def test_a_hand_is_played_where_that_loses_less_than_a_fold(played):
    for own, dealt in played.items():
        antes = dealt.not_qualified - 2 * dealt.lower + 2 * dealt.higher
        assert (antes > -sum(dealt)) is (STRENGTH[own] <= WORST_PLAYED), own


def test_the_counts_are_those_that_were_counted_elsewhere():
    for rank, dealt in QUEEN_HIGH.items():
        told = COUNTED["q64"]["outcomes_by_player_class"][rank.replace("_", " ")]
        assert (dealt.not_qualified, dealt.lower, dealt.equal, dealt.higher) == (
            told["dealer_not_qualified"], told["lose"], told["tie"], told["win"],
        )  # fmt: skip
    assert sum(row.folded for row in QUEEN_HIGH.values()) == COUNTED["q64"]["outcomes_over_all_deals"]["fold"]


@pytest.mark.parametrize("name", BONUSES)
def test_the_edge_and_deviation_of_ante_play_and_ante_bonus(name):
    figure = figures(ante_bonus=odds(BONUS_ROWS, BONUSES[name]))["ante"]
    told = COUNTED["ante_play_by_ante_bonus_table"][name]
    assert figure.wagers == ("ante", "play", "ante_bonus")
    assert figure.edge == Fraction(-told["net_units_over_all_deals"], 407_170_400)
    assert sqrt(variance(figure, Sums(squared=1))) == pytest.approx(told["sd_per_ante"], abs=1e-12)


def test_all_hands_of_three_cards_come_as_often_as_they_should():
    assert Counter(THREE_CARD_NAMES[strength] for strength in STRENGTH.values()) == HANDS


@pytest.mark.parametrize("name", PAIR_PLUS)
def test_the_edge_of_pair_plus(name):
    figure = figures(pair_plus=odds(PAIR_PLUS_ROWS, [int(n) for n in name.split("-")]))["pair_plus"]
    told = COUNTED["pair_plus_no_fold_forfeit"][name]["net_units_over_22100"]
    assert figure.edge == Fraction(-told, 22_100)


def test_no_hand_that_wins_pair_plus_is_folded():
    assert [rank for rank, dealt in QUEEN_HIGH.items() if dealt.folded] == ["high_card"]


def test_all_hands_of_six_cards_come_as_often_as_was_counted():
    told = {name.replace(" ", "_"): count for name, count in TRUTH["frequencies"]["six_card"].items()}
    royals = {rank: SIX_CARDS[rank] for rank in SIX_CARDS if rank.startswith("six_card")}
    assert sum(royals.values()) == 4
    assert told == {
        rank: count + (sum(royals.values()) if rank == "royal_flush" else 0)
        for rank, count in SIX_CARDS.items()
        if rank not in royals
    }
    assert sum(SIX_CARDS.values()) == comb(52, 6)


@pytest.mark.parametrize("name", COUNTED["six_card_bonus"])
def test_the_edge_of_the_six_card_bonus(name):
    rows = odds(SIX_ROWS, [int(n) for n in name.split()[0].split("-")])
    told = COUNTED["six_card_bonus"][name]["net_units_over_20358520"]
    assert figures(six_card_bonus=rows)["six_card_bonus"].edge == Fraction(-told, comb(52, 6))


def test_a_prize_of_a_million_does_not_grow_with_the_stake():
    (rows,) = [table.rows for table in PUBLISHED if table.table_id == "TCP-6CB-AC-MILLIONAIRE"]
    given = {
        row: {"fixed": prize.cents} if isinstance(prize, Fixed) else str(prize) for row, prize in rows.items()
    }
    figure = figures(six_card_bonus=given)["six_card_bonus"]
    assert figure.edge is None
    assert figure.win(Sums(1, 5_00, 5_00**2)) == Fraction(3_684_496 * 5_00, comb(52, 6))
    # A stake ten times as high wins the same million.
    assert win(figure, Sums(1, 50_00, 50_00**2)) > 10 * win(figure, Sums(1, 5_00, 5_00**2))
