"""Many writers, slow commits, rollbacks: whoever follows the log is given every event once, in order."""

from __future__ import annotations

import os
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from ledger.store.appends import StreamAppend, StreamConflict
from ledger.store.recorder import LedgerRecorder
from tests.faults.appending import EVENTS, answer, faults, sent
from tests.faults.forms import FULL_S, forms
from tests.faults.load import WRITERS, recorders

RECORDERS = 4
SLOW, DOOMED = "slow.v1", "doomed.v1"
RACERS = 32
# Of each writer in the full form of the storm: 7,000 make 100,000 events, 70,000 a million.
APPENDS = "PITLEDGER_STORM_APPENDS"

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


@forms("appends", quick=80, full=int(os.environ.get(APPENDS, "7000")), full_s=4 * FULL_S)
def test_a_storm_of_gaps_and_rollbacks_hides_no_event_from_a_follower(
    recorder, database_url, seed, appends, counted
):
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
        for number in range(appends):
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
    names = {f"{writer}/{number}" for writer in range(WRITERS) for number in range(appends)}
    assert faults(recorder, names, acknowledged) == []
    assert followed == stored(recorder)
    assert followed[-1] > len(followed) == EVENTS * len(acknowledged)
    counted(events=len(followed), rolled_back=len(names) - len(acknowledged), missed=0, out_of_order=0)


def stored(recorder: LedgerRecorder) -> list[int]:
    """The positions of all there is."""
    found: list[int] = []
    while page := recorder.read_since(found[-1] if found else 0, 10_000):
        found.extend(event.id for event in page)
    return found


@forms("races", quick=12, full=1000)
def test_of_thirty_two_racers_for_one_version_one_wins_every_time(recorder, database_url, races, counted):
    with recorders(database_url, 3) as opened, ThreadPoolExecutor(RACERS) as pool:
        for race in range(races):
            begun = sent(f"race {race}")
            recorder.append([begun])
            won = [
                first for first in pool.map(partial(bid, opened, begun), range(RACERS)) if first is not None
            ]
            found = recorder.read_streams([begun.stream_id])[begun.stream_id]
            assert len(won) == 1
            assert [event.id for event in found[len(begun.events) :]] == won
    counted(races=races, winners=races)


def bid(opened: list[LedgerRecorder], begun: StreamAppend, racer: int) -> int | None:
    """Continue a stream with an event of one's own; its position, None where another did."""
    after = len(begun.events)
    mine = StoredEvent(begun.stream_id, after + 1, "round.note.v1", b"racer %d" % racer)
    try:
        return opened[racer % len(opened)].append([StreamAppend(begun.stream_id, after, (mine,))])
    except StreamConflict:
        return None
