"""`pitledger seal` and `pitledger verify`, as an auditor runs them."""

from __future__ import annotations

import json

import psycopg
import pytest

from tests.cli.commands import WORKED, run


@pytest.fixture
def recorded(env):
    assert run("record", WORKED / "setup.ndjson", WORKED / "round_thb_412.json", env=env).returncode == 0
    return env


def test_a_ledger_is_sealed_and_verifies(recorded, tmp_path):
    kept = tmp_path / "checkpoint"
    assert run("seal", "checkpoint", "-o", kept, env=recorded).returncode == 0
    assert kept.read_text().startswith("pitledger/demo\n")
    assert run("seal", "checkpoint", env=recorded).stdout == kept.read_text()
    key = run("seal", "keys", env=recorded).stdout.split()[0]
    done = run("verify", "--checkpoint", kept, "--key", key, env=recorded)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "as it was sealed"
    found = json.loads(run("verify", "--json", env=recorded).stdout)
    assert (found["ok"], found["unsealed"], found["keys"]) == (True, 0, [key])


def test_a_changed_event_is_named_and_exit_is_1(recorded, database_url):
    run("seal", "checkpoint", env=recorded)
    with psycopg.connect(database_url, autocommit=True) as superuser:
        superuser.execute("ALTER TABLE demo.events DISABLE TRIGGER ALL")
        superuser.execute("UPDATE demo.events SET state = state || ' ' WHERE notification_id = 7")
    done = run("verify", env=recorded)
    assert done.returncode == 1
    assert "altered at position 7" in done.stdout
    assert done.stdout.splitlines()[-1] == "NOT as it was sealed"
    found = json.loads(run("verify", "--json", env=recorded).stdout)
    assert [(one["kind"], one["position"]) for one in found["mismatches"]] == [("altered", 7)]


def test_a_new_key_goes_on_where_the_old_one_left(recorded, tmp_path):
    kept = tmp_path / "checkpoint"
    run("seal", "checkpoint", "-o", kept, env=recorded)
    assert "signs from now on" in run("seal", "rotate", env=recorded).stdout
    assert len(run("seal", "keys", env=recorded).stdout.splitlines()) == 2
    assert run("verify", "--checkpoint", kept, env=recorded).returncode == 0


def test_nothing_to_seal_and_nothing_to_trust_are_said_in_a_line(env, tmp_path):
    done = run("seal", "checkpoint", env=env)
    assert done.returncode == 1
    assert done.stderr.startswith("not_sealed: ")
    done = run("verify", env=env)
    assert (done.returncode, done.stdout.splitlines()[0]) == (
        0,
        "nothing is signed yet: pitledger seal checkpoint",
    )
    forged = tmp_path / "forged"
    forged.write_text("pitledger/demo\n1\nAAAA\n")
    done = run("verify", "--checkpoint", forged, env=env)
    assert (done.returncode, done.stderr.split(":")[0]) == (2, "invalid_checkpoint")
    done = run("verify", "--key", "nonsense", env=env)
    assert (done.returncode, done.stderr.split(":")[0]) == (2, "invalid_verifier_key")
    forged.write_bytes(b"\xff\xfe\n\n")
    done = run("verify", "--checkpoint", forged, env=env)
    assert (done.returncode, done.stderr.split(":")[0]) == (2, "invalid_checkpoint")
    assert run("verify", "--checkpoint", tmp_path / "nowhere", env=env).returncode == 2
