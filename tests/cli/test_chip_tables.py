"""A tournament's table plays in chips that are no money: whatever prints its tray prints units."""

import csv
import json
import re
import zipfile

import pytest

from tests.cli.commands import run
from tests.cli.conftest import let_views_catch_up
from tests.scenario import event, session_record, table_record

THE_DATE = "2026-11-28"
KEY = f"T-1/{THE_DATE}/1"
OPENER = {"25": 400, "100": 300, "1000": 50}
FILL = {"type": "fill", "series": "2026", "serial": 9}
MONEY = re.compile(r"(?<![\w-])-?[\d,]*\d\.\d\d\b")


def at(hour, one):
    people = {"source": "supervisor", "by": "F-2", "approved_by": "D-1"}
    return {"occurred_at": f"{THE_DATE}T{hour}:00:00-05:00", **people, **one}


def alone(hour, one):
    return {"occurred_at": f"{THE_DATE}T{hour}:00:00-05:00", "source": "dealer", "by": "D-1", **one}


# The opener is 90,000 units; a hundred of 100 come, a color up is one chip of 1,000 short of what came in.
EVENTS = [
    at("18", event("opened", opener=OPENER, shift="swing")),
    at("19", event("fill_dispatched", slip=FILL, chips={"100": 100})),
    at("19", event("fill_received", slip=FILL, chips={"100": 100})),
    alone("20", event("color_changed", **{"in": {"25": 40}, "out": {"1000": 2}})),
    at("22", event("closed", closer={"25": 440, "100": 399, "1000": 48})),
    at("22", event("box_dropped", box="B")),
]


@pytest.fixture(scope="module")
def tournament(module_env):
    table = table_record()
    table["events"][0] |= {"currency": "chip", "chip_set": [25, 100, 1000]}
    given = "".join(json.dumps(one) + "\n" for one in (table, session_record(*EVENTS)))
    done = run("record", "-", given=given, env=module_env)
    assert done.returncode == 0, done.stderr
    let_views_catch_up(module_env)
    return module_env


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("table", "inventory", "T-1"), ("1,000", "48,000", "total 99,000 chips")),
        (("session", "list"), ("90,000", "98,900")),
        (("session", "show", KEY), ("opener 90,000  closer 98,900 chips", "40×25", "100×100", "-1,000")),
        (("reconcile", "--gaming-date", THE_DATE, "--table", "T-1"),
         ("in chips", "opener 90,000  fills 10,000", "variance -100", "off by -1×100", "100 chips")),
        (("reconcile", "--gaming-date", THE_DATE), ("opener 90,000",)),
        (("report", "master-game", "--from", THE_DATE), ("90,000", "98,900", "10,000")),
        (("report", "statistics", "--gaming-date", THE_DATE), ("chip",)),
        (("slip", "list"), ("10,000",)),
        (("slip", "show", "fill/2026/9"), ("amount 10,000 chip", "100×100")),
        (("day", "openers", THE_DATE), ("90,000",)),
        (("exceptions", "--from", THE_DATE), ("-1,000", "difference -1,000")),
    ],
)  # fmt: skip
def test_every_command_says_units(tournament, command, said):
    done = run(*command, env=tournament)
    assert done.returncode in {0, 1}, done.stderr
    for words in said:
        assert words in done.stdout, (words, done.stdout)
    money = [line for line in done.stdout.splitlines() if MONEY.search(line) and "%" not in line]
    assert money == []


def test_sheets_count_units(tournament, tmp_path):
    def rows(*command):
        path = tmp_path / "sheet.csv"
        done = run(*command, "--csv", path, env=tournament)
        assert done.returncode == 0, done.stderr
        with path.open(newline="") as file:
            return list(csv.DictReader(file))

    asked = ("reconcile", "--gaming-date", THE_DATE)
    (session, total) = rows(*asked)
    assert (session["opener"], session["counted_closer"], total["tray_over_short"]) == (
        "90000",
        "98900",
        "-100",
    )
    tray = rows(*asked, "--sheet", "T-1 1")
    assert [(one["line"], one["chips_1000"], one["amount"]) for one in tray[:2]] == [
        ("opener", "50", "90000"), ("fills received", "", "10000"),
    ]  # fmt: skip
    game = ("report", "master-game", "--from", THE_DATE)
    assert {one["opener"] for one in rows(*game, "--sheet", "Games")} == {"90000"}
    forms = rows(*game, "--sheet", "Fills and credits")
    assert {(one["amount"], one["chips"], one["currency"]) for one in forms} == {("10000", "100×100", "chip")}
    book = tmp_path / "book.xlsx"
    assert run(*asked, "--xlsx", book, env=tournament).returncode == 0
    with zipfile.ZipFile(book) as parts:
        tray_sheet = parts.read("xl/worksheets/sheet2.xml").decode()
        strings = parts.read("xl/sharedStrings.xml").decode()
    assert "<v>90000</v>" in tray_sheet
    assert "<v>900</v>" not in tray_sheet
    assert "<t>1000</t>" in strings
