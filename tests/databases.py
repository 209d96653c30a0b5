"""Databases for tests: copies of a template, emptied and handed on rather than dropped.

To copy a database costs a server some hundred files; to empty the few tables
that a test wrote costs a twentieth of that.  Handed on is only what is, but for
its rows, the template still: a database whose tables, functions, triggers,
rights or settings a test changed is dropped.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Composed, Identifier, Literal

# An object that this is not true of came with the server.
OURS = "oid >= 16384"

# All that a test may have changed beside rows; numbers of files and statistics are no part of it.
SHAPE = f"""
SELECT md5(string_agg(line, E'\\n' ORDER BY line)) FROM (
    SELECT concat_ws(' ', 'class', oid, relname, relnamespace, relowner, relkind, relacl, reloptions,
                     relrowsecurity, relpersistence) FROM pg_class
        WHERE {OURS} AND relkind <> 't' AND relname !~ '^pg_toast'
    UNION ALL SELECT concat_ws(' ', 'column', attrelid, attname, attnum, atttypid, attnotnull, attacl)
        FROM pg_attribute WHERE attrelid >= 16384 AND attnum > 0
    UNION ALL SELECT concat_ws(' ', 'trigger', oid, tgrelid, tgname, tgenabled) FROM pg_trigger WHERE {OURS}
    UNION ALL SELECT concat_ws(' ', 'rule', oid, ev_class, ev_enabled) FROM pg_rewrite WHERE {OURS}
    UNION ALL SELECT concat_ws(' ', 'function', oid, proname, proowner, proacl, md5(prosrc)) FROM pg_proc
        WHERE {OURS}
    UNION ALL SELECT concat_ws(' ', 'schema', oid, nspname, nspowner, nspacl) FROM pg_namespace
        WHERE nspname !~ '^pg_(toast_)?temp'
    UNION ALL SELECT concat_ws(' ', 'constraint', oid, conname, convalidated) FROM pg_constraint WHERE {OURS}
    UNION ALL SELECT concat_ws(' ', 'type', oid, typname, typacl) FROM pg_type WHERE {OURS} AND typtype <> 'c'
    UNION ALL SELECT concat_ws(' ', 'policy', oid, polname) FROM pg_policy
    UNION ALL SELECT concat_ws(' ', 'default', oid, defaclacl) FROM pg_default_acl
    UNION ALL SELECT concat_ws(' ', 'extension', oid, extversion) FROM pg_extension WHERE {OURS}
    UNION ALL SELECT concat_ws(' ', 'event trigger', oid, evtenabled) FROM pg_event_trigger
    UNION ALL SELECT concat_ws(' ', 'large object', oid) FROM pg_largeobject_metadata
    UNION ALL SELECT concat_ws(' ', 'publication', oid) FROM pg_publication
    UNION ALL SELECT concat_ws(' ', 'setting', setrole, setconfig) FROM pg_db_role_setting
        WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
    UNION ALL SELECT concat_ws(' ', 'database', datdba, datacl, datconnlimit, datallowconn) FROM pg_database
        WHERE datname = current_database()
) AS shape (line)
"""
TABLES = """
SELECT format('%I.%I', nspname, relname) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE pg_class.oid >= 16384 AND relkind = 'r' AND nspname !~ '^pg_'
"""
# Who is still connected holds what is to be emptied.
OTHERS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


# A table of a few pages is emptied row by row: new files for it and each of its indexes cost ten times that.
# What refuses to be emptied, even as a replica is, is put aside for it, and stands as before at the end.
EMPTY = """
DO $$
DECLARE
    one regclass;
    has_rows boolean;
    short regclass[] := '{}';
    long regclass[] := '{}';
    guards text[];
    guard text;
