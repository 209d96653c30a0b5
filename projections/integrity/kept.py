"""The seal as it is kept, read from one end to the other in one snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.rows import tuple_row

from projections.integrity.stored import LEVELS_APART

# Stretches of leaves that are read at once: a few hundred kilobytes each at most.
PAGE: Final = 16
MOST_LEAVES: Final = 2**62

Connection = psycopg.Connection[Any]


class Stretch(NamedTuple):
    """Some leaves as they were sealed; the first is numbered `first`."""

    first: int
    length: int
    first_position: int
    last_position: int
    positions: bytes
    hashes: bytes

    @property
    def end(self) -> int:
        """The size of the tree that ends with them."""
        return self.first + self.length


class Published(NamedTuple):
    """A checkpoint as it is kept."""

    size: int
    position: int
    root: bytes
    note: str


class KeptSeal:
    """The seal as it is kept, in one snapshot."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def pages(self) -> Iterator[list[Stretch]]:
        """The leaves, some stretches at a time."""
        last = -1
        while page := [Stretch(*row) for row in self._rows(
            "SELECT first, count, first_position, last_position, positions, hashes FROM seal_leaves"
            " WHERE first > %s ORDER BY first LIMIT %s", last, PAGE,
        )]:  # fmt: skip
            yield page
            last = page[-1].first

    def checkpoints(self, above: int, until: int | None) -> list[Published]:
        """Those of more than `above` leaves and at most `until`."""
        rows = self._rows(
            "SELECT size, position, root, note FROM seal_checkpoints"
            " WHERE size > %s AND size <= %s ORDER BY size",
            above, MOST_LEAVES if until is None else until,
        )  # fmt: skip
        return [Published(*row) for row in rows]

    def nodes(self, level: int, first: int, count: int) -> list[bytes]:
        """The nodes kept at some places."""
        return [kept for (kept,) in self._rows(
            "SELECT hash FROM seal_nodes WHERE level = %s AND index >= %s AND index < %s ORDER BY index",
            level, first, first + count,
        )]  # fmt: skip

    def beyond(self, size: int) -> int:
        """How many nodes are kept that a tree of a size does not have."""
        ((count,),) = self._rows(
            "SELECT count(*) FROM seal_nodes WHERE level < %s OR level %% %s <> 0 OR index < 0"
            " OR (index + 1) > (%s::bigint >> level)", LEVELS_APART, LEVELS_APART, size,
        )  # fmt: skip
        return int(count)

    def _rows(self, statement: str, *fields: object) -> list[tuple[Any, ...]]:
        with self._connection.cursor(binary=True, row_factory=tuple_row) as cursor:
            return cursor.execute(statement.encode(), fields).fetchall()
