"""Several callers in one transaction: each gets its own answer, whatever becomes of the others."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from ledger.errors import StoreUnavailable
from ledger.postgres import datastore
from ledger.postgres.connect import Role, connect
from ledger.store.appends import Batch, KeyTaken, Outdated, Remembered, StreamAppend, StreamConflict
from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder
from tests.postgres.proxy import SeveringProxy
from tests.store.test_recorder_order import SLOW, holding_commits, wait_until

MARK = b"the answer to this is lost"

Call = Callable[[], object]


def note(stream: UUID, after: int = 0, *, state: bytes = b"{}", topic: str = "round.note.v1") -> StreamAppend:
    return StreamAppend(stream, after, (StoredEvent(stream, after + 1, topic, state),))


def kept(key: str, *, digest: bytes = b"\x01" * 32) -> Remembered:
    return Remembered("cage-2", key, digest, 201, b"{}")


@contextmanager
def locked(url: str) -> Iterator[Callable[[], None]]:
    """The ordering lock in another's hands until it is let go."""
    with psycopg.connect(url) as another:
        another.execute("LOCK TABLE demo.events IN EXCLUSIVE MODE")
        yield another.commit


def outcome(future: Future[Any]) -> Any:
    return future.exception() or future.result()


def in_one_commit(recorder: LedgerRecorder, url: str, *calls: Call) -> list[Any]:
    """What becomes of calls that wait together while a first append, of one event, is under way."""
    with ThreadPoolExecutor(len(calls) + 1) as pool, locked(url) as release:
        sent: list[Future[Any]] = [pool.submit(recorder.append, [note(uuid4())])]
        for call in calls:
            wait_until(lambda: recorder._group._led and len(recorder._group._queue) == len(sent) - 1)
            sent.append(pool.submit(call))
        wait_until(lambda: len(recorder._group._queue) == len(calls))
        release()
        return [outcome(one) for one in sent[1:]]


def commits(url: str) -> int:
    """In how many transactions the stored events were written."""
    with psycopg.connect(url) as reader:
        row = reader.execute("SELECT count(DISTINCT xmin::text) FROM demo.events").fetchone()
    assert row is not None
    return int(row[0])


def test_who_waits_together_is_stored_in_one_transaction_in_the_order_of_coming(recorder, database_url):
    streams = [uuid4() for _ in range(6)]
    calls = [
        lambda stream=stream: recorder.append([note(stream), note(uuid4())], kept(str(stream)))
        for stream in streams
    ]
    assert in_one_commit(recorder, database_url, *calls) == [2, 4, 6, 8, 10, 12]
    assert commits(database_url) == 2
    assert [recorder.read_streams([stream])[stream][0].id for stream in streams] == [2, 4, 6, 8, 10, 12]
    assert all(recorder.remembered("cage-2", str(stream)) == kept(str(stream)) for stream in streams)


def test_what_registers_stands_behind_what_was_decided_without_it(recorder, database_url):
    table = note(uuid4(), topic="table.registered.v1")
    first, second = note(uuid4()), note(uuid4())
    calls = [lambda one=one: recorder.append([one]) for one in (first, table, second)]
    assert in_one_commit(recorder, database_url, *calls) == [2, 4, 3]
    assert commits(database_url) == 2


def test_a_shared_commit_wakes_who_listens_once(recorder, database_url):
    with connect(database_url, property="demo", role=Role.READER) as listener:
        listener.execute("LISTEN demo")
        in_one_commit(recorder, database_url, *[lambda: recorder.append([note(uuid4())]) for _ in range(5)])
        assert len(list(listener.notifies(timeout=5, stop_after=2))) == 2
        assert list(listener.notifies(timeout=0.05)) == []


def test_those_at_fault_are_refused_each_for_its_own_reason_and_the_others_are_stored(
    recorder, other, database_url
):
    begun, raced, gap = uuid4(), uuid4(), uuid4()
    recorder.append([note(begun)], kept("used"))
    registered = recorder.append([note(raced, topic="table.registered.v1")])
    good, conflicting, gapped, taken, outdated, last, unstorable = in_one_commit(
        recorder,
        database_url,
        lambda: recorder.append([note(begun, 1)]),
        lambda: recorder.append([note(uuid4()), note(raced)]),
        lambda: recorder.append([note(gap, 4)]),
        lambda: recorder.append([note(uuid4())], kept("used", digest=b"\x02" * 32)),
        lambda: recorder.append_batch(replace(Batch.of([note(uuid4())]), registered=registered - 1)),
        lambda: recorder.append([note(uuid4())], kept("fresh")),
        lambda: recorder.append([note(uuid4(), topic="no\x00topic")]),
    )
    assert isinstance(conflicting, StreamConflict)
    assert conflicting.stored == {raced: 1}
    assert isinstance(gapped, StreamConflict)
    assert gapped.stored == {gap: 0}
    assert isinstance(taken, KeyTaken)
    assert taken.remembered == kept("used")
    assert isinstance(outdated, Outdated)
    assert isinstance(unstorable, psycopg.DataError)
    stored = recorder.read_since(0, 9)
    assert {good, last} <= {event.id for event in stored}
    assert len(stored) == 5
    assert recorder.remembered("cage-2", "fresh") == kept("fresh")


