"""O-E: a slip posted twice, by a retry; the same number with another amount; a reprint."""

import pytest

from tests.scenario import event
from tests.scenarios.floor import Session, at, opened, slip_step

CHIPS = {"500": 200, "2500": 200}
STEPS = [
    slip_step(f"fill_{step}", 1001, CHIPS, f"21:0{minute}:00", by=who, source="supervisor")
    for minute, (step, who) in enumerate(
        [("requested", "F-22"), ("issued", "CB-7"), ("dispatched", "SO-5"), ("received", "D-1")]
    )
]


@pytest.fixture(scope="module")
def shift(house):
    return Session(house, 1, *STEPS)


def test_a_slip_sent_again_after_a_timeout_is_one_event(shift):
    again = shift.whole(opened(), *STEPS)
    assert (again.status_code, again.json()["status"], again.json()["version"]) == (200, "already_there", 5)
    figures = shift.figures()
    assert (figures["fills"], figures["expected_closer"]) == (6_000_00, 39_000_00)


def test_the_same_number_with_another_amount_is_a_conflict_that_names_both(shift):
    other = slip_step("fill_received", 1001, {"500": 100, "2500": 220}, "21:10:00", by="D-1")
    said = shift.refused_or_not(other)
    assert said.status_code == 409
    problem = said.json()
    assert (problem["code"], problem["pointer"]) == ("slip_conflict", "/events/0/chips")
    assert problem["facts"] == {
        "slip": "fill/2026/1001",
        "step": "received",
        "version": 5,
        "stored": "200×500 200×2500",
        "sent": "100×500 220×2500",
    }
    assert shift.shown()["version"] == 5


def test_the_same_step_recorded_anew_moves_nothing_and_is_found(house):
    shift = Session(house, 2, *STEPS)
    shift.goes_on(slip_step("fill_received", 1001, CHIPS, "21:12:00", by="D-2"))
    assert (shift.findings(), shift.figures()["fills"]) == ([("slip_step_repeated", 6)], 6_000_00)


def test_a_reprint_is_counted(house):
    shift = Session(house, 3, *STEPS)
    reprint = event("slip_reprinted", slip={"type": "fill", "series": "2026", "serial": 1001}, reason="torn")
    shift.goes_on(at("21:15:00", reprint))
    (slip,) = shift.shown()["slips"]
    assert (slip["slip"], slip["reprints"]) == ("fill/2026/1001", 1)
    assert shift.findings() == []
