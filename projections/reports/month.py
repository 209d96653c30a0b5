"""The master game report of many gaming dates, read day by day: a row a session, a row a day.

Only the figures: forms are in each day's own report, and in the list of slips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

from projections.errors import DayNotAudited, DayNotPreliminary
from projections.reconciliation.answers import SessionFigures
from projections.reconciliation.together import by_currency, together
from projections.reports.master_game_sheets import FIGURES, by, figures
from projections.reports.sheet import Cell, Column, Fact, Row, Sheet, Workbook

DAY: Final = (
    Column("gaming_date", "gaming date", "date"),
    Column("day_state", "state of the day", "text"),
    Column("day_as_of", "day as of position", "count"),
)
SESSION: Final = (
    Column("table", "table"),
    Column("number", "session", "count"),
    Column("game", "game"),
    Column("pit", "pit"),
    Column("status", "status"),
    Column("currency", "currency"),
)
COUNT: Final = (
    Column("currency", "currency"),
    Column("sessions", "sessions", "count"),
    Column("uncounted", "not counted", "count"),
)


class DayFigures(NamedTuple):
    """A gaming date: the position and the state in words that its figures reflect, and its sessions."""

    gaming_date: date
    as_of: int
    state: str
    sessions: Sequence[SessionFigures]


class Months:
    """The rows of many days, each day asked for once and forgotten.

    `ask` gives the figures of a date.  What remains of a day is its own row, or
    one for each currency in which it was played.
    """

    def __init__(self, dates: Sequence[date], ask: Callable[[date], DayFigures]) -> None:
        self._dates = dates
        self._ask = ask
        self._days: list[Row] = []
        self._won: dict[str, tuple[int, int]] = {}
        self._read = False

    def sessions(self) -> Iterator[Row]:
        """A row a session.  To be read once."""
        assert not self._read, "a day is asked for once"
        self._read = True
        for gaming_date in self._dates:
            try:
                day = self._ask(gaming_date)
            except (DayNotPreliminary, DayNotAudited) as refused:
                self._days.append((gaming_date, refused.code.replace("_", " "), None, *_NOTHING))
                continue
            place = (day.gaming_date, day.state, day.as_of)
            for one in day.sessions:
                status = one.status.replace("_", " ")
                yield (*place, one.table, one.number, one.game, one.pit, status, one.currency, *figures(one))
            for currency, sessions in by_currency(day.sessions).items():
                uncounted = sum(not self._added(one) for one in sessions)
                count = (currency, len(sessions), uncounted)
                self._days.append((*place, *count, *figures(together(sessions))))
            if not day.sessions:
                self._days.append((*place, None, 0, 0, *(None,) * len(FIGURES)))

    def days(self) -> Iterator[Row]:
        """A row a day; the sessions are read for it where nobody has yet."""
        if not self._read:
            for _ in self.sessions():
                pass
        yield from self._days

    def total(self) -> Iterator[Row]:
        """Drop and win of the sessions that are counted through; other figures do not add up over days."""
        for currency, (win, drop) in sorted(self._won.items()):
            cells: dict[str, Cell] = {"drop_counted": drop, "win": win, "hold": by(win, drop)}
            yield (None, "total", None, currency, None, None, *(cells.get(one.key) for one in FIGURES))

    def _added(self, one: SessionFigures) -> bool:
        """Add drop and win of a session; whether it is counted through."""
        win, drop = one.accounting_win, one.drop.counted
        had = self._won.setdefault(one.currency, (0, 0))
        if win is None or drop is None:
            return False
        self._won[one.currency] = (had[0] + win, had[1] + drop)
        return True


_NOTHING: Final = (None,) * len(COUNT + FIGURES)


def workbook(
    name: str, as_of: int, dates: Sequence[date], ask: Callable[[date], DayFigures], facts: Sequence[Fact]
) -> Workbook:
    """The sheets of many days, none of them in memory at a time with another."""
    months = Months(dates, ask)
    tables, days = DAY + SESSION + FIGURES, DAY + COUNT + FIGURES
    title = "Master game report"
    return Workbook(
        name,
        as_of,
        (
            Sheet("Tables", f"{title}: tables day by day", tables, months.sessions(), facts),
            Sheet("Days", f"{title}: days", days, months.days(), facts, total=months.total()),
        ),
    )
