"""The seal as it is stored: leaves, nodes and checkpoints read back.

Of the nodes every eighth level is kept; those between are made from the 256
below them, read at once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.rows import tuple_row
from psycopg.sql import SQL
from psycopg.types.numeric import Int8

from ledger.errors import SealDamaged
from ledger.seal.tree import HASH_BYTES, Frontier, pairs

LEVELS_APART: Final = 8
TILE: Final = 1 << LEVELS_APART
POSITION_BYTES: Final = 8
# Events beyond the seal that are counted whenever somebody asks how many there are.
MOST_COUNTED: Final = 200_000

# The leaves that one at a position lies among; where positions did not jump, its place follows from them.
LEAVES: Final = (
    "SELECT first, first_position,"
    " CASE WHEN last_position - first_position + 1 > count THEN positions END AS positions"
    " FROM seal_leaves WHERE first_position <= %(position)s AND last_position >= %(position)s"
    " ORDER BY first_position DESC LIMIT 1"
)
LATEST: Final = "SELECT size, position, note FROM seal_checkpoints ORDER BY size DESC LIMIT 1"
EVENT: Final = (
    "SELECT originator_id::text, originator_version FROM events WHERE notification_id = %(position)s"
)
PLACED: Final = (
    SQL(
        "SELECT event.*, sealed.*, leaves.* FROM (SELECT) AS asked"
        " LEFT JOIN LATERAL ({}) AS event ON true LEFT JOIN LATERAL ({}) AS sealed ON true"
        " LEFT JOIN LATERAL ({}) AS leaves ON true"
    )
    .format(SQL(EVENT), SQL(LATEST), SQL(LEAVES))
    .as_string(None)
)
# Kept nodes of one level that make one of the next level kept, one after the other; leaves are kept together.
# The arrays are selected, so that a plan for any number of them is kept: else one is made each time.
TILES: Final = (
    "SELECT level, since, CASE level WHEN 0 THEN"
    " (SELECT string_agg(substring(hashes FROM greatest(since - first, 0)::integer * 32 + 1"
    " FOR (least(since + 256, first + count) - greatest(since, first))::integer * 32), '' ORDER BY first)"
    " FROM seal_leaves WHERE first >= (SELECT max(first) FROM seal_leaves WHERE first <= since)"
    " AND first < since + 256)"
    " ELSE (SELECT string_agg(hash, '' ORDER BY index) FROM seal_nodes AS node"
    " WHERE node.level = wanted.level AND index >= since AND index < since + 256) END"
    " FROM unnest((SELECT %(levels)s::bigint[]), (SELECT %(since)s::bigint[])) AS wanted (level, since)"
)

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


class Placed(NamedTuple):
    """An event and where it is sealed: stream and version, the newest checkpoint, its number in the tree."""

    stream: str
    version: int
    sealed: Sealed | None
    number: int | None


class StoredTree:
    """The tree of the leaves that are sealed, each node read when it is asked for, once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        # By level and first index, the nodes from that level up to below the next one kept.
        self._tiles: dict[tuple[int, int], list[list[bytes]]] = {}

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
        found = self._held(level, index)
        if found is None:
            self.read([(level, index)])
            found = self._held(level, index)
        if found is None:
            raise SealDamaged(detail=f"node {index} of level {level} is missing")
        return found

    def read(self, nodes: Iterable[tuple[int, int]]) -> None:
        """Read what complete nodes, by level and index, are made from: all in one journey to the server."""
        tiles = dict.fromkeys(_tile(level, index) for level, index in nodes)
        rows = self._rows(
            TILES,
            levels=[Int8(level) for level, _ in tiles],
            since=[Int8(first) for _, first in tiles],
        )
        for level, first, hashes in rows:
            self._tiles[level, first] = _levels(cut(hashes or b""))

    def _held(self, level: int, index: int) -> bytes | None:
        within = level % LEVELS_APART
        kept, first = _tile(level, index)
        nodes = self._tiles[kept, first][within] if (kept, first) in self._tiles else []
        at = index - (first >> within)
        return nodes[at] if at < len(nodes) else None

    def leaf(self, position: int) -> Leaf | None:
        """The leaf of the event at a position, None where none is sealed there."""
        rows = self._rows(LEAVES, position=position)
        number = _number(position, *rows[0]) if rows else None
        return None if number is None else Leaf(number, position, self.node(0, number))

    def placed(self, position: int) -> Placed | None:
        """The event at a position, and where it is sealed; None where there is none."""
        ((stream, version, *rest),) = self._rows(PLACED, position=position)
        if stream is None:
            return None
        sealed = None if rest[0] is None else Sealed(*rest[:3])
        return Placed(stream, version, sealed, None if rest[3] is None else _number(position, *rest[3:]))

    def latest(self) -> Sealed | None:
        """The newest checkpoint."""
        rows = self._rows(LATEST)
        return Sealed(*rows[0]) if rows else None

    def first_over(self, position: int) -> Sealed | None:
        """The first checkpoint over the event at a position; None: it is not signed yet."""
        rows = self._rows(
            "SELECT size, position, note FROM seal_checkpoints WHERE position >= %(position)s"
            " ORDER BY size LIMIT 1",
            position=position,
        )
        return Sealed(*rows[0]) if rows else None

    def _rows(self, statement: str, **fields: object) -> list[tuple[Any, ...]]:
        with self._connection.cursor(binary=True, row_factory=tuple_row) as cursor:
            return cursor.execute(statement.encode(), fields).fetchall()


def _tile(level: int, index: int) -> tuple[int, int]:
    """The level that is kept, and the first index there, of the nodes that are read with one."""
    within = level % LEVELS_APART
    at = index << within
    return level - within, at - at % TILE


def _levels(nodes: list[bytes]) -> list[list[bytes]]:
    """Nodes kept, and above them those that are made of them, up to below the next level kept."""
    levels = [nodes]
    while len(levels) < LEVELS_APART:
        levels.append(pairs(levels[-1]))
    return levels


def _number(position: int, first: int, first_position: int, positions: bytes | None) -> int | None:
    """The number of the leaf at a position among those that begin with one; None where there is none."""
    within = position - first_position if positions is None else place_of(positions, position)
    return None if within is None else first + within


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
