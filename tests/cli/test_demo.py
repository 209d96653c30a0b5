"""`pitledger demo` on a machine with nothing: its own Postgres, a worked pit, the API; and once more."""

import re
import subprocess

import pytest

from api.scopes import Scope
from ledger.postgres import embedded
from tests.cli.commands import PATIENCE_S, after, environment, lines, run
from tests.scenario import document, opened, round_record, table_record

pytestmark = pytest.mark.timeout(300)

HAND = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 f']
hand = 1
currency = 'USD'
"""


@pytest.fixture(scope="module")
def home(module_home):
    """An empty home; whatever was started in it is stopped at the end."""
    return module_home


@pytest.fixture(scope="module")
def env(home, tmp_path_factory):
    hands = tmp_path_factory.mktemp("hands")
    (hands / "walk.phh").write_text(HAND)
    return environment(PITLEDGER_HOME=str(home), PITLEDGER_HANDS=str(hands))


@pytest.fixture(scope="module")
def first(env, home):
    """What the first demo on this home says."""
    done = run("demo", "--exit", env=env)
    assert done.returncode == 0, done.stderr
    assert embedded.status(home) is None, "what it started it stops"
    return done.stdout


def test_the_first_demo_loads_the_worked_pit(first):
    assert re.search(
        r"^The worked pit: [1-9]\d* appended \([\d,]+ events\), 0 already there, 0 refused, ", first
    )
    assert re.search(r"^Hands of .*: 1 read, 0 not imported; 2 appended ", first, re.MULTILINE)


def test_it_prints_a_key_for_each_role(first):
    keys = dict(line.split()[:2] for line in after("API keys", first))
    assert set(keys) == {str(scope) for scope in Scope}
    assert all(key.startswith("pl_") for key in keys.values())
    assert len(set(keys.values())) == len(Scope)


def test_each_of_its_three_commands_works_as_printed(first):
    commands = after("Try:", first)
    assert len(commands) == 3
    for command in commands:
        # In a shell of the user's, which knows nothing of the variables of the demo.
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout


def test_a_second_demo_finds_everything_there(first, env):
    done = run("demo", "--exit", env=env)
    assert done.returncode == 0
    assert re.search(
        r"^The worked pit: 0 appended \(0 events\), [1-9]\d* already there, 0 refused, ", done.stdout
    )
    assert set(after("API keys", done.stdout)).isdisjoint(after("API keys", first))


def test_a_view_is_asked_without_a_projector_and_has_everything(first, env):
    """What was recorded a moment ago is in the answer: with the embedded server the question waits for it."""
    assert (
        run(
            "record", "-", given=b"\n".join(map(document, [table_record(), round_record(opened())])), env=env
        ).returncode
        == 0
    )
    (page,) = lines(run("round", "list", "--table", "T-1", "--json", env=env).stdout)
    assert ([one["key"] for one in page["rounds"]], page["lag"]) == (["T-1/2026-11-28/1"], 0)


def test_the_embedded_server_is_seen_and_stopped(first, env, home):
    run("table", "list", env=env)
    assert run("status", env=env).returncode == 0
    assert "is stopped" in run("stop", env=env).stdout
    assert embedded.status(home) is None
    stopped = run("status", env=env)
    assert (stopped.returncode, "stopped" in stopped.stdout) == (1, True)
    assert "was not running" in run("stop", env=env).stdout
