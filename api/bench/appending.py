"""Bench rows of writing: single commands and whole rounds."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import chain, islice, repeat
from typing import Final, NamedTuple
from uuid import uuid4

from eventsourcing.persistence import StoredEvent

from api.bench.material import Material
from api.bench.message_db import QUOTED, QUOTED_NAME, MessageDb
from api.bench.result import Peer, Row, row
from api.bench.stock import StockApplication
from api.bench.timing import Turn, Work, interleaved, percentile, side_by_side
from api.bench.uma import Uma
from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.records import Record, read_record
from ledger.identity import stream_id
from ledger.store.appends import StreamAppend
from ledger.store.recorder import LedgerRecorder

SINGLY: Final = 50  # events, at most, of a round that a caller appends one by one
# Rounds in one turn of each way to record them, about a second's work.
ROUNDS: Final = {"one a commit": 400, "ten a commit": 600, "saves": 200}
NOW = datetime(2026, 11, 28, tzinfo=UTC)
FEW: Final = 8  # callers, few enough that each hears soon
MARKS: Final = {FEW: "≥ 8 ×", 32: "≥ 20 ×"}  # beside the stock application, by callers


class Peers(NamedTuple):
    """Who else appends single events; None where one is not installed."""

    stock: StockApplication
    uma: Uma | None
    message_db: MessageDb | None


class Ours:
    """Our own appends of single events, and how long each waited, in seconds."""

    def __init__(self, recorder: LedgerRecorder) -> None:
        self._recorder = recorder
        self.waits: list[float] = []

    def append_singly(self, kept: Sequence[StoredEvent], turn: Turn) -> int:
        """Stream after stream, an append for each event, while the turn lasts; how many that were."""
        done = 0
        while turn.lasts():
            stream = uuid4()
            for version, event in enumerate(kept, 1):
                if not turn.lasts():
                    break
                started = time.perf_counter()
                one = StoredEvent(stream, version, event.topic, event.state)
                self._recorder.append([StreamAppend(stream, version - 1, (one,))])
                self.waits.append(time.perf_counter() - started)
                done += 1
        return done


def single_commands(
    ledger: Ledger, peers: Peers, material: Material, callers: int, repeats: int
) -> list[Row]:
    """One event a command, each caller on rounds of its own; the peers save the same events."""
    supply = material.rounds()
    rounds = [read_record(next(supply)[0]) for _ in range(callers)]
    kept = [_stored(ledger, one) for one in rounds]
    ours, beside = Ours(ledger.recorder), _beside(peers, rounds, kept)
    works = [_at_once(callers, ours.append_singly, kept), *(work for _, work in beside)]
    mine, *rates = interleaved(works, repeats)
    found = [Peer(name, rate) for (name, _), rate in zip(beside, rates, strict=True)]
    if peers.message_db is None:
        found.append(Peer(QUOTED_NAME, QUOTED))
    p99 = percentile(sorted(ours.waits), 0.99) * 1000
    what = f"append, one event a command, {callers} callers"
    note = f"p99 {p99:.1f} ms" + (", ≤ 5" if callers == FEW else "")
    marks = chain([MARKS[callers]], repeat("> 1 ×"))
    return [
        row(what, "events/s", mine, peer=peer, mark=mark, note=note)
        for peer, mark in zip(found, marks, strict=False)
    ]


def _beside(
    peers: Peers, rounds: Sequence[Record], kept: Sequence[Sequence[StoredEvent]]
) -> list[tuple[str, Callable[[], int]]]:
    """Each peer's name, and a turn of as many callers as there are rounds; the stock application first."""
    callers = len(rounds)
    facts = [[event.model_dump(mode="json") for event in one.facts[:SINGLY]] for one in rounds]
    found = [("stock eventsourcing", _at_once(callers, peers.stock.play_singly, facts))]
    if peers.uma is not None:
        states = [[event.state for event in one] for one in kept]
        found.append((peers.uma.name, _at_once(callers, peers.uma.append_singly, states)))
    if peers.message_db is not None:
        texts = [[event.state.decode() for event in one] for one in kept]
        found.append((peers.message_db.name, _at_once(callers, peers.message_db.append_singly, texts)))
    return found


def _at_once(callers: int, call: Callable[[Work, Turn], int], works: Sequence[Work]) -> Callable[[], int]:
    """A turn of so many callers at once, each on a work of its own."""

    def turn() -> int:
        lasting = Turn.begun()
        return side_by_side(callers, lambda work: call(work, lasting), works)

    return turn


def _stored(ledger: Ledger, record: Record) -> list[StoredEvent]:
    """The first events of a record as they are kept."""
    head = record.head
    stream = stream_id(ledger.property, head.STREAM, head.key)
    return [
        ledger.mapper.to_stored_event(
            Recorded(stream, version, event, NOW, "bench", header=head if version == 1 else None)
        )
        for version, event in enumerate(record.facts[:SINGLY], 1)
    ]


def whole_rounds(ledger: Ledger, stock: StockApplication, material: Material, repeats: int) -> list[Row]:
    """Rounds validated, folded, judged, booked and appended, against saves that do none of it."""
    supply = material.rounds()
    ready = {way: iter([next(supply) for _ in range(rounds * repeats)]) for way, rounds in ROUNDS.items()}

    def next_of(way: str) -> list[tuple[bytes, int]]:
        return list(islice(ready[way], ROUNDS[way]))

    def singly() -> int:
        done = 0
        for document, events in next_of("one a commit"):
            assert ledger.record(document, by="bench").status == "appended"
            done += events
        return done

    def tens() -> int:
        taken = next_of("ten a commit")
        receipts = list(ledger.record_all([document for document, _ in taken], by="bench"))
        assert {receipt.status for receipt in receipts} == {"appended"}
        return sum(events for _, events in taken)

    def saves() -> int:
        return sum(stock.play(json.loads(document)["events"]) for document, _ in next_of("saves"))

    one, ten, peer = interleaved([singly, tens, saves], repeats)
    beside = Peer("stock save()", peer)
    return [
        row("record whole rounds, one a commit", "events/s", one, peer=beside, mark="≥ 3 ×"),
        row("record whole rounds, ten a commit", "events/s", ten, peer=beside, mark="≥ 4.5 ×"),
    ]
