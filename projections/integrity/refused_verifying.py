"""Refused records against their seal, as `verifying` holds events against theirs.

Two digests are made: of the records as they are, and of their hashes as kept.
What a signed checkpoint says of so many of them tells which is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.rows import tuple_row

from ledger.seal.chain import START, chained
from ledger.seal.leaves import position_of
from ledger.seal.notes import Refusals
from ledger.seal.tree import leaf_hash
from projections.integrity.answers import Kind, Mismatch
from projections.integrity.reading import MOST, refused_after
from projections.integrity.stored import POSITION_BYTES, cut, position_at

# Below every number there can be.
BEFORE_ALL: Final = -(2**63)
# Records read at once beyond the seal.
PAGE: Final = 256


class Held(NamedTuple):
    """What came of it: how many records there are, and how many are under no checkpoint that held."""

    records: int
    unsealed: int
    mismatches: tuple[Mismatch, ...]


class RefusedVerifying:
    """One verification of the refused records, over a connection that sees one moment."""

    def __init__(self, connection: psycopg.Connection[Any], signed: Iterable[Refusals]) -> None:
        self._connection = connection
        self._signed: dict[int, set[bytes]] = {}
        for one in signed:
            self._signed.setdefault(one.records, set()).add(one.digest)
        self._now = self._then = START
        self._count = self._records = self._proven = 0
        self._good_number = 0
        self._rewritten = False
        self._doubts: list[Mismatch] = []
        self._found: list[Mismatch] = []

    def run(self) -> Held:
        """Walk through records and hashes side by side."""
        last = BEFORE_ALL
        while row := self._next():
            first, numbers, hashes = row[0], _numbers(row[1]), cut(row[2])
            if first != self._count:
                self._report("seal_damaged", 0, f"hashes {self._count} to {first - 1} of refused are missing")
                self._count = first
            self._stretch(last, numbers, hashes)
            last = numbers[-1]
        self._settle()
        if (most := max(self._signed, default=0)) > self._count:
            detail = f"a checkpoint is over {most:,} refused records, {self._count:,} are sealed here"
            self._report("refused_truncated", self._good_number + 1, detail)
        self._records += self._beyond(max(last, 0))
        return Held(self._records, self._records - self._proven, tuple(self._found))

    def _next(self) -> tuple[int, bytes, bytes] | None:
        """The hashes kept from the last one looked at on."""
        with self._connection.cursor(binary=True, row_factory=tuple_row) as cursor:
            return cursor.execute(
                "SELECT first, numbers, hashes FROM seal_refused WHERE first >= %s ORDER BY first LIMIT 1",
                [self._count],
            ).fetchone()

    def _stretch(self, last: int, numbers: Sequence[int], hashes: Sequence[bytes]) -> None:
        """Compare what is kept of some records with those there now; a checkpoint ends with the last."""
        then = dict(zip(numbers, hashes, strict=True))
        now = self._there(last, numbers[-1], len(numbers))
        if now != then:
            self._doubts += _differences(then, now)
        self._records += len(now)
        self._count += len(numbers)
        self._then = chained(self._then, hashes)
        self._now = chained(self._now, now.values())
        self._judge(numbers[-1])

    def _there(self, last: int, until: int, limit: int) -> dict[int, bytes]:
        found: dict[int, bytes] = {}
        while rows := refused_after(self._connection, last, limit, until):
            found |= {position_of(row): leaf_hash(row) for row in rows}
            last = position_of(rows[-1])
        return found

    def _judge(self, number: int) -> None:
        """Let what was signed of so many records say what is right."""
        signed = self._signed.get(self._count, set())
        if not signed:
            return
        right = next((one for one in (self._then, self._now) if one in signed), None)
        if right is not None and right != self._then:
            self._doubts.clear()
            detail = "what is kept of refused records is not of those there are, which are as signed"
            self._report("seal_damaged", 0, detail)
        self._settle()
        if signed != {right} and not self._rewritten:
            self._rewritten = True
            detail = f"the first {self._count:,} refused records are not those signed"
            self._report("refused_rewritten", self._good_number + 1, detail)
        # What follows was chained to what was signed, rightly or not.
        self._then = self._now = min(signed) if right is None else right
        if right is not None:
            self._good_number, self._proven = number, self._records

    def _settle(self) -> None:
        """The doubts so far are what they seemed to be."""
        self._found += self._doubts
        self._doubts = []

    def _beyond(self, last: int) -> int:
        """How many records there are after a number."""
        count = 0
        while rows := refused_after(self._connection, last, PAGE, MOST):
            count, last = count + len(rows), position_of(rows[-1])
        return count

    def _report(self, kind: Kind, number: int, detail: str) -> None:
        self._found.append(Mismatch(kind=kind, position=number, detail=detail))


def _differences(then: Mapping[int, bytes], now: Mapping[int, bytes]) -> list[Mismatch]:
    """The records that are not those kept, by number."""
    found = []
    for number in sorted(then.keys() | now.keys()):
        if number not in now:
            found.append(_mismatch("refused_removed", number, "the refused record sealed here is gone"))
        elif number not in then:
            found.append(_mismatch("refused_inserted", number, "a refused record is here that was not"))
        elif now[number] != then[number]:
            found.append(_mismatch("refused_altered", number, "the refused record is not the one sealed"))
    return found


def _mismatch(kind: Kind, number: int, detail: str) -> Mismatch:
    return Mismatch(kind=kind, position=number, detail=detail)


def _numbers(raw: bytes) -> list[int]:
    return [position_at(raw, at) for at in range(len(raw) // POSITION_BYTES)]
