"""The facts of a finding as people read them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from ledger.games.facts import in_words
from ledger.games.seam import FindingKind

KIND = FindingKind("x", "record", "something is off", "", "derived")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"tendered": 200_00, "chips": 1_300_05}, "tendered 200.00, chips 1,300.05"),
        ({"difference": -5}, "difference -0.05"),
        ({"off_by": -300, "counted": 1}, "off by -300, counted 1"),
        ({"chips": {"500": 40, "250": 2, "100": 0}}, "chips 40×5 2×2.50"),
        ({"issued": {}}, "issued none"),
        ({"sold_not_cashed": {"blue": 20, "red": 5}}, "sold not cashed 20 blue, 5 red"),
        ({"out": "D-1", "in": None}, "out D-1, in none"),
        ({"settled": False}, "settled no"),
        (
            {"since": datetime(2026, 11, 28, 21, tzinfo=timezone(timedelta(hours=-5)))},
            "since 2026-11-29 02:00:00Z",
        ),
        ({"since": datetime(2026, 11, 28, 21, tzinfo=UTC)}, "since 2026-11-28 21:00:00Z"),
    ],
)
def test_money_is_written_as_people_write_it_and_chips_by_denomination(facts, words):
    assert in_words(KIND, facts) == f"something is off ({words})"


def test_a_finding_without_facts_says_its_title():
    assert in_words(KIND, {}) == "something is off"
