"""What wagers should win and how far it strays: sums, roundings, and the note of the worked shift."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import LedgerError
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.figures import (
    Ending,
    Figure,
    Result,
    Sums,
    counted,
    deviation,
    nearest,
    not_known,
    root,
    stated,
)
from ledger.games.registry import GAMES
from ledger.money import MOST
from tests.games.expected import edge, variance, win

UNRULED = GAMES["unruled"]
# A stake that is lost, won at even money, or wins a flat $50, or a tenth of the meter and keeps the stake.
MIXED = counted(
    ("side",),
    [
        Ending(50, Result(Fraction(1))),
        Ending(40, Result(Fraction(-1))),
        Ending(7, Result(cents=Fraction(-50_00))),
        Ending(3, Result(Fraction(1), Fraction(-1, 10))),
    ],
    "made up",
)


def one(stake: int, meter: int = 0) -> Sums:
    return Sums(1, stake, stake * stake, meter, meter * meter, meter * stake)


def elected(**options: Any) -> tuple[Figure, ...]:
    return UNRULED.expected(elections.inline(UNRULED, InlineSubmission(options=options)))


def test_the_expected_win_of_one_wager_is_the_mean_of_its_endings():
    stake, meter = 10_00, 9_000_00
    endings = [(50, stake), (40, -stake), (7, -50_00), (3, stake - meter // 10)]
    mean = Fraction(sum(deals * cents for deals, cents in endings), 100)
    square = Fraction(sum(deals * cents * cents for deals, cents in endings), 100)
    assert MIXED.win(one(stake, meter)) == mean
    assert MIXED.variance(one(stake, meter)) == square - mean * mean


@given(st.lists(st.tuples(st.integers(1, MOST), st.integers(0, MOST)), max_size=8))
def test_what_many_wagers_should_win_is_the_sum_of_what_each_should(wagers):
    every = Sums()
    for stake, meter in wagers:
        every = every.plus(one(stake, meter))
    assert MIXED.win(every) == sum((win(MIXED, one(*wager)) for wager in wagers), Fraction(0))
    assert MIXED.variance(every) == sum((variance(MIXED, one(*wager)) for wager in wagers), Fraction(0))


def test_an_edge_is_said_only_where_it_is_a_share_of_the_stake():
    even = counted(("even",), [Ending(20, Result(Fraction(1))), Ending(18, Result(Fraction(-1)))], "a wheel")
    assert (even.edge, even.metered) == (Fraction(1, 19), False)
    assert (MIXED.edge, MIXED.metered) == (None, True)


def test_of_what_is_not_known_nothing_is_guessed():
    unknown = not_known(("main",), "no rules")
    assert (unknown.edge, unknown.win(one(25_00)), unknown.variance(one(25_00))) == (None, None, None)
    edge_alone = stated(("main",), "published", "somewhere", edge=Fraction(1, 50))
    assert edge_alone.win(one(25_00)) == 50
    assert edge_alone.variance(one(25_00)) is None


# --- whole cents --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "cents"), [("1/2", 1), ("-1/2", 0), ("-3/2", -1), ("149/100", 1), ("-151/100", -2), ("7", 7)]
)
def test_an_amount_is_rounded_to_the_nearest_cent_halves_up(amount, cents):
    assert nearest(Fraction(amount)) == cents


@given(st.integers(0, 2**70))
def test_a_root_is_the_nearest_whole_one(number):
    found = root(Fraction(number))
    assert (2 * found - 1) ** 2 <= 4 * number or found == 0
    assert 4 * number < (2 * found + 1) ** 2


@pytest.mark.parametrize(
    ("won", "expected", "square", "hundredths"),
    [(100, 100, 25, 0), (115, 100, 25, 300), (85, 100, 25, -300), (101, 100, 9, 33), (102, 100, 9, 67)],
)
def test_a_deviation_is_in_hundredths_of_a_sigma(won, expected, square, hundredths):
    assert deviation(Fraction(won), Fraction(expected), Fraction(square)) == hundredths


def test_where_nothing_can_stray_there_is_no_deviation():
    assert deviation(Fraction(5), Fraction(0), Fraction(0)) is None


# --- figures that the licensee put down --------------------------------------------------------


def test_the_worked_shift_should_have_won_997_75():
    main, side = elected(edges={"main": "0.0065", "side": "0.26"})
    assert (main.basis, side.basis) == ("configured", "configured")
    staked = [(main, Sums(staked=93_500_00)), (side, Sums(staked=1_500_00))]
    assert sum(win(figure, sums) for figure, sums in staked) == 997_75


def test_a_variance_may_stand_beside_an_edge():
    main, side = elected(edges={"main": "1/200", "side": "0"}, variances={"main": "1.32", "other": "2"})
    assert edge(main) == Fraction(1, 200)
    assert variance(main, one(10_00)) == 1_320_000
    assert side.edge == 0
    assert side.variance(one(10_00)) is None


@pytest.mark.parametrize("said", ["1.0001", "a", "1e9", "0.0065 ", "1/0", "½", 1, "-"])
def test_an_edge_is_a_number_in_text_of_at_most_the_whole_stake(said):
    with pytest.raises(LedgerError) as refused:
        elected(edges={"main": said})
    assert (refused.value.code, refused.value.pointer) == ("invalid_option", "/options/edges/main")


def test_a_variance_is_not_negative():
    with pytest.raises(LedgerError) as refused:
        elected(variances={"main": "-1"})
    assert (refused.value.code, refused.value.pointer) == ("invalid_option", "/options/variances/main")


def test_a_game_with_rules_takes_no_edges():
    game = GAMES["three_card_poker"]
    with pytest.raises(LedgerError) as refused:
        elections.inline(game, InlineSubmission(options={"edges": {"ante": "0.03"}}))
    assert refused.value.code == "unknown_option"
