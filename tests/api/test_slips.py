"""Slips, exceptions and refused records over HTTP; what they hold is proven with the views."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.projections.slips_told import Series, dated
from tests.scenario import event, session_record

DAY = {"gaming_date": "2026-11-28"}
# A series with slashes in it, as those of a table and date are.
LOCAL = Series("T-1/2026")


@pytest.fixture(scope="module")
def cage(evening):
    void = [LOCAL.step("fill_issued", 3), LOCAL.step("fill_voided", 3, reason="=1+1")]
    assert evening.record(dated("2026-11-28", *LOCAL.fill(1), *void)).status_code == 201
    evening.project()
    return evening


def asked(cage, path, role="accountant", **params):
    return cage.get(role, path, params=params)


def test_slips_are_listed_and_one_is_found_by_its_number_slashes_and_all(cage):
    page = asked(cage, "/v1/slips", **DAY).json()
    assert [(one["name"], one["state"]) for one in page["slips"]] == [
        ("fill/T-1/2026/1", "received"), ("fill/T-1/2026/3", "voided"),
    ]  # fmt: skip
    assert (page["as_of"], page["lag"], page["after"]) == (cage.head(), 0, None)
    (one,) = asked(cage, "/v1/slips/fill/T-1/2026/1").json()["slips"]
    assert one == page["slips"][0]
    first = asked(cage, "/v1/slips", limit=1).json()
    rest = asked(cage, "/v1/slips", limit=1, after=first["after"]).json()
    assert rest["slips"][0]["serial"] == 3


def test_a_number_that_is_not_there_is_not_found(cage):
    answer = asked(cage, "/v1/slips/fill/T-1/2026/2")
    assert (answer.status_code, answer.json()["code"]) == (404, "slip_not_found")


@pytest.mark.parametrize("path", ["/v1/slips", "/v1/sessions", "/v1/rounds", "/v1/tables/NOPE/sessions"])
def test_a_table_that_is_not_registered_is_not_found_wherever_it_is_asked_for(cage, path):
    params = {} if "NOPE" in path else {"table": "NOPE"}
    answer = asked(cage, path, role="surveillance" if path == "/v1/rounds" else "accountant", **params)
    assert (answer.status_code, answer.json()["code"]) == (404, "table_not_found")


@pytest.mark.parametrize("path", ["/v1/slips", "/v1/reports/exceptions"])
@pytest.mark.parametrize(
    ("ending", "params"),
    [
        ("", {"sheet": "exceptions"}),
        (".xlsx", {"sheet": "nope"}),
        (".csv", {"sheet": "nope"}),
        (".csv", {"after": "rubbish"}),
        (".xlsx", {"limit": 3}),
    ],
)
def test_a_parameter_that_means_nothing_in_a_form_is_refused_and_never_ignored(cage, path, ending, params):
    answer = asked(cage, path + ending, **DAY, **params)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")
    assert next(iter(params)) in answer.json()["detail"]


def test_gaps_are_told_for_a_date_or_from_one_to_another(cage):
    by_date = asked(cage, "/v1/slips/gaps", **DAY).json()
    span = {"from": "2026-11-01", "to": "2026-11-30"}
    of_month = asked(cage, "/v1/slips/gaps", **span).json()
    assert [one["first_missing"] for one in by_date["gaps"]] == [2]
    assert (of_month["gaps"], of_month["since"], of_month["until"]) == (
        by_date["gaps"], "2026-11-01", "2026-11-30",
    )  # fmt: skip
    assert (by_date["jurisdiction"], by_date["by_year"], by_date["complete"]) == ("NJ", False, True)
    assert asked(cage, "/v1/slips/gaps", jurisdiction="OH", **DAY).json()["by_year"] is True


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/v1/slips", "slip,form,state"),
        ("/v1/slips/gaps", "type,series,year"),
        ("/v1/slips/coupons", "serial,face,fate"),
        ("/v1/reports/exceptions", "gaming_date,table,code"),
    ],
)
def test_each_report_is_given_as_csv_and_as_a_workbook_too(cage, path, heading):
    csv = asked(cage, f"{path}.csv", **DAY)
    assert (csv.status_code, csv.headers["content-type"].partition(";")[0]) == (200, "text/csv")
    assert csv.text.startswith(heading)
    assert csv.headers["pitledger-as-of"] == str(cage.head())
    book = asked(cage, f"{path}.xlsx", **DAY)
    assert "xl/workbook.xml" in ZipFile(BytesIO(book.content)).namelist()
    accepted = cage.get("accountant", path, params=DAY, headers={"Accept": "text/csv"})
    assert accepted.text == csv.text


def test_a_text_that_a_spreadsheet_would_calculate_is_none_in_csv(cage):
    steps = asked(cage, "/v1/slips.csv", sheet="steps", **DAY).text
    assert "'=1+1" in steps


def test_the_report_of_exceptions_has_the_void_slip_and_the_missing_number(cage):
    said = asked(cage, "/v1/reports/exceptions", **DAY).json()
    assert {"slip_voided", "serial_missing"} <= {one["code"] for one in said["lines"]}
    assert said["jurisdictions"] == ["NJ"]
    csv = asked(cage, "/v1/reports/exceptions.csv", **DAY).text
    assert csv.count("\n") == len(said["lines"]) + 1


def test_refused_records_are_for_accounting_and_integrity(cage):
    refused = session_record(event("closed", closer={}), gaming_date="2027-01-01")
    assert cage.record(refused).status_code == 422
    for role in ("accountant", "auditor"):
        (one,) = asked(cage, "/v1/refused", role, gaming_date="2027-01-01").json()["refused"]
        assert (one["refused_by"], one["stream"], one["times"]) == (
            "recorder", "session/T-1/2027-01-01/1", 1,
        )  # fmt: skip
        whole = asked(cage, f"/v1/refused/{one['refused']}", role).json()
        assert '"closed"' in whole["body"]
    missing = asked(cage, "/v1/refused/999999999")
    assert (missing.status_code, missing.json()["code"]) == (404, "refused_not_found")


def test_what_was_never_read_as_a_record_is_not_kept(cage):
    before = asked(cage, "/v1/refused").json()["refused"]
    damaged = cage(
        "recorder", "POST", "/v1/records", content=b"{", headers={"Content-Type": "application/json"}
    )
    assert damaged.status_code == 400
    assert cage.record(session_record(), role="accountant").status_code == 403
    assert asked(cage, "/v1/refused").json()["refused"] == before


@pytest.mark.parametrize("path", ["/v1/slips", "/v1/slips/gaps", "/v1/reports/exceptions", "/v1/refused"])
def test_nobody_else_is_told(cage, path):
    assert asked(cage, path, "recorder", **DAY).status_code == 403


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/v1/slips/gaps", {}),
        ("/v1/slips/gaps", {"from": "2026-11-30", "to": "2026-11-01"}),
        ("/v1/slips/gaps", {**DAY, "to": "2026-11-30"}),
        ("/v1/slips", {"to": "2026-11-30"}),
        ("/v1/slips", {"state": "lost"}),
        ("/v1/slips", {"after": "rubbish"}),
        ("/v1/slips", {"as_of": 10**15}),
        ("/v1/slips/fill/2026/-1", {}),
        ("/v1/reports/exceptions", {"from": "2020-01-01", "to": "2026-11-28"}),
        ("/v1/reports/exceptions", {**DAY, "datum": "x"}),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(cage, path, query):
    answer = asked(cage, path, **query)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")


def test_a_jurisdiction_that_is_not_known_is_not_found(cage):
    for path in ("/v1/slips/gaps", "/v1/reports/exceptions"):
        answer = asked(cage, path, jurisdiction="XX", **DAY)
        assert (answer.status_code, answer.json()["code"]) == (404, "jurisdiction_not_found")
