"""The sealer: every event into the tree, in order of position, and a signed checkpoint over them.

Positions become visible in order, so that what is read after the last sealed
position is complete.  Rows are added and never changed: whoever was killed in
the middle left whole batches behind, and the next one goes on after them.
Two sealers cannot both add: the rows would bear the same numbers.  Refused
records are sealed beside them, in order of their numbers, which become visible
in order too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Final

import psycopg
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.errors import ChaptersDamaged, InvalidCheckpoint, LedgerError, SealDamaged, StoreUnavailable
from ledger.postgres.attentive import ANSWERED_S
from ledger.postgres.connect import Role, connect, database_url
from ledger.seal.notes import Chapters, Checkpoint, VerifierKey, endorsement, opened, signed, verifier_of
from ledger.seal.tree import root_of
from ledger.settings import Settings
from projections.chapters import stored as chapters
from projections.chapters.signing import sign_chapters
from projections.integrity.keys import (
    key_place,
    keys,
    made_key,
    origin_of,
    present,
    signing_key,
    succeed,
)
from projections.integrity.reading import leaves_after
from projections.integrity.refused import SealedRefusals
from projections.integrity.stored import LEVELS_APART, Connection, Sealed, StoredTree

# Leaves a row, and a transaction.
BATCH: Final = 8192
# A long way is marked by checkpoints, so that a rewritten history is narrowed down.
CHECKPOINT_EVERY: Final = 64 * BATCH
# Between two looks for news: a checkpoint is at most so much younger than its events.
EVERY_S: Final = 1.0
PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
# How often a sealer that waits for another asks for its place.
WAIT_S: Final = 0.05
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
                code = trouble.code if isinstance(trouble, LedgerError) else None
                log.warning("sealer_in_trouble", code=code, error=repr(trouble), again_in_s=pause)
                stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    def seal(
        self, goes_on: Callable[[], bool] = lambda: True, on_progress: Progress = silent
    ) -> Sealed | None:
        """Seal all there is, as long as it `goes_on`; the newest checkpoint, None of an empty ledger.

        Gaming days whose audit is under it are closed as signed chapters.

        Raises ChaptersDamaged once all there is is sealed; SealDamaged,
        SealKeyUnusable, StoreUnavailable.
        """
        with self._holding() as connection:
            work = self._work(connection)
            self._add_all(work, goes_on, on_progress)
            work.sign_chapters(self.settings)
            return StoredTree(connection).latest()

    def rotate(self, *, lost: bool = False) -> VerifierKey:
        """Make a new key, endorsed by the present one; it is in the file afterwards, the old one beside it.

        Where the old one is `lost` nobody vouches for the new one: whoever
        verifies must be told of it.  What was cut short is carried on with.
        Raises SealDamaged, SealKeyUnusable, StoreUnavailable.
        """
        place, name = key_place(self.settings), origin_of(self.settings.property)
        following = place.with_name(f"{place.name}.next")
        with self._holding() as connection:
            known = keys(connection)
            old = None if lost else signing_key(self.settings, known)
            new = made_key(following)
            successor = verifier_of(name, new)
            if not known or known[-1].key != successor:
                self._hand_over(connection, old, successor)
        if old is not None:
            with suppress(FileExistsError):
                place.with_name(f"{place.name}.{verifier_of(name, old).key_hash.hex()}").hardlink_to(place)
        following.replace(place)
        return successor

    def _hand_over(
        self, connection: Connection, old: Ed25519PrivateKey | None, successor: VerifierKey
    ) -> None:
        """All there is is signed by the old key, what comes after by its successor."""
        if old is None:
            succeed(connection, successor, StoredTree(connection).size(), "")
            return
        work = self._work(connection)
        self._add_all(work, lambda: True, silent)
        succeed(connection, successor, work.size, endorsement(successor, old, work.size))

    @contextmanager
    def _holding(self) -> Iterator[Connection]:
        """A connection that adds to the seal, as the only one that does."""
        try:
            with sealing(self.settings) as connection:
                _hold(connection, self.settings.property)
                yield connection
        except psycopg.IntegrityError as clash:
            raise SealDamaged(detail=str(clash)) from clash
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as trouble:
            raise StoreUnavailable(detail=str(trouble)) from trouble

    def _work(self, connection: Connection) -> _Work:
        key = signing_key(self.settings, keys(connection))
        return _Work(connection, key, origin_of(self.settings.property), memory_of(self.settings))

    def _add_all(self, work: _Work, goes_on: Callable[[], bool], on_progress: Progress) -> None:
        with sealing(self.settings) as reading, leaves_after(reading, work.position) as rows:
            while goes_on() and (batch := list(islice(rows, BATCH))):
                work.add(batch)
                on_progress(work.size)
        work.take_refused()
        work.check()


class Memory:
    """The last checkpoint that was signed here, kept beside the key and outside the database.

    So that a sealer does not sign over a history that lost its checkpoints.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> str | None:
        """The note, None where there is none."""
        try:
            return self._path.read_text(errors="replace")
        except FileNotFoundError:
            return None

    def write(self, note: str) -> None:
        """Keep a note in the place of the one before, where the file may be written at all."""
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            new.write_text(note)
            new.replace(self._path)
        except OSError as trouble:
            log.warning("checkpoint_not_kept_here", error=str(trouble))


