"""The sealer: every event into the tree, in order of position, and a signed checkpoint over them.

Positions become visible in order, so that what is read after the last sealed
position is complete.  Rows are added and never changed: whoever was killed in
the middle left whole batches behind, and the next one goes on after them.
Two sealers cannot both add: the rows would bear the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import islice
from threading import Event
from typing import Final

import psycopg
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.errors import StoreUnavailable
from ledger.postgres.connect import Role, connect, database_url
from ledger.seal.notes import Checkpoint, VerifierKey, signed, verifier_of
from ledger.settings import Settings
from projections.integrity.keys import (
    endorse,
    key_place,
    keys,
    made_key,
    origin_of,
    present,
    signing_key,
)
from projections.integrity.reading import Row, leaves_after
from projections.integrity.stored import LEVELS_APART, Connection, Sealed, StoredTree

# Leaves a row, and a transaction.
BATCH: Final = 8192
# A long way is marked by checkpoints, so that a rewritten history is narrowed down.
CHECKPOINT_EVERY: Final = 64 * BATCH
# Between two looks for news: a checkpoint is at most so much younger than its events.
EVERY_S: Final = 1.0
PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
# Of a row of binary COPY: where its first field, the position, lies.
POSITION: Final = slice(6, 14)

# Told how many leaves are sealed.
Progress = Callable[[int], None]

log = structlog.get_logger(__name__)


def silent(_: int) -> None:
    """Nobody wants to know."""


class Sealer:
    """Seals the ledger of one property."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def run(self, stop: Event) -> None:
        """Seal what comes until `stop` is set; trouble delays the seal, and nothing but `stop` ends it."""
        pause = PAUSE_S
        while not stop.is_set():
            try:
                self.seal(goes_on=lambda: not stop.is_set())
                pause = PAUSE_S
                stop.wait(EVERY_S)
            except Exception as trouble:  # noqa: BLE001 - whatever it is, stopping for good would be worse
                log.warning("sealer_in_trouble", error=repr(trouble), again_in_s=pause)
                stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    def seal(
        self, goes_on: Callable[[], bool] = lambda: True, on_progress: Progress = silent
    ) -> Sealed | None:
        """Seal all there is, as long as it `goes_on`; the newest checkpoint, None of an empty ledger.

        Raises SealKeyUnusable, StoreUnavailable.
        """
        key = signing_key(self.settings)
        try:
            with sealing(self.settings) as adding, sealing(self.settings) as reading:
                _hold(adding, self.settings.property)
                work = _Work(adding, key, origin_of(self.settings.property))
                with leaves_after(reading, work.position) as rows:
                    while goes_on() and (batch := list(islice(rows, BATCH))):
                        work.add(batch)
                        on_progress(work.size)
                work.check()
                return StoredTree(adding).latest()
        except (psycopg.OperationalError, psycopg.InterfaceError) as trouble:
            raise StoreUnavailable(detail=str(trouble)) from trouble

    def rotate(self) -> VerifierKey:
        """Make a new key, endorsed by the present one; it is in the file afterwards, the old one beside it.

        What was cut short is carried on with.  Raises SealKeyUnusable, StoreUnavailable.
        """
        place, name = key_place(self.settings), origin_of(self.settings.property)
        following = place.with_name(f"{place.name}.next")
        new = made_key(following)
        try:
            with sealing(self.settings) as connection:
                _hold(connection, self.settings.property)
                known = keys(connection)
                if not known or known[-1].key != verifier_of(name, new):
                    size = StoredTree(connection).size()
                    endorse(connection, name, signing_key(self.settings), new, size)
        except (psycopg.OperationalError, psycopg.InterfaceError) as trouble:
            raise StoreUnavailable(detail=str(trouble)) from trouble
        kept = place.with_name(f"{place.name}.{verifier_of(name, signing_key(self.settings)).key_hash.hex()}")
        with suppress(FileExistsError):
            kept.hardlink_to(place)
        following.replace(place)
        return verifier_of(name, new)


class _Work:
    """The tree as far as it is sealed, being made longer."""

    def __init__(self, connection: Connection, key: Ed25519PrivateKey, origin: str) -> None:
        stored = StoredTree(connection)
        latest = stored.latest()
        self._connection = connection
        self._key = key
        self._origin = origin
        self._frontier = stored.frontier()
        self._checked = 0 if latest is None else latest.size
        self.position = stored.position()
        present(connection, origin, key, self._frontier.size)

    @property
    def size(self) -> int:
        """How many leaves are sealed."""
        return self._frontier.size

    def add(self, rows: Sequence[Row]) -> None:
        """Seal the next events, in one transaction; now and then with a checkpoint."""
        hashes, positions = hashed(rows)
        first, last = self.size, int.from_bytes(rows[-1][POSITION], "big")
        completed = self._frontier.extend(hashes)
        with self._connection.transaction():
            self._connection.execute(
                "INSERT INTO seal_leaves VALUES (%b, %b, %b, %b, %b, %b)",
                [
                    first, len(rows), int.from_bytes(rows[0][POSITION], "big"), last,
                    positions, b"".join(hashes),
                ],
            )  # fmt: skip
            with self._connection.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO seal_nodes VALUES (%b, %b, %b)",
                    [
                        (level, index, one)
                        for level, index_of_first, nodes in completed
                        if level % LEVELS_APART == 0
                        for index, one in enumerate(nodes, index_of_first)
                    ],
                )
            self.position = last
            if self.size - self._checked >= CHECKPOINT_EVERY:
                self.check()

    def check(self) -> None:
        """Sign a checkpoint over what is sealed, if there is anything new in it."""
        if self.size == self._checked:
            return
        checkpoint = Checkpoint(self._origin, self.size, self._frontier.root(), self.position)
        self._connection.execute(
            "INSERT INTO seal_checkpoints (size, position, root, note) VALUES (%b, %b, %b, %b)",
            [self.size, self.position, checkpoint.root, signed(checkpoint, self._key)],
        )
        self._checked = self.size


def hashed(rows: Sequence[Row]) -> tuple[list[bytes], bytes]:
    """The hashes of leaves, and their positions one after the other."""
    return (
        [sha256(b"\x00" + row).digest() for row in rows],
        b"".join([row[POSITION] for row in rows]),
    )


@contextmanager
def sealing(settings: Settings) -> Iterator[Connection]:
    """A connection that may add to the seal.  Raises psycopg.OperationalError, StoreUnavailable."""
    session = {"enable_seqscan": "off", "synchronous_commit": "on"}
    url = database_url(settings)
    with connect(url, property=settings.property, role=Role.SEALER, **session) as connection:
        yield connection


def _hold(connection: Connection, property: str) -> None:
    """Wait until nobody else seals this property; ends with the connection."""
    connection.execute("SELECT pg_advisory_lock(hashtextextended('pitledger sealer ' || %s, 0))", [property])
