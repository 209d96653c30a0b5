"""Reports over HTTP: the same figures as JSON, CSV and XLSX, by Accept or by the path's ending."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest

from tests.api.desk import WORKED
from tests.reports.test_journal import A5

SHIFT = json.loads((WORKED / "golden_shift.ndjson").read_text())
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
THE_DATE = {"gaming_date": "2025-03-08"}
REPORTS = (
    "/v1/reconciliations",
    "/v1/reports/master-game-report",
    "/v1/reports/statistics",
    "/v1/reports/adjustments",
    "/v1/reports/poker-revenue",
    "/v1/journal",
)


@pytest.fixture(scope="module")
def shift(evening):
    assert evening.record(SHIFT).status_code == 201
    evening.project()
    return evening


def asked(shift, path, accept=None, **params):
    headers = {} if accept is None else {"Accept": accept}
    return shift.get("accountant", path, params={**THE_DATE, **params}, headers=headers)


def rows(answer):
    return list(csv.DictReader(io.StringIO(answer.text, newline="")))


def test_the_journal_as_json_has_every_line_of_the_worked_example(shift):
    said = asked(shift, "/v1/journal").json()
    assert [(line["name"], line["debit"], line["credit"]) for line in said["lines"]] == A5
    assert said["totals"] == [
        {"currency": "USD", "debits": 12_520_00, "credits": 12_520_00, "balances": True}
    ]
    assert (said["as_of"], said["lag"], said["whole"]) == (shift.head(), 0, True)


def test_the_journal_as_csv_has_the_same_in_dollars_and_the_position_in_every_row(shift):
    said = asked(shift, "/v1/journal.csv")
    assert said.headers["content-type"] == "text/csv; charset=utf-8"
    assert said.headers["pitledger-as-of"] == str(shift.head())
    assert said.headers["content-disposition"] == 'attachment; filename="journal-2025-03-08-live.csv"'
    *lines, total = rows(said)
    assert [(line["name"], line["debit"], line["credit"]) for line in lines] == [
        (name, f"{debit / 100:.2f}", f"{credit / 100:.2f}") for name, debit, credit in A5
    ]
    assert (total["debit"], total["credit"]) == ("12520.00", "12520.00")
    assert {line["as_of"] for line in (*lines, total)} == {str(shift.head())}
    assert {line["currency"] for line in (*lines, total)} == {"USD"}


@pytest.mark.parametrize("path", REPORTS)
def test_a_form_is_asked_for_by_accept_or_by_the_ending(shift, path):
    for accept, ending in (("text/csv", ".csv"), (XLSX, ".xlsx")):
        by_accept, by_ending = asked(shift, path, accept), asked(shift, path + ending)
        assert by_accept.status_code == by_ending.status_code == 200, by_accept.text
        assert by_accept.content == by_ending.content
        assert by_accept.headers["content-type"].startswith(accept)
    with zipfile.ZipFile(io.BytesIO(by_ending.content)) as file:
        assert file.testzip() is None
        assert "xl/worksheets/sheet1.xml" in file.namelist()
    assert asked(shift, path, "*/*").json()["as_of"] == shift.head()


@pytest.mark.parametrize("path", REPORTS)
def test_other_forms_are_not_acceptable_and_other_endings_not_found(shift, path):
    refused = asked(shift, path, "application/pdf")
    assert (refused.status_code, refused.json()["code"]) == (406, "not_acceptable")
    assert refused.json()["facts"] == {"known": f"application/json, text/csv, {XLSX}"}
    missing = asked(shift, path + ".pdf")
    assert (missing.status_code, missing.json()["code"]) == (404, "route_not_found")


@pytest.mark.parametrize("path", REPORTS)
def test_reports_are_for_accounting(shift, path):
    for ending in ("", ".csv", ".xlsx"):
        assert shift.get("floor", path + ending, params=THE_DATE).status_code == 403


def test_the_master_game_report_in_csv_is_a_row_a_session(shift):
    bj, *others = rows(asked(shift, "/v1/reports/master-game-report.csv"))
    assert (bj["table"], bj["opener"], bj["counted_closer"], bj["win"], bj["hold"]) == (
        "BJ-04", "43200.00", "36690.00", "4890.00", "0.394355",
    )  # fmt: skip
    assert (bj["opened_at"], bj["closed_at"]) == ("2025-03-09T01:00:00Z", "2025-03-09T08:00:00Z")
    assert [one["table"] for one in others] == ["total"]


def test_another_table_of_a_report_is_chosen_by_its_name(shift):
    forms = rows(asked(shift, "/v1/reports/master-game-report.csv", sheet="forms"))
    assert [(one["kind"], one["number"]) for one in forms][1:3] == [
        ("fill", "fill/2025/1001"), ("credit", "credit/2025/551"),
    ]  # fmt: skip
    refused = asked(shift, "/v1/reports/master-game-report.csv", sheet="pits")
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_query")
    assert "Tables, Shifts" in refused.json()["detail"]


def test_a_reconciliation_has_a_sheet_a_session_with_its_tray_by_denomination(shift):
    found = rows(asked(shift, "/v1/reconciliations.csv", sheet="BJ-04 1"))
    tray, win = ({one["line"]: one for one in found if one["part"] == part} for part in ("tray", "win"))
    faces = [f"chips_{face}" for face in (100, 500, 2500, 10000, 50000)]
    assert [tray["expected"][face] for face in faces] == ["110", "1060", "580", "159", "2"]
    assert [tray["variance"][face] for face in faces] == ["0", "1", "-1", "-1", "0"]
    assert (tray["winning wagers"]["running"], tray["variance"]["amount"]) == ("36810.00", "-120.00")
    assert [(name, win[name]["amount"]) for name in ("round win", "match play", "tray over/short")] == [
        ("round win", "4810.00"), ("match play", "200.00"), ("tray over/short", "-120.00"),
    ]  # fmt: skip
    assert win["accounting win"]["amount"] == "4890.00"


def test_the_candidates_for_what_is_missing_are_exported_with_their_evidence(shift):
    found = rows(asked(shift, "/v1/reconciliations.csv", table="BJ-04", sheet="BJ-04 1"))
    candidates = [one for one in found if one["part"] == "candidate"]
    assert candidates[0]["amount"] == "-120.00"
    assert any("BJ-04/2025-03-08/1 #" in one["evidence"] for one in candidates)


def test_equal_questions_are_equal_bytes_whatever_was_recorded_since(shift):
    as_of = shift.head()
    before = [asked(shift, path + ".xlsx", as_of=as_of).content for path in REPORTS]
    assert shift.record({**SHIFT, "gaming_date": "2025-03-09"}).status_code == 201
    shift.project()
    assert [asked(shift, path + ".xlsx", as_of=as_of).content for path in REPORTS] == before


def test_many_gaming_dates_are_a_file_and_no_document(shift):
    month = {"from": "2025-03-01", "to": "2025-03-31"}
    said = shift.get("accountant", "/v1/reports/master-game-report.csv", params=month)
    table, *others = rows(said)
    assert (table["gaming_date"], table["table"], table["win"]) == ("2025-03-08", "BJ-04", "4890.00")
    days = rows(
        shift.get("accountant", "/v1/reports/master-game-report.csv", params={**month, "sheet": "Days"})
    )
    assert len(days) == 31 + 1
    assert (days[7]["sessions"], days[7]["win"], days[0]["sessions"], days[0]["win"]) == (
        "1",
        "4890.00",
        "0",
        "",
    )
    assert days[-1]["win"] == f"{(1 + len(others)) * 4890}.00"
    refused = shift.get("accountant", "/v1/reports/master-game-report", params=month)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_query")


@pytest.mark.parametrize(
    ("path", "params", "status", "code"),
    [
        ("/v1/journal", {"state": "audited"}, 404, "day_not_audited"),
        ("/v1/journal.csv", {"state": "preliminary"}, 404, "day_not_preliminary"),
        ("/v1/reports/master-game-report", {"table": "T-99"}, 404, "table_not_found"),
        ("/v1/reports/adjustments", {"jurisdiction": "XX"}, 404, "jurisdiction_not_found"),
        (
            "/v1/reports/adjustments",
            {"gaming_date": "2025-03-08", "from": "2025-03-08"},
            422,
            "invalid_query",
        ),
        ("/v1/journal", {"state": "final"}, 422, "invalid_query"),
        ("/v1/reports/statistics", {"table": "BJ-04"}, 422, "invalid_query"),
        ("/v1/journal", {"as_of": 10**15}, 422, "invalid_query"),
    ],
)
def test_a_question_that_has_no_answer_is_refused(shift, path, params, status, code):
    answer = asked(shift, path, **params)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_accounts_have_the_numbers_of_the_property(shift, tmp_path, monkeypatch):
    file = tmp_path / "chart.json"
    services = shift.app.state.services
    monkeypatch.setattr(
        services, "settings", services.settings.model_copy(update={"chart_of_accounts": file})
    )
    missing = asked(shift, "/v1/journal")
    assert (missing.status_code, missing.json()["code"]) == (503, "chart_unreadable")
    file.write_text('{"cash": {"number": "1010", "name": "Soft count"}}')
    (cash, *_) = asked(shift, "/v1/journal").json()["lines"]
    assert (cash["account"], cash["number"], cash["name"]) == ("cash", "1010", "Soft count")
