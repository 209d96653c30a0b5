"""`pitledger report` and `reconcile --csv/--xlsx/--journal`.

Once by the real command in a process of its own, else by its program within this one.
"""

import csv
import io
import json
import os
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest

from api.cli import program
from tests.cli.commands import WORKED, lines, run, start_process
from tests.cli.conftest import let_views_catch_up
from tests.reports.test_journal import A5

THE_DATE = ("--gaming-date", "2025-03-08")


@pytest.fixture(scope="module")
def env(module_env):
    done = run("record", WORKED / "setup.ndjson", WORKED / "golden_shift.ndjson", env=module_env)
    assert done.returncode == 0, done.stderr
    let_views_catch_up(module_env)
    return module_env


@pytest.fixture
def asked(env, monkeypatch, capsys):
    """The program with some arguments: its exit code, and what it wrote."""
    for name, value in env.items():
        monkeypatch.setenv(name, value)

    def ask(*arguments):
        monkeypatch.setattr(sys, "argv", ["pitledger", *map(str, arguments)])
        code = program._run()
        out, err = capsys.readouterr()
        return code, out, err

    return ask


def test_reconcile_writes_the_journal_of_the_golden_shift(env, tmp_path):
    file = tmp_path / "journal.csv"
    done = start_process("reconcile", *THE_DATE, "--journal", "--csv", file, env=env)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines()[0] == f"written: {file}"
    *found, total = csv.DictReader(io.StringIO(file.read_text(), newline=""))
    assert [(one["name"], one["debit"], one["credit"]) for one in found] == [
        (name, f"{debit / 100:.2f}", f"{credit / 100:.2f}") for name, debit, credit in A5
    ]
    assert (total["debit"], total["credit"]) == ("12520.00", "12520.00")


def test_the_journal_on_a_terminal_adds_up(asked):
    code, said, _ = asked("report", "journal", *THE_DATE)
    assert code == 0
    assert "Table over/short" in said
    assert said.splitlines()[-2].split() == ["total", "USD", "12,520.00", "12,520.00"]


def test_reconcile_writes_a_workbook_with_a_sheet_a_session_and_nothing_beside_it(asked, tmp_path):
    file = tmp_path / "day.xlsx"
    assert asked("reconcile", *THE_DATE, "--xlsx", file)[0] == 0
    with zipfile.ZipFile(file) as book:
        assert b'name="BJ-04 1"' in book.read("xl/workbook.xml")
    first = file.read_bytes()
    assert asked("reconcile", *THE_DATE, "--xlsx", file)[0] == 0
    assert file.read_bytes() == first
    assert [one.name for one in tmp_path.iterdir()] == ["day.xlsx"]


def test_a_pipe_is_written_as_it_is_and_stays_one(asked, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text)
        assert asked("report", "master-game", *THE_DATE, "--csv", pipe)[0] == 0
        assert "BJ-04" in read.result(30)
    assert pipe.is_fifo()


def test_csv_goes_to_standard_output_and_one_sheet_is_chosen(asked):
    _, said, _ = asked("report", "master-game", *THE_DATE, "--csv", "-", "--sheet", "forms")
    found = list(csv.DictReader(io.StringIO(said)))
    assert [one["kind"] for one in found][:3] == ["opener", "fill", "credit"]
    code, said, refused = asked("report", "master-game", *THE_DATE, "--csv", "-", "--sheet", "pits")
    assert (code, said) == (2, "")
    assert refused.startswith("invalid_query: there is no sheet pits")


@pytest.mark.parametrize(
    "command", [["reconcile", *THE_DATE], ["exceptions", *THE_DATE], ["slip", "list", *THE_DATE]]
)
def test_a_file_and_json_are_both_given_but_never_in_one_stream(asked, tmp_path, command):
    code, said, refused = asked(*command, "--csv", "-", "--json")
    assert (code, said) == (2, "")
    assert "--csv" in refused
    assert "name a file" in refused
    code, said, _ = asked(*command, "--csv", tmp_path / "sheet.csv", "--json")
    assert (code, (tmp_path / "sheet.csv").exists()) == (0, True)
    assert [json.loads(line) for line in said.splitlines()]


@pytest.mark.parametrize(
    ("report", "key", "words"),
    [
        ("master-game", "tables", "credit/2025/551"),
        ("journal", "lines", "Gaming-chip liability"),
        ("statistics", "lines", "blackjack"),
        ("adjustments", "adjustments", "nothing was put right"),
        ("poker-revenue", "sessions", "no poker was played"),
    ],
)
def test_every_report_is_a_table_one_line_of_json_and_a_workbook(asked, tmp_path, report, key, words):
    file = tmp_path / "report.xlsx"
    code, said, _ = asked("report", report, *THE_DATE, "--json", "--xlsx", file)
    (document,) = lines(said)
    assert (code, document["as_of"] > 0, key in document) == (0, True, True)
    with zipfile.ZipFile(file) as book:
        assert book.testzip() is None
    assert words in asked("report", report, *THE_DATE)[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", "master-game", "--from", "2025-03-01", "--to", "2025-03-31"),
        ("report", "master-game", *THE_DATE, "--xlsx", "-"),
        ("report", "master-game", *THE_DATE, "--xlsx", "/no/such/folder/book.xlsx"),
        ("report", "master-game", *THE_DATE, "--csv", "/"),
        ("reconcile", *THE_DATE, "--journal", "--pit", "P-1"),
        ("report", "adjustments", "--from", "2025-03-31", "--to", "2025-03-01"),
    ],
)
def test_what_cannot_be_written_is_refused_as_a_mistake_of_typing(asked, arguments):
    code, said, _ = asked(*arguments)
    assert (code, said) == (2, "")


def test_a_state_that_the_day_has_not_reached_is_refused(asked):
    code, said, refused = asked("report", "journal", *THE_DATE, "--state", "audited")
    assert (code, said) == (1, "")
    assert refused.splitlines()[0].startswith("day_not_audited: ")
