"""Our tables are what the library would have made, and a little stricter."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore, PostgresTrackingRecorder
from psycopg.conninfo import conninfo_to_dict

# Columns with their types, defaults, and whether they may be null.
COLUMNS = """
    SELECT attname, format_type(atttypid, atttypmod), attnotnull,
           replace(pg_get_expr(adbin, adrelid), attrelid::regclass::text, 'the_table')
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = %s::regclass AND attnum > 0 ORDER BY attnum
"""
# Unique indexes, without their names.
INDEXES = """
    SELECT indisprimary, indkey::text, indoption::text FROM pg_index
    WHERE indrelid = %s::regclass AND indisunique ORDER BY 1 DESC, 2
"""
OPTIONS = "SELECT reloptions FROM pg_class WHERE oid = %s::regclass"


@pytest.fixture
def both(database_url: str) -> psycopg.Connection:
    """A connection into a database that has our tables in `demo` and the library's own in `stock`."""
    given = conninfo_to_dict(database_url)
    with psycopg.connect(database_url, autocommit=True) as superuser:
        superuser.execute("CREATE SCHEMA stock")
    with PostgresDatastore(
        dbname=str(given["dbname"]),
        host=str(given["host"]),
        port=str(given["port"]),
        user=str(given["user"]),
        password=str(given.get("password", "")),
        schema="stock",
    ) as datastore:
        PostgresApplicationRecorder(datastore, events_table_name="events").create_table()
        PostgresTrackingRecorder(datastore, tracking_table_name="tracking").create_table()
    return psycopg.connect(database_url, autocommit=True)


def asked(connection: psycopg.Connection, question: str, name: str) -> tuple[list[Any], list[Any]]:
    """The answers for our table and for the library's."""
    ours, stock = (
        connection.execute(question, [f"{schema}.{name}"]).fetchall() for schema in ("demo", "stock")
    )
    return ours, stock


def test_events_have_the_librarys_columns_none_of_which_may_be_null(both):
    with both:
        ours, stock = asked(both, COLUMNS, "events")
    assert [(name, kind) for name, kind, *_ in ours] == [(name, kind) for name, kind, *_ in stock]
    assert all(not_null for _, _, not_null, _ in ours)


@pytest.mark.parametrize("table", ["events", "tracking"])
def test_tables_have_the_librarys_keys_and_storage(both, table):
    with both:
        for question in (INDEXES, OPTIONS):
            ours, stock = asked(both, question, table)
            assert ours == stock


def test_tracking_has_the_librarys_columns_and_its_mark_of_one_row_a_view(both):
    with both:
        ours, stock = asked(both, COLUMNS, "tracking")
        assert ours == stock
        rows = [both.execute(f"SELECT * FROM {schema}.tracking").fetchall() for schema in ("demo", "stock")]
    assert rows[0] == rows[1]


def test_the_composite_type_of_the_library_is_there(both):
    with both:
        ours, stock = asked(both, COLUMNS, "stored_event_uuid")
    assert ours == stock


def test_positions_are_drawn_one_by_one_from_a_sequence_of_the_table(both):
    with both:
        found = [
            both.execute(
                "SELECT seqtypid::regtype::text, seqstart, seqincrement, seqcache, seqcycle FROM pg_sequence"
                " WHERE seqrelid = pg_get_serial_sequence(%s, 'notification_id')::regclass",
                [f"{schema}.events"],
            ).fetchall()
            for schema in ("demo", "stock")
        ]
    assert found[0] == found[1] == [("bigint", 1, 1, 1, False)]
