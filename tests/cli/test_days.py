"""`pitledger day` and `pitledger jurisdiction`, as an accountant types them."""

import pytest

from tests.cli.commands import WORKED, lines, run
from tests.cli.conftest import let_views_catch_up


@pytest.fixture(scope="module")
def cage(module_env):
    """The golden shift with its cage and its audit, in the views."""
    files = [WORKED / name for name in ("setup.ndjson", "golden_shift.ndjson", "gaming_days.ndjson")]
    assert run("record", *files, env=module_env).returncode == 0
    let_views_catch_up(module_env)
    return module_env


def test_a_day_is_shown_for_people(cage):
    said = run("day", "show", "2025-03-08", env=cage).stdout
    for words in (
        "gaming date 2025-03-08, audited", "jurisdiction NJ, as recorded", "23 h", "by A-01 and A-02", "7.00",
        "cage drawer 1", "2,101,300.00",
    ):  # fmt: skip
        assert words in said, words


def test_no_activity_is_an_answer(cage):
    said = run("day", "show", "2025-03-09", env=cage).stdout
    assert "no activity (said: no play on Sunday)" in said


def test_days_are_listed_for_programs(cage):
    told = lines(run("day", "list", "--json", env=cage).stdout)
    assert [(one["gaming_date"], one["state"]) for one in told] == [
        ("2026-11-28", "live"), ("2025-03-09", "live"), ("2025-03-08", "audited"), ("2025-03-07", "live"),
    ]  # fmt: skip


def test_the_float_adds_up_for_people_and_goes_into_a_file(cage, tmp_path):
    said = run("day", "float", "2025-03-08", env=cage).stdout
    assert "receipts 12,400.00 = table win 4,890.00 + 7,510.00" in said
    assert "not complete" not in said
    file = tmp_path / "float.csv"
    assert run("day", "float", "2025-03-08", "--csv", file, env=cage).returncode == 0
    assert file.read_text().splitlines()[-1].split(",")[5] == "92810.00"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("day", "show", "9999-12-31"), "years 1000 to 9998"),
        (("day", "float", "0001-01-01"), "years 1000 to 9998"),
        (("table", "inventory", "T-1", "--at", "9999-12-31T23:59:59-12:00"), "years 1000 to 9998"),
        (("day", "float", "2025-03-08", "--sheet", "chips counted"), "--csv"),
    ],
)
def test_what_cannot_be_meant_is_said_at_once(cage, arguments, words):
    done = run(*arguments, env=cage)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in " ".join(done.stderr.replace("│", " ").split())


def test_an_opener_laid_against_nothing_says_so(cage):
    assert "first" in run("day", "openers", "2025-03-08", env=cage).stdout


def test_a_profile_is_checked_on_one_screen(cage):
    said = run("jurisdiction", "show", "WA", env=cage).stdout
    (row,) = [
        line.split() for line in said.splitlines() if line.startswith(" opener_mismatch_regulator_from")
    ]
    assert row[-4:] == ["200.00", "WAC", "230-15-495", "V"]
    assert "not known" in said


@pytest.mark.parametrize(
    ("arguments", "code", "status"),
    [
        (("day", "show", "2020-01-01"), "day_not_found", 1),
        (("jurisdiction", "show", "ZZ"), "jurisdiction_not_found", 1),
        (("day", "show", "yesterday"), "", 2),
    ],
)
def test_what_is_asked_wrongly_is_one_line_and_what_to_do_next(cage, arguments, code, status):
    done = run(*arguments, env=cage)
    assert done.returncode == status
    assert code in done.stderr
    assert done.stdout == ""


def test_a_setting_that_names_no_profile_is_refused(cage):
    done = run("status", env={**cage, "PITLEDGER_JURISDICTION": "ZZ"})
    assert (done.returncode, "PITLEDGER_JURISDICTION" in done.stderr) == (2, True)
