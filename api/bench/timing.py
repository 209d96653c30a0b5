"""Measuring: interleaved runs, medians with their spread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

Work = TypeVar("Work")


@dataclass(frozen=True, slots=True)
class Rate:
    """Work a second over several runs: the median, the least and the most."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, rates: Sequence[float]) -> Rate:
        """The rate of runs measured apart."""
        return cls(statistics.median(rates), min(rates), max(rates))


@dataclass(frozen=True, slots=True)
class Turn:
    """A stretch of time in which callers do as much as they can; long beside what starting them takes."""

    ends: float

    @classmethod
    def begun(cls, seconds: float = 1.5) -> Turn:
        """One that begins now."""
        return cls(time.perf_counter() + seconds)

    def lasts(self) -> bool:
        """Whether there is time for more."""
        return time.perf_counter() < self.ends


class Watch:
    """Counts the processor's time of this thread while it is held, less what reading the clock takes."""

    def __init__(self) -> None:
        self._counted = self._since = self._own = 0.0
        self._held = 0
        self._own = min(self._empty() for _ in range(9))
        self._counted, self._held = 0.0, 0

    def __enter__(self) -> None:
        self._held += 1
        self._since = time.thread_time()

    def __exit__(self, *_: object) -> None:
        self._counted += time.thread_time() - self._since

    def counted(self) -> float:
        """Seconds counted so far."""
        return self._counted - self._held * self._own

    def _empty(self) -> float:
        """Seconds counted each time that it is held for nothing."""
        self._counted, self._held = 0.0, 0
        for _ in range(1000):
            with self:
                pass
        return self._counted / self._held


def interleaved(
    works: Sequence[Callable[[], int]], repeats: int, clock: Callable[[], float] = time.perf_counter
) -> list[Rate]:
    """Run each work in turn, A B A B, and give the rate of each.  A work returns how much it did."""
    rates: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for index, work in enumerate(works):
            started = clock()
            done = work()
            rates[index].append(done / (clock() - started))
    return [Rate.of(found) for found in rates]


def side_by_side(callers: int, call: Callable[[Work], int], works: Sequence[Work]) -> int:
    """Run `call` on each work in as many threads at once; the sum of what they did."""
    with ThreadPoolExecutor(callers) as pool:
        return sum(pool.map(call, works))


def percentile(sorted_values: Sequence[float], share: float) -> float:
    """The value below which a share of the sorted values lies."""
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]
