"""Rows on their way into a view's tables: many at once, never one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

Connection = psycopg.Connection[Any]
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
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

    def copy(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Add rows, in the order of the columns."""
        if not rows:
            return
        columns = SQL(", ").join(map(Identifier, self.columns))
        statement = SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(self.named, columns)
        with connection.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types(list(self.columns.values()))
            for row in rows:
                copy.write_row(row)

    def replace(self, connection: Connection, keys: Collection[Any], rows: Sequence[Row]) -> None:
        """Add rows in the place of those whose first column is one of the keys."""
        if not keys:
            return
        key, kind = next(iter(self.columns.items()))
        statement = SQL("DELETE FROM {} WHERE {} = ANY(%b::{}[])").format(
            self.named, Identifier(key), SQL(kind)
        )
        connection.execute(statement, [list(keys)])
        self.copy(connection, rows)
