"""A ledger of plain events, sealed; and somebody with every right who tampers with it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg.rows import tuple_row

from ledger.postgres.attentive import Attentive
from ledger.postgres.connect import Role, connect, database_url
from ledger.seal.notes import VerifierKey
from ledger.settings import Settings
from ledger.store.appends import StreamAppend
from ledger.store.recorder import LedgerRecorder
from projections.integrity.answers import Verification
from projections.integrity.keys import origin_of
from projections.integrity.sealer import Sealer
from projections.integrity.verifying import verify

TOPIC = "round.note.v1"


def stream(number: int) -> UUID:
    return UUID(int=number)


def append(recorder: LedgerRecorder, count: int, first_stream: int) -> None:
    """So many events in streams of five each, all at once."""
    appends = []
    for begun in range(0, count, 5):
        of = stream(first_stream + begun // 5)
        events = [
            StoredEvent(of, version, TOPIC, f'{{"event":"{of.int}/{version}"}}'.encode())
            for version in range(1, min(5, count - begun) + 1)
        ]
        appends.append(StreamAppend(of, 0, tuple(events)))
    recorder.append(appends)


@dataclass(frozen=True)
class SealedLedger:
    """A sealed ledger in a database of one's own."""

    settings: Settings
    recorder: LedgerRecorder

    def seal(self) -> str:
        """Seal all there is; the newest checkpoint."""
        found = Sealer(self.settings).seal()
        assert found is not None
        return found.note

    def reading(self) -> Attentive[Any]:
        return connect(database_url(self.settings), property=self.settings.property, role=Role.READER)

    def verify(
        self, *, key: VerifierKey | None = None, old: str | None = None, here: str | None = None
    ) -> Verification:
        return verify(self.reading, origin_of(self.settings.property), key=key, old=old, here=here)

    def as_superuser(self) -> AbstractContextManager[psycopg.Connection[Any]]:
        """A connection of somebody whom no right and no trigger holds back."""
        return _Tampering(self.settings)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        with self.reading() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(statement.encode()).fetchall()


class _Tampering:
    """The triggers are switched off, and on again, so that nothing shows of it."""

    TABLES = (
        *("events", "seal_leaves", "seal_nodes", "seal_checkpoints", "seal_keys"),
        *("refused_commands", "seal_refused", "seal_chapters", "seal_chapter_streams"),
    )

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def __enter__(self) -> psycopg.Connection[Any]:
        self.connection = connect(database_url(self._settings), property=self._settings.property, role=None)
        self._switch("DISABLE")
        return self.connection

    def __exit__(self, *_: object) -> None:
        self._switch("ENABLE ALWAYS")
        self.connection.close()

    def _switch(self, how: str) -> None:
        for table in self.TABLES:
            for trigger in ("refuse_change", "refuse_change_of_row"):
                self.connection.execute(f"ALTER TABLE {table} {how} TRIGGER {trigger}".encode())
