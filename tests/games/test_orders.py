"""The orders round the table: spot 1 is farthest to the dealer's left."""

import pytest

from ledger.games.orders import Steps, clockwise, counterclockwise, passed_over
from tests.games.lines import resolved


def test_clockwise_runs_from_the_dealers_left_and_counterclockwise_is_its_reverse():
    assert clockwise({4, 1, 6}) == [1, 4, 6]
    assert counterclockwise({4, 1, 6}) == [6, 4, 1]


@pytest.mark.parametrize(
    ("order", "passed"),
    [("clockwise", [1, 2]), ("counterclockwise", [6, 4]), ("any", []), ("once", [])],
)
def test_who_is_passed_over_when_spot_3_comes_first(order, passed):
    assert passed_over(order, 3, {6, 2, 4, 1, 3}) == passed


LINES = (
    resolved(1, "ante", 5_00, "lose"),
    resolved(1, "flop", 10_00, "lose"),
    resolved(1, "bonus", 5_00, "win", paid=15_00),
    resolved(2, "ante", 5_00, "forfeit"),
    resolved(4, "ante", 5_00, "push"),
)


def taken(*, dealt: tuple[object, ...] = (1, 2, 3, "dealer")) -> tuple[str, ...]:
    steps = Steps(LINES, dealt)
    steps.add("dealer_reveal")
    for spot in counterclockwise(steps.spots):
        steps.settle(spot, "lose", "win")
        steps.rack(spot)
    steps.rack_dealer()
    return steps.taken


def test_one_step_stands_for_all_wagers_of_a_spot_that_go_the_same_way():
    # Spot 3 has a hand and no wager, spot 4 a wager and no hand; a forfeit was not asked for.
    assert taken() == ("dealer_reveal", "rack:3", "rack:2", "collect:1", "pay:1", "rack:1", "rack:dealer")


def test_what_was_not_dealt_is_not_racked():
    assert taken(dealt=()) == ("dealer_reveal", "collect:1", "pay:1")


def test_the_board_goes_to_the_rack_as_the_dealers_hand_does():
    assert taken(dealt=("board",))[-1] == "rack:dealer"


def test_a_forfeit_is_collected_once():
    steps = Steps((*LINES[:4], resolved(2, "flop", 10_00, "forfeit")), (2,))
    steps.settle(2, "forfeit")
    steps.settle(1, "forfeit")
    assert steps.taken == ("collect:2",)
