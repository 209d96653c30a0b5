"""The projector through killed processes, killed connections, lost notices and events that it cannot read."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
from pydantic import SecretStr

from ledger.application.opening import open_ledger
from ledger.errors import StoreUnavailable
from ledger.events.base import TOPICS
from ledger.events.rounds import StubCollected
from ledger.postgres import datastore, embedded
from ledger.postgres.connect import Role
from ledger.postgres.connect import database_url as url_of
from ledger.postgres.migrate import migrate
from ledger.settings import Settings
from projections import runner
from projections.following import Follower
from projections.inventory.projection import InventoryView
from projections.rebuild import digest, rebuild
from projections.reconciliation.projection import ReconciliationView
from projections.runner import Projector, projecting
from projections.tracking import VIEWS, Overtaken
from tests.postgres.proxy import SeveringProxy
from tests.projections.evening import evening
from tests.projections.pit import Pit, bought_in, pit_of, session, table

PROJECT = """
import sys
from ledger.settings import load_settings
from projections import runner
from projections.following import Follower
runner.BATCH = int(sys.argv[1])
with runner.stopping() as stop:
    print("at work", flush=True)
    runner.Projector(load_settings()).run(stop)
print("stopped", flush=True)
"""


def until(happened: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is the case."""
    pause = Event()
    for _ in range(int(seconds / 0.02)):
        if happened():
            return
        pause.wait(0.02)
    raise AssertionError("it never happened")


def caught_up(pit: Pit) -> bool:
    return all(view.lag == 0 for view in pit.views_as_they_are.status())


def position(pit: Pit) -> int:
    return min(view.position for view in pit.views_as_they_are.status())


def digests(settings: Settings) -> dict[str, str]:
    return {view: digest(settings, view, with_places=True) for view in VIEWS}


@contextmanager
def projecting_in_a_thread(settings: Settings) -> Iterator[Event]:
    """A projector at work; it is stopped at the end, and has to stop."""
    stop = Event()
    thread = Thread(target=Projector(settings).run, args=(stop,))
    thread.start()
    try:
        yield stop
    finally:
        stop.set()
        thread.join(20)
        assert not thread.is_alive()


@contextmanager
def projecting_in_a_process(pit: Pit, batch: int) -> Iterator[subprocess.Popen[str]]:
    environment = {
        **os.environ,
        "PITLEDGER_DATABASE_URL": url_of(pit.settings),
        "PITLEDGER_PROPERTY": pit.settings.property,
    }
    with subprocess.Popen(
        [sys.executable, "-c", PROJECT, str(batch)], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        try:
            yield process
        finally:
            process.kill()


def kill_connections(pit: Pit) -> int:
    """Break every connection of the projector, as an administrator may."""
    with psycopg.connect(url_of(pit.settings), autocommit=True) as administrator:
        rows = administrator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE locktype = 'advisory' AND datname = current_database()"
        ).fetchall()
    return len(rows)


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_at_any_moment_and_begun_again_it_counts_every_event_once(pit, seed):
    head = pit.tell(*evening(seed, rounds=30))
    chance = Random(seed)
    for _ in range(4):
        before = position(pit)
        with projecting_in_a_process(pit, batch=3) as process:
            until(lambda: position(pit) > before)  # noqa: B023 - asked in this turn of the loop
            Event().wait(chance.uniform(0, 0.05))
            process.send_signal(signal.SIGKILL)
    until(lambda: kill_connections(pit) == 0)
    assert 0 < position(pit) < head
    pit.projector.catch_up()
    killed = digests(pit.settings)
    for view in VIEWS:
        rebuild(pit.settings, view)
    assert digests(pit.settings) == killed


def test_told_to_stop_it_stops(pit):
    pit.tell(table())
    with projecting_in_a_process(pit, batch=2000) as process:
        until(lambda: caught_up(pit))
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert process.stdout is not None
        assert process.stdout.read() == "stopped\n"


def test_of_two_projectors_one_works_and_the_other_takes_over(pit):
    told = evening(seed=2)
    with projecting_in_a_thread(pit.settings) as first, projecting_in_a_thread(pit.settings):
        pit.tell(*told[:20])
        until(lambda: caught_up(pit))
        assert kill_connections(pit) == 1
        pit.tell(*told[20:30])
        until(lambda: caught_up(pit))
        first.set()
        pit.tell(*told[30:])
        until(lambda: caught_up(pit))
    views = digests(pit.settings)
    for view in VIEWS:
        rebuild(pit.settings, view)
    assert digests(pit.settings) == views


