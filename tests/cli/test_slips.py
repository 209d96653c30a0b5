"""Slips, exceptions and refused records, for people, for programs and as files."""

import json
from zipfile import is_zipfile

import pytest

from tests.cli.commands import lines, run
from tests.cli.conftest import let_views_catch_up
from tests.projections.slips_told import Series, dated
from tests.scenario import event, session_record, table_record

SLIPS = Series("2026")
DATE = ("--gaming-date", "2026-11-28")
TOLD = (
    table_record(),
    dated(
        "2026-11-28",
        *SLIPS.fill(1001),
        *SLIPS.fill(1003)[:3],
        SLIPS.step("fill_issued", 1004),
        SLIPS.step("fill_voided", 1004, reason="torn"),
    ),
    session_record(event("closed", closer={}, source="supervisor", by="F-1", approved_by="D-1"), number=2),
)


@pytest.fixture(scope="module")
def cage(module_env):
    """A session with three fills, one of them under way and one void, and a record that was refused."""
    given = "".join(json.dumps(record) + "\n" for record in TOLD)
    done = run("record", "-", "--json", given=given, env=module_env)
    assert [one["status"] for one in lines(done.stdout)] == ["appended", "appended", "refused"]
    let_views_catch_up(module_env)
    return module_env


def test_slips_are_listed_for_programs_and_for_people(cage):
    told = lines(run("slip", "list", "--json", *DATE, env=cage).stdout)
    assert [(one["serial"], one["state"]) for one in told] == [
        (1001, "received"), (1003, "dispatched"), (1004, "voided"),
    ]  # fmt: skip
    said = run("slip", "list", "--state", "dispatched", env=cage).stdout
    assert ("fill/2026/1003" in said, "200.00" in said, "1001" in said) == (True, True, False)


def test_a_slip_is_shown_with_both_clocks_and_its_events(cage):
    said = run("slip", "show", "fill/2026/1004", env=cage).stdout
    for words in ("fill/2026/1004   fill, voided", "amount 0.00", "torn", "T-1/2026-11-28/1 #10"):
        assert words in said, words
    (told,) = lines(run("slip", "show", "fill/2026/1001", "--json", env=cage).stdout)
    assert [one["step"] for one in told["slips"][0]["steps"]][-1] == "received"


def test_what_is_wrong_with_the_numbers_is_said(cage):
    said = run("slip", "gaps", *DATE, env=cage).stdout
    for words in ("by NJ they run on over the years", "missing fill/2026/1002: ", "Void", "In transit"):
        assert words in said, words
    (told,) = lines(
        run("slip", "gaps", "--from", "2026-11-01", "--to", "2026-11-30", "--json", env=cage).stdout
    )
    assert [one["first_missing"] for one in told["gaps"]] == [1002]


def test_the_exceptions_of_a_day_are_listed_and_written_to_files(cage, tmp_path):
    (told,) = lines(run("exceptions", *DATE, "--json", env=cage).stdout)
    assert [one["code"] for one in told["lines"]] == [
        "slip_issued_not_requested", "serial_missing", "slip_in_transit", "slip_voided", "record_refused",
    ]  # fmt: skip
    said = run("exceptions", *DATE, env=cage).stdout
    assert "nothing is recorded: fill/2026/1002, 1 in all" in said
    book, sheet = tmp_path / "exceptions.xlsx", tmp_path / "exceptions.csv"
    assert run("exceptions", *DATE, "--xlsx", book, "--csv", sheet, env=cage).stdout == ""
    assert is_zipfile(book)
    assert len(sheet.read_text().splitlines()) == 6


def test_coupons_are_listed_even_where_there_are_none(cage):
    assert "deductible: 0" in run("slip", "coupons", *DATE, env=cage).stdout


def test_refused_records_are_listed_and_shown(cage):
    (one,) = lines(run("refused", "list", "--json", env=cage).stdout)
    assert (one["code"], one["stream"]) == ("not_opened", "session/T-1/2026-11-28/2")
    assert "not_opened" in run("refused", "list", env=cage).stdout
    said = run("refused", "show", str(one["refused"]), env=cage).stdout
    assert '"type": "closed"' in said


@pytest.mark.parametrize(
    ("arguments", "code", "exits"),
    [
        (("slip", "show", "fill/2026/1"), "slip_not_found", 1),
        (("slip", "show", "1001"), "invalid_query", 2),
        (("slip", "gaps"), "invalid_query", 2),
        (("exceptions", *DATE, "--to", "2026-11-30"), "invalid_query", 2),
        (("exceptions", *DATE, "--jurisdiction", "XX"), "jurisdiction_not_found", 1),
        (("refused", "show", "999999"), "refused_not_found", 1),
        (("slip", "list", "--table", "NOPE"), "table_not_found", 1),
        (("session", "list", "--table", "NOPE"), "table_not_found", 1),
    ],
)
def test_what_cannot_be_answered_says_why_and_what_to_do(cage, arguments, code, exits):
    done = run(*arguments, env=cage)
    assert (done.returncode, done.stdout, done.stderr.partition(":")[0]) == (exits, "", code)
    assert "\n  next: " in done.stderr