def memory_of(settings: Settings) -> Memory:
    """Of one property, on the home's own server or on another, wherever that is: a backup may move."""
    server = "" if settings.database_url is None else ".server"
    return Memory(settings.home / f"seal.{settings.property}{server}.checkpoint")


class _Work:
    """The tree as far as it is sealed, being made longer.

    Raises SealDamaged where it is not what was signed.
    """

    def __init__(self, connection: Connection, key: Ed25519PrivateKey, origin: str, memory: Memory) -> None:
        stored = StoredTree(connection)
        latest = stored.latest()
        self._connection = connection
        self._key = key
        self._origin = origin
        self._memory = memory
        self._refused = SealedRefusals(connection)
        self._frontier = stored.frontier()
        self._checked = 0 if latest is None else latest.size
        self.position = stored.position()
        present(connection, origin, key, self._frontier.size)
        compared = self._compare(stored, latest)
        self._remembered = compared[-1] if compared else None
        self._over = [one.chapters for one in compared if one.chapters is not None]
        # What was signed of them last, which is said again as long as it is not found there.
        self._chapters = max(reversed(self._over), key=lambda one: one.number, default=None)
        with suppress(ChaptersDamaged):
            self._chapters = self._chapters_held()

    @property
    def size(self) -> int:
        """How many leaves are sealed."""
        return self._frontier.size

    def _compare(self, stored: StoredTree, latest: Sealed | None) -> list[Checkpoint]:
        """The newest checkpoint, and the last one signed here, of both of which the tree must be."""
        known = [one.key for one in keys(self._connection)]
        kept = self._memory.read()
        compared: list[Checkpoint] = []
        for note in (None if latest is None else latest.note, kept):
            if note is None:
                continue
            try:
                signed_then = opened(note, known)
            except InvalidCheckpoint as refusal:
                raise SealDamaged(detail=str(refusal)) from refusal
            size = signed_then.size
            if size > self.size or root_of(size, stored.node) != signed_then.root:
                raise SealDamaged(
                    detail=f"its first {size:,} leaves are not those of the checkpoint over them"
                )
            self._refused.compare(signed_then.refused)
            compared.append(signed_then)
        if kept is None and latest is not None:
            self._memory.write(latest.note)
        return compared

    def sign_chapters(self, settings: Settings) -> None:
        """Close the gaming days whose audit is under a checkpoint.

        The next checkpoint is over these chapters; until there is one, it is
        remembered here that they were signed.  Raises ChaptersDamaged.
        """
        self._chapters_held()
        sign_chapters(settings, self._connection, self._origin, self._key)
        self._chapters = self._chapters_held()
        if self._remembered is not None and self._remembered.chapters != self._chapters:
            self._remember(self._remembered._replace(chapters=self._chapters))

    def _chapters_held(self) -> Chapters | None:
        known = [one.key for one in keys(self._connection)]
        return chapters.held(self._connection, known, self._over)

    def take_refused(self) -> None:
        """Seal the records that were refused since; the next checkpoint is over them too."""
        self._refused.extend()

    def add(self, rows: Sequence[bytes]) -> None:
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
        root, refused = self._frontier.root(), self._refused.so_far
        checkpoint = Checkpoint(self._origin, self.size, root, self.position, refused, self._chapters)
        self._connection.execute(
            "INSERT INTO seal_checkpoints (size, position, root, note) VALUES (%b, %b, %b, %b)",
            [self.size, self.position, checkpoint.root, signed(checkpoint, self._key)],
        )
        self._checked = self.size
        self._remember(checkpoint)

    def _remember(self, checkpoint: Checkpoint) -> None:
        self._memory.write(signed(checkpoint, self._key))
        self._remembered = checkpoint


def chapters_hold(connection: Connection, here: str | None) -> bool:
    """Whether the chapters are those of the newest checkpoint, and of the last one signed `here`."""
    latest = StoredTree(connection).latest()
    notes = [note for note in (None if latest is None else latest.note, here) if note is not None]
    try:
        known = [one.key for one in keys(connection)]
        over = [said for note in notes if (said := opened(note, known).chapters) is not None]
        chapters.held(connection, known, over)
    except (ChaptersDamaged, InvalidCheckpoint, SealDamaged):
        return False
    return True


def hashed(rows: Sequence[bytes]) -> tuple[list[bytes], bytes]:
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
    with connect(
        url, property=settings.property, role=Role.SEALER, answered_s=ANSWERED_S, **session
    ) as connection:
        yield connection


def _hold(connection: Connection, property: str) -> None:
    """Wait until nobody else seals this property; ends with the connection."""
    # Asked again and again: an answer that may come whenever could not be told from one that never comes.
    statement = "SELECT pg_try_advisory_lock(hashtextextended('pitledger sealer ' || %s, 0))"
    while connection.execute(statement, [property]).fetchone() != (True,):
        time.sleep(WAIT_S)
