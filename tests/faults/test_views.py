"""Projectors and rebuilds killed at every step, notices that never come: views are late, and never wrong."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from random import Random
from threading import Thread

import psycopg
import pytest

from api.feed.waking import Waker
from projections.folding import Folder
from projections.rebuild import NEW, rebuild
from projections.runner import projecting
from projections.tracking import VIEWS, positions
from tests.faults.forms import forms, percentile
from tests.faults.projecting import keep, killed_at, rebuild_rounds
from tests.projections.evening import evening
from tests.projections.pit import Pit, pit_of, table
from tests.projections.test_projector import caught_up, digests, position, projecting_in_a_thread, until
from tests.scenario import event, opened, placed, round_record

# More than there are in a batch that all views take in.
STEPS = 40


@pytest.fixture
def pit(settings) -> Iterator[Pit]:
    with pit_of(settings) as found:
        yield found


def _assert_as_rebuilt(pit: Pit, *names: str) -> None:
    """What views say follows from the log alone, whatever they went through; all views, or those named."""
    views = digests(pit.settings)
    for view in names or VIEWS:
        rebuild(pit.settings, view)
    assert digests(pit.settings) == views


@forms("kills", quick=4, full=200)
def test_a_projector_killed_at_any_step_goes_on_where_its_last_batch_ended(pit, seed, kills, counted):
    chance = Random(seed)
    told = iter(evening(seed, tables=2, rounds=4 if kills < 20 else 20))
    pit.tell(*(next(told) for _ in range(10)))
    killed = tries = 0
    while killed < kills:
        if (record := next(told, None)) is not None:
            pit.tell(record)
        else:
            pit.tell(table(f"T-{1000 + tries}"))
        tries += 1
        killed += killed_at(chance.randrange(1, STEPS), keep, pit.settings, batch=3)
        assert tries < 5 * kills + 20, f"killed {killed} times of {tries}"
    pit.tell(*told)
    pit.projector.catch_up()
    assert caught_up(pit)
    _assert_as_rebuilt(pit)
    counted(kills=killed, head=position(pit))


@forms("rounds", quick=1, full=10)
def test_a_rebuild_killed_twice_under_load_leaves_the_view_whole_and_is_gone_on_with(
    pit, seed, rounds, monkeypatch, counted
):
    chance = Random(seed)
    told = evening(seed, tables=2, rounds=5)
    pit.tell(*told[: len(told) // 2])
    rest = iter(told[len(told) // 2 :])
    with projecting_in_a_thread(pit.settings):
        until(lambda: caught_up(pit))
        for _ in range(rounds):
            # While it writes its rows, and in the transaction in which the names change hands.
            reached = 0
            for of, step in (("write", chance.randrange(2, 5)), ("take_over", 1)):
                _tell_one(pit, rest)
                assert killed_at(step, rebuild_rounds, pit.settings, batch=5, of=of), (of, step)
                assert pit.views_as_they_are.rounds().rounds
                before, reached = reached, _rebuilt_to(pit, "rounds")
                assert reached > before
            _tell_one(pit, rest)
            with monkeypatch.context() as patch:
                read = _positions_read_from(patch)
                rebuild(pit.settings, "rounds")
            assert min(read) == reached
        pit.tell(*rest)
        until(lambda: caught_up(pit))
    _assert_as_rebuilt(pit, "rounds")
    counted(killed=2 * rounds)


def _rebuilt_to(pit: Pit, view: str) -> int:
    """How far a rebuild that was broken off has come."""
    with projecting(pit.settings) as connection:
        return positions(connection, [view + NEW])[view + NEW]


def _positions_read_from(patch: pytest.MonkeyPatch) -> list[int]:
    """After which positions this process reads events, from now on."""
    found: list[int] = []
    read = Folder.read

    def reading(folder: Folder, after: int, limit: int, until: int | None = None) -> object:
        found.append(after)
        return read(folder, after, limit, until)

    patch.setattr(Folder, "read", reading)
    return found


def _tell_one(pit: Pit, rest: Iterator[dict[str, object]]) -> None:
    if (record := next(rest, None)) is not None:
        pit.tell(record)


@forms("rounds", quick=40, full=1000)
def test_where_every_notice_is_swallowed_views_and_feed_are_late_by_less_than_a_second(
    pit, rounds, monkeypatch, slack, counted
):
    def swallowed(_: object, *, timeout: float, stop_after: int) -> Iterator[object]:
        time.sleep(timeout)
        yield from ()

    monkeypatch.setattr(psycopg.Connection, "notifies", swallowed)
    pit.tell(table())
    told: list[tuple[int, float]] = []
    woken: list[float] = []
    seen: list[float] = []
    waker = Waker(pit.settings, pit.ledger)
    with projecting_in_a_thread(pit.settings), waker.streaming():
        until(lambda: caught_up(pit))
        watching = [Thread(target=_watch, args=(told, rounds, *who)) for who in (
            (woken, lambda at: asyncio.run(waker.beyond(at - 1, 5))),
            (seen, lambda at: until(lambda: position(pit) >= at)),
        )]  # fmt: skip
        for thread in watching:
            thread.start()
        for number in range(1, rounds + 1):
            record = round_record(opened(), placed(1, "main", 25_00), event("closed"), number=number)
            told.append((pit.tell(record), time.monotonic()))
            time.sleep(0.01)
        for thread in watching:
            thread.join(60)
            assert not thread.is_alive()
    assert len(woken) == len(seen) == rounds
    late = {"feed_p99_s": percentile(woken, 0.99), "views_p99_s": percentile(seen, 0.99)}
    assert max(late.values()) < slack
    counted(rounds=rounds, **late)


def _watch(told, rounds, lags, until_there) -> None:
    """How long after it was recorded each is there, in seconds."""
    for number in range(rounds):
        until(lambda: len(told) > number)  # noqa: B023 - asked in this turn of the loop
        at, recorded = told[number]
        until_there(at)
        lags.append(max(0.0, time.monotonic() - recorded))
