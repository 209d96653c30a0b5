"""A database of its own for a bench run, on the server that the settings name, dropped at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier
from pydantic import SecretStr

from ledger.postgres.connect import database_url
from ledger.postgres.migrate import migrate
from ledger.settings import Settings


@contextmanager
def fresh(settings: Settings) -> Iterator[str]:
    """The connection string of an empty database."""
    server = database_url(settings)
    name = f"pitledger_bench_{uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as administration:
        administration.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        try:
            yield make_conninfo(server, dbname=name)
        finally:
            administration.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextmanager
def place(settings: Settings) -> Iterator[tuple[Settings, str]]:
    """Settings of a fresh, migrated database, and its connection string."""
    with fresh(settings) as url:
        migrate(url, settings.property)
        yield settings.model_copy(update={"database_url": SecretStr(url)}), url


def durability(url: str) -> dict[str, str]:
    """The server's version and the settings that decide what a commit is worth."""
    asked = ("server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers")
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(asked)]
        )
        return {str(name): str(setting) for name, setting in found}
