"""Steps taken in a wrong order: which, and only that."""

import pytest

from ledger.simulate.misorder import MISORDER, first_difference

# One pass: spot 5 loses, 3 wins, 2 folded and its bonus wins afterwards.
ONE_PASS = "reveal:5 collect:5 rack:5 reveal:3 pay:3 rack:3 pay:2 rack:2 rack:dealer"
# Four passes at the whole table.
FOUR_PASSES = "reveal:5 reveal:3 collect:5 pay:3 rack:5 rack:3 rack:dealer"
PLAYING = {"5", "3"}

# fmt: off
TAKEN = {
    ("wrong_order", ONE_PASS):
        "reveal:3 pay:3 rack:3 reveal:5 collect:5 rack:5 pay:2 rack:2 rack:dealer",
    ("wrong_order", FOUR_PASSES):
        "reveal:3 reveal:5 collect:5 pay:3 rack:5 rack:3 rack:dealer",
    ("paid_early", FOUR_PASSES):
        "reveal:5 reveal:3 pay:3 collect:5 rack:5 rack:3 rack:dealer",
    ("racked_early", ONE_PASS):
        "reveal:5 rack:5 collect:5 reveal:3 pay:3 rack:3 pay:2 rack:2 rack:dealer",
    ("racked_early", FOUR_PASSES):
        "reveal:5 reveal:3 rack:5 collect:5 pay:3 rack:3 rack:dealer",
    ("racked_twice", ONE_PASS):
        "reveal:5 collect:5 rack:5 rack:5 reveal:3 pay:3 rack:3 pay:2 rack:2 rack:dealer",
    ("racked_twice", FOUR_PASSES):
        "reveal:5 reveal:3 collect:5 pay:3 rack:5 rack:5 rack:3 rack:dealer",
    ("racked_out_of_order", ONE_PASS):
        "reveal:5 collect:5 reveal:3 pay:3 rack:3 rack:5 pay:2 rack:2 rack:dealer",
    ("racked_out_of_order", FOUR_PASSES):
        "reveal:5 reveal:3 collect:5 pay:3 rack:3 rack:5 rack:dealer",
    ("dealer_racked_early", ONE_PASS):
        "reveal:5 collect:5 rack:5 reveal:3 pay:3 rack:3 pay:2 rack:dealer rack:2",
    ("dealer_racked_early", FOUR_PASSES):
        "reveal:5 reveal:3 collect:5 pay:3 rack:5 rack:dealer rack:3",
    ("not_racked", ONE_PASS):
        "reveal:5 collect:5 reveal:3 pay:3 rack:3 pay:2 rack:2 rack:dealer",
    ("not_racked", FOUR_PASSES):
        "reveal:5 reveal:3 collect:5 pay:3 rack:3 rack:dealer",
}
# fmt: on


@pytest.mark.parametrize(("kind", "due"), TAKEN)
def test_the_steps_taken(kind, due):
    assert MISORDER[kind](due.split(), PLAYING) == TAKEN[kind, due].split()


def test_every_kind_is_here():
    assert {kind for kind, _ in TAKEN} == set(MISORDER)


@pytest.mark.parametrize("kind", MISORDER)
def test_where_nothing_is_done_there_is_no_occasion(kind):
    assert MISORDER[kind]([], PLAYING) is None


@pytest.mark.parametrize("kind", ["wrong_order", "racked_out_of_order"])
def test_one_hand_alone_has_no_order_and_folded_hands_have_none_in_law(kind):
    due = "reveal:5 pay:5 rack:5 pay:2 rack:2 rack:dealer"
    assert MISORDER[kind](due.split(), {"5"}) is None


def test_a_hand_that_is_the_last_thing_racked_is_not_racked_twice():
    assert MISORDER["racked_twice"](["reveal:5", "pay:5", "rack:5"], {"5"}) is None


def test_where_each_player_is_finished_before_the_next_losers_need_not_come_first():
    assert MISORDER["paid_early"](ONE_PASS.split(), PLAYING) is None
    assert MISORDER["paid_early"](["reveal:5", "collect:5", "pay:5", "rack:5", "rack:dealer"], {"5"}) is None


def test_where_the_steps_first_differ():
    assert first_difference(["a", "b", "c"], ["a", "c", "b"]) == 1
    assert first_difference(["a", "b"], ["a", "b"]) is None