def test_two_that_both_believe_to_be_alone_never_both_commit(pit, monkeypatch):
    monkeypatch.setattr(runner, "_take_place", lambda *_: True)
    monkeypatch.setattr(runner, "BATCH", 5)
    pit.tell(*evening(seed=3))
    with projecting_in_a_thread(pit.settings), projecting_in_a_thread(pit.settings):
        until(lambda: caught_up(pit))
    views = digests(pit.settings)
    for view in VIEWS:
        rebuild(pit.settings, view)
    assert digests(pit.settings) == views


def test_of_two_that_begin_at_one_position_the_second_commits_nothing(pit):
    pit.tell(table(), session(bought_in(25_00, {"2500": 1})))
    with ExitStack() as stack:
        ledger = stack.enter_context(open_ledger(pit.settings, Role.PROJECTOR))
        first, second = (
            stack.enter_context(
                # Sums are added to: no key of a row would refuse the same again.
                Follower(ledger, stack.enter_context(projecting(pit.settings)), [ReconciliationView()])
            )
            for _ in range(2)
        )
        first.follow()
        said = digest(pit.settings, "reconciliation", with_places=True)
        with pytest.raises(Overtaken):
            second.follow()
        assert digest(pit.settings, "reconciliation", with_places=True) == said
        # Who moved it last moves it on.
        pit.tell(table("T-2"))
        assert first.follow()
    assert said != digest(pit.settings, "reconciliation", with_places=True)


def test_a_killed_connection_delays_it_and_no_more(pit):
    told = evening(seed=4)
    with projecting_in_a_thread(pit.settings):
        for at in range(0, len(told), 10):
            pit.tell(*told[at : at + 10])
            until(lambda: caught_up(pit))
            kill_connections(pit)
        pit.tell(table("T-9"))
        until(lambda: caught_up(pit))


def test_a_notice_wakes_it(pit, monkeypatch):
    monkeypatch.setattr(runner, "POLL_S", 5)
    with projecting_in_a_thread(pit.settings):
        pit.tell(table())
        until(lambda: caught_up(pit))
        for number in range(5):
            pit.tell(table(f"T-{number + 2}"))
            until(lambda: caught_up(pit), seconds=4)


def test_a_notice_that_never_comes_is_not_waited_for(pit, monkeypatch):
    monkeypatch.setattr(runner, "_wait", lambda _: Event().wait(runner.POLL_S))
    with projecting_in_a_thread(pit.settings):
        pit.tell(table())
        until(lambda: caught_up(pit), seconds=5)


def test_it_outlives_the_death_of_the_server(home):
    server = embedded.start(home)
    migrate(server.url, "demo")
    settings = Settings(_env_file=None, database_url=SecretStr(server.url), home=home, property="demo")
    with pit_of(settings) as pit, projecting_in_a_thread(settings):
        pit.tell(table(), session())
        until(lambda: caught_up(pit))
        os.kill(server.pid, signal.SIGKILL)
        assert embedded.start(home).started
        pit.tell(table("T-2"))
        until(lambda: caught_up(pit))


def test_a_batch_that_fails_is_tried_again_and_counted_once(pit, monkeypatch):
    write, failures = InventoryView.write, iter(range(3))

    def failing(self: InventoryView, *given: Any) -> None:
        write(self, *given)
        if next(failures, None) is not None:
            raise RuntimeError("the disk was full")

    monkeypatch.setattr(InventoryView, "write", failing)
    monkeypatch.setattr(runner, "PAUSE_S", 0.01)
    pit.tell(*evening(seed=5))
    with projecting_in_a_thread(pit.settings):
        until(lambda: caught_up(pit))
    assert next(failures, None) is None
    views = digests(pit.settings)
    rebuild(pit.settings, "inventory")
    assert digests(pit.settings) == views


def test_what_stands_before_an_event_it_cannot_read_is_taken_in_and_the_rest_when_it_can(pit, monkeypatch):
    monkeypatch.setattr(runner, "PAUSE_S", 0.01)
    told = evening(seed=6)
    before = pit.tell(*told)
    unknown = "round.from_the_future.v1"
    stream = pit.ledger.recorder.read_since(before - 1, 1)[0]
    with psycopg.connect(url_of(pit.settings), autocommit=True) as other:
        other.execute(
            "INSERT INTO demo.events (originator_id, originator_version, topic, state)"
            " VALUES (%s, %s, %s, %s)",
            [stream.originator_id, 999, unknown, b"{}"],
        )
    pit.tell(table("T-9"))
    with projecting_in_a_thread(pit.settings):
        until(lambda: position(pit) == before)
        assert not caught_up(pit)
        # A newer version of the software reads it.
        other_stream = pit.ledger.stream("table", "T-1")[0]
        monkeypatch.setitem(TOPICS, unknown, StubCollected)
        monkeypatch.setattr(
            type(pit.ledger.mapper),
            "to_domain_events",
            _reading(unknown, type(pit.ledger.mapper), other_stream),
        )
        until(lambda: caught_up(pit))


