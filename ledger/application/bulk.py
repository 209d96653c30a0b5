"""Many records: read, folded and judged in processes beside the one that writes.

A worker drafts: it plans a chunk of records as if none of them were stored, by
the registrations of a moment.  The writing process takes the drafts in the
order of the input and appends each if it still holds; where it does not, or
where a worker is not sure, not ready or dead, the chunk is recorded here as
any other.  So workers change how fast it goes and nothing else: answers, their
order and what is stored are those of `Ledger.record_all`.

A worker lives as long as the pipe from here: it leaves Ctrl-C to us, and ends
when we do, however we end.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import chain, islice
from multiprocessing.connection import Connection
from typing import Final, NamedTuple, Self

from ledger.application.drafting import Document, Draft, carry_out, draft
from ledger.application.ledger import Ledger, Receipt
from ledger.application.planning import Request
from ledger.errors import Unavailable
from ledger.postgres.connect import Role
from ledger.store.factory import open_recorder, url_of

# Records in a commit: some 1,200 events, for which the lock is held some ten milliseconds.
CHUNK: Final = 20
# From here on it pays to start workers: about a second's work, as long as they take to be ready.
MANY: Final = 500
# One a core: the writing process and the server together take half of one, and a draft may wait for them.
WORKERS: Final = min(4, os.cpu_count() or 1)
# Forked from a process that has imported this module and no more: a second's work for each by itself.
STARTING: Final = multiprocessing.get_context("forkserver")
STARTING.set_forkserver_preload([__name__])


class Worker:
    """A process that drafts, one chunk at a time."""

    def __init__(self, url: str, property_name: str) -> None:
        self._pipe, theirs = STARTING.Pipe()
        self._process = STARTING.Process(target=work, args=(theirs, url, property_name), daemon=True)
        # Inherited: until it has said so itself, Ctrl-C is nothing to it either.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        theirs.close()
        self._ready = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.close()
        self._process.join()

    @property
    def ready(self) -> bool:
        """Whether it can be asked; it says so once, by itself."""
        if not self._ready and self._pipe.poll():
            with suppress(EOFError, OSError):
                self._ready = self._pipe.recv()
        return self._ready

    def ask(self, chunk: Sequence[Document], request: Request) -> bool:
        """Have a chunk drafted; whether it was taken."""
        try:
            self._pipe.send((chunk, request))
        except OSError:
            self._ready = False
        return self._ready

    def answer(self) -> Draft | None:
        """The draft of what was asked; None where there is none, and where the worker died over it."""
        drafted: Draft | None = None
        try:
            drafted = self._pipe.recv()
        except (EOFError, OSError):
            self._ready = False
        return drafted


def work(pipe: Connection, url: str, property_name: str) -> None:
    """Draft what comes through a pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    ledger = Ledger(open_recorder(url, property=property_name, role=Role.READER), property_name)
    # A draft is ten thousand objects and no cycle: the collector would go through them for nothing.
    gc.freeze()
    gc.disable()
    with suppress(EOFError, OSError):
        pipe.send(obj=True)
        while True:
            pipe.send(_draft(ledger, *pipe.recv()))
            gc.collect()
    ledger.close()


def _draft(ledger: Ledger, chunk: Sequence[Document], request: Request) -> Draft | None:
    try:
        return draft(ledger, chunk, request)
    except Unavailable:
        return None


class Asked(NamedTuple):
    """A chunk under way, for whom, its worker, and whether that was asked to draft it."""

    chunk: list[Document]
    request: Request
    worker: Worker
    taken: bool


class Bulk:
    """Records documents for one principal, with workers where they are many.

    `drafted` counts the chunks that were appended as a worker drafted them.
    Where nobody reads what is found, rounds need not be `judged`.
    """

    def __init__(self, ledger: Ledger, *, by: str, enforce: bool = False, judged: bool = True) -> None:
        self._ledger = ledger
        self._by = by
        self._enforce = enforce
        self._judged = judged
        self._fresh = True
        self.drafted = 0

    def record(
        self, documents: Iterable[Document], *, workers: int = WORKERS
    ) -> Generator[Receipt, None, None]:
        """A receipt for each, in order, as `Ledger.record_all` gives them.

        It reads ahead by a chunk for each worker.  Raises StoreUnavailable.
        """
        left = iter(documents)
        yield from self._here(islice(left, MANY if workers else None))
        chunks = iter(lambda: list(islice(left, CHUNK)), [])
        first = next(chunks, None)
        if first is None:
            return
        url = url_of(self._ledger.recorder)
        with ExitStack() as stack:
            started = [stack.enter_context(Worker(url, self._ledger.property)) for _ in range(workers)]
            yield from self._with_workers(chain([first], chunks), started)

    def _with_workers(self, chunks: Iterator[list[Document]], workers: Sequence[Worker]) -> Iterator[Receipt]:
        """Each worker has one chunk at a time, and the next before its draft is appended."""
        under_way = deque(self._asked(chunk, worker) for worker, chunk in zip(workers, chunks, strict=False))
        while under_way:
            chunk, request, worker, taken = under_way.popleft()
            drafted = worker.answer() if taken else None
            under_way.extend(self._asked(following, worker) for following in islice(chunks, 1))
            receipts = None if drafted is None else carry_out(self._ledger, drafted, chunk, request)
            if receipts is None:
                yield from self._here(chunk)
            else:
                self.drafted += 1
                yield from receipts

    def _asked(self, chunk: list[Document], worker: Worker) -> Asked:
        """Ask for a draft, but not of what seems to be stored already: that is looked up, not judged."""
        request = Request(self._by, self._ledger.clock(), self._enforce, judged=self._judged)
        return Asked(chunk, request, worker, self._fresh and worker.ready and worker.ask(chunk, request))

    def _here(self, documents: Iterable[Document]) -> Iterator[Receipt]:
        for receipt in self._ledger.record_all(
            documents, by=self._by, enforce=self._enforce, fresh=self._fresh, judged=self._judged
        ):
            self._fresh = receipt.status == "appended"
            yield receipt
