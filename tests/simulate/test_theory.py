"""What simulated evenings won is near what the figures say they should have: four sigma at most."""

from __future__ import annotations

from math import sqrt

import pytest

from ledger.games.figures import Figure
from ledger.rounds.judge import judge
from ledger.simulate.pit import evening
from projections.theory.playing import NONE, Tally, played
from tests.games.expected import variance, win
from tests.simulate.evenings import read_one_by_one
from tests.simulate.proof import HOUSE_BANKED

ROUNDS = 120
SEED = 11


def dealt(game: str) -> tuple[dict[str, Tally], tuple[Figure, ...]]:
    """The wagers of an evening by name, and what is known of them."""
    found: dict[str, Tally] = {}
    figures: tuple[Figure, ...] = ()
    for state, submission in read_one_by_one(evening(game, tables=1, rounds=ROUNDS, seed=SEED)):
        figures = state.rules.expected(submission)
        for kind, tally in played(state, judge(state, submission).truths).items():
            found[kind.wager] = found.get(kind.wager, NONE).plus(tally)
    return found, figures


@pytest.mark.parametrize("game", HOUSE_BANKED)
def test_a_simulated_evening_wins_about_what_it_should(game):
    tallies, figures = dealt(game)
    assert {wager for figure in figures for wager in figure.wagers} >= set(tallies)
    compared = 0
    for figure in figures:
        sums = tallies.get(figure.wagers[0], NONE).sums
        if figure.spread is None or not sums.wagers or (figure.metered and not sums.meter):
            continue
        won = sum(tallies.get(wager, NONE).won for wager in figure.wagers)
        sigma = sqrt(variance(figure, sums))
        assert abs(won - win(figure, sums)) <= 4 * sigma, figure.wagers
        # The stakes are large enough for the figure to be put to the test.
        assert sums.wagers > 50
        compared += 1
    assert compared


def test_a_wrong_edge_would_be_found():
    """Were pair plus never to be paid, the same evening would be further off than four sigma."""
    tallies, figures = dealt("three_card_poker")
    (figure,) = [one for one in figures if one.wagers == ("pair_plus",)]
    tally = tallies["pair_plus"]
    assert abs(tally.won - tally.sums.staked) > 4 * sqrt(variance(figure, tally.sums))