def _reading(topic: str, mapper: Any, instead: Any) -> Any:
    """A mapper that knows one topic more, whose events say nothing new."""
    before = mapper.to_domain_events

    def to_domain_events(self: Any, rows: Any) -> Any:
        return [one for row in rows for one in ([_said(row)] if row[2] == topic else before(self, [row]))]

    def _said(row: Any) -> Any:
        _, version, _, _, position = row
        return type(instead)(
            stream_id=instead.stream_id, version=version, event=instead.event,
            recorded_at=instead.recorded_at,
            recorded_by="x", position=position,
        )  # fmt: skip

    return to_domain_events


def test_catching_up_waits_for_the_one_who_is_at_work(pit):
    told = evening(seed=7)
    with projecting_in_a_thread(pit.settings):
        pit.tell(*told[:10])
        until(lambda: caught_up(pit))
        head = pit.tell(*told[10:])
        assert pit.projector.catch_up() == head
        assert position(pit) >= head


def test_catching_up_tells_how_far_it_is(pit, monkeypatch):
    monkeypatch.setattr(runner, "BATCH", 50)
    head = pit.tell(*evening(seed=7))
    seen: list[tuple[int, int]] = []
    pit.projector.catch_up(lambda reached, of: seen.append((reached, of)))
    assert [reached for reached, _ in seen] == [*range(50, head, 50), head]
    assert {of for _, of in seen} == {head}


def test_a_view_that_lags_does_not_hold_the_others_up(pit, monkeypatch):
    monkeypatch.setattr(runner, "BATCH", 20)
    told = evening(seed=8)
    pit.tell(*told[:40])
    pit.projector.catch_up()
    with psycopg.connect(url_of(pit.settings), autocommit=True) as other:
        other.execute("TRUNCATE demo.rounds")
        other.execute("UPDATE demo.tracking SET notification_id = 0 WHERE application_name = 'rounds'")
    pit.tell(*told[40:])
    seen: list[list[int]] = []
    pit.projector.catch_up(lambda *_: seen.append([view.position for view in pit.views_as_they_are.status()]))
    assert any(rounds < inventory for inventory, rounds, *_ in seen)
    assert seen[0][0] > seen[0][1]
    assert caught_up(pit)
    views = digests(pit.settings)
    rebuild(pit.settings, "rounds")
    assert digests(pit.settings) == views


def test_the_schema_may_come_after_the_projector(empty_database_url, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "LONGEST_PAUSE_S", 0.1)
    settings = Settings(
        _env_file=None, database_url=empty_database_url, home=tmp_path / "home", property="demo"
    )
    with projecting_in_a_thread(settings):
        migrate(empty_database_url, "demo")
        with open_ledger(settings), pit_of(settings) as pit:
            pit.tell(table())
            until(lambda: caught_up(pit))
    assert threading.active_count() < 20


def test_a_server_that_falls_silent_while_a_batch_is_written_is_given_up(pit, settings, monkeypatch):
    pit.tell(*evening(seed=7))
    write = InventoryView.write
    with SeveringProxy(url_of(settings)) as proxy:

        def silenced(view: InventoryView, *given: Any) -> None:
            proxy.fall_silent()
            write(view, *given)

        far = settings.model_copy(update={"database_url": SecretStr(proxy.url)})
        for module in (runner, datastore):  # the next events are read while the last are written
            monkeypatch.setattr(module, "ANSWERED_S", 0.5)
        monkeypatch.setattr(InventoryView, "write", silenced)
        told: list[Exception] = []
        thread = Thread(target=_told, args=(Projector(far).catch_up, told), daemon=True)
        thread.start()
        thread.join(20)
        given_up = [type(one) for one in told]
        proxy.speak_again()
    assert given_up == [StoreUnavailable]


def _told(call: Callable[[], object], told: list[Exception]) -> None:
    """What a call raises, for another thread."""
    try:
        call()
    except Exception as raised:  # noqa: BLE001 - it is told
        told.append(raised)
