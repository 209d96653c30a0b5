"""Writers at work while something breaks: each sends an append again until it hears of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Self

from ledger.errors import StoreBusy, StoreUnavailable
from ledger.store.appends import KeyTaken
from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder
from tests.faults.appending import answer, sent

WRITERS = 8
PAUSE_S = 0.02
Moment = float


@contextmanager
def recorders(url: str, number: int) -> Iterator[list[LedgerRecorder]]:
    """As many processes' recorders: each has a queue of its own."""
    with ExitStack() as stack:
        opened = [open_recorder(url, property="demo") for _ in range(number)]
        for one in opened:
            stack.enter_context(one.datastore)
        yield opened


class Load:
    """Eight writers for as long as the context lasts.

    `acknowledged` has the first position of each name, None where a later
    attempt heard that an earlier one had stored it.  `answered` has the moments
    of all answers by writer, `refused` those of refusals; any other error is raised at the end.
    """

    def __init__(self, opened: Sequence[LedgerRecorder], writers: int = WRITERS, prefix: str = "") -> None:
        self._opened = opened
        self._prefix = prefix
        self._over = threading.Event()
        self._pool = ThreadPoolExecutor(writers)
        self._writers: list[Future[None]] = []
        self.tried: set[str] = set()
        self.acknowledged: dict[str, int | None] = {}
        self.answered: list[list[Moment]] = [[] for _ in range(writers)]
        self.refused: list[Moment] = []

    def __enter__(self) -> Self:
        self._writers = [self._pool.submit(self._write, writer) for writer in range(len(self.answered))]
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._pool.shutdown()
        for writer in self._writers:
            writer.result()

    def answered_since(self, moment: Moment, within_s: float) -> float:
        """Wait until each writer was answered after a moment; how many seconds that took."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            last = [moments[-1] if moments else 0.0 for moments in self.answered]
            if min(last) > moment:
                return max(next(at for at in moments if at > moment) for moments in self.answered) - moment
            time.sleep(PAUSE_S)
        raise AssertionError(f"not all were answered within {within_s} s; {len(self.refused)} refusals")

    def _write(self, writer: int) -> None:
        recorder = self._opened[writer % len(self._opened)]
        number = 0
        while not self._over.is_set():
            self._append(recorder, writer, f"{self._prefix}{writer}/{number}")
            number += 1

    def _append(self, recorder: LedgerRecorder, writer: int, name: str) -> None:
        self.tried.add(name)
        while True:
            try:
                self.acknowledged[name] = recorder.append([sent(name)], answer(name))
            except KeyTaken:
                self.acknowledged[name] = None
            except (StoreUnavailable, StoreBusy):
                self.refused.append(time.monotonic())
                if self._over.wait(PAUSE_S):
                    return
                continue
            self.answered[writer].append(time.monotonic())
            return
