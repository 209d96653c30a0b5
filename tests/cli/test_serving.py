"""`pitledger demo` while it serves: the API, the projector beside it, and how it ends."""

import json
import shlex
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ledger.postgres import embedded
from tests.cli.commands import PATIENCE_S, PITLEDGER, after, environment, lines, run, start_process
from tests.scenario import document, opened, round_record, table_record

pytestmark = pytest.mark.timeout(300)


def environment_of(home) -> dict[str, str]:
    """A home of its own and a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return environment(PITLEDGER_HOME=str(home), PITLEDGER_PORT=str(free.getsockname()[1]))


@contextmanager
def demo(env) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A demo that serves, and all that it printed before."""
    with subprocess.Popen(
        [PITLEDGER, "demo"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        said = []
        for line in running.stdout:
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        yield running, "".join(said)
        running.send_signal(signal.SIGINT)


@pytest.fixture(scope="module")
def env(module_home):
    return environment_of(module_home)


@pytest.fixture(scope="module")
def served(env):
    """What a demo printed that goes on serving."""
    with demo(env) as (_, said):
        yield said


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
    keys = dict(line.split()[:2] for line in after("API keys", served))
    assert get("/healthz", env)[0] == 200
    assert get("/v1/tables", env)[0] == 401
    status, body = get("/v1/rounds/THB-03/2026-11-28/412/report", env, keys["disputes"])
    assert status == 200
    assert json.loads(body)["key"] == "THB-03/2026-11-28/412"


def test_what_it_says_to_open_opens(served, env):
    page, command = after("Open:", served)
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
    done = start_process("demo", env=env)
    assert done.returncode == 1
    assert "PITLEDGER_PORT" in done.stderr
    assert done.stdout == ""


def test_ctrl_c_ends_it_without_a_word_and_stops_what_it_started(home):
    env = environment_of(home)
    with demo(env) as (running, _):
        assert get("/healthz", env)[0] == 200
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE_S) == 0
        assert running.stderr is not None
        assert running.stderr.read() == ""
    assert embedded.status(home) is None


def test_a_projector_beside_keeps_the_views_current_and_ends_when_told_to(database_url, tmp_path):
    """As in a container: the server is somebody's, its views are this process's."""
    env = environment(PITLEDGER_DATABASE_URL=database_url, PITLEDGER_HOME=str(tmp_path))
    with subprocess.Popen([PITLEDGER, "project"], env=env, stderr=subprocess.DEVNULL) as running:
        given = b"\n".join(map(document, [table_record(), round_record(opened())]))
        assert run("record", "-", given=given, env=env).returncode == 0
        assert run("projections", "status", "--within", "60", env=env).returncode == 0
        (page,) = lines(run("round", "list", "--json", env=env).stdout)
        assert ([one["key"] for one in page["rounds"]], page["lag"]) == (["T-1/2026-11-28/1"], 0)
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE_S) == 0


def test_the_api_is_served_over_somebodys_server(database_url, tmp_path):
    env = {**environment_of(tmp_path), "PITLEDGER_DATABASE_URL": database_url}
    with subprocess.Popen([PITLEDGER, "serve"], env=env, stderr=subprocess.DEVNULL) as running:
        assert get("/healthz", env)[0] == 200
        assert get("/v1/rounds", env)[0] == 401
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE_S) == 0
    assert embedded.status(tmp_path) is None


def test_a_view_is_built_anew_beside_the_live_one(database_url, tmp_path):
    env = environment(PITLEDGER_DATABASE_URL=database_url, PITLEDGER_HOME=str(tmp_path))
    done = run("projections", "rebuild", "rounds", env=env)
    assert done.returncode == 0
    assert done.stdout.startswith(
        "rounds is rebuilt, up to position 0\nIt says what it said before (SHA-256 "
    )
    unknown = run("projections", "rebuild", "everything", env=env)
    assert (unknown.returncode, unknown.stderr.partition(":")[0]) == (2, "invalid_query")
