"""Bench rows of growth: the same questions to a month of a few tables and to one of two hundred."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from datetime import time as time_of_day
from typing import Final

from api.bench.result import Peer, Row, row
from api.bench.scale import Month, kept
from api.bench.timing import Rate, percentile
from ledger.settings import Settings
from ledger.simulate.chance import Chance
from projections.views import Views, open_views

LOOKS: Final = 400
DAYS: Final = 20  # gaming dates reconciled
LOOK_MARK: Final = "p99 ≤ 1.5 × the smaller, ≤ 3 ms"
DAY_MARK: Final = "≤ 1,000 ms"


def growth(settings: Settings, sizes: Sequence[int]) -> Iterator[Row]:
    """The questions at each size, each beside itself at the smallest."""
    least: Mapping[str, Rate] = {}
    for size in sorted(sizes):
        month = Month(size)
        with kept(settings, month) as placed, open_views(placed) as views:
            head = views.ledger.recorder.head()
            found = {what: _timed(ask, looks) for what, ask, looks in _questions(views, month, head)}
        for what, rate in found.items():
            peer = Peer("at the smallest", least[what]) if what in least else None
            mark = DAY_MARK if "reconcile" in what else LOOK_MARK
            yield row(f"{what}, {head:,} events, p99 (least: p50)", "ms", rate, peer=peer, mark=mark)
        least = least or found


def _questions(views: Views, month: Month, head: int) -> list[tuple[str, Callable[[Chance], object], int]]:
    """What is asked, each time of another table and date, and how often."""

    def round_of(chance: Chance) -> object:
        table = chance.pick(month.tables)
        number = 1 + chance.below(month.rounds(table))
        return views.ledger.round(f"{table}/{chance.pick(month.dates)}/{number}")

    def as_of(chance: Chance) -> object:
        return views.tray(chance.pick(month.tables), as_of=1 + chance.below(head))

    def at(chance: Chance) -> object:
        hour = time_of_day(1 + chance.below(8), chance.below(60), tzinfo=UTC)
        return views.tray(chance.pick(month.tables), at=datetime.combine(chance.pick(month.dates), hour))

    def day(chance: Chance) -> object:
        return views.reconcile(chance.pick(month.dates))

    return [
        ("rebuild one round", round_of, LOOKS),
        ("tray as of a position", as_of, LOOKS),
        ("tray at an instant", at, LOOKS),
        ("reconcile a gaming date of the property", day, DAYS),
    ]


def _timed(ask: Callable[[Chance], object], looks: int) -> Rate:
    chance = Chance("growth")
    waits: list[float] = []
    for _ in range(looks):
        started = time.perf_counter()
        ask(chance)
        waits.append((time.perf_counter() - started) * 1000)
    waits.sort()
    return Rate(percentile(waits, 0.99), percentile(waits, 0.5), waits[-1])
