"""Bench rows of growth: the same questions to a month of a few tables and to one of two hundred, in turn."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from datetime import time as time_of_day
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from api.bench.result import Peer, Row, row
from api.bench.scale import ROUNDS_A_DECK, Month
from api.bench.timing import Rate, percentile
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings
from ledger.simulate.chance import Chance
from projections.decks.impact import Fault
from projections.views import Views, open_views

TURNS: Final = 10
LOOKS: Final = 200  # a turn
# First looks, at other tables and dates, not counted: a service in use keeps its connections, what is
# prepared on them, and in memory much of what it reads.
WARMING: Final = 4000
SEVERAL: Final = 2  # looks a turn at a whole gaming date, a whole deck
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


class Question(NamedTuple):
    """What is asked, of another table and date each time; how often a turn, how often before it counts."""

    what: str
    ask: Callable[[Chance], object]
    looks: int
    warming: int


def growth(months: Sequence[tuple[Settings, Month]]) -> Iterator[Row]:
    """The questions to months that are recorded, their views caught up, each beside itself at the first.

    They take turns, so that a busy machine slows both; of each turn its p99 is
    taken, and of those the median.
    """
    with ExitStack() as opened:
        asked: list[list[Question]] = []
        heads: list[int] = []
        for settings, month in months:
            views = opened.enter_context(open_views(settings))
            heads.append(views.ledger.recorder.head())
            asked.append(_questions(views, month, heads[-1]))
        for same in zip(*asked, strict=True):
            mark = LOOK_MARK if same[0].what in AT_ONCE else LONG_MARK
            yield from _beside(
                f"{same[0].what}, {{:,}} events, p99 (least: p50)", "ms", heads, _turns(same), mark
            )
    memory = [_memory(settings, month) for settings, month in months]
    yield from _beside(f"{MEMORY}, {{:,}} events", "MB", heads, memory, FLAT_MARK)
    sizes = [_size(settings, head) for (settings, _), head in zip(months, heads, strict=True)]
    yield from _beside(f"{SIZE}, {{:,}} events", "bytes", heads, sizes, FLAT_MARK)


def _beside(what: str, unit: str, heads: Sequence[int], rates: Sequence[Rate], mark: str) -> Iterator[Row]:
    """A row for each month, from the second on beside the first."""
    for number, (head, rate) in enumerate(zip(heads, rates, strict=True)):
        peer = Peer("at the smallest", rates[0]) if number else None
        yield row(what.format(head), unit, rate, peer=peer, mark=mark)


def _questions(views: Views, month: Month, head: int) -> list[Question]:
    """What is asked of a month."""
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
        *(
            Question(what, ask, LOOKS, WARMING)
            for what, ask in zip(AT_ONCE, (round_of, as_of, at), strict=True)
        ),
        Question("reconcile a gaming date of the property", day, SEVERAL, 0),
        Question(f"blast radius of a deck over {ROUNDS_A_DECK} rounds", deck, SEVERAL, 0),
        Question("slip numbers of a month", gaps, 1, 0),
        Question("exceptions of a month, first page", exceptions, 1, 0),
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


def _turns(questions: Sequence[Question]) -> list[Rate]:
    """The same question to each month in turn; for each the rate of its turns."""
    chances = [Chance("growth") for _ in questions]
    waits: list[list[list[float]]] = [[] for _ in questions]
    for question in questions:
        before = Chance("growth, before")
        for _ in range(question.warming):
            question.ask(before)
    for _ in range(TURNS):
        for question, chance, turns in zip(questions, chances, waits, strict=True):
            turns.append(sorted(_wait(question, chance) for _ in range(question.looks)))
    return [_rate(turns) for turns in waits]


def _wait(question: Question, chance: Chance) -> float:
    """Milliseconds that one look takes."""
    started = time.perf_counter()
    question.ask(chance)
    return (time.perf_counter() - started) * 1000


def _rate(turns: Sequence[Sequence[float]]) -> Rate:
    """The median of the turns' p99s, with the p50 of all looks and the worst turn's p99."""
    worst = [percentile(waits, 0.99) for waits in turns]
    return Rate(statistics.median(worst), statistics.median(chain.from_iterable(turns)), max(worst))
