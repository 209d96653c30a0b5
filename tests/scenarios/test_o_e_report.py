"""O-E, the exception report: a refused number with another amount is in it, and a reprint is counted."""

import json

import pytest

from tests.scenario import event
from tests.scenarios.floor import DATE, Session, at, slip_step

CHIPS = {"500": 200, "2500": 200}
SLIP = {"type": "fill", "series": "2026", "serial": 1001}
STEPS = [
    slip_step(f"fill_{step}", 1001, CHIPS, f"21:0{minute}:00", by=who, source="supervisor")
    for minute, (step, who) in enumerate(
        [("requested", "F-22"), ("issued", "CB-7"), ("dispatched", "SO-5"), ("received", "D-1")]
    )
]
OTHER_AMOUNT = slip_step("fill_received", 1001, {"500": 100, "2500": 220}, "21:10:00", by="D-1")


@pytest.fixture(scope="module")
def report(house):
    """What the accountant is given after a number was sent twice with another amount."""
    shift = Session(house, 1, *STEPS)
    assert [shift.refused_or_not(OTHER_AMOUNT).status_code for _ in range(2)] == [409, 409]
    shift.goes_on(at("21:15:00", event("slip_reprinted", slip=SLIP, reason="torn")))
    house.project()
    said = house.get("accountant", "/v1/reports/exceptions", params={"gaming_date": DATE})
    assert said.status_code == 200, said.text
    return said.json()


def test_the_refused_number_is_in_the_report_with_who_sent_it_and_what_it_contradicts(report):
    (line,) = [one for one in report["lines"] if one["code"] == "record_refused"]
    assert (line["table"], line["key"]) == ("T-1", f"session/T-1/{DATE}/1")
    assert "sent by recorder: slip_conflict" in line["detail"]
    assert "fill/2026/1001 was received" in line["detail"]


def test_the_record_is_kept_with_what_was_sent_and_is_no_event(house, report):
    (known,) = house.get("auditor", "/v1/refused", params={"gaming_date": DATE}).json()["refused"]
    assert (known["code"], known["pointer"]) == ("slip_conflict", "/events/0/chips")
    whole = house.get("accountant", f"/v1/refused/{known['refused']}").json()
    assert json.loads(whole["body"])["events"][0]["chips"] == {"500": 100, "2500": 220}
    feed = house.get("warehouse", "/v1/feed").text
    assert (feed.count("session.fill_received.v1"), report["lag"]) == (1, 0)


def test_the_reprint_is_counted_and_reported(house, report):
    (slip,) = house.get("accountant", "/v1/slips/fill/2026/1001").json()["slips"]
    assert (slip["reprints"], slip["state"], slip["amount"]) == (1, "received", 6_000_00)
    (line,) = [one for one in report["lines"] if one["code"] == "slip_reprinted"]
    assert (line["slip"], line["version"]) == ("fill/2026/1001", 6)
