"""No reader ever misses an event, and the lock is why.

Each scenario holds one writer between its INSERT and its COMMIT, lets another
one write, and reads in between: the moment in which events are missed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import TypeVar
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict

from ledger.store.appends import StreamAppend
from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder

SLOW, FAST = "slow.v1", "fast.v1"
HOLD = 4711

# Runs at COMMIT, after the positions are drawn: holds a slow event's transaction open until the test lets go.
HOLD_AT_COMMIT = f"""
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared({HOLD}); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.topic = '{SLOW}') EXECUTE FUNCTION hold();
"""

Recorder = TypeVar("Recorder", bound=PostgresApplicationRecorder)
Write = Callable[[Recorder, str], object]


def one_call(recorder: LedgerRecorder, topic: str) -> object:
    stream = uuid4()
    return recorder.append([StreamAppend(stream, 0, (StoredEvent(stream, 1, topic, b"{}"),))])


def library(recorder: PostgresApplicationRecorder, topic: str) -> object:
    return recorder.insert_events([StoredEvent(uuid4(), 1, topic, b"{}")])


@pytest.mark.parametrize("slow", [one_call, library])
@pytest.mark.parametrize("fast", [one_call, library])
def test_a_reader_misses_nothing_whichever_way_two_writers_take(recorder, other, database_url, slow, fast):
    missed, stored = read_between((recorder, other), database_url, slow, fast)
    assert (missed, stored) == (0, recorder.head())


@pytest.mark.parametrize("slow", [one_call, library])
@pytest.mark.parametrize("fast", [one_call, library])
def test_with_the_lock_taken_away_a_reader_does_miss_events(recorder, other, database_url, slow, fast):
    with psycopg.connect(database_url, autocommit=True) as superuser:
        superuser.execute(
            "CREATE OR REPLACE FUNCTION demo.lock_events() RETURNS void LANGUAGE plpgsql AS 'BEGIN END'"
        )
    missed, stored = read_between((recorder, other), database_url, slow, fast)
    assert missed > 0
    assert stored == recorder.head() - missed


def test_an_append_waits_for_no_vacuum_and_a_plain_insert_for_an_append(recorder, database_url):
    with psycopg.connect(database_url) as vacuuming, psycopg.connect(database_url) as inserting:
        # What VACUUM, ANALYZE and CREATE INDEX CONCURRENTLY hold while they work.
        vacuuming.execute("LOCK TABLE demo.events IN SHARE UPDATE EXCLUSIVE MODE")
        assert one_call(recorder, FAST) == 1
        vacuuming.execute("SELECT demo.lock_events()")
        inserting.execute("SET lock_timeout = '50ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            inserting.execute(
                "INSERT INTO demo.events (originator_id, originator_version, topic, state)"
                " VALUES (gen_random_uuid(), 1, 'fast.v1', '{}')"
            )


def test_with_the_librarys_database_functions_a_reader_does_miss_events(empty_database_url):
    given = conninfo_to_dict(empty_database_url)
    with PostgresDatastore(
        dbname=str(given["dbname"]),
        host=str(given["host"]),
        port=str(given["port"]),
        user=str(given["user"]),
        password=str(given.get("password", "")),
        pool_size=4,
        enable_db_functions=True,
    ) as datastore:
        stock = PostgresApplicationRecorder(datastore, events_table_name="events")
        stock.create_table()
        missed, stored = read_between((stock, stock), empty_database_url, library, library)
    assert (missed, stored) == (1, 1)


def test_eight_writers_and_a_reader_who_tails_them(recorder, database_url):
    done = threading.Event()
    seen: list[int] = []

    def tail() -> None:
        while not (done.is_set() and seen and seen[-1] == recorder.head()):
            seen.extend(event.id for event in recorder.read_since(seen[-1] if seen else 0, 100))

    def write(writer: int) -> None:
        with open_recorder(database_url, property="demo").datastore as datastore:
            own = LedgerRecorder(datastore)
            for n in range(60):
                (library, one_call)[(writer + n) % 2](own, FAST)

    with ThreadPoolExecutor(9) as pool:
        reader = pool.submit(tail)
        for writer in [pool.submit(write, n) for n in range(8)]:
            writer.result()
        done.set()
        reader.result()
    assert len(seen) == 480
    assert seen == sorted(set(seen))


def read_between(
    recorders: tuple[Recorder, Recorder], url: str, slow: Write[Recorder], fast: Write[Recorder]
) -> tuple[int, int]:
    """How many events a reader missed, and how many it was given, of one slow and one fast append."""
    recorder, other = recorders
    seen: list[int] = []

    def tail() -> None:
        start = seen[-1] if seen else None
        page = recorder.select_notifications(start, 100_000, inclusive_of_start=False)
        seen.extend(notification.id for notification in page)

    with holding_commits(url, recorder.datastore.schema) as (release, waiting), ThreadPoolExecutor(2) as pool:
        first = pool.submit(slow, recorder, SLOW)
        wait_until(lambda: waiting() == 1)
        second = pool.submit(fast, other, FAST)
        # It has committed, or it waits for the first to do so.
        wait_until(lambda: second.done() or waiting() == 2)
        tail()
        release()
        results: list[Future[object]] = [first, second]
        for result in results:
            result.result()
    tail()
    stored = recorder.max_notification_id() or 0
    return stored - len(seen), len(seen)


@contextmanager
def holding_commits(url: str, schema: str) -> Iterator[tuple[Callable[[], None], Callable[[], int]]]:
    """Hold the commits of slow events: how to let them go, and how many sessions wait for a lock."""
    with psycopg.connect(url, autocommit=True) as superuser, ExitStack() as held:
        superuser.execute("SELECT set_config('search_path', quote_ident(%s), false)", [schema])
        superuser.execute(HOLD_AT_COMMIT)
        superuser.execute("SELECT pg_advisory_lock(%s)", [HOLD])
        held.callback(superuser.execute, "SELECT pg_advisory_unlock(%s)", [HOLD])

        def waiting() -> int:
            row = superuser.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            ).fetchone()
            return 0 if row is None else int(row[0])

        yield held.close, waiting


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        threading.Event().wait(0.005)
