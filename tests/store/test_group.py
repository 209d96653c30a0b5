"""The queue of a group commit: who shares one, in which order, and that everybody is answered."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from itertools import count
from typing import TypeVar
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import StoredEvent

from ledger.errors import StoreBusy, StoreUnavailable
from ledger.store import group as module
from ledger.store.appends import Batch, Remembered, StreamAppend
from ledger.store.group import GroupCommit, Waiting
from tests.store.test_recorder_order import wait_until


def batch(stream: UUID | None = None, *, events: int = 1, key: str | None = None) -> Batch:
    stream = stream or uuid4()
    sent = tuple(StoredEvent(stream, n, "round.note.v1", b"{}") for n in range(1, events + 1))
    answers = () if key is None else (Remembered("cage-2", key, b"", 201, b""),)
    return Batch.of([StreamAppend(stream, 0, sent)], answers)


T = TypeVar("T")
PATIENCE_S = 60


def started(call: Callable[..., T], *given: object) -> Future[T]:
    """A call in a thread that keeps no process alive: one never answered fails its test, and no more."""
    made: Future[T] = Future()

    def run() -> None:
        try:
            made.set_result(call(*given))
        except BaseException as trouble:  # noqa: BLE001 - the future tells it
            made.set_exception(trouble)

    threading.Thread(target=run, daemon=True).start()
    return made


def results(futures: Iterable[Future[T]]) -> list[T]:
    """What became of each, in order."""
    return [one.result(PATIENCE_S) for one in futures]


class Commits:
    """Commits that a test holds back, and lets go; instead of its position each gets its place."""

    def __init__(self, *, limit: int = module.QUEUE) -> None:
        self.groups: list[list[Batch]] = []
        self.queue = GroupCommit(self.commit, limit=limit)
        self._next = count(1)
        self._open = threading.Event()

    def commit(self, group: Sequence[Waiting]) -> None:
        self.groups.append([one.batch for one in group])
        assert self._open.wait(PATIENCE_S)
        for one in group:
            if self.in_vain:
                one.refusal = StoreUnavailable(detail="no answer")
            else:
                one.first = next(self._next)

    def send(self, *batches: Batch) -> list[Future[int]]:
        """Append each, one after the other: the first leads, the others queue."""
        sent: list[Future[int]] = []
        for one in batches:
            sent.append(started(self.queue.append, one))
            wait_until(lambda: bool(self.groups) and 1 + len(self.queue._queue) == len(sent) + self.before)
        return sent

    before = 0
    in_vain = False

    def release(self) -> None:
        self._open.set()


@pytest.fixture
def commits() -> Iterator[Commits]:
    made = Commits()
    yield made
    made.release()


def test_who_comes_during_a_commit_shares_the_next_in_the_order_of_coming(commits):
    sent = [batch() for _ in range(6)]
    waiting = commits.send(*sent)
    commits.release()
    assert results(waiting) == [1, 2, 3, 4, 5, 6]
    assert commits.groups == [sent[:1], sent[1:]]


def test_appends_to_one_stream_never_share_a_commit_and_keep_their_order(commits):
    stream = uuid4()
    first, one, beside, two, three = batch(), batch(stream), batch(), batch(stream), batch(stream)
    waiting = commits.send(first, one, beside, two, three)
    commits.release()
    assert results(waiting) == [1, 2, 3, 4, 5]
    assert commits.groups == [[first], [one, beside], [two], [three]]


def test_who_waits_behind_another_of_its_stream_is_not_overtaken_in_its_other_streams(commits):
    shared, other = uuid4(), uuid4()
    first, one, third = batch(), batch(shared), batch(other)
    second = Batch.of([StreamAppend(both, 0, (StoredEvent(both, 1, "t", b""),)) for both in (shared, other)])
    waiting = commits.send(first, one, second, third)
    commits.release()
    results(waiting)
    assert commits.groups == [[first], [one], [second], [third]]


def test_who_waits_behind_a_commit_that_waits_in_vain_is_told_so_with_it(commits):
    """Callers of one stream would else wait in turn, each as long as a server may be silent."""
    stream = uuid4()
    commits.in_vain = True
    first, one, beside, two = batch(), batch(stream), batch(), batch(stream)
    waiting = commits.send(first, one, beside, two)
    commits.release()
    for refused in waiting:
        with pytest.raises(StoreUnavailable, match="no answer"):
            refused.result(PATIENCE_S)
    assert commits.groups == [[first], [one, beside]]
    commits.in_vain = False
    assert commits.queue.append(batch(stream)) == 1


def test_requests_with_one_key_never_share_a_commit(commits):
    first, one, two, another = batch(), batch(key="k1"), batch(key="k1"), batch(key="k2")
    waiting = commits.send(first, one, two, another)
    commits.release()
    results(waiting)
    assert commits.groups == [[first], [one, another], [two]]


def test_a_commit_has_room_for_so_many_events_but_no_append_is_cut(commits, monkeypatch):
    monkeypatch.setattr(module, "GROUP_EVENTS", 10)
    first, four, six, long, last = batch(), batch(events=4), batch(events=6), batch(events=25), batch()
    waiting = commits.send(first, four, six, long, last)
    commits.release()
    results(waiting)
    assert commits.groups == [[first], [four, six], [long], [last]]


def test_an_append_of_the_librarys_own_goes_alone(commits):
    free = [Batch.unchecked([StoredEvent(uuid4(), 7, "t", b"")]) for _ in range(2)]
    first, before, after = batch(), batch(), batch()
    waiting = commits.send(first, before, free[0], free[1], after)
    commits.release()
    results(waiting)
    assert commits.groups == [[first], [before, after], [free[0]], [free[1]]]


def test_a_full_queue_says_so_at_once_and_who_waits_is_answered():
    commits = Commits(limit=2)
    waiting = commits.send(batch(), batch(), batch())
    with pytest.raises(StoreBusy) as refusal:
        commits.queue.append(batch())
    assert refusal.value.facts == {"waiting": 2}
    commits.release()
    assert results(waiting) == [1, 2, 3]
    assert commits.queue.append(batch()) == 4


def test_a_commit_that_breaks_off_is_answered_to_all_and_the_queue_goes_on(commits):
    class OurMistake(Exception):
        pass

    waiting = commits.send(batch(), batch(), batch())
    proper, broken = commits.queue._commit, threading.Event()

    def breaking(group: Sequence[Waiting]) -> None:
        commits.queue._commit = proper
        broken.set()
        raise OurMistake

    commits.queue._commit = breaking
    commits.release()
    assert results(waiting[:1]) == [1]
    with pytest.raises(OurMistake):
        results(waiting[1:2])
    with pytest.raises(StoreUnavailable):
        results(waiting[2:])
    assert broken.is_set()
    assert commits.queue.append(batch()) == 2


def test_closing_answers_all_who_wait_and_takes_nobody_more(commits):
    waiting = commits.send(batch(), batch(), batch())
    closing = started(commits.queue.close)
    wait_until(lambda: commits.queue._closed)
    with pytest.raises(StoreUnavailable, match="closed"):
        commits.queue.append(batch())
    assert not closing.done()
    commits.release()
    results([closing])
    assert results(waiting) == [1, 2, 3]


def test_where_commits_are_slow_the_leader_waits_for_who_is_on_the_way_back(commits, monkeypatch):
    monkeypatch.setattr(module, "LINGER_S", 60.0)
    commits.queue._took_s, commits.queue._carried = 120.0, 2
    commits.release()
    one = started(commits.queue.append, batch())
    wait_until(lambda: len(commits.queue._queue) == 1)
    two = started(commits.queue.append, batch())
    assert results([one, two]) == [1, 2]
    assert [len(group) for group in commits.groups] == [2]


class Interrupted(BaseException):
    """What a signal raises in the main thread, as Ctrl-C does."""


@pytest.fixture
def interrupt() -> Iterator[Callable[[Callable[[], bool]], None]]:
    """Interrupt the main thread as soon as a condition holds."""

    def raised(*_: object) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGUSR1, raised)
    threads: list[threading.Thread] = []

    def when(condition: Callable[[], bool]) -> None:
        def wait() -> None:
            wait_until(condition)
            os.kill(os.getpid(), signal.SIGUSR1)

        threads.append(threading.Thread(target=wait))
        threads[-1].start()

    yield when
    for thread in threads:
        thread.join()
    signal.signal(signal.SIGUSR1, before)


def test_a_caller_interrupted_in_the_queue_leaves_it(commits, interrupt):
    (first,) = commits.send(batch())
    mine = batch()
    interrupt(lambda: len(commits.queue._queue) == 1)
    with pytest.raises(Interrupted):
        commits.queue.append(mine)
    commits.release()
    assert results([first]) == [1]
    assert commits.queue.append(batch()) == 2
    assert [mine] not in commits.groups


def test_a_leader_interrupted_in_its_commit_passes_the_lead_on(commits, interrupt):
    later: list[Future[int]] = []

    def followed() -> bool:
        if commits.groups and not later:
            commits.before = 1
            later.extend(commits.send(batch(), batch()))
        return len(later) == 2

    interrupt(followed)
    with pytest.raises(Interrupted):
        commits.queue.append(batch())
    commits.release()
    assert results(later) == [1, 2]


def test_a_leader_interrupted_while_it_waits_for_company_leaves_the_lead_to_the_next(
    commits, interrupt, monkeypatch
):
    monkeypatch.setattr(module, "LINGER_S", 60.0)
    commits.queue._took_s, commits.queue._carried = 120.0, 3
    commits.release()
    later: list[Future[int]] = []

    def joined() -> bool:
        if len(commits.queue._queue) == 1 and not later:
            later.append(started(commits.queue.append, batch()))
        return len(commits.queue._queue) == 2

    interrupt(joined)
    with pytest.raises(Interrupted):
        commits.queue.append(batch())
    # Of an empty group nobody is on the way back.
    assert results(later) == [1]


def test_a_member_interrupted_while_its_group_commits_breaks_no_chain_of_wakings(commits, interrupt):
    before = commits.send(batch(), batch())
    released = threading.Event()
    after: list[Future[int]] = []
    proper = commits.queue._commit

    def held(group: Sequence[Waiting]) -> None:
        proper(group)
        assert len(group) != 4 or released.wait(PATIENCE_S)

    commits.queue._commit = held

    def in_a_group() -> bool:
        if len(commits.queue._queue) == 2 and not after:
            commits.before = 3
            after.extend(commits.send(batch(), batch()))
            commits.release()
        return len(commits.groups) == 2

    interrupt(in_a_group)
    with pytest.raises(Interrupted):
        commits.queue.append(batch())
    released.set()
    # Its append is stored all the same, as one whose answer was lost.
    assert results(before + after) == [1, 2, 4, 5]


def test_no_waking_is_lost_among_many_callers_who_come_and_pause_as_they_like(seed):
    chance = random.Random(seed)
    stored: list[UUID] = []
    breaks = set(chance.sample(range(400), 20))
    groups = count()
    shared = [uuid4() for _ in range(3)]

    def commit(group: Sequence[Waiting]) -> None:
        number = next(groups)
        time.sleep(0.001 if number % 7 == 0 else 0)
        if number in breaks:
            raise StoreUnavailable(detail="seeded")
        for one in group:
            stored.extend(one.batch.ids)
            one.first = len(stored)

    queue = GroupCommit(commit)

    def caller(number: int) -> Counter[str]:
        own = random.Random(seed * 100 + number)
        answers: Counter[str] = Counter()
        for _ in range(150):
            time.sleep(own.choice([0, 0, 0, 0, own.random() / 1000]))
            try:
                queue.append(batch(own.choice(shared) if own.random() < 0.3 else None))
                answers["stored"] += 1
            except StoreUnavailable:
                answers["refused"] += 1
        return answers

    answers = sum(results([started(caller, number) for number in range(32)]), Counter())
    assert answers["stored"] == len(stored)
    assert answers.total() == 32 * 150
    assert (list(queue._queue), queue._led) == ([], False)
