"""Connections break under writers at any moment: every append is answered, stored once, and none is lost."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg

from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder
from tests.faults.appending import answer, faults, sent
from tests.faults.forms import forms
from tests.faults.load import WRITERS
from tests.postgres.proxy import SeveringProxy


@forms("terminations", quick=8, full=20)
def test_the_appending_backend_is_ended_again_and_again_under_eight_writers(
    recorder, other, database_url, *, seed, terminations, counted
):
    chance = random.Random(seed)
    over = threading.Event()

    def write(writer: int) -> dict[str, int]:
        mine: LedgerRecorder = (recorder, other)[writer % 2]
        acknowledged: dict[str, int] = {}
        while not over.is_set():
            name = f"{writer}/{len(acknowledged)}"
            acknowledged[name] = mine.append([sent(name)], answer(name))
        return acknowledged

    with ThreadPoolExecutor(WRITERS) as pool, psycopg.connect(database_url, autocommit=True) as superuser:
        writers = [pool.submit(write, writer) for writer in range(WRITERS)]
        for _ in range(terminations):
            threading.Event().wait(chance.random() / 10)
            superuser.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'SELECT append_events%'"
            )
        over.set()
        acknowledged = {name: first for writer in writers for name, first in writer.result().items()}
    assert len(acknowledged) >= WRITERS
    assert faults(recorder, acknowledged, acknowledged) == []
    counted(terminations=terminations, acknowledged=len(acknowledged))


@forms("losses", quick=12, full=500)
def test_acknowledgements_lost_after_commit_are_successes_of_whoever_waited(
    database_url, seed, losses, counted
):
    chance = random.Random(seed)
    with SeveringProxy(database_url) as proxy:
        far = open_recorder(proxy.url, property="demo")
        with far.datastore, ThreadPoolExecutor(WRITERS) as pool:

            def write(name: str) -> tuple[str, int]:
                return name, far.append([sent(name)], answer(name))

            acknowledged: dict[str, int] = {}
            for loss in range(losses):
                names = [f"{loss}/{caller}" for caller in range(WRITERS)]
                proxy.lose_answer_to(f"{loss}/{chance.randrange(WRITERS)}".encode())
                acknowledged |= dict(pool.map(write, names))
            assert proxy.severed == losses
            assert len(acknowledged) == losses * WRITERS
            assert faults(far, acknowledged, acknowledged) == []
    counted(lost=losses, acknowledged=len(acknowledged))
