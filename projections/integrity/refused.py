"""Refused records under the seal: each hashed in order of its number, all of them in a running digest."""

from __future__ import annotations

from typing import Any, Final

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import SealDamaged
from ledger.seal.chain import START, chained
from ledger.seal.leaves import position_of
from ledger.seal.notes import Refusals
from ledger.seal.tree import leaf_hash
from projections.integrity.reading import refused_after

# Records a row, and a transaction; each may hold what was sent.
BATCH: Final = 256


class SealedRefusals:
    """What is sealed of refused records, being made longer over a connection that may add to the seal."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        last = self._row("SELECT first + count, last_number, digest FROM seal_refused ORDER BY first DESC")
        self._count, self._number, self._digest = last or (0, 0, START)

    @property
    def so_far(self) -> Refusals:
        """How many are sealed, and their digest."""
        return Refusals(self._count, self._digest)

    def compare(self, signed: Refusals | None) -> None:
        """Raise SealDamaged where what is sealed does not begin with what was signed."""
        if signed is None or signed == (0, START):
            return
        kept = self._row(
            "SELECT first + count, digest FROM seal_refused WHERE first < %b ORDER BY first DESC",
            signed.records,
        )
        if kept != signed:
            detail = f"its first {signed.records:,} refused records are not those of the checkpoint over them"
            raise SealDamaged(detail=detail)

    def extend(self) -> None:
        """Seal those that came since, each batch in one transaction."""
        while leaves := refused_after(self._connection, self._number, BATCH):
            hashes, numbers = [leaf_hash(leaf) for leaf in leaves], [position_of(leaf) for leaf in leaves]
            self._digest = chained(self._digest, hashes)
            self._connection.execute(
                "INSERT INTO seal_refused VALUES (%b, %b, %b, %b, %b, %b)",
                [
                    self._count, len(leaves), numbers[-1],
                    b"".join(one.to_bytes(8, "big", signed=True) for one in numbers),
                    b"".join(hashes), self._digest,
                ],
            )  # fmt: skip
            self._count, self._number = self._count + len(leaves), numbers[-1]

    def _row(self, statement: str, *fields: object) -> tuple[Any, ...] | None:
        with self._connection.cursor(binary=True, row_factory=tuple_row) as cursor:
            return cursor.execute(f"{statement} LIMIT 1".encode(), fields).fetchone()
