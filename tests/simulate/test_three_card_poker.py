"""What a simulated table of three-card poker shows: every way to bet, to decide and to be dealt to."""

import pytest

from ledger.cards import cards
from ledger.simulate.chance import Chance
from ledger.simulate.evening import DEALINGS
from ledger.simulate.offers import OFFERS
from ledger.simulate.three_card_poker import plays
from tests.simulate.evenings import dealt

GAME = "three_card_poker"
SETTLEMENTS = {"simulated-tcp": "table_wide", "simulated-tcp-one-pass": "player_by_player"}


@pytest.fixture(scope="module")
def rounds():
    return dealt(GAME, rounds=120, seed=7).rounds


def bet(played):
    """The wagers at each spot."""
    found: dict[int, set[str]] = {}
    for wager in played.state.wagers:
        found.setdefault(wager.spot, set()).add(wager.wager)
    return found


def test_patrons_bet_with_and_without_the_others_and_a_pair_plus_alone(rounds):
    there = {
        frozenset(wagers - {"play", "ante_bonus"}) for played in rounds for wagers in bet(played).values()
    }
    assert there == {
        frozenset({"ante"}),
        frozenset({"ante", "pair_plus"}),
        frozenset({"ante", "six_card_bonus"}),
        frozenset({"ante", "pair_plus", "six_card_bonus"}),
        frozenset({"pair_plus"}),
    }


def test_every_outcome_that_a_round_can_have_comes_about(rounds):
    found = {
        (line.wager, line.outcome) for played in rounds for line in played.judgement.adjudication.resolutions
    }
    assert found >= {
        ("ante", "win"), ("ante", "lose"), ("ante", "forfeit"), ("play", "win"), ("play", "lose"),
        ("play", "void"), ("pair_plus", "win"), ("pair_plus", "lose"), ("pair_plus", "forfeit"),
        ("six_card_bonus", "win"), ("six_card_bonus", "lose"), ("ante_bonus", "win"),
    }  # fmt: skip


def test_a_folded_hand_waits_for_its_six_card_bonus(rounds):
    waiting = [
        (played, spot)
        for played in rounds
        for spot in played.state.folded_at
        if "six_card_bonus" in bet(played)[spot]
    ]
    assert waiting
    for played, spot in waiting:
        steps = played.judgement.adjudication.settlement_order
        assert steps.index(f"rack:{spot}") > steps.index("dealer_reveal")


@pytest.mark.parametrize("submission", SETTLEMENTS)
def test_the_licensee_elects_either_settlement(submission):
    elects = OFFERS[GAME].submission(submission).elects
    assert elects.options == {"settlement": SETTLEMENTS[submission]}


def test_the_tables_deal_by_every_method():
    found = {
        played.state.header.dealing for seed in range(6) for played in dealt(GAME, rounds=1, seed=seed).rounds
    }
    assert found == {*DEALINGS}


@pytest.mark.parametrize(
    ("hand", "always"), [("Qh6d4c", True), ("Qh6d3c", False), ("2h2d3c", True), ("JhTd8c", False)]
)
def test_patrons_play_from_queen_six_four_up_and_now_and_then_on_less(hand, always):
    chance = Chance(1)
    assert all(plays(cards(hand), chance) for _ in range(100)) is always
