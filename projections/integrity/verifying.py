"""A whole ledger against its seal: every event hashed anew, every node and signature looked at.

What is read is what readers of the ledger read.  An event that is not as it was
sealed is named by its position; a history whose hashes were all made anew is
seen by the checkpoints, which cannot be made without the key, and by an older
one that somebody kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import InvalidCheckpoint, StoreUnavailable
from ledger.seal.leaves import position_of
from ledger.seal.notes import Checkpoint, VerifierKey, opened
from ledger.seal.tree import Frontier
from projections.integrity.answers import Kind, Mismatch, Verification
from projections.integrity.keys import keys, trusted
from projections.integrity.reading import Row, leaves_after
from projections.integrity.sealer import Progress, hashed, silent
from projections.integrity.stored import LEVELS_APART, POSITION_BYTES, cut, position_at

# Listed at most; the others are counted.
MOST: Final = 1000
# Rows of the seal that are read at once: of leaves they are a few hundred kilobytes each.
PAGE: Final = 8
# Below every position there can be; an event slipped in may stand at any.
BEFORE_ALL: Final = -(2**63)

Connection = psycopg.Connection[Any]
Rows = Iterator[Row]


class SealedRow(NamedTuple):
    """A stretch of leaves as it was sealed."""

    first: int
    length: int
    last_position: int
    positions: bytes
    hashes: bytes


def verify(
    connect: Callable[[], Connection],
    origin: str,
    *,
    key: VerifierKey | None = None,
    old: str | None = None,
    on_progress: Progress = silent,
) -> Verification:
    """Verify a ledger from its first event to its last.

    `connect` opens a connection that may read; three are used.  `key` is the
    key to trust, else the first that the ledger itself names; `old` a
    checkpoint that was kept elsewhere.  `on_progress` is told how many events
    were hashed.  Raises StoreUnavailable, InvalidCheckpoint (of `old`).
    """
    try:
        with connect() as events, connect() as leaves, connect() as aside:
            trust = trusted(keys(aside), key)
            kept = None if old is None else opened(old, trust)
            if kept is not None and kept.origin != origin:
                raise InvalidCheckpoint(detail=f"it is of {kept.origin}, and this ledger is {origin}")
            work = _Verifying(aside, trust, origin, kept)
            with leaves_after(events, BEFORE_ALL) as rows:
                work.run(rows, _sealed_rows(leaves), on_progress)
            return work.verdict()
    except (psycopg.OperationalError, psycopg.InterfaceError) as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def _sealed_rows(connection: Connection) -> Iterator[SealedRow]:
    statement = (
        "SELECT first, count, last_position, positions, hashes FROM seal_leaves"
        " WHERE first > %s ORDER BY first LIMIT %s"
    )
    for row in _paged(connection, statement):
        yield SealedRow(*row)


def _checkpoints(connection: Connection) -> Iterator[tuple[int, int, str]]:
    statement = "SELECT size, position, note FROM seal_checkpoints WHERE size > %s ORDER BY size LIMIT %s"
    for size, position, note in _paged(connection, statement):
        yield int(size), int(position), str(note)


def _paged(connection: Connection, statement: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table in the order of their first column, some at a time."""
    last: int | None = -1
    while last is not None:
        with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
            rows = cursor.execute(statement.encode(), [last, PAGE]).fetchall()
        yield from rows
        last = rows[-1][0] if len(rows) == PAGE else None


