"""A chapter as a file that is verified alone: NDJSON, streamed in the order of the log.

The first line has the signed notes and the public keys.  Then each event as it
is stored, in order of position; where the log goes on with events of others, a
line with the hashes of the nodes over these.  So a verifier makes the whole
tree of the checkpoint on the way, and remembers no more than its edge.  The
last line says how many events there were.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any, Final

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import SealDamaged, StoreUnavailable
from ledger.postgres.attentive import ANSWERED_S
from ledger.postgres.connect import Role, connect, database_url
from ledger.seal.chapters import told_chapter
from ledger.seal.leaves import Fields, fields_of
from ledger.seal.tree import covering, leaf_hash
from ledger.settings import Settings
from projections.chapters.chain import day_tree, not_those_signed
from projections.chapters.stored import Kept, checkpoint_of, events_of
from projections.integrity.keys import keys
from projections.integrity.stored import StoredTree, place_of

FORMAT: Final = "pitledger-chapter-export/1"
# Gaps after which what was read of the tree is forgotten.
MOST_KNOWN: Final = 256

Connection = psycopg.Connection[Any]


def exported(settings: Settings, chapter: Kept) -> Iterator[bytes]:
    """The lines of the file, over two connections of its own.

    Raises SealDamaged where the seal does not have what the chapter leans on, or
    what is kept as its events is not what was signed: the file has no end then.
    Raises StoreUnavailable.
    """
    try:
        with _reading(settings) as reading, _reading(settings) as proving:
            yield from _lines(reading, proving, chapter)
    except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def _reading(settings: Settings) -> Connection:
    return connect(
        database_url(settings),
        property=settings.property,
        role=Role.READER,
        answered_s=ANSWERED_S,
        enable_seqscan="off",
    )


def _lines(reading: Connection, proving: Connection, chapter: Kept) -> Iterator[bytes]:
    yield _line(_head(proving, chapter))
    proof, signed = _Proof(proving), told_chapter(chapter.note)
    tree = day_tree(signed)
    with events_of(reading, chapter.number, chapter.position) as rows:
        for row in rows:
            event = fields_of(row)
            yield from proof.until(proof.number_of(event.position))
            yield _line(_event(event))
            proof.at += 1
            tree.extend([leaf_hash(row)])
    yield from proof.until(chapter.size)
    if detail := not_those_signed(tree, signed):
        raise SealDamaged(detail=f"chapter {chapter.number}: {detail}")
    yield _line({"events": tree.size})


def _head(connection: Connection, chapter: Kept) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "chapter": chapter.note,
        "checkpoint": checkpoint_of(connection, chapter),
        "keys": [
            {"key": str(one.key), "since_size": one.since_size, "endorsement": one.endorsement}
            for one in keys(connection)
        ],
    }


def _event(event: Fields) -> dict[str, Any]:
    try:
        state = event.state.decode()
    except UnicodeDecodeError as trouble:
        raise SealDamaged(detail=f"the event at position {event.position} is no text") from trouble
    return {
        "position": event.position, "stream": str(event.stream), "version": event.version,
        "topic": event.topic, "state": state,
    }  # fmt: skip


class _Proof:
    """Where the file stands in the tree, and what it leaves out of it."""

    def __init__(self, connection: Connection) -> None:
        self.at = 0
        self._connection = connection
        self._tree = StoredTree(connection)
        self._gaps = 0
        # The stretch of leaves looked at last: number of its first, its last position, its positions.
        self._first, self._last, self._positions = 0, -1, b""

    def number_of(self, position: int) -> int:
        """Which leaf an event is, from 0.  Raises SealDamaged where it is none."""
        if position > self._last:
            self._turn_to(position)
        place = place_of(self._positions, position)
        if place is None:
            raise SealDamaged(detail=f"the event at position {position} is not in the tree")
        return self._first + place

    def _turn_to(self, position: int) -> None:
        with self._connection.cursor(binary=True, row_factory=tuple_row) as cursor:
            row = cursor.execute(
                "SELECT first, last_position, positions FROM seal_leaves WHERE first_position <= %s"
                " ORDER BY first_position DESC LIMIT 1",
                [position],
            ).fetchone()
        self._first, self._last, self._positions = row or (0, -1, b"")

    def until(self, number: int) -> Iterator[bytes]:
        """A line with the nodes from where the file stands to before a leaf, if there are any."""
        if number <= self.at:
            return
        self._gaps += 1
        if self._gaps % MOST_KNOWN == 0:
            self._tree = StoredTree(self._connection)
        nodes = [
            [level, b64encode(self._tree.node(level, index)).decode()]
            for level, index in covering(self.at, number)
        ]
        self.at = number
        yield _line({"nodes": nodes})


def _line(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
