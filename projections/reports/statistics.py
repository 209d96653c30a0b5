"""Statistics of a gaming date: drop, win and win to drop by table and game, and whether they are unusual.

Source: accounting A.3, "Statistics"; COMAR 36.05.03.25.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from pydantic import Field

from projections.answers import Answer, Said, SignedCents
from projections.asking import Fields
from projections.reconciliation.answers import Ratio
from projections.reconciliation.ratios import ratio
from projections.reports.sheet import Column, Fact, Kind, Row, Sheet, Workbook
from projections.reports.wording import about

Measure: TypeAlias = Literal["drop", "win", "hold"]
Outcome: TypeAlias = Literal["inside", "outside", "not_testable"]

# Within 1.96 standard deviations of the mean lie 95 % of what is spread as errors are.
Z_95: Final = Fraction(196, 100)
# Of fewer days nobody says what is usual.  Configuration, unverified: the sources name no number.
FEWEST_DAYS: Final = 30
# What one unit of a measure is in what is shown: cents are whole, a ratio has six places.
SCALES: Final[Mapping[Measure, int]] = MappingProxyType({"drop": 1, "win": 1, "hold": 10**6})


class Period(Said):
    """What was dropped and won in some days.

    `uncounted` of the `sessions` are not counted through and not in the sums;
    where that is all of them the sums are null.  `hold` is win by drop.
    """

    drop: SignedCents | None
    win: SignedCents | None
    hold: Ratio | None
    sessions: int
    uncounted: int


class Interval(Said):
    """A day's figure against those of the previous year: mean ± 1.96 standard deviations of its `days`.

    `drop` and `win` in cents, `hold` a ratio.  Not testable, and without bounds,
    where fewer than 30 days were counted through or not all of the day itself was.
    """

    measure: Measure
    value: float | int | None
    days: int
    mean: float | int | None
    deviation: float | int | None
    low: float | int | None
    high: float | int | None
    outcome: Outcome


class StatisticsLine(Said):
    """A table with its game, a game on all tables, or the property: `table` and `game` null where all.

    Each currency has lines of its own.
    """

    level: Literal["table", "game", "property"]
    table: str | None
    game: str | None
    currency: str
    day: Period
    month: Period
    year: Period
    intervals: list[Interval]


class Statistics(Answer):
    """Statistics of a gaming date, month to date and year to date.

    `tested_by` is the jurisdiction of the day where its rules want the interval
    tested, null where it is not known that they do.
    """

    gaming_date: date
    as_known_at: datetime | None
    jurisdiction: str
    tested_by: str | None
    previous_year: int = Field(description="whose daily figures the intervals are made of")
    lines: list[StatisticsLine]


class Spread(NamedTuple):
    """How daily figures of one measure were spread: how many, their sum, the sum of their squares."""

    days: int
    total: Fraction
    squares: Fraction


# --- from rows to answers -------------------------------------------------------------


def lines(sums: list[Fields], moments: list[Fields]) -> list[StatisticsLine]:
    """The lines of a report, tables first, the property last, from the rows of `daily`."""
    known = {_group(row): row for row in moments}
    made = [_line(row, known.get(_group(row))) for row in sums]
    order = {"table": 0, "game": 1, "property": 2}
    return sorted(made, key=lambda one: (order[one.level], one.table or "", one.game or "", one.currency))


def _group(row: Fields) -> tuple[str | None, str | None, str]:
    return row["table_name"], row["game"], row["currency"]


def _line(row: Fields, spread: Fields | None) -> StatisticsLine:
    table, game = row["table_name"], row["game"]
    day = _period(row, "day")
    # Part of a day is less than a day for no other reason than that the rest is not counted.
    drop, win = (None, None) if day.uncounted else (day.drop, day.win)
    values: Mapping[Measure, Fraction | None] = {
        "drop": None if drop is None else Fraction(drop),
        "win": None if win is None else Fraction(win),
        "hold": Fraction(win, drop) if win is not None and drop else None,
    }
    return StatisticsLine(
        level="property" if game is None else "game" if table is None else "table",
        table=table,
        game=game,
        currency=row["currency"],
        day=day,
        month=_period(row, "month"),
        year=_period(row, "year"),
        intervals=[interval(measure, value, _spread(spread, measure)) for measure, value in values.items()],
    )


def _period(row: Fields, name: str) -> Period:
    sessions, uncounted = row[f"{name}_sessions"], row[f"{name}_uncounted"]
    known = sessions > uncounted
    drop, win = (int(row[f"{name}_{what}"]) if known else None for what in ("drop", "win"))
    return Period(drop=drop, win=win, hold=ratio(win, drop), sessions=sessions, uncounted=uncounted)


def _spread(row: Fields | None, measure: Measure) -> Spread:
    if row is None:
        return Spread(0, Fraction(0), Fraction(0))
    total, squares = (Fraction(Decimal(row[f"{measure}_{what}"])) for what in ("sum", "squares"))
    return Spread(row["days"], total, squares)


def interval(measure: Measure, value: Fraction | None, of: Spread) -> Interval:
    """A figure against how the daily ones of the previous year were spread.  All in cents or as a ratio."""
    scale = SCALES[measure]
    if of.days < FEWEST_DAYS or value is None:
        return Interval(
            measure=measure,
            value=None if value is None else shown(value, scale),
            days=of.days,
            mean=None,
            deviation=None,
            low=None,
            high=None,
            outcome="not_testable",
        )
    mean = of.total / of.days
    variance = max((of.squares - of.total * of.total / of.days) / (of.days - 1), Fraction(0))
    deviation = root(variance)
    low, high = mean - Z_95 * deviation, mean + Z_95 * deviation
    return Interval(
        measure=measure,
        value=shown(value, scale),
        days=of.days,
        mean=shown(mean, scale),
        deviation=shown(deviation, scale),
        low=shown(low, scale),
        high=shown(high, scale),
        outcome="inside" if low <= value <= high else "outside",
    )


def root(square: Fraction) -> Fraction:
    """The square root of what is not negative, to twelve places and no more."""
    scale = 10**12
    return Fraction(isqrt(square.numerator * scale * scale // square.denominator), scale)


def shown(exact: Fraction, scale: int) -> float | int:
    """A figure to the nearest unit of what is shown: whole cents, or a ratio to six places."""
    whole = round(exact * scale)
    return whole if scale == 1 else whole / scale


# --- sheets ---------------------------------------------------------------------------


def _period_columns(name: str, words: str) -> tuple[Column, ...]:
    return (
        Column(f"{name}_drop", f"drop, {words}", "money"),
        Column(f"{name}_win", f"win, {words}", "money"),
        Column(f"{name}_hold", f"win to drop, {words}", "ratio"),
        Column(f"{name}_uncounted", f"not counted, {words}", "count"),
    )


COLUMNS: Final = (
    Column("level", "of"),
    Column("table", "table"),
    Column("game", "game"),
    Column("currency", "currency"),
    *_period_columns("day", "day"),
    *_period_columns("month", "month to date"),
    *_period_columns("year", "year to date"),
)
INTERVALS: Final = (
    Column("level", "of"),
    Column("table", "table"),
    Column("game", "game"),
    Column("currency", "currency"),
    Column("days", "days of the previous year", "count"),
    Column("value", "value", "money"),
    Column("mean", "mean", "money"),
    Column("deviation", "standard deviation", "money"),
    Column("low", "from", "money"),
    Column("high", "to", "money"),
    Column("outcome", "outcome"),
)


def workbook(report: Statistics) -> Workbook:
    """Drop and win; and a sheet for each measure's intervals."""
    facts = (
        Fact("gaming_date", "gaming date", report.gaming_date, "date"),
        Fact("jurisdiction", "jurisdiction", report.jurisdiction),
        *about(report.as_of, None, report.as_known_at),
    )
    sheets = [Sheet("Statistics", "Drop, win and win to drop", COLUMNS, _rows(report), facts)]
    for measure, name in MEASURES.items():
        kind: Kind = "ratio" if measure == "hold" else "money"
        columns = [column._replace(kind=kind) if column.kind == "money" else column for column in INTERVALS]
        title = f"{name} against the days of {report.previous_year}"
        sheets.append(Sheet(f"Intervals {measure}", title, columns, _intervals(report, measure), facts))
    return Workbook(f"statistics-{report.gaming_date}", report.as_of, sheets)


MEASURES: Final[Mapping[Measure, str]] = MappingProxyType(
    {"drop": "Drop", "win": "Win", "hold": "Win to drop"}
)


def _rows(report: Statistics) -> Iterator[Row]:
    for line in report.lines:
        periods = [cell for period in (line.day, line.month, line.year) for cell in _cells(period)]
        yield (line.level, line.table, line.game, line.currency, *periods)


def _cells(period: Period) -> Row:
    hold = Fraction(period.win, period.drop) if period.win is not None and period.drop else None
    return period.drop, period.win, hold, period.uncounted


def _intervals(report: Statistics, measure: Measure) -> Iterator[Row]:
    for line in report.lines:
        (one,) = (one for one in line.intervals if one.measure == measure)
        figures = [_exact(cell) for cell in (one.value, one.mean, one.deviation, one.low, one.high)]
        outcome = one.outcome.replace("_", " ")
        yield (line.level, line.table, line.game, line.currency, one.days, *figures, outcome)


def _exact(figure: float | None) -> Fraction | int | None:
    if figure is None or isinstance(figure, int):
        return figure
    return Fraction(round(figure * SCALES["hold"]), SCALES["hold"])
