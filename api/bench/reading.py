"""Bench rows of the read side: catching up, becoming visible, looking things up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from api.bench.material import Material
from api.bench.result import Row, row
from api.bench.timing import Rate, percentile
from ledger.application.ledger import Ledger
from ledger.settings import Settings
from projections.runner import Projector
from projections.views import open_views

LOOKS = 300
SINGLE_ROUNDS = 150


def catch_up(settings: Settings) -> Row:
    """All views over all that is recorded, the recorder idle."""
    started = time.perf_counter()
    head = Projector(settings).catch_up()
    rate = head / (time.perf_counter() - started)
    return row(
        f"projection catch-up, all views, {head:,} events", "events/s", Rate.of([rate]), mark="≥ 40,000"
    )


def visible(settings: Settings, ledger: Ledger, material: Material) -> Row:
    """From an append's return until the view has it, a projector running; rounds come one by one."""
    stop = threading.Event()
    projector = threading.Thread(target=Projector(settings).run, args=(stop,))
    projector.start()
    waits: list[float] = []
    try:
        with open_views(settings) as views:
            supply = material.rounds()
            for _ in range(SINGLE_ROUNDS):
                ledger.record(next(supply)[0], by="bench")
                appended = time.perf_counter()
                head = ledger.recorder.head()
                while min(status.position for status in views.status()) < head:
                    pass
                waits.append((time.perf_counter() - appended) * 1000)
                time.sleep(0.005)
    finally:
        stop.set()
        projector.join()
    waits.sort()
    p50, p99 = percentile(waits, 0.5), percentile(waits, 0.99)
    spread = Rate(p50, waits[0], p99)
    return row("append to visible, p50 (most: p99)", "ms", spread, mark="p50 ≤ 5 ms, p99 ≤ 15 ms")


def looking_up(settings: Settings, ledger: Ledger, keys: list[str], table: str) -> list[Row]:
    """Rebuild a hand; the tray as of a position."""
    head = ledger.recorder.head()
    with open_views(settings) as views:
        return [
            _timed("rebuild one round, p50 (most: p99)", lambda n: ledger.round(keys[n % len(keys)])),
            _timed(
                "tray as of a position, p50 (most: p99)", lambda n: views.tray(table, as_of=head - n % head)
            ),
        ]


def _timed(what: str, look: Callable[[int], object]) -> Row:
    waits: list[float] = []
    for number in range(LOOKS):
        started = time.perf_counter()
        look(number * 7919)
        waits.append((time.perf_counter() - started) * 1000)
    waits.sort()
    spread = Rate(percentile(waits, 0.5), waits[0], percentile(waits, 0.99))
    return row(what, "ms", spread, mark="p99 ≤ 3 ms without HTTP")
