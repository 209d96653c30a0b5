"""O-P: dealer A out at 21:00:00, B in at 21:00:40, the table open; Louisiana burns a card on relief."""

import pytest

from tests.scenario import event, opened, round_record
from tests.scenarios.floor import Session, at

RELIEF = [
    at("20:05:00", event("dealer_signed_in", dealer="A", source="dealer", by="A")),
    at("21:00:00", event("dealer_signed_out", dealer="A")),
    at("21:00:40", event("dealer_signed_in", dealer="B", by="B")),
]


def a_round(house, number, session, *cards):
    """A round of B's, opened at 21:02, with its cards at their times."""
    told = [at("21:02:00", opened(by="B")), *(at(time, card) for time, card in cards)]
    assert house.record(round_record(*told, number=number, session=session)).status_code == 201


DEALT = event("card_dealt", to=1, card=None, face="down")
BURNED = event("card_burned", card=None)


@pytest.fixture(scope="module")
def careless(house):
    shift = Session(house, 1, *RELIEF)
    a_round(house, 1, 1, ("21:02:10", DEALT), ("21:02:20", BURNED))
    return shift


def test_forty_seconds_with_nobody_signed_in_are_found(careless):
    (gap,) = [one for one in careless.shown()["findings"] if one["code"] == "table_unattended"]
    assert (gap["event"], gap["seconds"], gap["out"], gap["in"]) == (4, 40, "A", "B")
    (relief,) = careless.shown()["reliefs"]
    assert (relief["out"], relief["into"], relief["gap_s"]) == ("A", "B", 40)


def test_louisiana_finds_that_no_card_was_burned_and_new_jersey_does_not_ask(careless):
    shown = careless.shown(jurisdiction="LA")
    (missing,) = [one for one in shown["findings"] if one["code"] == "relief_not_burned"]
    assert (missing["event"], missing["rule"], missing["in"]) == (4, "La. Admin. Code 42:III-3106", "B")
    assert careless.findings(jurisdiction="NJ") == [("table_unattended", 4)]
    assert careless.exceptions(jurisdiction="LA") == [("table_unattended", 4), ("relief_not_burned", 4)]
    assert careless.exceptions(jurisdiction="NJ") == [("table_unattended", 4)]


def test_a_dealer_who_burns_before_dealing_did_what_louisiana_asks(house):
    shift = Session(house, 2, *RELIEF)
    a_round(house, 2, 2, ("21:02:05", BURNED), ("21:02:10", DEALT))
    assert shift.findings(jurisdiction="LA") == [("table_unattended", 4)]


def test_a_burn_that_was_struck_out_later_was_none(house):
    shift = Session(house, 3, *RELIEF)
    a_round(house, 3, 3, ("21:02:05", BURNED), ("21:02:10", DEALT))
    assert shift.findings(jurisdiction="LA") == [("table_unattended", 4)]
    never = event("corrected", corrects=2, reason="no card was burned", approved_by="F-9", source="manual",
                  by="A-1")  # fmt: skip
    record = round_record(at("21:30:00", never), number=3, session=3, after=3)
    assert house.record(record).status_code == 201
    assert shift.findings(jurisdiction="LA") == [("table_unattended", 4), ("relief_not_burned", 4)]
    assert ("relief_not_burned", 4) in shift.exceptions(jurisdiction="LA")


def test_the_jurisdiction_of_the_gaming_day_decides_where_none_is_asked_for(house, careless):
    day = {
        "format": "pitledger/1", "stream": "gaming_day", "gaming_date": "2026-11-28",
        "events": [at("06:00:00", event("opened", jurisdiction="LA", source="manual", by="A-1"))],
    }  # fmt: skip
    assert house.record(day).status_code == 201
    assert careless.shown()["jurisdiction"] == "LA"
    assert ("relief_not_burned", 4) in careless.findings()
    assert ("relief_not_burned", 4) in careless.exceptions()
