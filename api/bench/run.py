"""A whole run of the bench: its rows, and the machine and durability they hold for."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from api.bench import appending, judging, reading, sealing
from api.bench.growing import growth
from api.bench.material import Material
from api.bench.place import durability, place
from api.bench.result import Row
from api.bench.stock import stock_application
from api.bench.uma import uma
from ledger.application.opening import open_ledger
from ledger.postgres.connect import database_url
from ledger.settings import Settings
from projections.views import open_views

REPEATS = 5


def machine(url: str) -> dict[str, Any]:
    """What the figures hold for."""
    return {
        "cores": os.cpu_count(),
        "processor": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        **durability(url),
    }


def run(settings: Settings, *, events: int, describe: Callable[[dict[str, Any]], None]) -> Iterator[Row]:
    """The rows as they are measured, on a database of their own; `describe` is told the machine first."""
    material = Material.prepared()
    with place(settings) as (placed, url):
        describe(machine(url))
        with open_ledger(placed) as ledger, stock_application(url) as stock, uma() as other:
            for registration in material.registrations:
                assert ledger.record(registration, by="bench").status == "appended"
            yield from judging.adjudication(material, REPEATS)
            for callers in (8, 32):
                yield from appending.single_commands(ledger, (stock, other), material, callers, REPEATS)
            yield from appending.whole_rounds(ledger, stock, material, REPEATS)
            yield from appending.bulk(ledger, url, material, events)
            yield reading.catch_up(placed)
            yield from sealing.sealing(placed)
            yield reading.visible(placed, ledger, material)
            keys = recorded_keys(placed)
            yield from reading.looking_up(placed, ledger, keys, keys[0].partition("/")[0])


def at_scale(
    settings: Settings, sizes: Sequence[int], *, describe: Callable[[dict[str, Any]], None]
) -> Iterator[Row]:
    """The rows of growth, on data sets that are kept."""
    describe(machine(database_url(settings)))
    yield from growth(settings, sizes)


def recorded_keys(settings: Settings) -> list[str]:
    """Keys of some rounds recorded in this run."""
    with open_views(settings) as views:
        return [f"{one.table}/{one.gaming_date}/{one.number}" for one in views.rounds(limit=200).rounds]
