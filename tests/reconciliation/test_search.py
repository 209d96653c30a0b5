"""From how few mistakes a vector of chips can be put together; the cheapest ways come first."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.reconciliation.candidates.pieces import KINDS, holds, less, piece
from projections.reconciliation.candidates.search import (
    MOST_DENOMINATIONS,
    MOST_WAYS,
    Tray,
    ways,
    ways_by_amount,
)
from projections.reports.words import Money

FACES = (1_00, 5_00, 25_00, 100_00, 500_00)
TRAY = Tray(FACES, frozenset(FACES), Money("USD"))
VECTORS = st.dictionaries(st.sampled_from(FACES), st.integers(-25, 25), max_size=5)


def first(vector, known=()):
    """The kinds and chips of the cheapest way."""
    return [(one.kind, dict(one.chips)) for one in ways(vector, TRAY, known)[0].pieces]


@pytest.mark.parametrize(
    ("vector", "kinds"),
    [
        ({5_00: 1, 25_00: -1}, ["wrong_denomination"]),
        ({5_00: -1, 25_00: 1}, ["wrong_denomination"]),
        ({100_00: -1}, ["overpaid"]),
        ({100_00: 1}, ["underpaid"]),
        ({100_00: -1, 25_00: 4}, ["change_not_recorded"]),
        ({5_00: 100, 25_00: -20}, ["change_not_recorded"]),
        ({500_00: -1, 100_00: 5, 5_00: -1}, ["change_not_recorded", "overpaid"]),
        ({5_00: 1, 25_00: -1, 100_00: -1}, ["overpaid", "wrong_denomination"]),
    ],
)
def test_the_first_way_is_the_one_with_the_fewest_mistakes(vector, kinds):
    assert sorted(kind for kind, _ in first(vector)) == kinds


def test_neighbours_in_the_tray_are_taken_for_each_other_rather_than_chips_far_apart():
    assert dict(first({5_00: 1, 25_00: -1, 100_00: -1}))["wrong_denomination"] == {5_00: 1, 25_00: -1}


def test_what_something_recorded_says_comes_before_what_nothing_says():
    slip = piece("slip_on_wrong_table", {25_00: -20, 5_00: -40}, "a slip")
    assert first({25_00: -20, 5_00: -41}, [slip]) == [
        ("slip_on_wrong_table", {5_00: -40, 25_00: -20}), ("overpaid", {5_00: -1}),
    ]  # fmt: skip


def test_a_stack_of_twenty_is_as_easily_miscounted_as_one_chip():
    (one, *_), (twenty, *_), (seven, *_) = (ways({5_00: -n}, TRAY, ()) for n in (1, 20, 7))
    assert one.cost == twenty.cost < seven.cost


def test_a_denomination_that_never_moved_is_the_last_to_be_thought_of():
    still = Tray(FACES, frozenset({5_00}), Money("USD"))
    assert ways({100_00: -1}, still, ())[0].cost > ways({100_00: -1}, TRAY, ())[0].cost


@given(VECTORS)
def test_every_way_accounts_for_the_whole_vector_and_cheaper_ways_come_first(vector):
    found = ways(vector, TRAY, ())
    assert bool(found) == any(vector.values())
    assert [way.cost for way in found] == sorted(way.cost for way in found)
    for way in found:
        left = vector
        for one in way.pieces:
            assert holds(left, one.chips)
            assert one.amount == sum(face * count for face, count in one.chips)
            left = less(left, one.chips)
        assert left == {}
        assert way.cost == pytest.approx(sum(one.cost for one in way.pieces))


@given(VECTORS)
def test_the_same_vector_is_explained_the_same_way_whatever_the_order_it_is_written_in(vector):
    assert ways(vector, TRAY, ()) == ways(dict(reversed(vector.items())), TRAY, ())


def test_the_same_mistakes_in_another_order_are_one_way():
    """Changes of two pairs of denominations can be thought of in either order."""
    found = ways({1_00: -37, 5_00: 13, 25_00: -91, 100_00: 7, 500_00: -3}, TRAY, ())
    assert len({frozenset(way.pieces) for way in found}) == len(found) == MOST_WAYS


def test_a_slip_is_known_by_its_tray_although_one_chip_more_went_wrong_there():
    slip = piece("slip_on_wrong_table", {25_00: 20, 5_00: 40}, "a slip")
    assert first({25_00: 19, 5_00: 40}, [slip]) == [
        ("slip_on_wrong_table", {5_00: 40, 25_00: 20}), ("overpaid", {25_00: -1}),
    ]  # fmt: skip
    assert first({25_00: 10, 5_00: 40}, [slip])[0][0] != "slip_on_wrong_table"


def test_no_two_ways_are_the_same():
    found = ways({1_00: 3, 5_00: -2, 25_00: 1, 100_00: -4, 500_00: 1}, TRAY, ())
    assert len(found) == MOST_WAYS == len({frozenset(way.pieces) for way in found})


def calls(work):
    """How many calls it takes, which is the same on every machine."""
    made = 0

    def count(_frame, what, _given):
        nonlocal made
        made += what == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return made


def test_an_absurd_vector_is_given_up_soon():
    """A hundred thousand calls are a quarter of a second."""
    faces = tuple(100 * n for n in range(1, MOST_DENOMINATIONS + 1))
    tray = Tray(faces, frozenset(faces), Money("USD"))
    absurd = {face: (-1) ** n * (10_000 + 7 * n) for n, face in enumerate(faces)}
    assert len(ways(absurd, tray, ())) <= MOST_WAYS
    assert calls(lambda: ways(absurd, tray, ())) < 100_000
    too_many = {100 * n: 1 for n in range(1, MOST_DENOMINATIONS + 2)}
    assert ways(too_many, tray, ()) == []


def test_where_only_an_amount_is_known_single_mistakes_come_to_it():
    found = ways_by_amount(-20_00, TRAY)
    assert {way.pieces[0].kind for way in found} == {"overpaid", "wrong_denomination"}
    assert all(way.pieces[0].amount == -20_00 and not way.pieces[0].chips for way in found)
    assert [way.cost for way in found] == sorted(way.cost for way in found)
    assert ways_by_amount(-7, TRAY) == []


def test_every_kind_says_why_it_ranks_where_it_does():
    assert all(kind.cost > 0 and kind.why for kind in KINDS.values())
