"""`pitledger demo` on a machine with nothing: its own Postgres, a worked pit, the API; and once more."""

import json
import re
import shlex
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from ledger.postgres import embedded
from tests.cli.commands import PATIENCE_S, PITLEDGER, environment, lines, run
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
def home(tmp_path_factory):
    """An empty home; whatever was started in it is stopped at the end."""
    folder = tmp_path_factory.mktemp("empty")
    yield folder / "home"
    embedded.stop(folder / "home")


@pytest.fixture(scope="module")
def env(home, tmp_path_factory):
    hands = tmp_path_factory.mktemp("hands")
    (hands / "walk.phh").write_text(HAND)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return environment(PITLEDGER_HOME=str(home), PITLEDGER_HANDS=str(hands), PITLEDGER_PORT=str(port))


@pytest.fixture(scope="module")
def first(env):
    """What the first demo on this home says."""
    done = run("demo", "--exit", env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def after(heading: str, text: str) -> list[str]:
    """The indented lines that follow a heading."""
    found = []
    for line in text.partition(heading)[2].splitlines()[1:]:
        if not line.startswith("  "):
            break
        found.append(line.strip())
    return found


def test_the_first_demo_loads_the_worked_pit_and_stops(first, home):
    assert re.search(r"^The worked pit: [1-9]\d* appended \([\d,]+ events\), 0 already there, 0 refused, ", first)
    assert re.search(r"^Hands of .*: 1 read, 0 not imported; 2 appended ", first, re.MULTILINE)
    assert embedded.status(home) is None


def test_it_prints_a_key_for_each_role(first):
    keys = dict(line.split()[:2] for line in after("API keys", first))
    assert set(keys) == {"recording", "accounting", "disputes", "reporting", "surveillance", "operations"}
    assert all(key.startswith("pl_") for key in keys.values())
    assert len(set(keys.values())) == 6


def test_each_of_its_three_commands_works_as_printed(first):
    commands = after("Try:", first)
    assert len(commands) == 3
    for command in commands:
        # In a shell of the user's, which knows nothing of the variables of the demo.
        done = subprocess.run(
            ["/bin/sh", "-c", command], env=environment(), capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        assert done.stdout


def test_a_second_demo_finds_everything_there(first, env):
    done = run("demo", "--exit", env=env)
    assert done.returncode == 0
    assert re.search(r"^The worked pit: 0 appended \(0 events\), [1-9]\d* already there, 0 refused, ", done.stdout)
    assert set(after("API keys", done.stdout)).isdisjoint(after("API keys", first))


def test_a_view_is_asked_without_a_projector_and_has_everything(first, env):
    """What was recorded a moment ago is in the answer: with the embedded server the question waits for it."""
    assert run("record", "-", given=b"\n".join(map(document, [table_record(), round_record(opened())])), env=env).returncode == 0
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


@pytest.fixture(scope="module")
def served(first, env):
    """A demo that serves, its port answering, and what it printed."""
    with subprocess.Popen([PITLEDGER, "demo"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        said = []
        for line in running.stdout:
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        yield running, "".join(said)
        if running.poll() is None:
            running.kill()


def get(path: str, env, key: str | None = None):
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    request = urllib.request.Request(f"http://127.0.0.1:{env['PITLEDGER_PORT']}{path}", headers=headers)
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.read()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read()
        except OSError:
            # It is still starting.
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_the_served_pit_answers_who_has_a_key(served, env):
    _, said = served
    keys = dict(line.split()[:2] for line in after("API keys", said))
    assert get("/healthz", env)[0] == 200
    assert get("/v1/tables", env)[0] == 401
    status, body = get("/v1/rounds/THB-03/2026-11-28/412/report", env, keys["disputes"])
    assert status == 200
    assert json.loads(body)["key"] == "THB-03/2026-11-28/412"


def test_what_it_says_to_open_opens(served, env):
    _, said = served
    page, command = after("Open:", said)
    assert get("/docs", env)[0] == 200
    assert page.endswith("/docs")
    arguments = shlex.split(command)
    assert arguments[0] == "curl"
    key = arguments[2].rpartition(" ")[2]
    status, body = get(arguments[3].partition(env["PITLEDGER_PORT"])[2], env, key)
    assert (status, len(body.splitlines())) == (200, 3)


def test_a_command_beside_it_is_right_while_a_projector_runs(served, env):
    record = round_record(opened(), number=2)
    given = b"\n".join(map(document, [table_record(), record]))
    assert run("record", "-", given=given, env=env).returncode == 0
    (page,) = lines(run("round", "list", "--table", "T-1", "--json", env=env).stdout)
    assert "T-1/2026-11-28/2" in [one["key"] for one in page["rounds"]]
    assert page["lag"] == 0


def test_a_second_demo_beside_it_says_that_the_port_is_taken(served, env):
    done = run("demo", env=env)
    assert done.returncode == 1
    assert "PITLEDGER_PORT" in done.stderr
    assert done.stdout == ""


def test_ctrl_c_ends_it_without_a_word_and_stops_what_it_started(served, home):
    running, _ = served
    running.send_signal(signal.SIGINT)
    assert running.wait(PATIENCE_S) == 0
    assert running.stderr is not None
    assert running.stderr.read() == ""
    assert embedded.status(home) is None
