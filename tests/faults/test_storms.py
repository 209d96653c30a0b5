"""Many writers, slow commits, rollbacks: whoever follows the log is given every event once, in order."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from ledger.store.appends import StreamAppend, StreamConflict
from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder
from tests.faults.appending import answer, faults, sent

WRITERS = 8
RECORDERS = 4
APPENDS = 100
SLOW, DOOMED = "slow.v1", "doomed.v1"
RACES, RACERS = 12, 32

# At COMMIT, when positions are drawn already: some commits take their time, and some fail after all.
WEATHER = f"""
    CREATE FUNCTION demo.weather() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.topic = '{DOOMED}' THEN RAISE EXCEPTION 'rolled back'; END IF;
        PERFORM pg_sleep(0.02);
        RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER weather AFTER INSERT ON demo.events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.topic IN ('{SLOW}', '{DOOMED}')) EXECUTE FUNCTION demo.weather();
"""


@contextmanager
def recorders(url: str, number: int) -> Iterator[list[LedgerRecorder]]:
    """As many processes' recorders: each has a queue of its own."""
    with ExitStack() as stack:
        opened = [open_recorder(url, property="demo") for _ in range(number)]
        for one in opened:
            stack.enter_context(one.datastore)
        yield opened


def test_a_storm_of_gaps_and_rollbacks_hides_no_event_from_a_follower(recorder, database_url, seed):
    with psycopg.connect(database_url, autocommit=True) as superuser:
        superuser.execute(WEATHER)
    over = threading.Event()
    followed: list[int] = []

    def follow() -> None:
        while not (over.is_set() and (followed[-1:] or [0])[0] == recorder.head()):
            followed.extend(event.id for event in recorder.read_since(followed[-1] if followed else 0, 500))

    def write(writer: int) -> dict[str, int]:
        chance, mine = random.Random(seed + writer), opened[writer % RECORDERS]
        acknowledged: dict[str, int] = {}
        for number in range(APPENDS):
            name, draw = f"{writer}/{number}", chance.random()
            if draw < 0.1:
                # The others who share its commit do not share its fate.
                with pytest.raises(psycopg.errors.RaiseException):
                    mine.append([sent(name, topic=DOOMED)], answer(name))
            else:
                topic = SLOW if draw < 0.11 else "round.note.v1"
                acknowledged[name] = mine.append([sent(name, topic=topic)], answer(name))
        return acknowledged

    with recorders(database_url, RECORDERS) as opened, ThreadPoolExecutor(WRITERS + 1) as pool:
        follower = pool.submit(follow)
        try:
            acknowledged = {n: first for told in pool.map(write, range(WRITERS)) for n, first in told.items()}
        finally:
            over.set()
        follower.result()
    names = {f"{writer}/{number}" for writer in range(WRITERS) for number in range(APPENDS)}
    assert faults(recorder, names, acknowledged) == []
    assert followed == [event.id for event in recorder.read_since(0, 10_000)]
    assert followed[-1] > len(followed) == 2 * len(acknowledged)


def test_of_thirty_two_racers_for_one_version_one_wins_every_time(recorder, database_url):
    with recorders(database_url, 3) as opened, ThreadPoolExecutor(RACERS) as pool:
        for race in range(RACES):
            begun = sent(f"race {race}")
            recorder.append([begun])
            won = [
                first for first in pool.map(partial(bid, opened, begun), range(RACERS)) if first is not None
            ]
            stored = recorder.read_streams([begun.stream_id])[begun.stream_id]
            assert len(won) == 1
            assert [event.id for event in stored[len(begun.events) :]] == won


def bid(opened: list[LedgerRecorder], begun: StreamAppend, racer: int) -> int | None:
    """Continue a stream with an event of one's own; its position, None where another did."""
    after = len(begun.events)
    mine = StoredEvent(begun.stream_id, after + 1, "round.note.v1", b"racer %d" % racer)
    try:
        return opened[racer % len(opened)].append([StreamAppend(begun.stream_id, after, (mine,))])
    except StreamConflict:
        return None