class _Verifying:
    """One verification on its way through the ledger."""

    def __init__(
        self, aside: Connection, trust: Sequence[VerifierKey], origin: str, kept: Checkpoint | None
    ) -> None:
        self._trust = trust
        self._origin = origin
        self._kept = kept
        self._checkpoints = _checkpoints(aside)
        self._nodes = _Nodes(aside)
        self._waiting = next(self._checkpoints, None)
        self._frontier = Frontier()
        self._events = self._unsealed = self._held = 0
        self._good_position = 0
        self._best: Checkpoint | None = None
        self._found: list[Mismatch] = []
        self._more = 0
        self._leaves_hold = True

    def run(self, rows: Rows, sealed: Iterator[SealedRow], on_progress: Progress) -> None:
        """Walk through events and leaves side by side."""
        last, expected = 0, 0
        for stretch in sealed:
            if stretch.first != expected:
                self._report(
                    "seal_damaged", last + 1, f"leaves {expected} to {stretch.first - 1} are missing"
                )
            rows = self._stretch(rows, stretch)
            last, expected = stretch.last_position, stretch.first + stretch.length
            on_progress(self._events)
        for _ in rows:
            self._unsealed += 1
        self._events += self._unsealed
        while self._waiting is not None and self._waiting[0] > expected:
            self._report(
                "seal_damaged", last, f"a checkpoint is of {self._waiting[0]} leaves, and {expected} are kept"
            )
            self._waiting = next(self._checkpoints, None)
        if self._kept is not None and self._kept.size > self._frontier.size:
            detail = (
                f"the checkpoint given is of {self._kept.size} events, and {self._frontier.size} are left"
            )
            self._report("truncated", last + 1, detail)
        on_progress(self._events)

    def verdict(self) -> Verification:
        """What came of it."""
        best = self._best
        return Verification(
            ok=not self._found,
            events=self._events,
            unsealed=self._unsealed,
            checkpoints=self._held,
            size=best.size if best else None,
            position=best.position if best else None,
            root=best.root.hex() if best else None,
            keys=tuple(map(str, self._trust)),
            mismatches=tuple(self._found),
            more_mismatches=self._more,
        )

    # --- the leaves ---------------------------------------------------------------------

    def _stretch(self, rows: Rows, sealed: SealedRow) -> Rows:
        """Compare one stretch with the events there now; what is left of these."""
        taken = list(islice(rows, sealed.length))
        hashes, positions = hashed(taken)
        if positions != sealed.positions:
            taken, rows = _up_to(sealed.last_position, taken, rows)
            hashes, positions = hashed(taken)
        self._events += len(taken)
        if positions != sealed.positions or b"".join(hashes) != sealed.hashes:
            self._leaves_hold = False
            self._compare(sealed, positions, hashes)
        self._extend(hashes)
        return rows

    def _compare(self, sealed: SealedRow, positions: bytes, hashes: Sequence[bytes]) -> None:
        then = dict(zip(_positions(sealed.positions), cut(sealed.hashes), strict=True))
        now = dict(zip(_positions(positions), hashes, strict=True))
        for position in sorted(then.keys() | now.keys()):
            if position not in now:
                self._report("removed", position, "the event that was sealed here is gone")
            elif position not in then:
                self._report("inserted", position, "an event is here that was not when this was sealed")
            elif then[position] != now[position]:
                self._report("altered", position, "the event is not the one that was sealed")

    # --- the roots ------------------------------------------------------------------------

    def _extend(self, hashes: Sequence[bytes]) -> None:
        """Add leaves, and stop wherever a checkpoint says what the root is there."""
        at = 0
        while at < len(hashes):
            until = min([len(hashes), *(size - self._frontier.size + at for size in self._sizes())])
            for level, first, nodes in self._frontier.extend(hashes[at:until]):
                if (
                    self._leaves_hold
                    and level % LEVELS_APART == 0
                    and not self._nodes.hold(level, first, nodes)
                ):
                    self._report(
                        "seal_damaged",
                        self._good_position,
                        f"nodes of level {level} are not those of the leaves",
                    )
            at = until
            self._check()

    def _sizes(self) -> list[int]:
        """The sizes ahead at which a root is known."""
        ahead = [self._waiting[0]] if self._waiting else []
        if self._kept is not None and self._kept.size > self._frontier.size:
            ahead.append(self._kept.size)
        return ahead

    def _check(self) -> None:
        size, root = self._frontier.size, self._frontier.root()
        while self._waiting is not None and self._waiting[0] <= size:
            self._check_stored(*self._waiting, root)
            self._waiting = next(self._checkpoints, None)
        if self._kept is not None and self._kept.size == size and self._kept.root != root:
            detail = f"the ledger's first {size} events are not those of the checkpoint given"
            self._report("history_rewritten", self._good_position + 1, detail)

    def _check_stored(self, size: int, position: int, note: str, root: bytes) -> None:
        try:
            found = opened(note, self._trust)
        except InvalidCheckpoint as refusal:
            self._report("checkpoint_forged", position, f"the checkpoint of {size} events: {refusal}")
            return
        if (found.origin, found.size, found.position) != (self._origin, size, position):
            self._report(
                "checkpoint_forged", position, f"the checkpoint of {size} events says another size or place"
            )
        elif found.root == root:
            self._held += 1
            self._good_position, self._best = position, found
        elif self._leaves_hold:
            # Events and leaves agree, and were both made anew: somewhere since the last root that held.
            self._leaves_hold = False
            detail = f"the events after {self._good_position} up to {position} are not those that were signed"
            self._report("history_rewritten", self._good_position + 1, detail)

    def _report(self, kind: Kind, position: int, detail: str) -> None:
        if len(self._found) < MOST:
            self._found.append(Mismatch(kind=kind, position=position, detail=detail))
        else:
            self._more += 1


class _Nodes:
    """The nodes as they are kept, compared with what they should be."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def hold(self, level: int, first: int, nodes: Sequence[bytes]) -> bool:
        """Whether exactly these are kept at those places."""
        with self._connection.cursor(row_factory=tuple_row, binary=True) as cursor:
            cursor.execute(
                "SELECT hash FROM seal_nodes WHERE level = %s AND index >= %s AND index < %s ORDER BY index",
                [level, first, first + len(nodes)],
            )
            return [kept for (kept,) in cursor.fetchall()] == list(nodes)


def _up_to(last: int, taken: Sequence[Row], rows: Rows) -> tuple[list[Row], Rows]:
    """The rows up to a position, and those after it."""
    found: list[Row] = []
    rest = chain(taken, rows)
    for row in rest:
        if position_of(bytes(row[:14])) > last:
            return found, chain([row], rest)
        found.append(row)
    return found, iter(())


def _positions(raw: bytes) -> list[int]:
    return [position_at(raw, at) for at in range(len(raw) // POSITION_BYTES)]
