"""O-F: a slip is void before transport alone, keeps its number, and in Ohio two people sign."""

import pytest

from tests.scenarios.floor import OPENER_VALUE, Session, slip_step

CHIPS = {"500": 200}


def step(name, **fields):
    return slip_step(name, 1002, CHIPS, **{"by": "CB-7", "source": "supervisor", **fields})


VOID = slip_step("fill_voided", 1002, {}, "21:05:00", by="CB-7", reason="wrong table", source="supervisor")


def test_a_void_before_transport_keeps_its_number_and_moves_nothing(house):
    shift = Session(house, 1, step("fill_requested"), step("fill_issued"), VOID)
    (slip,) = shift.shown()["slips"]
    assert (slip["slip"], [one["step"] for one in slip["steps"]]) == (
        "fill/2026/1002",
        ["requested", "issued", "voided"],
    )
    assert (slip["steps"][-1]["chips"], slip["steps"][-1]["reason"]) == ({}, "wrong table")
    figures = shift.figures()
    assert (figures["fills"], figures["expected_closer"]) == (0, OPENER_VALUE)
    assert shift.findings() == []


def test_a_void_slip_stays_in_the_list_under_its_number_for_nothing(house):
    steps = [slip_step(f"fill_{name}", 1009, CHIPS, by="CB-7") for name in ("requested", "issued")]
    void = slip_step("fill_voided", 1009, {}, "21:05:00", by="CB-7", reason="wrong table")
    Session(house, 8, *steps, void).figures()
    (kept,) = house.get("accountant", "/v1/slips/fill/2026/1009").json()["slips"]
    assert (kept["serial"], kept["state"], kept["amount"], kept["chips"]) == (1009, "voided", 0, {})


@pytest.mark.parametrize(("number", "gone"), [(2, "fill_dispatched"), (3, "fill_received")])
def test_after_transport_a_void_is_refused_and_says_what_to_use_instead(house, number, gone):
    shift = Session(house, number, step("fill_requested"), step("fill_issued"), step(gone))
    said = shift.refused_or_not(VOID)
    assert said.status_code == 409
    assert (said.json()["code"], said.json()["facts"]["other"]) == ("slip_not_voidable", "credit")
    assert "credit slip" in said.json()["detail"]
    assert shift.shown()["version"] == 4


def test_a_void_after_transport_over_the_conditional_route_is_a_conflict_too(house):
    shift = Session(house, 4, step("fill_requested"), step("fill_issued"), step("fill_dispatched"))
    path, seen = f"/v1/sessions/{shift.key}/events", {"If-Match": '"4"'}
    said = house("recorder", "POST", path, json={"events": [VOID]}, headers=seen)
    assert (said.status_code, said.json()["code"]) == (409, "slip_not_voidable")


def test_ohio_wants_a_second_signature_on_a_void_and_new_jersey_does_not(house):
    alone = Session(house, 5, step("fill_requested"), VOID)
    assert alone.findings(jurisdiction="OH") == [("slip_voided_by_one", 3)]
    assert alone.findings(jurisdiction="NJ") == []
    assert ("slip_voided_by_one", 3) in alone.exceptions(jurisdiction="OH")
    assert "slip_voided_by_one" not in dict(alone.exceptions(jurisdiction="NJ"))
    two = Session(house, 6, step("fill_requested"), {**VOID, "approved_by": "CB-8"})
    assert two.findings(jurisdiction="OH") == []
    assert "slip_voided_by_one" not in dict(two.exceptions(jurisdiction="OH"))


def test_nobody_is_their_own_second_signature(house):
    shift = Session(house, 7, step("fill_requested"))
    said = shift.refused_or_not({**VOID, "approved_by": "CB-7"})
    assert (said.status_code, said.json()["code"]) == (422, "same_person")
