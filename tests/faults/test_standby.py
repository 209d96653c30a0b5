"""A server whose commits wait for a copy: nothing acknowledged is lost with it, whatever ends the wait."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ledger.errors import StoreUnavailable
from ledger.postgres import datastore, embedded
from tests.faults.appending import answer, faults, sent
from tests.faults.forms import ANSWERS_WITHIN_S, forms
from tests.faults.load import Load, recorders

COPY = "the copy"


@pytest.fixture
def copy_home(ledger_home: Path) -> Iterator[Path]:
    """The home of a copy of the server under `ledger_home`, which it follows and which must confirm."""
    url = embedded.start(ledger_home).url
    home = ledger_home.with_name("copy")
    place = embedded._Place(home / "postgres")
    with embedded._alone(place):
        followed = make_conninfo(url, dbname="", application_name=COPY)
        embedded._run(
            place, "pg_basebackup", "-d", followed, "-D", "data", "-R", "-X", "stream", "-c", "fast"
        )
    assert embedded.start(home).started
    _demand(url, f'"{COPY}"')
    try:
        yield home
    finally:
        embedded.stop(home)


def _demand(url: str, names: str) -> None:
    """Let commits wait for copies of those names, from when this returns."""
    with psycopg.connect(url, autocommit=True) as administrator:
        administrator.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'".encode())
        administrator.execute("SELECT pg_reload_conf()")
        state = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        while administrator.execute(state).fetchone() != (1,):
            time.sleep(0.05)


def _either(*homes: Path) -> str:
    """Whichever of the servers may be written to."""
    known = [conninfo_to_dict(server.url) for home in homes if (server := embedded.status(home)) is not None]
    together = {name: ",".join(str(one[name]) for one in known) for name in ("host", "port")}
    return make_conninfo(
        "", user=embedded.USER, dbname=embedded.DATABASE, target_session_attrs="read-write", **together
    )


@contextmanager
def _frozen(home: Path) -> Iterator[None]:
    """Nothing of a server moves meanwhile."""
    server = embedded.status(home)
    assert server is not None
    postmaster = psutil.Process(server.pid)
    postmaster.suspend()
    whole = [postmaster, *postmaster.children()]
    _each(whole, psutil.Process.suspend)
    try:
        yield
    finally:
        _each(whole, psutil.Process.resume)


def _each(processes: list[psutil.Process], what: Callable[[psutil.Process], None]) -> None:
    """Do that to all of them that are still there: some of a server's processes come and go."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            what(process)


def _once_it_waits(url: str, end: str) -> None:
    """End the wait of a commit for its copy."""
    with psycopg.connect(url, autocommit=True) as administrator:
        statement = f"SELECT {end}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        while administrator.execute(statement.encode()).fetchone() is None:
            time.sleep(0.02)


def test_a_wait_for_the_copy_that_is_broken_off_is_not_taken_for_its_confirmation(ledger_home, copy_home):
    url = embedded.start(ledger_home).url
    acknowledged: dict[str, int] = {}
    with recorders(url, 1) as (recorder,), ThreadPoolExecutor(2) as pool:
        for first, end in ((1, "pg_terminate_backend"), (3, "pg_cancel_backend")):
            with _frozen(copy_home):
                appended = pool.submit(recorder.append, [sent(end)], answer(end))
                _once_it_waits(url, end)
                _until_it_is_stored(url, end)
                # It is stored here by now; whoever asks for it waits as the one who sent it does.
                replayed = pool.submit(recorder.remembered, "writer", end)
                assert not _done_within(0.5, appended, replayed)
            assert (appended.result(), replayed.result()) == (first, answer(end))
            acknowledged[end] = first
            assert faults(recorder, acknowledged, acknowledged) == [], end


def _until_it_is_stored(url: str, key: str) -> None:
    """Wait until everybody sees it, who may then believe it to be safe."""
    with psycopg.connect(url, autocommit=True) as administrator:
        statement = "SELECT FROM demo.idempotency_keys WHERE key = %s"
        while administrator.execute(statement, [key]).fetchone() is None:
            time.sleep(0.02)


def _done_within(seconds: float, *asked: Future[Any]) -> bool:
    time.sleep(seconds)
    return any(one.done() for one in asked)


@forms("writing_s", quick=0.3, full=20)
def test_when_the_copy_takes_over_all_that_was_acknowledged_is_there_and_nothing_is_at_the_old(
    ledger_home, copy_home, writing_s, monkeypatch, *, slack, counted
):
    monkeypatch.setattr(datastore, "APPENDED_S", 3.0)
    url = _either(ledger_home, copy_home)
    with recorders(url, 2) as opened, Load(opened) as load:
        load.answered_since(time.monotonic() + writing_s, 60)
        old = embedded.status(ledger_home)
        assert old is not None
        os.kill(old.pid, signal.SIGKILL)
        embedded._control(embedded._Place(copy_home / "postgres"), "promote")
        took_s = load.answered_since(time.monotonic(), 20)
    # The old one comes back and believes to be the one: its commits wait for a copy that it has no more.
    old_url = embedded.start(ledger_home).url
    monkeypatch.setattr(datastore, "PATIENCE_S", 0.0)
    with recorders(old_url, 1) as (astray,), pytest.raises(StoreUnavailable):
        astray.append([sent("astray")], answer("astray"))
    with recorders(embedded.start(copy_home).url, 1) as (recorder,):
        assert faults(recorder, load.tried, load.acknowledged) == []
    assert took_s < ANSWERS_WITHIN_S * slack
    counted(acknowledged=len(load.acknowledged), takeover_s=took_s)
