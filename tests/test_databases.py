"""A database that is handed on is as if nobody had had it; one that was changed is not handed on."""

from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from ledger.store.appends import StreamAppend
from ledger.store.factory import open_recorder
from tests.databases import Databases


@pytest.fixture
def apart(server_url, template) -> Databases:
    """Databases that no other test is handed."""
    return Databases(server_url, template, f"{template.removesuffix('template')}apart_")


def contents(connection):
    """What each table has, and where each sequence is."""
    tables = connection.execute(
        "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname !~ '^pg_|^information'"
    ).fetchall()
    rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}
    return rows, connection.execute("SELECT sequencename, last_value FROM pg_sequences").fetchall()


def test_what_is_handed_on_has_what_the_template_has_and_nobody_in_it(apart):
    with apart.one() as first, psycopg.connect(first) as connection:
        as_copied = contents(connection)
        connection.commit()
        recorder = open_recorder(first, property="demo")
        with recorder.datastore:
            stream = uuid4()
            recorder.append([StreamAppend(stream, 0, (StoredEvent(stream, 1, "round.note.v1", b"a"),))])
        with psycopg.connect(first) as other:
            other.execute("DELETE FROM demo.tracking")
            other.execute("INSERT INTO demo.tracking VALUES ('rounds', 1)")
        assert contents(connection) != as_copied
        connection.commit()
        left = psycopg.connect(first)
        left.execute("LOCK TABLE demo.events")
    with apart.one() as second, psycopg.connect(second) as connection:
        assert second == first
        assert contents(connection) == as_copied
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM demo.events")
    left.close()


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE demo.events DISABLE TRIGGER ALL",
        "ALTER TABLE demo.events ADD COLUMN more int",
        "CREATE SCHEMA other",
        "GRANT INSERT ON demo.events TO PUBLIC",
        "ALTER FUNCTION demo.refuse_change() RENAME TO allow_change",
        "DROP INDEX demo.events_registry_idx",
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = 64', current_database()); END $$",
    ],
)
def test_what_was_changed_is_dropped(apart, server_url, change):
    with apart.one() as url, psycopg.connect(url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(change)
    with psycopg.connect(server_url) as connection:
        assert connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchall() == []
