"""Gaming days, openers, the chip float and jurisdictions over HTTP."""

import json
from pathlib import Path

import pytest

from tests.api.desk import Desk, lines
from tests.days.told import audited, day_record, opened, preliminary

WORKED = Path(__file__).parents[2] / "ledger" / "simulate" / "worked"
GOLDEN = "2025-03-08"


@pytest.fixture
def golden(desk: Desk) -> Desk:
    """A desk in a property with the golden shift, its cage and its audit."""
    told = [
        json.loads(line)
        for name in ("setup.ndjson", "golden_shift.ndjson", "gaming_days.ndjson")
        for line in (WORKED / name).read_text().splitlines()
    ]
    told = [one for one in told if one["stream"] != "table" or one["table"] == "BJ-04"]
    assert {one["status"] for one in desk.record_lines(lines(*told))} <= {"appended", "already_there"}
    desk.project()
    return desk


def get(desk, path, **params):
    return desk.get("accountant", path, params=params)


def test_a_day_tells_its_states_its_hours_and_its_tables(golden):
    day = get(golden, f"/v1/days/{GOLDEN}").json()
    assert (day["state"], day["hours"], day["jurisdiction"], day["lag"]) == ("audited", 23.0, "NJ", 0)
    assert day["preliminary"]["position"] < day["audited"]["position"]
    (table,) = [one for one in day["tables"] if one["table"] == "BJ-04"]
    assert (table["status"], [one["hours"] for one in table["sessions"]]) == ("closed", [7.0])
    before = get(golden, f"/v1/days/{GOLDEN}", as_of=day["preliminary"]["position"]).json()
    assert (before["state"], before["audited"]) == ("preliminary", None)


def test_days_are_listed_page_by_page_the_latest_first(golden):
    first = get(golden, "/v1/days", limit=2).json()
    assert [one["gaming_date"] for one in first["days"]] == ["2026-11-28", "2025-03-09"]
    rest = get(golden, "/v1/days", limit=2, after=first["after"]).json()
    assert ([one["state"] for one in rest["days"]], rest["after"]) == (["audited", "live"], None)
    assert get(golden, "/v1/days", after="nonsense").json()["code"] == "invalid_query"


def test_the_float_of_the_golden_shift_as_json_and_as_csv(golden):
    told = get(golden, "/v1/reports/chip-float", gaming_date=GOLDEN).json()
    assert (told["receipts"], told["table_win"], told["change"]) == (12_400_00, 4_890_00, 7_510_00)
    assert (told["complete"], told["warnings"]) == (True, [])
    sheet = get(golden, "/v1/reports/chip-float.csv", gaming_date=GOLDEN)
    assert sheet.headers["pitledger-as-of"] == str(told["as_of"])
    assert sheet.text.splitlines()[1].split(",")[:6] == ["1.00", "6000", "5500", "110", "390", "390.00"]
    book = get(golden, "/v1/reports/chip-float.xlsx", gaming_date=GOLDEN)
    assert (book.status_code, book.content[:2]) == (200, b"PK")
    assert get(golden, "/v1/reports/chip-float", gaming_date=GOLDEN, currency="EUR").json()["lines"] == []


def test_openers_are_told_by_the_rules_asked_for(golden):
    told = get(golden, f"/v1/days/{GOLDEN}/openers", jurisdiction="WA").json()
    assert (told["jurisdiction"], told["pattern_shortages"], told["pattern_days"]) == ("WA", 3, 7)
    assert [(one["session"], one["status"]) for one in told["openers"]] == [(f"BJ-04/{GOLDEN}/1", "first")]


def test_days_are_recorded_continued_and_tried_again_like_every_stream(desk):
    whole = day_record(opened(jurisdiction="WA"), preliminary())
    assert desk.record(whole).status_code == 201
    assert desk.record(whole).json()["status"] == "already_there"
    more = day_record(audited(source="manual"), after=2)
    assert desk.record(more).json()["appended"] == 1
    assert desk.record(day_record(opened())).json()["code"] == "version_conflict"


def test_jurisdictions_are_for_whoever_may_ask_anything(desk):
    listed = desk.get("operator", "/v1/jurisdictions").json()["jurisdictions"]
    of_days, of_disputes = (
        ["NJ", "WA", "MD", "OH", "IN", "LA", "AR"],
        ["NV", "NJ-online", "NE", "MS", "GB", "MT"],
    )
    assert [one["jurisdiction"] for one in listed] == of_days + of_disputes
    rows = {one["name"]: one for one in desk.get("operator", "/v1/jurisdictions/NJ").json()["rows"]}
    assert (rows["adjustment_reported_above"]["value"], rows["adjustment_reported_above"]["unit"]) == (
        2_000_00, "cents",
    )  # fmt: skip
    assert (rows["negative_float"]["value"], rows["negative_float"]["evidence"]) == (None, None)


@pytest.mark.parametrize(
    ("path", "params", "status", "code"),
    [
        ("/v1/days/2020-01-01", {}, 404, "day_not_found"),
        ("/v1/days/yesterday", {}, 422, "invalid_query"),
        (f"/v1/days/{GOLDEN}", {"jurisdiction": "ZZ"}, 404, "jurisdiction_not_found"),
        (f"/v1/days/{GOLDEN}/openers", {"table": "BJ-99"}, 404, "table_not_found"),
        ("/v1/reports/chip-float", {}, 422, "invalid_query"),
        ("/v1/reports/chip-float", {"gaming_date": GOLDEN, "currency": "dollars"}, 422, "invalid_query"),
        ("/v1/jurisdictions/ZZ", {}, 404, "jurisdiction_not_found"),
    ],
)
def test_what_is_asked_wrongly_is_a_problem_with_a_code(desk, path, params, status, code):
    desk.project()
    refused = get(desk, path, **params)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_only_an_accountant_may_ask_about_days(desk):
    for path in ("/v1/days", f"/v1/days/{GOLDEN}", f"/v1/reports/chip-float?gaming_date={GOLDEN}"):
        refused = desk.get("warehouse", path)
        assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
