"""The theoretical win over HTTP: JSON, CSV and XLSX, by position and time, and beside the reconciliation."""

from __future__ import annotations

import csv
import io
import zipfile
from typing import Any

import pytest

from tests.api.desk import Desk

PATH = "/v1/reports/theoretical-win"
DAY = {"gaming_date": "2026-11-28"}


def asked(desk: Desk, role: str = "accountant", path: str = PATH, **params: Any):
    return desk.get(role, path, params={**DAY, **params})


def test_the_worked_round_should_have_won_4_62(evening):
    told = asked(evening).json()
    assert (told["first"], told["last"], told["by"], told["alarm"]) == (
        "2026-11-28",
        "2026-11-28",
        "session",
        3,
    )
    (group,) = told["groups"]
    assert group["name"] == "THB-03/2026-11-28/1"
    assert [(one["wager"], one["basis"], one["edge_ppm"]) for one in group["wagers"]] == [
        ("ante", "published", 55_935),
        ("bonus", "counted", 85_406),
    ]
    assert (told["total"]["win"], told["total"]["sigma"], told["total"]["basis"]) == (4_62, None, "mixed")
    assert (told["lag"], told["as_of"]) == (0, evening.head())


def test_it_stands_beside_each_session_of_the_reconciliation(evening):
    told = asked(evening, path="/v1/reconciliations").json()
    of_the_day = asked(evening).json()["total"]
    (session,) = told["sessions"]
    assert session["theoretical"] == told["total"]["theoretical"] == of_the_day
    assert told["by_game"][session["game"] or "unknown"]["theoretical"] == of_the_day


def test_it_is_told_as_it_was(evening):
    assert asked(evening, as_of=1).json()["groups"] == []
    before = asked(evening, as_known_at="2020-01-01T00:00:00Z").json()
    assert (before["groups"], before["as_known_at"]) == ([], "2020-01-01T00:00:00Z")


def test_days_may_be_many(evening):
    told = evening.get("accountant", PATH, params={"from": "2026-11-01", "to": "2026-11-30", "by": "game"})
    assert [group["name"] for group in told.json()["groups"]] == ["texas_holdem_bonus"]


@pytest.mark.parametrize(
    "params",
    [{}, {"to": "2026-11-28"}, {**DAY, "from": "2026-11-28"}, {"from": "2026-11-28", "to": "2026-11-27"}],
)
def test_days_that_say_nothing_or_too_much_are_refused(evening, params):
    answer = evening.get("accountant", PATH, params=params)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")


def test_as_csv_it_has_a_row_for_each_group_or_wager(evening):
    rows = list(csv.DictReader(io.StringIO(asked(evening, path=f"{PATH}.csv").text.removeprefix("\ufeff"))))
    assert [row["theoretical_win"] for row in rows] == ["4.62", "4.62"]
    wagers = csv.DictReader(
        io.StringIO(asked(evening, path=f"{PATH}.csv", sheet="wagers").text.lstrip("\ufeff"))
    )
    assert [(row["wager"], row["mispaid"]) for row in wagers] == [("ante", "-25.00"), ("bonus", "0.00")]


def test_as_a_workbook_it_has_both(evening):
    book = zipfile.ZipFile(io.BytesIO(asked(evening, path=f"{PATH}.xlsx").content))
    assert {"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"} <= set(book.namelist())


def test_it_is_the_accountants_and_nobody_elses(evening):
    assert asked(evening, role="floor").status_code == 403
    assert asked(evening, table="T-99").json()["code"] == "table_not_found"
