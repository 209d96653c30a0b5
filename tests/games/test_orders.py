"""The orders round the table: spot 1 is farthest to the dealer's left."""

import pytest

from ledger.games.orders import clockwise, counterclockwise, passed_over


def test_clockwise_runs_from_the_dealers_left_and_counterclockwise_is_its_reverse():
    assert clockwise({4, 1, 6}) == [1, 4, 6]
    assert counterclockwise({4, 1, 6}) == [6, 4, 1]


@pytest.mark.parametrize(
    ("order", "passed"),
    [("clockwise", [1, 2]), ("counterclockwise", [6, 4]), ("any", []), ("once", [])],
)
def test_who_is_passed_over_when_spot_3_comes_first(order, passed):
    assert passed_over(order, 3, {6, 2, 4, 1, 3}) == passed
