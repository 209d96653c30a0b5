"""`pitledger serve` as a process on an embedded server of its own, and callers who record over HTTP."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self
from uuid import UUID

import psutil

from api import keys
from ledger.identity import stream_id
from ledger.postgres import embedded
from ledger.settings import Settings
from ledger.store.recorder import LedgerRecorder
from tests.cli.commands import PITLEDGER, environment
from tests.projections.pit import pit_of, table
from tests.scenario import event, opened, placed, round_record

DATE: Final = "2026-11-28"
EVENTS: Final = 3
PAUSE_S: Final = 0.02
STARTS_WITHIN_S: Final = 60
Moment = float


class Service:
    """One property's API as a process, which may be killed and started again on the same port."""

    def __init__(self, home: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.home = home
        self.settings = Settings(_env_file=None, home=home, property="demo")
        embedded.start(home)
        with keys.administration(self.settings) as connection, connection.transaction():
            scopes = ("recording", "reporting", "operations")
            self.key = keys.create(connection, "caller", scopes)[1]
        with pit_of(self.settings) as pit:
            pit.tell(table())
        self.first = self.before = 0
        self.begin()
        self.process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Of what is recorded from now on the rounds have numbers of their own."""
        self.first += 10**8
        with pit_of(self.settings) as pit:
            self.before = len(list(_log(pit.ledger.recorder)))

    def start(self) -> None:
        """Return when it answers."""
        self.process = subprocess.Popen(
            [PITLEDGER, "serve"],
            env=environment(PITLEDGER_HOME=str(self.home), PITLEDGER_PORT=str(self.port)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + STARTS_WITHIN_S
        while self.get("/readyz") is None:
            assert time.monotonic() < deadline, "it does not start"
            time.sleep(PAUSE_S)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def memory_mb(self) -> float:
        assert self.process is not None
        return float(psutil.Process(self.process.pid).memory_info().rss / 2**20)

    def get(self, path: str) -> int | None:
        """The status of an answer, None where nobody listens."""
        talk = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            talk.request("GET", path, headers={"X-API-Key": self.key})
            return talk.getresponse().status
        except OSError:
            return None
        finally:
            talk.close()


@contextmanager
def service(home: Path) -> Iterator[Service]:
    """It serves until the context ends."""
    made = Service(home)
    made.start()
    try:
        yield made
    finally:
        made.kill()


def stream_of(name: int) -> UUID:
    return stream_id("demo", "round", f"T-1/{DATE}/{name}")


class Callers:
    """Callers who record rounds as long as the context lasts, each until it is acknowledged, under one key.

    `statuses` counts all answers, `unheard` requests without one; `answered` has
    the moment and duration of every acknowledgement by caller.
    """

    def __init__(self, served: Service, number: int = 8, first: int = 1) -> None:
        self._served = served
        self._first = first
        self._over = threading.Event()
        self._pool = ThreadPoolExecutor(number)
        self._calling: list[Future[None]] = []
        self.tried: set[int] = set()
        self.acknowledged: set[int] = set()
        self.statuses: Counter[int] = Counter()
        self.without_retry_after = 0
        self.unheard = 0
        self.answered: list[list[tuple[Moment, float]]] = [[] for _ in range(number)]

    def __enter__(self) -> Self:
        self._calling = [self._pool.submit(self._call, caller) for caller in range(len(self.answered))]
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._pool.shutdown()
        for one in self._calling:
            one.result()

    def answered_since(self, moment: Moment, within_s: float) -> float:
        """Wait until every caller was acknowledged something after a moment; how many seconds that took."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            if all(moments and moments[-1][0] > moment for moments in self.answered):
                firsts = (next(at for at, _ in moments if at > moment) for moments in self.answered)
                return max(firsts) - moment
            time.sleep(PAUSE_S)
        raise AssertionError(f"not all were answered within {within_s} s; {self.statuses}")

    def _call(self, caller: int) -> None:
        number = self._served.first + self._first + caller * 100_000
        talk = http.client.HTTPConnection("127.0.0.1", self._served.port, timeout=60)
        while not self._over.is_set():
            self.tried.add(number)
            if self._recorded(talk, caller, number):
                number += 1
        talk.close()

    def _recorded(self, talk: http.client.HTTPConnection, caller: int, number: int) -> bool:
        record = round_record(opened(), placed(1, "main", 25_00), event("closed"), number=number)
        headers = {
            "X-API-Key": self._served.key,
            "Content-Type": "application/json",
            "Idempotency-Key": str(number),
        }
        began = time.monotonic()
        try:
            talk.request("POST", "/v1/records", json.dumps(record), headers)
            answer = talk.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self.unheard += 1
            talk.close()
            self._over.wait(PAUSE_S)
            return False
        self.statuses[answer.status] += 1
        if answer.status == 201:
            self.acknowledged.add(number)
            self.answered[caller].append((time.monotonic(), time.monotonic() - began))
            return True
        self.without_retry_after += answer.headers["Retry-After"] is None
        self._over.wait(PAUSE_S)
        return False


def faults(served: Service, callers: Callers) -> list[str]:
    """What is not as it was promised, each as a sentence."""
    with pit_of(served.settings) as pit:
        stored = pit.ledger.recorder.read_streams([stream_of(number) for number in callers.tried])
        log = len(list(_log(pit.ledger.recorder)))
    found: list[str] = []
    for number in callers.tried:
        events = [one.originator_version for one in stored[stream_of(number)]]
        if events not in ([], [1, 2, 3]):
            found.append(f"{number} has the events {events}")
        if number in callers.acknowledged and not events:
            found.append(f"{number} was acknowledged and is not there")
    ours = sum(len(events) for events in stored.values())
    if ours + served.before != log:
        found.append(f"there are {log} events, of which {ours} were sent")
    return found


def _log(recorder: LedgerRecorder) -> Iterator[int]:
    position = 0
    while page := recorder.read_since(position, 5000):
        yield from (one.id for one in page)
        position = page[-1].id
