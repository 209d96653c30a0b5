"""Bench rows of the read side: catching up, becoming visible, looking things up."""

from __future__ import annotations

import threading
import time

from api.bench.material import Material
from api.bench.result import Row, row
from api.bench.timing import Rate, percentile
from ledger.application.ledger import Ledger
from ledger.settings import Settings
from projections.runner import Projector
from projections.views import open_views

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
    for registration in material.registrations:
        assert ledger.record(registration, by="bench").problem is None
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
                while views.reached().position < head:
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
