"""Bench rows of writing: single commands, whole rounds, bulk."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any, Final
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg.sql import SQL, Identifier

from api.bench.material import Material
from api.bench.result import Peer, Row, row
from api.bench.stock import StockApplication
from api.bench.timing import Rate, interleaved, percentile, side_by_side
from api.bench.uma import Uma
from ledger.application.bulk import WORKERS, Bulk
from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.records import Record, read_record
from ledger.identity import stream_id
from ledger.store.appends import Batch, StreamAppend
from ledger.store.recorder import LedgerRecorder

COMMIT: Final = 1200  # events in a commit of the bulk path, about
SINGLY = 50  # events, at most, that a caller appends in one run of the single-command row
NOW = datetime(2026, 11, 28, tzinfo=UTC)


MARKS: Final = {8: "≥ 8 ×", 32: "≥ 20 ×"}


def single_commands(
    ledger: Ledger, peers: tuple[StockApplication, Uma | None], material: Material, callers: int, repeats: int
) -> list[Row]:
    """One event a command, each caller on a round of its own; the peers save the same events."""
    stock, uma = peers
    supply = material.rounds()
    rounds = [read_record(next(supply)[0]) for _ in range(callers * repeats)]
    waiting = iter(rounds)
    waits: list[float] = []

    def ours(record: Record) -> int:
        appends = list(_singly(ledger, record))
        for append in appends:
            started = time.perf_counter()
            ledger.recorder.append([append])
            waits.append(time.perf_counter() - started)
        return len(appends)

    def theirs(record: Record) -> int:
        return stock.play_singly([event.model_dump(mode="json") for event in record.facts[:SINGLY]])

    def all_at_once() -> int:
        return side_by_side(callers, ours, [next(waiting) for _ in range(callers)])

    works = [all_at_once, lambda: side_by_side(callers, theirs, rounds[:callers])]
    beside = [("stock eventsourcing", MARKS[callers])]
    if uma is not None:
        states = [[append.events[0].state for append in _singly(ledger, one)] for one in rounds[:callers]]
        works.append(lambda: side_by_side(callers, uma.append_singly, states))
        beside.append((uma.name, "> 1 ×"))
    mine, *rates = interleaved(works, repeats)
    p99 = percentile(sorted(waits), 0.99) * 1000
    what = f"append, one event a command, {callers} callers"
    return [
        row(what, "events/s", mine, peer=Peer(name, rate), mark=mark, note=f"p99 {p99:.1f} ms")
        for (name, mark), rate in zip(beside, rates, strict=True)
    ]


def _singly(ledger: Ledger, record: Record) -> Iterator[StreamAppend]:
    """The first events of a record, an append for each."""
    head = record.head
    stream = stream_id(ledger.property, head.STREAM, head.key)
    for version, event in enumerate(record.facts[:SINGLY], 1):
        one = Recorded(stream, version, event, NOW, "bench", header=head if version == 1 else None)
        yield StreamAppend(stream, version - 1, (ledger.mapper.to_stored_event(one),))


def whole_rounds(ledger: Ledger, stock: StockApplication, material: Material, repeats: int) -> list[Row]:
    """Rounds validated, folded, judged, booked and appended, against saves that do none of it."""
    ours = material.rounds()
    theirs = material.rounds()

    def singly() -> int:
        done = 0
        for document, events in next_of(ours, 40):
            assert ledger.record(document, by="bench").status == "appended"
            done += events
        return done

    def tens() -> int:
        taken = next_of(ours, 200)
        receipts = list(ledger.record_all([document for document, _ in taken], by="bench"))
        assert {receipt.status for receipt in receipts} == {"appended"}
        return sum(events for _, events in taken)

    def saves() -> int:
        return sum(stock.play(json.loads(document)["events"]) for document, _ in next_of(theirs, 40))

    one, ten, peer = interleaved([singly, tens, saves], repeats)
    beside = Peer("stock save()", peer)
    return [
        row("record whole rounds, one a commit", "events/s", one, peer=beside, mark="≥ 3 ×"),
        row("record whole rounds, ten a commit", "events/s", ten, peer=beside, mark="≥ 4.5 ×"),
    ]


def next_of(rounds: Iterator[tuple[bytes, int]], how_many: int) -> list[tuple[bytes, int]]:
    """The next rounds of a supply without end."""
    return [next(rounds) for _ in range(how_many)]


class TimedRecorder(LedgerRecorder):
    """A recorder that knows how long its longest append took: the ordering lock was held no longer."""

    longest_s = 0.0

    def append_batch(self, batch: Batch) -> int:
        """Append, and take the time."""
        started = time.perf_counter()
        first = super().append_batch(batch)
        self.longest_s = max(self.longest_s, time.perf_counter() - started)
        return first


def bulk(ledger: Ledger, url: str, material: Material, events: int) -> list[Row]:
    """Import of many events, validated, against a binary COPY of the same rows into the same indexes.

    Half of them in one process, half with workers beside it.
    """
    supply = material.rounds()
    before = ledger.recorder.head()
    recorder = TimedRecorder(ledger.recorder.datastore)
    timed = Ledger(recorder, ledger.property)
    one, total = _imported(timed, supply, events // 2, workers=0)
    several, more = _imported(timed, supply, events // 2, workers=WORKERS)
    stored = ledger.recorder.read_since(before, total + more)
    copies = count()
    (peer,) = interleaved([lambda: copied(url, next(copies), stored)], 3)
    beside = Peer("binary COPY, same rows", peer)
    note = f"longest append {recorder.longest_s * 1000:.0f} ms, ≤ 100"
    return [
        row(f"bulk import of {total:,} events, one process", "events/s", one, peer=beside, note=note),
        row(
            f"bulk import of {more:,} events, {WORKERS} beside", "events/s", several,
            peer=beside, mark="≥ 0.6 ×", note=note,
        ),
    ]  # fmt: skip


def _imported(
    ledger: Ledger, supply: Iterator[tuple[bytes, int]], events: int, *, workers: int
) -> tuple[Rate, int]:
    """Record rounds of so many events; the rate, and how many they were."""
    documents: list[bytes] = []
    total = 0
    while total < events:
        document, size = next(supply)
        documents.append(document)
        total += size

    def ours() -> int:
        for receipt in Bulk(ledger, by="bench").record(documents, workers=workers):
            assert receipt.status == "appended", receipt
        return total

    (rate,) = interleaved([ours], 1)
    return rate, total


COPY = "COPY {} (originator_id, originator_version, topic, state) FROM STDIN (FORMAT BINARY)"
LIKE_OURS = (
    "CREATE TABLE {} (originator_id uuid NOT NULL, originator_version bigint NOT NULL, topic text NOT NULL,"
    " state bytea NOT NULL, notification_id bigserial UNIQUE,"
    " PRIMARY KEY (originator_id, originator_version))"
)


def copied(url: str, number: int, stored: Sequence[StoredEvent]) -> int:
    """Copy stored rows into a table indexed as ours, in batches of a commit of ours."""
    table = Identifier(f"copied_{number}")
    with psycopg.connect(url, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute(SQL(LIKE_OURS).format(table))
        for start in range(0, len(stored), COMMIT):
            with cursor.copy(SQL(COPY).format(table)) as copy:
                copy.set_types(["uuid", "int8", "text", "bytea"])
                for one in stored[start : start + COMMIT]:
                    copy.write_row(_columns(one))
    return len(stored)


def _columns(one: StoredEvent) -> tuple[UUID, int, str, bytes]:
    stream: Any = one.originator_id
    return (stream, one.originator_version, one.topic, one.state)