BEGIN
    SET LOCAL session_replication_role = replica;
    SET LOCAL client_min_messages = warning;
    SET LOCAL lock_timeout = '10s';
    FOR one IN SELECT oid FROM pg_class WHERE oid >= 16384 AND relkind = 'r' AND relname !~ '^pg_toast' LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %s)', one) INTO has_rows;
        IF has_rows AND pg_table_size(one) > 400000 THEN long := long || one;
        ELSIF has_rows THEN short := short || one;
        END IF;
    END LOOP;
    SELECT array_agg(format('ALTER TABLE %s %%s TRIGGER %I', tgrelid::regclass, tgname)) INTO guards
        FROM pg_trigger WHERE tgrelid = ANY(short || long) AND tgenabled = 'A' AND tgtype & (8 | 32) <> 0;
    FOREACH guard IN ARRAY coalesce(guards, '{}') LOOP EXECUTE format(guard, 'DISABLE'); END LOOP;
    FOREACH one IN ARRAY short LOOP EXECUTE format('DELETE FROM %s', one); END LOOP;
    IF long <> '{}' THEN EXECUTE 'TRUNCATE ' || array_to_string(long, ', ') || ' CASCADE'; END IF;
    FOREACH guard IN ARRAY coalesce(guards, '{}') LOOP EXECUTE format(guard, 'ENABLE ALWAYS'); END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename), start_value, false)
        FROM pg_sequences WHERE last_value IS NOT NULL;
END
$$
"""


class Databases:
    """Copies of one template for the tests of a process, one after the other."""

    def __init__(self, server_url: str, template: str, prefix: str) -> None:
        self._server_url = server_url
        self._template = template
        self._prefix = prefix
        self._free: list[str] = []
        # Read of the first copy, since nobody may be connected to what is copied.
        self._shape = ""
        self._rows: list[Composed] = []

    @contextmanager
    def one(self) -> Iterator[str]:
        """The connection string of a database as the template is, for as long as it is needed."""
        name = self._free.pop() if self._free else self._copied()
        url = make_conninfo(self._server_url, dbname=name)
        yield url
        if self._emptied(url):
            self._free.append(name)
        else:
            drop(self._server_url, name)

    def _copied(self) -> str:
        name = copy(self._server_url, self._template, self._prefix)
        if not self._shape:
            with psycopg.connect(make_conninfo(self._server_url, dbname=name)) as connection:
                self._shape = _shape(connection)
                self._rows = _rows(connection)
        return name

    def _emptied(self, url: str) -> bool:
        """Whether a database is as the template once more."""
        with psycopg.connect(url) as connection:
            connection.execute(OTHERS)
            if _shape(connection) != self._shape:
                return False
            connection.execute(EMPTY)
            for rows in self._rows:
                connection.execute(rows)
        return True


def copy(server_url: str, template: str, prefix: str) -> str:
    """The name of a new database, a copy of a template."""
    name = f"{prefix}{uuid4().hex[:12]}"
    administer(
        server_url, SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template))
    )
    return name


def drop(server_url: str, name: str) -> None:
    """Drop a database, whoever is connected to it."""
    administer(server_url, SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def administer(server_url: str, statement: Composed) -> None:
    """One statement outside a transaction."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(statement)


def sent(monkeypatch: Any) -> list[Any]:
    """What cursors of this thread send to a server from here on: a pool opens its connections in others."""
    statements: list[Any] = []
    ours = threading.get_ident()
    execute = psycopg.Cursor.execute

    def kept(cursor: psycopg.Cursor[Any], statement: Any, *given: Any, **how: Any) -> psycopg.Cursor[Any]:
        if threading.get_ident() == ours:
            statements.append(statement)
        return execute(cursor, statement, *given, **how)

    monkeypatch.setattr(psycopg.Cursor, "execute", kept)
    return statements


def _shape(connection: psycopg.Connection[Any]) -> str:
    return str(connection.execute(SHAPE).fetchall()[0][0])


def _rows(connection: psycopg.Connection[Any]) -> list[Composed]:
    """What puts the rows of each table back that has any."""
    found = []
    for (table,) in connection.execute(TABLES).fetchall():
        rows = connection.execute(SQL("SELECT * FROM {}").format(SQL(table))).fetchall()
        values = SQL(", ").join(SQL("({})").format(SQL(", ").join(map(Literal, row))) for row in rows)
        if rows:
            found.append(SQL("INSERT INTO {} VALUES {}").format(SQL(table), values))
    return found
