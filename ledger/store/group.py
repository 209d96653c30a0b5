"""Group commit: callers queue, one of them commits for all that wait, and each gets its own answer.

There is no thread of its own.  Whoever comes while nobody leads, leads: takes
what waits, commits it, and gives the lead to the first of those who came
meanwhile.  So one caller alone pays for no switch of threads, and under load a
commit carries as many appends as came during the one before.  Whoever leads is
the first of its group; each member wakes the next.

The queue is first come, first served and has an end: who finds it full is told
so at once.  Two appends that touch one stream or one key never share a commit;
the later waits for the next, where it meets what the earlier one left.  Where
the server does not answer, whoever waited behind that commit has waited as
long, and is told so with it: else a stream's callers would wait in turn.

What becomes of a caller: it joins; its `turn` opens once, by `wake`; it then
leads, which answers itself and its group, or finds its answer; it wakes the
`next` of its group.  One that was interrupted is `gone` and does the last all
the same.  The state is locked but for the commit itself.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from ledger.errors import StoreBusy, StoreUnavailable
from ledger.store.appends import Batch

# Callers who may wait; more would wait longer than they have patience.
QUEUE: Final = 512
# Events in a shared commit, so that the lock is held for some milliseconds; one caller's append is never cut.
GROUP_EVENTS: Final = 1000
# Where a commit is quicker than this, waiting for company costs more than it saves.
SLOW_S: Final = 0.0002
# The longest wait for company.
LINGER_S: Final = 0.002


def _locked() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(eq=False, slots=True)
class Waiting:
    """One caller's append on its way: its position when it is stored, or why it was not."""

    batch: Batch
    first: int | None = None
    refusal: Exception | None = None
    # Open when its caller has something to do: lead, or take the answer and wake the next of the group.
    turn: threading.Lock = field(default_factory=_locked)
    next: Waiting | None = None
    leads: bool = False
    woken: bool = False
    gone: bool = False

    def answer(self) -> int:
        """The position of its first event, or its refusal raised."""
        if self.refusal is not None:
            raise self.refusal
        assert self.first is not None, "whose turn it is has an answer"
        return self.first

    def wake(self) -> None:
        """Give its caller the turn, once."""
        if not self.woken:
            self.woken = True
            self.turn.release()


class GroupCommit:
    """The queue before one property's lock.  Threads share it; `commit` answers all that it is given."""

    def __init__(self, commit: Callable[[Sequence[Waiting]], None], *, limit: int = QUEUE) -> None:
        self._commit = commit
        self._limit = limit
        self._state = threading.Lock()
        self._company = threading.Condition(self._state)
        self._queue: deque[Waiting] = deque()
        self._led = False
        self._closed = False
        self._carried = 1
        self._took_s = 0.0

    def append(self, batch: Batch) -> int:
        """Store a batch, with others or alone; the position of its first event.

        Raises StoreBusy where too many wait, else what `commit` refuses it with.
        """
        mine = Waiting(batch)
        try:
            self._join(mine)
            mine.turn.acquire()
            if mine.leads:
                self._lead()
            with self._state:
                self._wake_after(mine)
        except BaseException:
            self._leave(mine)
            raise
        return mine.answer()

    def close(self) -> None:
        """Take nothing more, and return when all that waited is answered."""
        with self._state:
            self._closed = True
            self._company.wait_for(lambda: not self._led)

    def _join(self, mine: Waiting) -> None:
        with self._state:
            if self._closed:
                raise StoreUnavailable(detail="the ledger is being closed")
            if len(self._queue) >= self._limit:
                raise StoreBusy(waiting=len(self._queue))
            self._queue.append(mine)
            if not self._led:
                self._appoint()
            elif len(self._queue) == self._carried:
                self._company.notify_all()

    def _leave(self, mine: Waiting) -> None:
        """A caller was interrupted: nobody may wait for it to lead, or to wake the next."""
        with self._state:
            mine.gone = True
            if mine in self._queue:
                self._queue.remove(mine)
                if mine.leads:
                    self._appoint()
            if mine.woken:
                self._wake_after(mine)

    def _appoint(self) -> None:
        """Give the lead to the first who waits, or to nobody.  Called with the state locked, as the next."""
        self._led = bool(self._queue)
        if self._led:
            self._queue[0].leads = True
            self._queue[0].wake()
        else:
            self._company.notify_all()

    def _wake_after(self, mine: Waiting) -> None:
        """Wake the next of a group: woken all at once they would fight for the interpreter."""
        after = mine.next
        while after is not None and after.gone:
            after = after.next
        if after is not None:
            after.wake()

    def _lead(self) -> None:
        """Commit once, for oneself and all who came, and pass the lead on whatever happens."""
        group: list[Waiting] = []
        try:
            with self._state:
                self._linger()
                passed = self._take(group)
            started = time.perf_counter()
            self._commit(group)
            self._took_s = (self._took_s + time.perf_counter() - started) / 2
            with self._state:
                self._give_up(group, passed)
        finally:
            for one in group:
                if one.first is None and one.refusal is None:
                    one.refusal = StoreUnavailable(detail="the commit was broken off")
            with self._state:
                for one, after in pairwise(group):
                    one.next = after
                self._carried = len(group)
                self._appoint()

    def _linger(self) -> None:
        """Wait a moment for those answered last, who may be on their way back, where a commit is slow."""
        if self._took_s > SLOW_S and len(self._queue) < self._carried:
            self._company.wait_for(
                lambda: len(self._queue) >= self._carried, timeout=min(self._took_s / 2, LINGER_S)
            )

    def _give_up(self, group: list[Waiting], passed: Sequence[Waiting]) -> None:
        """Where a commit waited for the server in vain, refuse those too who waited behind it."""
        vain = group[0].refusal
        if isinstance(vain, StoreUnavailable):
            for one in passed:
                if not one.gone:
                    self._queue.remove(one)
                    one.refusal = StoreUnavailable(detail=vain.facts["detail"])
                    group.append(one)

    def _take(self, group: list[Waiting]) -> list[Waiting]:
        """Move the first of the queue into a group, and after it what may share its commit, in order.

        Those that may not stay where they are: they are what is given back.
        """
        claimed: set[object] = set()
        passed: list[Waiting] = []
        events = 0
        while self._queue:
            one = self._queue[0]
            events += len(one.batch.ids)
            if group and events > GROUP_EVENTS:
                break
            self._queue.popleft()
            claims = one.batch.claims()
            # An append of the library's own says nothing of what it continues, so that it goes alone.
            shares = bool(one.batch.believed) and claimed.isdisjoint(claims)
            claimed |= claims
            (group if shares or not group else passed).append(one)
            if not group[0].batch.believed:
                break
        self._queue.extendleft(reversed(passed))
        return passed
