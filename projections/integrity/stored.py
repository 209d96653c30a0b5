"""The seal as it is stored: leaves, nodes and checkpoints read back.

Of the nodes every eighth level is kept; those between are made from the 256
below them, read at once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import SealDamaged
from ledger.seal.tree import HASH_BYTES, Frontier, pairs

LEVELS_APART: Final = 8
TILE: Final = 1 << LEVELS_APART
POSITION_BYTES: Final = 8
# Events beyond the seal that are counted whenever somebody asks how many there are.
MOST_COUNTED: Final = 200_000

Connection = psycopg.Connection[Any]


class Leaf(NamedTuple):
    """A sealed event: its number in the tree, from 0, its position, and its hash."""

    number: int
    position: int
    hash: bytes


class Sealed(NamedTuple):
    """A published checkpoint: how many leaves, the position of the last, and the signed note."""

    size: int
    position: int
    note: str


class StoredTree:
    """The tree of the leaves that are sealed, each node read when it is asked for, once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[tuple[int, int], bytes] = {}

    def size(self) -> int:
        """How many leaves are sealed."""
        rows = self._rows("SELECT first + count FROM seal_leaves ORDER BY first DESC LIMIT 1")
        return int(rows[0][0]) if rows else 0

    def position(self) -> int:
        """The position of the last sealed event, 0 where there is none."""
        rows = self._rows("SELECT positions FROM seal_leaves ORDER BY first DESC LIMIT 1")
        return position_at(rows[0][0], -1) if rows else 0

    def frontier(self) -> Frontier:
        """What is needed to seal more."""
        return Frontier.of(self.size(), self.node)

    def node(self, level: int, index: int) -> bytes:
        """The hash of a complete node.  Raises SealDamaged where it is missing."""
        if (level, index) not in self._known:
            self._read_tile(level - level % LEVELS_APART, index << level % LEVELS_APART)
        if (level, index) not in self._known:
            raise SealDamaged(detail=f"node {index} of level {level} is missing")
        return self._known[level, index]

    def _read_tile(self, level: int, index: int) -> None:
        """Read the kept nodes around one that together make one of the next level kept, and those between."""
        first = index - index % TILE
        nodes = self._leaves(first, TILE) if level == 0 else self._nodes(level, first, TILE)
        while nodes:
            self._known |= {(level, first + n): one for n, one in enumerate(nodes)}
            nodes, first, level = pairs(nodes), first // 2, level + 1

    def leaf(self, position: int) -> Leaf | None:
        """The leaf of the event at a position, None where none is sealed there."""
        rows = self._rows(
            "SELECT first, first_position,"
            # Where positions did not jump, the place follows from them.
            " CASE WHEN last_position - first_position + 1 > count THEN positions END"
            " FROM seal_leaves WHERE first_position <= %s AND last_position >= %s"
            " ORDER BY first_position DESC LIMIT 1",
            position,
            position,
        )
        if not rows:
            return None
        first, first_position, positions = rows[0]
        within = position - first_position if positions is None else place_of(positions, position)
        return None if within is None else Leaf(first + within, position, self.node(0, first + within))

    def latest(self) -> Sealed | None:
        """The newest checkpoint."""
        rows = self._rows("SELECT size, position, note FROM seal_checkpoints ORDER BY size DESC LIMIT 1")
        return Sealed(*rows[0]) if rows else None

    def first_over(self, position: int) -> Sealed | None:
        """The first checkpoint over the event at a position; None: it is not signed yet."""
        rows = self._rows(
            "SELECT size, position, note FROM seal_checkpoints WHERE position >= %s ORDER BY size LIMIT 1",
            position,
        )
        return Sealed(*rows[0]) if rows else None

    def _leaves(self, first: int, count: int) -> list[bytes]:
        last = first + count
        rows = self._rows(
            "SELECT substring(hashes FROM greatest(%s - first, 0)::integer * 32 + 1"
            " FOR (least(%s, first + count) - greatest(%s, first))::integer * 32) FROM seal_leaves"
            " WHERE first >= (SELECT max(first) FROM seal_leaves WHERE first <= %s) AND first < %s"
            " ORDER BY first",
            first, last, first, first, last,
        )  # fmt: skip
        return cut(b"".join(hashes for (hashes,) in rows))

    def _nodes(self, level: int, first: int, count: int) -> list[bytes]:
        rows = self._rows(
            "SELECT hash FROM seal_nodes WHERE level = %s AND index >= %s AND index < %s ORDER BY index",
            level, first, first + count,
        )  # fmt: skip
        return [one for (one,) in rows]

    def _rows(self, statement: str, *fields: object) -> list[tuple[Any, ...]]:
        with self._connection.cursor(binary=True, row_factory=tuple_row) as cursor:
            return cursor.execute(statement.encode(), fields).fetchall()


def events_until(connection: Connection, position: int) -> int | None:
    """How many events there are up to a position: as sealed, and counted from there.

    None where more would have to be counted than anybody waits for.
    """
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        row = cursor.execute(
            "SELECT first, last_position, positions FROM seal_leaves"
            " WHERE first_position <= %s ORDER BY first_position DESC LIMIT 1",
            [position],
        ).fetchone()
        sealed, last = (0, 0) if row is None else (row[0] + _up_to(row[2], position), min(row[1], position))
        ((rest,),) = cursor.execute(
            "SELECT count(*) FROM (SELECT FROM events WHERE notification_id > %s AND notification_id <= %s"
            " LIMIT %s) AS rest",
            [last, position, MOST_COUNTED + 1],
        ).fetchall()
    return None if rest > MOST_COUNTED else int(sealed + rest)


def _up_to(positions: bytes, position: int) -> int:
    """How many positions of some that lie one after the other are not above one."""
    count = len(positions) // POSITION_BYTES
    return bisect_right(range(count), position, key=lambda at: position_at(positions, at))


def cut(hashes: bytes) -> list[bytes]:
    """Hashes that lie one after the other."""
    return [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]


def position_at(positions: bytes, at: int) -> int:
    """The position at a place, from 0 or -1 for the last, among positions that lie one after the other."""
    begun = at * POSITION_BYTES % len(positions)
    return int.from_bytes(positions[begun : begun + POSITION_BYTES], "big", signed=True)


def place_of(positions: bytes, position: int) -> int | None:
    """Where a position lies among others, from 0; None where it does not."""
    count = len(positions) // POSITION_BYTES
    found = bisect_left(range(count), position, key=lambda at: position_at(positions, at))
    return found if found < count and position_at(positions, found) == position else None
