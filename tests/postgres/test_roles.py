"""What each role may do, and that nobody at all may change what is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import psycopg
import pytest
from psycopg import errors

from ledger.postgres.connect import Role, connect
from ledger.store.appends import Remembered
from ledger.store.factory import open_recorder

STREAM = UUID(int=1)
EVENT = "INSERT INTO events (originator_id, originator_version, topic, state) VALUES ('{}', {}, 't', '')"
KEY = (
    "INSERT INTO idempotency_keys (principal, key, digest, status, headers, body)"
    " VALUES ('p', '{}', '', 1, '', '')"
)
REFUSED = (
    "INSERT INTO refused_commands (stream, code, detail, refused_by, times, first_at, last_at)"
    " VALUES ('', 'c', '', 'p', 1, now(), now())"
)
TRACKED = "INSERT INTO tracking VALUES ('view', 7)"

# What each role may do, by name of the act; everything else on this page it may not.
ACTS = {
    "read events": "SELECT * FROM events",
    "read keys": "SELECT * FROM idempotency_keys",
    "read tracking": "SELECT * FROM tracking",
    "read a view": "SELECT * FROM a_view",
    "add an event": EVENT.format(UUID(int=2), 1),
    "add a key": KEY.format("k2"),
    "add a refusal": REFUSED,
    "read refusals": "SELECT * FROM refused_commands",
    "read personal data": "SELECT * FROM personal_data",
    "tell personal data": "INSERT INTO personal_data VALUES"
    " ('S-1', '', '000000000000', '000000000000', '', 'F-1')"
    " ON CONFLICT (subject) DO UPDATE SET nonce = EXCLUDED.nonce",
    "erase personal data": "DELETE FROM personal_data",
    "lock": "SELECT lock_events()",
    "append": f"SELECT append_events('{{{UUID(int=4)}}}','{{1}}','{{t}}','{{x}}','{{}}','{{}}',"
    "'{}','{}','{}','{}','{}','{}',0)",
    "append as before": "SELECT append_events('{}','{}','{}','{}','{}','{}','{}','{}','{}','{}','{}','{}')",
    "track": TRACKED,
    "write a view": "INSERT INTO a_view VALUES (1)",
    "make a view": "CREATE TABLE another_view (n integer)",
    "drop a view": "DROP TABLE a_view",
    "choose a position": f"INSERT INTO events VALUES ('{UUID(int=3)}', 1, 't', '', 99)",
    "choose a time": "INSERT INTO idempotency_keys VALUES ('p', 'k3', '', 1, '', '', now())",
    "set the sequence": "SELECT setval('events_notification_id_seq', 1)",
    "lock by hand": "LOCK TABLE events IN EXCLUSIVE MODE",
    "change an event": "UPDATE events SET state = 'x'",
    "change no event": "UPDATE events SET state = 'x' WHERE false",
    "remove an event": "DELETE FROM events",
    "remove all events": "TRUNCATE events",
    "overwrite an event": EVENT.format(STREAM, 1)
    + " ON CONFLICT (originator_id, originator_version) DO UPDATE SET state = 'x'",
    "change a key": "UPDATE idempotency_keys SET status = 500",
    "remove a key": "DELETE FROM idempotency_keys",
    "remove all keys": "TRUNCATE idempotency_keys",
    "overwrite a key": KEY.format("k") + " ON CONFLICT (principal, key) DO UPDATE SET status = 500",
    "change a refusal": "UPDATE refused_commands SET times = 9",
    "remove a refusal": "DELETE FROM refused_commands",
    "remove all refusals": "TRUNCATE refused_commands",
    "disarm the triggers": "ALTER TABLE events DISABLE TRIGGER ALL",
    "drop the events": "DROP TABLE events",
    "drop the lock": "DROP FUNCTION lock_events()",
    "replace the lock": "CREATE OR REPLACE FUNCTION lock_events() RETURNS void LANGUAGE sql AS 'SELECT'",
    "switch triggers off": "SET session_replication_role = replica",
    "change the migrations": "DELETE FROM schema_migrations",
}
MAY = {
    Role.WRITER: {
        "read events",
        "read keys",
        "add an event",
        "add a key",
        "add a refusal",
        "lock",
        "append",
        "append as before",
    },
    Role.PROJECTOR: {
        "read events",
        "read tracking",
        "read a view",
        "track",
        "write a view",
        "make a view",
        "drop a view",
    },
    Role.SEALER: {"read events", "read refusals"},
    Role.CUSTODIAN: {"read personal data", "tell personal data", "erase personal data"},
    Role.READER: {"read events", "read refusals", "read tracking", "read a view"},
}
CHANGES = [act for act in ACTS if act.startswith(("change a", "change no", "remove", "overwrite"))]


@pytest.fixture(scope="module")
def url(module_database_url: str) -> str:
    """A database with an event, a key, a refusal and a view, which nobody succeeds in changing."""
    with connect(module_database_url, property="demo", role=Role.WRITER) as writer:
        writer.execute(EVENT.format(STREAM, 1))
        writer.execute(REFUSED)
    recorder = open_recorder(module_database_url, property="demo")
    with recorder.datastore:
        recorder.remember(Remembered("p", "k", digest=b"", status=1, body=b""))
    with connect(module_database_url, property="demo", role=Role.PROJECTOR) as projector:
        projector.execute("CREATE TABLE a_view (n integer)")
    return module_database_url


@pytest.fixture
def superuser(url: str) -> Iterator[psycopg.Connection]:
    with connect(url, property="demo", role=None) as connection:
        assert connection.execute("SHOW is_superuser").fetchone() == ("on",)
        yield connection


@pytest.mark.parametrize("role", MAY)
def test_a_role_may_do_what_is_its_and_nothing_else(url, role):
    done = set()
    for act, statement in ACTS.items():
        with connect(url, property="demo", role=role) as connection:
            try:
                with connection.transaction(force_rollback=True):
                    connection.execute(statement)
            except (errors.InsufficientPrivilege, errors.DataError, errors.RaiseException):
                continue
        done.add(act)
    assert done == MAY[role]


@pytest.mark.parametrize("act", CHANGES)
@pytest.mark.parametrize("replica", [False, True], ids=["origin", "replica"])
def test_a_superuser_changes_nothing_that_is_recorded(superuser, act, replica):
    # As whoever restores, replicates, or means to get round triggers.
    superuser.execute(f"SET session_replication_role = {'replica' if replica else 'origin'}")
    before = recorded(superuser)
    with pytest.raises(errors.InsufficientPrivilege, match="what is recorded stays"):
        superuser.execute(ACTS[act])
    assert recorded(superuser) == before


@pytest.mark.parametrize("act", CHANGES)
def test_their_owner_changes_nothing_that_is_recorded(url, act):
    with connect(url, property="demo", role=Role.OWNER) as owner:
        before = recorded(owner)
        with pytest.raises(errors.InsufficientPrivilege, match="what is recorded stays"):
            owner.execute(ACTS[act])
        assert recorded(owner) == before


def test_a_merge_changes_nothing_that_is_recorded(superuser):
    with pytest.raises(errors.InsufficientPrivilege, match="what is recorded stays"):
        superuser.execute(
            "MERGE INTO events USING (VALUES (1)) AS source ON true WHEN MATCHED THEN UPDATE SET state = 'x'"
        )


def test_a_truncate_that_cascades_from_a_view_changes_nothing_that_is_recorded(superuser):
    with superuser.transaction(force_rollback=True):
        superuser.execute(
            "CREATE TABLE pointed_at (originator_id uuid, originator_version bigint,"
            " FOREIGN KEY (originator_id, originator_version) REFERENCES events)"
        )
        with (
            pytest.raises(errors.InsufficientPrivilege, match="what is recorded stays"),
            superuser.transaction(),
        ):
            superuser.execute("TRUNCATE events CASCADE")


@pytest.mark.parametrize("table", ["events", "idempotency_keys", "refused_commands"])
def test_the_triggers_fire_always(superuser, table):
    armed = superuser.execute(
        "SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = %s::regclass ORDER BY 1", [table]
    ).fetchall()
    in_order = {"events": [("in_turn", "A")], "refused_commands": [("number_in_order", "A")]}.get(table, [])
    assert armed == [*in_order, ("refuse_change", "A"), ("refuse_change_of_row", "A")]


def test_a_connection_is_what_it_was_opened_as(url):
    for role in Role:
        with connect(url, property="demo", role=role) as connection:
            found = connection.execute(
                "SELECT current_user, current_schema(), current_setting('TimeZone'),"
                " current_setting('transaction_isolation')"
            ).fetchone()
            assert found == (role, "demo", "UTC", "read committed")
            # And is so again after a reset.
            connection.execute("RESET ALL")
            assert connection.execute("SELECT current_user, current_schema()").fetchone() == (role, "demo")


def test_a_temporary_table_cannot_stand_before_the_events(url):
    with connect(url, property="demo", role=None) as connection:
        connection.execute("CREATE TEMPORARY TABLE events (n integer)")
        row = connection.execute("SELECT count(originator_id) FROM events").fetchone()
        assert row == (1,)


def recorded(connection: psycopg.Connection) -> tuple[object, ...]:
    return (
        connection.execute("SELECT * FROM events ORDER BY notification_id").fetchall(),
        connection.execute("SELECT * FROM idempotency_keys ORDER BY principal, key").fetchall(),
        connection.execute("SELECT * FROM refused_commands ORDER BY id").fetchall(),
    )
