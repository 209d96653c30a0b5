"""A whole run of the bench: its rows, and the machine and durability they hold for."""

from __future__ import annotations

import inspect
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from api.bench import appending, importing, judging, reading, sealing
from api.bench.growing import growth
from api.bench.material import Material
from api.bench.message_db import message_db
from api.bench.place import durability, place
from api.bench.result import Row
from api.bench.scale import Month, kept
from api.bench.stock import stock_application
from api.bench.uma import uma
from ledger.application.bulk import WORKERS
from ledger.application.opening import open_ledger
from ledger.postgres.connect import database_url
from ledger.rounds.state import evolve
from ledger.settings import Settings

REPEATS = 5


def machine(url: str) -> dict[str, Any]:
    """What the figures hold for."""
    return {
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "fold, book and rules": "interpreted" if inspect.isfunction(evolve) else "compiled",
        **durability(url),
    }


def run(settings: Settings, *, events: int, describe: Callable[[dict[str, Any]], None]) -> Iterator[Row]:
    """The rows as they are measured, on databases of their own; `describe` is told the machine first.

    `events` are those of the larger of the two months that are imported; the
    smaller has a tenth of them.
    """
    material = Material.prepared()
    with place(settings) as (placed, url):
        describe(machine(url))
        yield from judging.adjudication(material, REPEATS)
        yield from _writing(placed, url, material)
    months: list[tuple[Settings, Month]] = []
    with ExitStack() as kept_until_the_end:
        for month, workers in ((Month(events // 10).prepared(), 0), (Month(events).prepared(), WORKERS)):
            placed, url = kept_until_the_end.enter_context(place(settings))
            yield importing.imported(placed, url, month, workers=workers)
            yield reading.catch_up(placed)
            months.append((placed, month))
        yield from growth(months)
        with open_ledger(months[0][0]) as ledger:
            yield reading.visible(months[0][0], ledger, material)
        yield from sealing.sealing(months[-1][0])


def _writing(placed: Settings, url: str, material: Material) -> Iterator[Row]:
    """Single commands and whole rounds, in a ledger of which no view is made."""
    with (
        open_ledger(placed) as ledger,
        stock_application(url) as stock,
        uma() as other,
        message_db(placed) as another,
    ):
        for registration in material.registrations:
            assert ledger.record(registration, by="bench").status == "appended"
        for callers in appending.MARKS:
            peers = appending.Peers(stock, other, another)
            yield from appending.single_commands(ledger, peers, material, callers, REPEATS)
        yield from appending.whole_rounds(ledger, stock, material, REPEATS)


def at_scale(
    settings: Settings, sizes: Sequence[int], *, describe: Callable[[dict[str, Any]], None]
) -> Iterator[Row]:
    """The rows of growth, on data sets that are kept."""
    describe(machine(database_url(settings)))
    yield from growth([(kept(settings, month), month) for month in map(Month, sorted(sizes))])
