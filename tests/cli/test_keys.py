"""`pitledger keys`: who may ask the API, from nobody at all to a key revoked."""

import re

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from tests.cli.commands import environment, lines, run
from tests.cli.conftest import settings_of

ID = r"[0-9a-f]{12}"


@pytest.fixture
def asked(env):
    """The status of a question to the API of this database, by path and key."""
    with TestClient(create_app(settings_of(env))) as client:
        yield lambda path, key: client.get(path, headers={"Authorization": f"Bearer {key}"}).status_code


def test_a_key_opens_the_api_until_it_is_revoked(env, asked):
    made = run("keys", "create", "floor-3", "--scope", "disputes", "--scope", "reporting", env=env)
    key = made.stdout.removesuffix("\n")
    assert (made.returncode, key[:3], len(key)) == (0, "pl_", 46)
    assert [asked(path, key) for path in ("/v1/rounds", "/v1/feed", "/v1/tables")] == [200, 200, 403]
    revoked = run("keys", "revoke", "floor-3", env=env)
    assert (revoked.returncode, revoked.stderr) == (0, "")
    assert re.fullmatch(rf"the key {ID} of floor-3 is revoked\n", revoked.stdout)
    assert asked("/v1/rounds", key) == 401


def test_the_key_alone_is_the_answer_and_what_it_opens_stands_beside(env):
    made = run("keys", "create", "terminal-7", "--scope", "recording", env=env)
    assert made.stdout.count("\n") == 1
    assert re.fullmatch(rf"the key {ID} of terminal-7 opens recording; it is not shown again\n", made.stderr)


def test_keys_are_listed_for_people_without_the_keys_themselves(env):
    key = run("keys", "create", "terminal-7", "--scope", "recording", env=env).stdout.strip()
    run("keys", "create", "warehouse", "--scope", "reporting", "--scope", "accounting", env=env)
    run("keys", "revoke", "terminal-7", env=env)
    listed = run("keys", "list", env=env).stdout
    assert key not in listed
    rows = [re.split(r" {2,}", line.strip()) for line in listed.splitlines() if line.strip()][2:]
    assert [(row[0], row[2], row[4].split(" 2")[0]) for row in rows] == [
        ("terminal-7", "recording", "revoked"),
        ("warehouse", "accounting, reporting", "in force"),
    ]


def test_a_program_gets_a_document_a_key(env, asked):
    (made,) = lines(run("keys", "create", "bi", "--scope", "reporting", "--json", env=env).stdout)
    key = made.pop("key")
    assert asked("/v1/feed", key) == 200
    assert (made["name"], made["scopes"], made["revoked_at"]) == ("bi", ["reporting"], None)
    assert lines(run("keys", "list", "--json", env=env).stdout) == [made]
    (revoked,) = lines(run("keys", "revoke", made["id"], "--json", env=env).stdout)
    assert revoked["revoked_at"] is not None
    assert {**revoked, "revoked_at": None} == made


def test_of_two_keys_of_a_name_one_is_revoked_by_its_id(env, asked):
    old, new = (
        lines(run("keys", "create", "bi", "--scope", "reporting", "--json", env=env).stdout)[0]
        for _ in range(2)
    )
    run("keys", "revoke", old["id"], env=env)
    assert [asked("/v1/feed", one["key"]) for one in (old, new)] == [401, 200]


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code"),
    [
        (["create", "bi", "--scope", "everything"], 2, "scope_unknown"),
        (["create", " bi", "--scope", "reporting"], 2, "key_name_invalid"),
        (["revoke", "nobody"], 1, "key_not_found"),
    ],
)
def test_a_key_that_cannot_be_made_or_found_is_a_code_and_the_next_step(env, arguments, exit_code, code):
    done = run("keys", *arguments, env=env)
    assert (done.returncode, done.stdout) == (exit_code, "")
    first, step = done.stderr.splitlines()
    assert first.startswith(f"{code}: ")
    assert step.startswith("  next: ")
    assert run("keys", "list", "--json", env=env).stdout == ""


def test_a_key_that_would_open_nothing_is_not_made(env):
    done = run("keys", "create", "bi", env=env)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--scope" in done.stderr


def test_the_help_names_every_scope():
    shown = run("keys", "create", "--help", env=environment()).stdout
    for scope in ("recording", "accounting", "disputes", "reporting", "surveillance", "operations"):
        assert scope in shown


def test_no_key_is_made_where_there_is_no_schema(empty_database_url):
    env = environment(PITLEDGER_DATABASE_URL=empty_database_url)
    done = run("keys", "create", "bi", "--scope", "reporting", env=env)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("schema_not_current: ")
