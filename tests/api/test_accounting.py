"""Tables, trays, sessions and reconciliations over HTTP; what they hold is proven with the views."""

from __future__ import annotations

import json

import pytest

from tests.api.desk import RECORD_412, WORKED
from tests.scenario import event, session_record

SHIFT = json.loads((WORKED / "golden_shift.ndjson").read_text())
EXPECTED = json.loads((WORKED / "golden_shift.expected.json").read_text())


@pytest.fixture(scope="module")
def shift(evening):
    assert evening.record(SHIFT).status_code == 201
    chips = {"500": 100, "2500": 100}
    first = event("opened", opener=chips, shift="swing", source="supervisor", by="F-22", approved_by="D-1")
    evening.record(
        session_record({**first, "occurred_at": "2026-11-29T20:00:00-05:00"}, gaming_date="2026-11-29")
    )
    evening.project()
    return evening


def test_tables_are_listed_with_what_they_offer_and_post(shift):
    said = shift.get("accountant", "/v1/tables").json()
    assert [one["table"] for one in said["tables"]] == ["BJ-04", "T-1", "THB-03"]
    hold_em = said["tables"][2]
    assert (hold_em["game"], hold_em["submission"], hold_em["spots"]) == (
        "texas_holdem_bonus",
        "thb-2026-01",
        6,
    )
    assert hold_em["limits"]["bonus"] == {"minimum": 5_00, "maximum": 100_00}
    assert hold_em["chip_set"] == [100, 500, 2500, 10000, 50000]
    assert (said["after"], said["as_of"], said["lag"]) == (None, shift.head(), 0)


def test_the_list_of_tables_comes_in_pages(shift):
    first = shift.get("accountant", "/v1/tables", params={"limit": 2}).json()
    assert [one["table"] for one in first["tables"]] == ["BJ-04", "T-1"]
    last = shift.get("accountant", "/v1/tables", params={"limit": 2, "after": first["after"]}).json()
    assert ([one["table"] for one in last["tables"]], last["after"]) == (["THB-03"], None)
    wrong = shift.get("accountant", "/v1/tables", params={"after": "rubbish"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "cursor_invalid")


def test_what_should_be_in_the_tray(shift):
    said = shift.get("accountant", "/v1/tables/BJ-04/inventory").json()
    assert (said["session"], said["status"], said["lag"]) == ("BJ-04/2025-03-08/1", "closed", 0)
    assert said["total"] == EXPECTED["expected_closer"] == 36_810_00
    assert said["counted"] == {"100": 110, "500": 1061, "2500": 579, "10000": 158, "50000": 2}


def test_what_was_in_the_tray_at_a_time(shift):
    """Before the first buy-in the tray is its opener; after it, forty $5 chips less."""
    opener = {"100": 200, "500": 600, "2500": 400, "10000": 200, "50000": 20}
    for at, five_dollar_chips in (("2025-03-08T20:05:00-05:00", 600), ("2025-03-08T20:10:00-05:00", 560)):
        said = shift.get("accountant", "/v1/tables/BJ-04/inventory", params={"at": at}).json()
        assert said["by_denomination"] == {**opener, "500": five_dollar_chips}


def test_a_tray_without_an_opener_is_not_counted(shift):
    said = shift.get("accountant", "/v1/tables/THB-03/inventory").json()
    assert (said["status"], said["total"]) == ("not_counted", None)


def test_sessions_of_a_table(shift):
    said = shift.get("accountant", "/v1/tables/BJ-04/sessions").json()
    (one,) = said["sessions"]
    assert (one["session"], one["status"], one["shift"]) == ("BJ-04/2025-03-08/1", "closed", "swing")
    assert shift.get("accountant", "/v1/tables/T-1/sessions").json()["sessions"][0]["status"] == "open"
    other = {"gaming_date": "2025-03-09"}
    assert shift.get("accountant", "/v1/tables/BJ-04/sessions", params=other).json()["sessions"] == []


@pytest.mark.parametrize("what", ["inventory", "sessions"])
def test_a_table_that_is_not_registered_is_not_found(shift, what):
    answer = shift.get("accountant", f"/v1/tables/T-99/{what}")
    assert (answer.status_code, answer.json()["code"]) == (404, "table_not_found")


def test_the_golden_shift_is_reconciled_as_expected(shift):
    said = shift.get(
        "accountant", "/v1/reconciliations", params={"gaming_date": "2025-03-08", "table": "BJ-04"}
    )
    assert said.status_code == 200
    (session,) = said.json()["sessions"]
    assert {name: session[name] for name in EXPECTED} == EXPECTED
    assert said.json()["lag"] == 0


def test_the_round_in_no_open_session_stands_apart(shift):
    said = shift.get("accountant", "/v1/reconciliations", params={"gaming_date": "2026-11-28"}).json()
    number = RECORD_412["number"]
    assert [(one["key"], one["why"]) for one in said["stray_rounds"]] == [
        (f"THB-03/2026-11-28/{number}", "session_not_opened")
    ]


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/v1/reconciliations", {}),
        ("/v1/reconciliations", {"gaming_date": "yesterday"}),
        # Not the twenty millionth second of 1970.
        ("/v1/reconciliations", {"gaming_date": "20250308"}),
        ("/v1/tables/BJ-04/sessions", {"gaming_date": "0"}),
        ("/v1/tables/BJ-04/inventory", {"at": "1741482300"}),
        ("/v1/tables/BJ-04/inventory", {"at": ""}),
        ("/v1/reconciliations", {"gaming_date": "2025-03-08", "as_of": -1}),
        ("/v1/reconciliations", {"gaming_date": "2025-03-08", "as_of": 10**15}),
        ("/v1/tables/BJ-04/inventory", {"as_of": "x"}),
        ("/v1/tables/BJ-04/inventory", {"as_of": 2**63}),
        ("/v1/tables/BJ-04/sessions", {"after": "rubbish"}),
        ("/v1/tables/BJ-04/inventory", {"as_known": "2025-03-08T20:05:00-05:00"}),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(shift, path, query):
    answer = shift.get("accountant", path, params=query)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")


def test_a_naive_time_is_refused(shift):
    answer = shift.get("accountant", "/v1/tables/BJ-04/inventory", params={"at": "2025-03-08T20:05:00"})
    assert (answer.status_code, answer.json()["code"]) == (422, "naive_time")
