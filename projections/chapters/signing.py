"""Gaming days closed: for each audit of a day a signed chapter, in the order of their audits.

A chapter is the whole day as of its audit: its own stream, every session and
round of its date, and the tables they were played at.  What is recorded later
is no less a fact: it is in the next edition, which the next audit of the day
signs.  Which streams are of a date the views know; where they have not come so
far, the chapter waits for them.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.application.stored import reading_stored
from ledger.errors import ChaptersDamaged, InvalidCheckpoint, InvalidQuery, SealDamaged
from ledger.events.days import DayAudited
from ledger.events.records import GamingDayHeader
from ledger.identity import stream_id
from ledger.postgres.connect import Role
from ledger.seal.chapters import Chapter, ClosedBy, DayTree, LeansOn, Marks, digest_of, level_of_marks
from ledger.seal.leaves import fields_of
from ledger.seal.notes import Checkpoint, noted, opened
from ledger.seal.tree import leaf_hash
from ledger.settings import Settings
from projections.asking import Look, look
from projections.chapters import stored
from projections.chapters.chain import broken
from projections.chapters.day import DayFold
from projections.chapters.stored import Closing, Kept, pages
from projections.integrity.keys import Turn, keys
from projections.integrity.stored import StoredTree
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.rounds.projection import NAME as ROUNDS

# They know which streams are of a date.
VIEWS: Final = (ROUNDS, RECONCILIATION)

Connection = psycopg.Connection[Any]


def sign_chapters(settings: Settings, connection: Connection, origin: str, key: Ed25519PrivateKey) -> int:
    """Close every day whose audit is under a checkpoint; how many chapters were signed.

    `connection` is the sealer's own, while nobody else seals, and the chapters
    there are `held`.  Raises SealDamaged where that checkpoint does not hold,
    ChaptersDamaged where any chapter is not the one that was signed.
    """
    newest = StoredTree(connection).latest()
    if newest is None:
        return 0
    before = stored.last(connection)
    waiting = stored.closings(connection, 0 if before is None else before.position, newest.position)
    if not waiting:
        return 0
    known = [one.key for one in keys(connection)]
    try:
        checkpoint = opened(newest.note, known)
    except InvalidCheckpoint as refused:
        raise SealDamaged(detail=str(refused)) from refused
    count = 0
    with open_ledger(settings, Role.READER) as ledger, suppress(InvalidQuery):
        # InvalidQuery: the views have not read so far.
        look(ledger, VIEWS, waiting[0].position, lambda _: None)
        # By whichever key, for one that was lost has no word for the next; the last was looked at each time.
        for wrong in broken(connection, [Turn(one, 0) for one in known], origin, ()):
            raise ChaptersDamaged(detail=wrong.detail)
        for closing in waiting:
            before = _Signing(ledger, connection, origin, key).sign(closing, checkpoint, before)
            count += 1
    return count


class _Found(NamedTuple):
    """What the events of a day were found to be."""

    first_position: int
    last_position: int
    tree: DayTree
    fold: DayFold


class _Signing:
    """Signs one chapter."""

    def __init__(self, ledger: Ledger, connection: Connection, origin: str, key: Ed25519PrivateKey) -> None:
        self._ledger = ledger
        self._connection = connection
        self._origin = origin
        self._key = key

    def sign(self, closing: Closing, checkpoint: Checkpoint, before: Kept | None) -> Kept:
        """Sign the chapter that an event closes, after another.

        Raises InvalidQuery where the views have not read so far.
        """
        recorded = self._ledger.recorded([closing.stream])[closing.stream]
        header, event = recorded[0].header, recorded[closing.version - 1].event
        assert isinstance(header, GamingDayHeader)
        assert isinstance(event, DayAudited)
        by = ClosedBy(
            position=closing.position, version=closing.version, by=event.by, approved_by=event.approved_by
        )
        number = 1 if before is None else before.number + 1
        with self._connection.transaction():
            members = _members(self._ledger, header.gaming_date, closing.position)
            stored.keep_streams(self._connection, number, members)
            found = self._read(number, header.gaming_date, closing.position)
            edition = stored.edition_after(self._connection, header.gaming_date)
            chapter = self._chapter(found, by, checkpoint, (number, header.gaming_date, edition), before)
            note = noted(chapter.text(), self._origin, self._key)
            kept = Kept(
                number, header.gaming_date, edition, closing.position, checkpoint.size, chapter.events,
                digest_of(note), note, datetime.now(UTC),
            )  # fmt: skip
            stored.keep(self._connection, kept)
        return kept

    def _read(self, number: int, gaming_date: date, position: int) -> _Found:
        """One pass over the events of a day, to hash and to fold them."""
        tree = DayTree(level_of_marks(stored.count_of(self._connection, number, position)))
        fold = DayFold(self._ledger.property, gaming_date, reading_stored())
        first = last = 0
        with stored.events_of(self._connection, number, position) as rows:
            for leaves in pages(rows):
                tree.extend([leaf_hash(leaf) for leaf in leaves])
                for told in map(fields_of, leaves):
                    fold.take(told)
                    first, last = first or told.position, told.position
        return _Found(first, last, tree, fold)

    def _chapter(
        self,
        found: _Found,
        by: ClosedBy,
        checkpoint: Checkpoint,
        place: tuple[int, date, int],
        before: Kept | None,
    ) -> Chapter:
        number, gaming_date, edition = place
        return Chapter(
            format="pitledger-chapter/1",
            origin=self._origin,
            number=number,
            previous=None if before is None else before.digest.hex(),
            gaming_date=gaming_date,
            edition=edition,
            closed_by=by,
            events=found.fold.types.total(),
            first_position=found.first_position,
            last_position=found.last_position,
            root=found.tree.root().hex(),
            marks=Marks(level=found.tree.level, hashes=[one.hex() for one in found.tree.marks]),
            streams=dict(sorted(found.fold.streams.items())),
            types=dict(sorted(found.fold.types.items())),
            totals=found.fold.totals(),
            checkpoint=LeansOn(
                size=checkpoint.size, position=checkpoint.position, root=checkpoint.root.hex()
            ),
        )


def _members(ledger: Ledger, gaming_date: date, position: int) -> list[UUID]:
    """The streams of a day as of a position.  Raises InvalidQuery where the views have not read so far."""

    def work(seen: Look) -> list[UUID]:
        sessions = seen.rows(
            "SELECT session AS key, table_name FROM reconciliation_sessions"
            " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s",
            gaming_date=gaming_date,
        )
        rounds = seen.rows(
            "SELECT DISTINCT round_id, table_name FROM rounds"
            " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s",
            gaming_date=gaming_date,
        )
        tables = {row["table_name"] for row in (*sessions, *rounds)}
        return [
            stream_id(ledger.property, "gaming_day", str(gaming_date)),
            *(stream_id(ledger.property, "table", name) for name in sorted(tables)),
            *(stream_id(ledger.property, "session", row["key"]) for row in sessions),
            *(row["round_id"] for row in rounds),
        ]

    return look(ledger, VIEWS, position, work)
