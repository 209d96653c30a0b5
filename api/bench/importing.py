"""Bench rows of the bulk path: a month imported, beside a binary COPY of the same rows."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent

from api.bench.result import Peer, Row, row
from api.bench.scale import Month
from api.bench.timing import Rate
from ledger.application.bulk import Bulk
from ledger.application.ledger import Ledger, Receipt
from ledger.application.opening import open_ledger
from ledger.settings import Settings
from ledger.store.appends import Batch
from ledger.store.recorder import LedgerRecorder

COMMIT: Final = 1200  # events in a commit of the bulk path, about
TURNS: Final = 5  # of the import, each followed by the copy of what it stored
COPY: Final = "COPY copied (originator_id, originator_version, topic, state) FROM STDIN (FORMAT BINARY)"
LIKE_OURS: Final = (
    "CREATE TABLE copied (originator_id uuid NOT NULL, originator_version bigint NOT NULL,"
    " topic text NOT NULL, state bytea NOT NULL, notification_id bigserial UNIQUE,"
    " PRIMARY KEY (originator_id, originator_version))"
)


class TimedRecorder(LedgerRecorder):
    """A recorder that knows how long its longest append took: the ordering lock was held no longer."""

    longest_s = 0.0

    def append_batch(self, batch: Batch) -> int:
        """Append, and take the time."""
        started = time.perf_counter()
        first = super().append_batch(batch)
        self.longest_s = max(self.longest_s, time.perf_counter() - started)
        return first


def imported(settings: Settings, url: str, month: Month, *, workers: int) -> Row:
    """The import of a month, validated, in turns with a COPY of the same rows into the same indexes."""
    with open_ledger(settings) as ledger, psycopg.connect(url, autocommit=True) as peer:
        peer.execute(LIKE_OURS)
        recorder = TimedRecorder(ledger.recorder.datastore)
        receipts = Bulk(Ledger(recorder, ledger.property), by="bench", judged=False).record(
            month.records(), workers=workers
        )
        ours: list[float] = []
        theirs: list[float] = []
        total = position = 0
        started = time.perf_counter()
        while done := _turn(receipts, month.events // TURNS):
            ours.append(done / (time.perf_counter() - started))
            stored = recorder.read_since(position, done)
            position = stored[-1].id
            started = time.perf_counter()
            _copied(peer, stored)
            theirs.append(len(stored) / (time.perf_counter() - started))
            total += done
            started = time.perf_counter()
    beside = f"{workers} beside" if workers else "one process"
    return row(
        f"bulk import of {total:,} events, {beside}", "events/s", Rate.of(ours),
        peer=Peer("binary COPY, same rows", Rate.of(theirs)), mark="≥ 0.6 ×" if workers else "",
        note=f"longest append {recorder.longest_s * 1000:.0f} ms, ≤ 100",
    )  # fmt: skip


def _turn(receipts: Iterator[Receipt], events: int) -> int:
    """Import about so many events more; how many they were."""
    done = 0
    for receipt in receipts:
        assert receipt.problem is None, receipt
        done += receipt.appended
        if done >= events:
            break
    return done


def _copied(peer: psycopg.Connection, stored: Sequence[StoredEvent]) -> None:
    """Copy stored rows into a table indexed as ours, in batches of a commit of ours."""
    with peer.cursor() as cursor:
        for start in range(0, len(stored), COMMIT):
            with cursor.copy(COPY) as copy:
                copy.set_types(["uuid", "int8", "text", "bytea"])
                for one in stored[start : start + COMMIT]:
                    copy.write_row(_columns(one))


def _columns(one: StoredEvent) -> tuple[UUID, int, str, bytes]:
    stream: Any = one.originator_id
    return (stream, one.originator_version, one.topic, one.state)
