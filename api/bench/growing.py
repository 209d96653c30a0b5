"""Bench rows of growth: the same questions to a month of a few tables and to one of two hundred."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from datetime import time as time_of_day
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from api.bench.result import Peer, Row, row
from api.bench.scale import ROUNDS_A_DECK, Month
from api.bench.timing import Rate, percentile
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings
from ledger.simulate.chance import Chance
from projections.decks.impact import Fault
from projections.views import Views, open_views

LOOKS: Final = 2000
WARMING: Final = 50  # first looks, not counted: a service keeps its connections, and what is prepared on them
SEVERAL: Final = 20  # looks at a whole gaming date, a whole deck
FEW: Final = 5  # looks at a whole month
LOOK_MARK: Final = "p99 ≤ 1.5 × the smaller, ≤ 3 ms"
LONG_MARK: Final = "≤ 1,000 ms"
FLAT_MARK: Final = "the same"
SIZE: Final = "database, events and views, for each event"
MEMORY: Final = "memory to write the month's master game report as XLSX"
# Runs a command and says the most memory that it had.  A process of its own, as small as can be: a command
# counts with what it was begun from.
MEASURING: Final = (
    "import os, sys; begun = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:]);"
    " _, status, used = os.wait4(begun, 0); print(used.ru_maxrss);"
    " sys.exit(os.waitstatus_to_exitcode(status))"
)
# What must take as long among many events as among few.
AT_ONCE: Final = ("rebuild one round", "tray as of a position", "tray at an instant")


@dataclass
class Growth:
    """The questions to months of several sizes, each beside itself at the first, the smallest."""

    _least: dict[str, Rate] = field(default_factory=dict)

    def rows(self, settings: Settings, month: Month) -> Iterator[Row]:
        """The questions to a month that is recorded, its views caught up."""
        with open_views(settings) as views:
            head = views.ledger.recorder.head()
            found = {
                what: _timed(ask, looks, warming)
                for what, ask, looks, warming in _questions(views, month, head)
            }
        found[MEMORY] = _memory(settings, month)
        found[SIZE] = _size(settings, head)
        for what, rate in found.items():
            peer = Peer("at the smallest", self._least[what]) if what in self._least else None
            if what in (MEMORY, SIZE):
                unit = "MB" if what == MEMORY else "bytes"
                yield row(f"{what}, {head:,} events", unit, rate, peer=peer, mark=FLAT_MARK)
                continue
            mark = LOOK_MARK if what in AT_ONCE else LONG_MARK
            yield row(f"{what}, {head:,} events, p99 (least: p50)", "ms", rate, peer=peer, mark=mark)
        self._least = self._least or found


def _questions(
    views: Views, month: Month, head: int
) -> list[tuple[str, Callable[[Chance], object], int, int]]:
    """What is asked, each time of another table and date, how often, and how often before it counts."""
    rounds = {table: month.rounds(table) for table in month.tables}

    def round_of(chance: Chance) -> object:
        table = chance.pick(month.tables)
        number = 1 + chance.below(rounds[table])
        return views.ledger.round(f"{table}/{chance.pick(month.dates)}/{number}")

    def as_of(chance: Chance) -> object:
        return views.tray(chance.pick(month.tables), as_of=1 + chance.below(head))

    def at(chance: Chance) -> object:
        hour = time_of_day(1 + chance.below(8), chance.below(60), tzinfo=UTC)
        return views.tray(chance.pick(month.tables), at=datetime.combine(chance.pick(month.dates), hour))

    def day(chance: Chance) -> object:
        return views.reconcile(chance.pick(month.dates))

    def deck(chance: Chance) -> object:
        touched = views.deck_impact(month.deck(chance.pick(month.tables)), Fault())
        assert touched.rounds >= ROUNDS_A_DECK, "the deck was dealt for as many rounds as the mark is of"
        return touched

    def gaps(_: Chance) -> object:
        return views.slip_numbers(month.dates[0], month.dates[-1])

    def exceptions(_: Chance) -> object:
        return views.exceptions(month.dates[0], month.dates[-1])

    return [
        *((what, ask, LOOKS, WARMING) for what, ask in zip(AT_ONCE, (round_of, as_of, at), strict=True)),
        ("reconcile a gaming date of the property", day, SEVERAL, 0),
        (f"blast radius of a deck over {ROUNDS_A_DECK} rounds", deck, SEVERAL, 0),
        ("slip numbers of a month", gaps, FEW, 0),
        ("exceptions of a month, first page", exceptions, FEW, 0),
    ]


def _size(settings: Settings, head: int) -> Rate:
    """The bytes of the database, events, views and all, for each event."""
    with connect(database_url(settings), property=settings.property, role=Role.READER) as connection:
        ((size,),) = connection.execute("SELECT pg_database_size(current_database())").fetchall()
    return Rate.of([size / head])


def _memory(settings: Settings, month: Month) -> Rate:
    """The most memory in megabytes that a process needs to write the month's report."""
    with TemporaryDirectory(prefix="pitledger-bench-") as folder:
        dates = ("--from", str(month.dates[0]), "--to", str(month.dates[-1]))
        report = ("report", "master-game", *dates, "--xlsx", str(Path(folder, "month.xlsx")))
        command = str(Path(sys.executable).with_name("pitledger"))
        done = subprocess.run(  # noqa: S603 - our own command, beside our interpreter
            [sys.executable, "-c", MEASURING, command, *report],
            env={**os.environ, "PITLEDGER_DATABASE_URL": database_url(settings)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    # Linux counts in kilobytes, macOS in bytes.
    most = int(done.stdout.splitlines()[-1])
    return Rate.of([most / (1024 if sys.platform == "linux" else 1024 * 1024)])


def _timed(ask: Callable[[Chance], object], looks: int, warming: int) -> Rate:
    chance = Chance("growth")
    for _ in range(warming):
        ask(chance)
    waits: list[float] = []
    for _ in range(looks):
        started = time.perf_counter()
        ask(chance)
        waits.append((time.perf_counter() - started) * 1000)
    waits.sort()
    return Rate(percentile(waits, 0.99), percentile(waits, 0.5), waits[-1])
