"""An acknowledgement lost after COMMIT is found again, and nothing is stored twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from ledger.errors import StoreUnavailable
from ledger.postgres import datastore, embedded
from ledger.postgres.migrate import migrate
from ledger.store.appends import Batch, KeyTaken, Outdated, Remembered, StreamAppend, StreamConflict
from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder
from tests.postgres.proxy import SeveringProxy
from tests.store.test_recorder_order import SLOW, holding_commits, wait_until

MARK = b"the answer to this is lost"
ANSWER = Remembered("cage-2", "k1", digest=b"\x01" * 32, status=201, body=b"{}")


@pytest.fixture
def proxy(database_url: str) -> Iterator[SeveringProxy]:
    with SeveringProxy(database_url) as proxy:
        yield proxy


@pytest.fixture
def far(proxy: SeveringProxy) -> Iterator[LedgerRecorder]:
    """A recorder whose connections can be severed."""
    recorder = open_recorder(proxy.url, property="demo")
    with recorder.datastore:
        # The connection is there before anything is severed.
        assert recorder.head() == 0
        yield recorder


def append(stream: UUID, after: int, state: bytes = MARK, *, topic: str = "round.note.v1") -> StreamAppend:
    return StreamAppend(stream, after, (StoredEvent(stream, after + 1, topic, state),))


def test_a_lost_answer_is_found_and_is_a_success(far, proxy):
    stream = uuid4()
    proxy.lose_answer_to(MARK)
    assert far.append([append(stream, 0), append(uuid4(), 0)], remember=ANSWER) == 1
    assert (proxy.severed, far.head()) == (1, 2)
    assert far.remembered("cage-2", "k1") == ANSWER


def test_a_lost_answer_of_a_continuation_is_found(far, proxy):
    stream = uuid4()
    far.append([append(stream, 0, b"a")])
    proxy.lose_answer_to(MARK)
    assert far.append([append(stream, 1)]) == 2
    assert (proxy.severed, far.head()) == (1, 2)


def test_a_lost_answer_is_found_though_another_has_gone_on_since(far, proxy, recorder, monkeypatch):
    stream = uuid4()
    proxy.lose_answer_to(MARK)
    # The moment between the loss and the second attempt.
    monkeypatch.setattr(far.datastore.pool, "drain", lambda: recorder.append([append(stream, 1, b"went on")]))
    assert far.append([append(stream, 0)]) == 1
    assert (proxy.severed, far.head()) == (1, 2)


@pytest.mark.parametrize("committed", [True, False])
def test_what_is_registered_after_a_loss_refuses_only_what_was_not_stored(
    far, proxy, recorder, monkeypatch, committed
):
    (proxy.lose_answer_to if committed else proxy.lose_message)(MARK)
    table = append(uuid4(), 0, b"{}", topic="table.registered.v1")
    monkeypatch.setattr(far.datastore.pool, "drain", lambda: recorder.append([table]))
    batch = replace(Batch.of([append(uuid4(), 0)]), registered=0)
    if committed:
        assert far.append_batch(batch) == 1
    else:
        with pytest.raises(Outdated):
            far.append_batch(batch)
    assert (proxy.severed, far.head()) == (1, 1 + committed)


def test_a_message_lost_before_commit_is_sent_again_and_stored_once(far, proxy):
    proxy.lose_message(MARK)
    position = far.append([append(uuid4(), 0)], remember=ANSWER)
    assert proxy.severed == 1
    assert [event.id for event in far.read_since(0, 9)] == [position]


def test_what_another_wrote_meanwhile_is_not_taken_for_ours(far, proxy, recorder, monkeypatch):
    stream = uuid4()
    proxy.lose_message(MARK)
    monkeypatch.setattr(
        far.datastore.pool, "drain", lambda: recorder.append([append(stream, 0, b"another's")])
    )
    with pytest.raises(StreamConflict) as refusal:
        far.append([append(stream, 0)])
    assert (proxy.severed, refusal.value.stored) == (1, {stream: 1})


def test_the_same_events_without_our_answer_are_not_ours(far, proxy, recorder, monkeypatch):
    stream = uuid4()
    proxy.lose_message(MARK)
    monkeypatch.setattr(far.datastore.pool, "drain", lambda: recorder.append([append(stream, 0)]))
    with pytest.raises(StreamConflict):
        far.append([append(stream, 0)], remember=ANSWER)
    assert recorder.remembered("cage-2", "k1") is None


def test_a_lost_answer_to_remember_is_found(far, proxy):
    proxy.lose_answer_to(b"cage-2")
    far.remember(ANSWER)
    assert proxy.severed == 1
    with pytest.raises(KeyTaken):
        far.remember(ANSWER)


def test_a_backend_ended_before_commit_leaves_nothing_and_the_append_succeeds(recorder, database_url):
    with holding_commits(database_url, "demo") as (release, waiting), ThreadPoolExecutor(1) as pool:
        result = pool.submit(recorder.append, [append(uuid4(), 0, topic=SLOW)], ANSWER)
        wait_until(lambda: waiting() == 1)
        with psycopg.connect(database_url, autocommit=True) as superuser:
            superuser.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
        release()
        # The first attempt had drawn position 1, and a rollback does not give it back.
        assert result.result() == 2
    assert [event.id for event in recorder.read_since(0, 9)] == [2]


def test_an_append_that_waits_too_long_for_the_lock_says_so(database_url, monkeypatch):
    monkeypatch.setitem(datastore.SESSION, "lock_timeout", "50ms")
    recorder = open_recorder(database_url, property="demo")
    with recorder.datastore, psycopg.connect(database_url) as other:
        other.execute("LOCK TABLE demo.events IN EXCLUSIVE MODE")
        with pytest.raises(StoreUnavailable, match="lock timeout"):
            recorder.append([append(uuid4(), 0)])


def test_an_append_outlives_the_death_of_the_server(used_home):
    server = embedded.start(used_home)
    migrate(server.url, "demo")
    recorder = open_recorder(server.url, property="demo")
    with recorder.datastore, ThreadPoolExecutor(1) as pool:
        recorder.append([append(uuid4(), 0, b"before")])
        os.kill(server.pid, signal.SIGKILL)
        result = pool.submit(recorder.append, [append(uuid4(), 0, b"during")])
        assert embedded.start(used_home).started
        # Not 2: a sequence jumps when its server crashes.
        position = result.result()
        assert [event.id for event in recorder.read_since(0, 9)] == [1, position]
