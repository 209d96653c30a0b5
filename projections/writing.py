"""Rows on their way into a view's tables: many at once, never one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from struct import Struct
from typing import Any, Final

import psycopg
from psycopg import postgres
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.sql import SQL, Composed, Identifier
from psycopg.types.json import Jsonb, set_json_dumps
from psycopg.types.numeric import IntNumericBinaryDumper
from pydantic_core import to_json

Connection = psycopg.Connection[Any]
Row = tuple[Any, ...]


@contextmanager
def in_a_pipeline(connection: Connection) -> Iterator[None]:
    """A transaction of which only what is asked of the server is waited for, and its end.

    Not psycopg's own `transaction()`, which waits for the server at either end of it as well.
    """
    try:
        with connection.pipeline():
            connection.execute("BEGIN")
            yield
            connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


@dataclass(frozen=True)
class Table:
    """A table of a view: its name, each column with its Postgres type, and what its rows are in order of."""

    name: str
    columns: Mapping[str, str]
    key: tuple[str, ...]

    def __add__(self, suffix: str) -> Table:
        """The table of the same shape with another name, beside this one."""
        return replace(self, name=self.name + suffix)

    @property
    def named(self) -> Identifier:
        """The table in SQL."""
        return Identifier(self.name)

    def add(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Add rows, in the order of the columns: in a pipeline as one document, else by COPY."""
        if not rows:
            return
        if connection.pgconn.pipeline_status:
            said = [dict(zip(self.columns, row, strict=True)) for row in rows]
            connection.execute(self._insert, [to_json(said, fallback=_plain).decode()])
            return
        with connection.cursor() as cursor, cursor.copy(self._copy) as copy:
            copy.set_types(list(self.columns.values()))
            for row in rows:
                copy.write_row(row)

    def replace(self, connection: Connection, keys: Collection[Any], rows: Sequence[Row]) -> None:
        """Add rows in the place of those whose first column is one of the keys."""
        if keys:
            connection.execute(self._delete, [list(keys)])
            self.add(connection, rows)

    # --- statements, put together once ---------------------------------------------

    @cached_property
    def _insert(self) -> bytes:
        # One parameter, whatever the numbers: else each width of an integer would be another statement.
        said = SQL(", ").join(
            SQL("{} {}").format(Identifier(c), SQL(kind)) for c, kind in self.columns.items()
        )
        statement = SQL("INSERT INTO {} ({}) SELECT * FROM jsonb_to_recordset(%s::jsonb) AS said ({})")
        return _bytes(statement.format(self.named, self._names, said))

    @cached_property
    def _copy(self) -> bytes:
        return _bytes(SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(self.named, self._names))

    @cached_property
    def _delete(self) -> bytes:
        column, kind = next(iter(self.columns.items()))
        statement = SQL("DELETE FROM {} WHERE {} = ANY(%b::{}[])")
        return _bytes(statement.format(self.named, Identifier(column), SQL(kind)))

    @property
    def _names(self) -> Composed:
        return SQL(", ").join(map(Identifier, self.columns))


def _plain(value: object) -> object:
    """What a view keeps as JSON already."""
    assert isinstance(value, Jsonb), f"no column holds {type(value)}"
    return value.obj


def speak(connection: Connection) -> None:
    """Let what a view writes be put into bytes in the quickest way there is."""
    connection.adapters.register_dumper(None, Texts)
    # Of a `numeric` column all that we say is whole.
    connection.adapters.register_dumper(None, IntNumericBinaryDumper)
    set_json_dumps(to_json, connection)


def _bytes(statement: Composed) -> bytes:
    return statement.as_bytes(None)


# --- texts ------------------------------------------------------------------------

TEXT: Final = postgres.types["text"]
NO_TEXTS: Final = Struct("!iiI").pack(0, 0, TEXT.oid)
_head: Final = Struct("!iiIii").pack
_length: Final = Struct("!i").pack
# Words that rounds are found by are few, but for amounts.
MOST_WORDS: Final = 8192


class Texts(Dumper):
    """Lists of texts, none of them null, for COPY: a word is put into bytes once, for many rows say it."""

    format = Format.BINARY
    oid = TEXT.array_oid

    def dump(self, obj: Sequence[str]) -> bytes:
        """The array as the server reads it."""
        if not obj:
            return NO_TEXTS
        return _head(1, 0, TEXT.oid, len(obj), 1) + b"".join(map(_word, obj))


@lru_cache(maxsize=MOST_WORDS)
def _word(text: str) -> bytes:
    coded = text.encode()
    return _length(len(coded)) + coded
