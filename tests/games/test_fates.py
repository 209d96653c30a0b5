"""What a spot did when it had looked at its cards, in every game where one wager keeps a hand in."""

import pytest

from ledger.games.fates import MISSING, fate_of
from tests.scenario import event, opened, placed
from tests.scenario import folded as round_of


def table(*events):
    return round_of([opened(), *events], game="caribbean_stud")


def fate(*events, late_wagers="undetermined"):
    seen = table(placed(1, "ante", 10_00), *events)
    return fate_of(1, seen.at_spots[1].main, "bet", seen.folded_at, late_wagers)


BET = placed(1, "bet", 20_00)
FOLD = event("decision_made", spot=1, decision="fold")
SHUT = event("betting_closed", wagers=["bet"])
BACK = event("wager_withdrawn", spot=1, wager="bet", amount=20_00)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((), "undecided"),
        ((BET,), "playing"),
        ((FOLD,), "folded"),
        ((FOLD, BET), "contradicted"),
        ((BET, FOLD), "contradicted"),
        ((BET, BACK), "undecided"),
        ((BET, BACK, FOLD), "folded"),
        ((SHUT, BET), "late"),
        ((SHUT, BET, FOLD), "late"),
    ],
)
def test_a_spot_plays_folds_or_nobody_can_say(events, expected):
    assert fate(*events) == expected


@pytest.mark.parametrize(("late_wagers", "expected"), [("stands", "playing"), ("void", "undecided")])
def test_a_late_wager_counts_as_the_licensee_elects(late_wagers, expected):
    assert fate(SHUT, BET, late_wagers=late_wagers) == expected


def test_a_timely_part_stands_whatever_came_late():
    assert fate(placed(1, "bet", 10_00), SHUT, BET) == "playing"


def test_each_fate_that_cannot_be_judged_has_its_words():
    assert {name: text.format(spot=1, wager="bet") for name, text in MISSING.items()} == {
        "undecided": "whether spot 1 placed the bet wager or folded",
        "contradicted": "what spot 1 did: it folded and placed the bet wager",
        "late": "whether the late bet wager of spot 1 stands (late_wagers)",
    }
