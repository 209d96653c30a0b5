"""`pitledger report theory`: what should have been won, for people, programs and spreadsheets."""

import pytest

from tests.cli.commands import lines, run
from tests.cli.conftest import let_views_catch_up
from tests.cli.test_asking import EXAMPLES

ON = ("--gaming-date", "2026-11-28")


@pytest.fixture(scope="module")
def played(module_env):
    """The worked examples, in the views."""
    assert run("record", *EXAMPLES, env=module_env).returncode in {0, 1}
    let_views_catch_up(module_env)
    return module_env


def test_the_theoretical_win_is_told_for_people(played):
    done = run("report", "theory", *ON, env=played)
    assert done.returncode == 0
    for words in (
        "THB-03/2026-11-28/1",
        "5.5935 %",
        "8.5406 %",
        "4.62",
        "mixed",
        "wizardofodds.com",
        "counted",
    ):
        assert words in done.stdout, words


def test_and_for_programs(played):
    (told,) = lines(run("report", "theory", *ON, "--by", "game", "--alarm", "2", "--json", env=played).stdout)
    assert (told["alarm"], told["by"], told["total"]["win"]) == (2, "game", 4_62)


def test_and_for_spreadsheets(played, tmp_path):
    done = run("report", "theory", *ON, "--csv", "-", "--sheet", "wagers", env=played)
    assert done.returncode == 0, done.stderr
    assert "ante" in done.stdout.splitlines()[1]
    book = tmp_path / "theory.xlsx"
    assert run("report", "theory", *ON, "--xlsx", book, env=played).returncode == 0
    assert book.read_bytes()[:2] == b"PK"


def test_the_alarm_is_the_propertys_unless_it_is_said(played):
    (told,) = lines(
        run("report", "theory", *ON, "--json", env={**played, "PITLEDGER_ALARM_SIGMA": "5"}).stdout
    )
    assert told["alarm"] == 5


def test_a_day_without_closed_rounds_says_so(played):
    done = run("report", "theory", "--gaming-date", "2020-01-01", env=played)
    assert (done.returncode, done.stdout) == (0, "no round was closed\n")


def test_days_that_end_before_they_begin_are_a_mistake_of_whoever_typed_them(played):
    done = run("report", "theory", "--from", "2026-11-28", "--to", "2026-11-27", env=played)
    assert done.returncode == 2
    assert "invalid_query" in done.stderr
