"""Views moved on along the log, batch by batch, each batch and the position it leads to in one transaction.

While a batch is being written the next one is folded.  Nothing here outlives
trouble: whoever sees an exception makes a new Follower, which begins from what
the database says.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Final, Self

from ledger.application.ledger import Ledger
from projections import tracking
from projections.batch import Batch
from projections.folding import Folder
from projections.quarantine import Poisoned, is_of_an_event
from projections.seam import View, Writing
from projections.writing import Connection, in_a_pipeline

# Events a transaction.
BATCH: Final = 4000
# So few are written in a pipeline, which seldom waits for the server; COPY is quicker for many.
FEW: Final = 200
# How long one thread may keep the interpreter from another, here and elsewhere.
SWITCH_S: Final = 0.0005
USUAL_SWITCH_S: Final = sys.getswitchinterval()


@contextmanager
def at_full_speed() -> Iterator[None]:
    """Python tuned for two threads at work, one of which waits for the server much of the time.

    No garbage collection: it costs half as much as the work, which leaves no
    cycles behind.  And the interpreter changes hands sooner: else the writing
    thread, each time the server has answered, waits longer for the folding one
    to let go than it waited for the answer.
    """
    collects = gc.isenabled()
    gc.disable()
    sys.setswitchinterval(SWITCH_S)
    try:
        yield
    finally:
        sys.setswitchinterval(USUAL_SWITCH_S)
        if collects:
            gc.enable()


class Follower:
    """Some views of a property, moved on together.  A context: its end waits for what is being written.

    With batches of one event it says which views cannot take in which: Poisoned.
    Unless `funds_known`, how funds stand is not asked of their view but told again.
    """

    def __init__(
        self,
        ledger: Ledger,
        connection: Connection,
        views: Sequence[View],
        batch: int = BATCH,
        *,
        funds_known: bool = True,
    ) -> None:
        self._connection = connection
        self._views = views
        self.batch = batch
        self._folder = Folder(ledger, funds_known=funds_known)
        self._marks = tracking.begin(connection, [view.name for view in views])
        self._read = {name: mark.position for name, mark in self._marks.items()}
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="projector")
        self._writing: Future[None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.shutdown()

    @property
    def position(self) -> int:
        """The position that all of the views have read."""
        return min(self._read.values(), default=0)

    def follow(
        self,
        until: int | None = None,
        goes_on: Callable[[], bool] = lambda: True,
        on_progress: Callable[[int], None] = lambda _: None,
    ) -> bool:
        """Take in all there is, or all up to `until`, as long as it `goes_on`; whether there was anything."""
        found = False
        with at_full_speed():
            while goes_on() and self._steps(until):
                found = True
                on_progress(self.position)
            self._settle()
        return found

    def follow_one(self) -> None:
        """Take in one batch."""
        self._steps(None)
        self._settle()

    def _steps(self, until: int | None) -> bool:
        return any([self._step(group, until) for group in self._groups()])  # noqa: C419 - each has its step

    def _groups(self) -> list[tuple[list[View], int | None]]:
        """The views that stand together, furthest ahead first, each with the position of those before it.

        A view that lags, a new one say, gets a batch for each batch of the
        others and does not hold them up; where it meets them it joins them.
        """
        found: list[tuple[list[View], int | None]] = []
        ahead: int | None = None
        for position in sorted(set(self._read.values()), reverse=True):
            found.append(([view for view in self._views if self._read[view.name] == position], ahead))
            ahead = position
        return found

    def _step(self, group: tuple[list[View], int | None], until: int | None) -> bool:
        views, ahead = group
        bounds = [bound for bound in (until, ahead) if bound is not None]
        after = self._read[views[0].name]
        with self._blaming(views, after):
            batch = self._folder.read(after, self.batch, min(bounds, default=None))
        if batch is None:
            return False
        writings = []
        for view in views:
            with self._blaming([view], after):
                writings.append(view.prepare(batch))
        self._settle()
        self._writing = self._writer.submit(self._write, batch, views, writings)
        for view in views:
            self._read[view.name] = batch.position
        return True

    def _settle(self) -> None:
        """Wait for the batch that is being written; its trouble is ours."""
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.result()

    def _write(self, batch: Batch, views: Sequence[View], writings: Sequence[Writing]) -> None:
        # In a pipeline an error comes with a later statement, maybe another view's.
        few = len(batch.events) <= FEW and self.batch > 1
        with in_a_pipeline(self._connection) if few else self._connection.transaction():
            names = [view.name for view in views]
            tracking.hold(self._connection, {name: self._marks[name] for name in names})
            for view, write in zip(views, writings, strict=True):
                with self._blaming([view], batch.after):
                    write(self._connection)
            moved = tracking.move(self._connection, names, batch.position, batch.after, len(batch.events))
        self._marks |= tracking.marks(moved)

    @contextmanager
    def _blaming(self, views: Sequence[View], after: int) -> Iterator[None]:
        try:
            yield
        except Exception as trouble:
            if self.batch > 1 or not is_of_an_event(trouble):
                raise
            raise Poisoned([view.name for view in views], after, trouble) from trouble