def test_what_cannot_even_be_sent_is_refused_to_who_sent_it_alone(recorder, database_url):
    half, endless = Remembered("\ud800", "k", b"", 201, b""), Remembered("cage-2", "k", b"", 2**40, b"")
    stored, no_text, no_number, after = in_one_commit(
        recorder,
        database_url,
        lambda: recorder.append([note(uuid4())]),
        lambda: recorder.append([note(uuid4())], half),
        lambda: recorder.append([note(uuid4())], endless),
        lambda: recorder.append([note(uuid4())]),
    )
    assert (type(no_text), type(no_number)) == (UnicodeEncodeError, struct.error)
    assert after == stored + 1


def test_a_stream_continued_by_those_who_wait_grows_by_one_after_the_other(recorder, database_url):
    stream = uuid4()
    calls = [lambda after=after: recorder.append([note(stream, after)]) for after in range(4)]
    assert in_one_commit(recorder, database_url, *calls) == [2, 3, 4, 5]


def test_the_librarys_door_shares_the_queue_and_its_refusal_is_its_own(recorder, database_url):
    stream = uuid4()
    first, again, beside = in_one_commit(
        recorder,
        database_url,
        lambda: recorder.insert_events([StoredEvent(stream, 1, "round.note.v1", b"{}")]),
        lambda: recorder.insert_events([StoredEvent(stream, 1, "round.note.v1", b"{}")]),
        lambda: recorder.append([note(uuid4())]),
    )
    assert first == [2]
    assert isinstance(again, IntegrityError)
    assert beside == recorder.head()


def test_a_group_that_does_not_get_the_lock_in_time_says_so_to_each(database_url, monkeypatch):
    monkeypatch.setitem(datastore.SESSION, "lock_timeout", "200ms")
    recorder = open_recorder(database_url, property="demo")
    with recorder.datastore, ThreadPoolExecutor(6) as pool, locked(database_url):
        answers = [pool.submit(recorder.append, [note(uuid4())]) for _ in range(6)]
        for answer in answers:
            with pytest.raises(StoreUnavailable, match="lock timeout"):
                answer.result()
    assert recorder._group._led is False


def test_a_group_whose_backend_is_ended_in_mid_commit_is_stored_all_the_same_and_once(recorder, database_url):
    streams = [uuid4() for _ in range(5)]
    with holding_commits(database_url, "demo") as (release, waiting), ThreadPoolExecutor(6) as pool:
        first = pool.submit(recorder.append, [note(uuid4(), topic=SLOW)])
        wait_until(lambda: waiting() == 1)
        group = [pool.submit(recorder.append, [note(stream, topic=SLOW)]) for stream in streams]
        wait_until(lambda: len(recorder._group._queue) == 5)
        end_those_who_wait(database_url)
        wait_until(lambda: waiting() == 1)
        end_those_who_wait(database_url)
        release()
        positions = [one.result() for one in [first, *group]]
    stored = recorder.read_since(0, 99)
    assert sorted(positions) == [event.id for event in stored]
    assert {event.originator_id for event in stored} > set(streams)


def end_those_who_wait(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as superuser:
        superuser.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )


def test_a_group_whose_answer_is_lost_is_found_stored_and_each_gets_its_own(database_url):
    with SeveringProxy(database_url) as proxy:
        far = open_recorder(proxy.url, property="demo")
        with far.datastore:
            far.append([note(begun := uuid4())])
            proxy.lose_answer_to(MARK)
            answers = in_one_commit(
                far,
                database_url,
                lambda: far.append([note(begun, 1)]),
                lambda: far.append([note(uuid4(), state=MARK), note(uuid4())], kept("k1")),
                lambda: far.append([note(uuid4())], kept("k2")),
            )
            assert (proxy.severed, answers) == (1, [3, 4, 6])
            assert far.head() == 6


def test_a_group_lost_before_commit_is_sent_again_and_its_conflict_found(database_url):
    with SeveringProxy(database_url) as proxy:
        far = open_recorder(proxy.url, property="demo")
        with far.datastore:
            far.append([note(begun := uuid4())])
            proxy.lose_message(MARK)
            good, stale = in_one_commit(
                far,
                database_url,
                lambda: far.append([note(uuid4(), state=MARK)], kept("k1")),
                lambda: far.append([note(begun)], kept("k2")),
            )
            assert proxy.severed == 1
            assert isinstance(stale, StreamConflict)
            assert [event.id for event in far.read_since(0, 9)] == [1, 2, good]
            assert far.remembered("cage-2", "k2") is None


def test_sixty_four_with_one_key_at_once_have_one_effect_and_hear_one_answer(recorder):
    def ask(number: int) -> Remembered:
        mine = kept("k1", digest=b"%d" % number)
        try:
            recorder.append([note(uuid4())], mine)
        except KeyTaken as taken:
            return taken.remembered
        return mine

    with ThreadPoolExecutor(64) as pool:
        answers = set(pool.map(ask, range(64)))
    assert len(answers) == 1
    assert recorder.head() == 1


def test_callers_of_two_recorders_are_each_answered_with_what_is_stored(recorder, other, seed):
    shared = [uuid4() for _ in range(4)]

    def caller(number: int) -> list[tuple[UUID, int, int]]:
        chance, mine = random.Random(seed + number), (recorder, other)[number % 2]
        stored: list[tuple[UUID, int, int]] = []
        for _ in range(40):
            stream = chance.choice([*shared, uuid4()])
            after = chance.randrange(3)
            with suppress(StreamConflict):
                stored.append((stream, after + 1, mine.append([note(stream, after)])))
        return stored

    with ThreadPoolExecutor(16) as pool:
        answered = {one for answers in pool.map(caller, range(16)) for one in answers}
    events = recorder.read_since(0, 10_000)
    assert answered == {(event.originator_id, event.originator_version, event.id) for event in events}
