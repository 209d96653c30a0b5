"""The numbers of slips: which are missing, which were used out of order, which twice.

Each number used on the gaming dates asked for is held against the next one
below it, whenever that was used: so the answer costs what those dates hold.
Source: accounting A.3, serial control.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from psycopg.sql import SQL, Composed

from ledger.jurisdictions.profile import Profile
from projections.asking import MOST_ROWS, Fields, Look
from projections.slips.answers import Numbers, OutOfOrder, SerialGap, Slip, SlipNumbers
from projections.slips.queries import IN_EFFECT, departing
from projections.slips.steps import LATER

# Serials are issued and used in order, and what departs from it is reported monthly.
RULE: Final = "13:69D-1.5"
# What a profile answers to `serial_scope` where numbers begin anew.
CALENDAR_YEAR: Final = "calendar year"
REPEATED: Final = frozenset({"step_repeated", "on_two_tables"})

# Each number used on some dates, with the number below it in its series (and year), and when that was used.
# Where the one directly below was used on those dates too, it is beside it; else it is looked for.
USED: Final = SQL(
    "WITH used AS ("
    " SELECT DISTINCT ON (type, series, serial, {year}) type, series, serial, year, step, session,"
    " table_name, gaming_date, version, position, occurred_at FROM slip_steps"
    " WHERE gaming_date BETWEEN %(since)s AND %(until)s AND step <> ALL(%(later)s) AND {in_effect}"
    " ORDER BY type, series, serial, {year}, position, n),"
    " beside AS ("
    " SELECT used.*, lag(serial) OVER place AS previous, lag(occurred_at) OVER place AS previous_at FROM used"
    " WINDOW place AS (PARTITION BY type, series, {year} ORDER BY serial))"
    " SELECT beside.*, CASE WHEN previous = beside.serial - 1 THEN previous ELSE below.serial END AS below,"
    " CASE WHEN previous = beside.serial - 1 THEN previous_at ELSE below.occurred_at END AS below_used_at"
    " FROM beside LEFT JOIN LATERAL ("
    " SELECT serial, occurred_at FROM slip_steps AS other"
    " WHERE beside.previous IS DISTINCT FROM beside.serial - 1 AND other.type = beside.type"
    " AND other.series = beside.series AND other.serial < beside.serial AND {same_year} AND {in_effect}"
    " ORDER BY serial DESC, position, n LIMIT 1) AS below ON true"
)
SERIES: Final = SQL(
    "SELECT type, series, {year} AS year, min(serial) AS first, max(serial) AS last, count(*) AS used,"
    " coalesce(sum(serial - below - 1), 0)::bigint AS missing FROM ({used}) AS numbers"
    " GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT %(limit)s"
)


def numbers_by_year(profile: Profile) -> bool:
    """Whether a jurisdiction has numbers begin anew each year; where it is not known they do not."""
    return profile.text("serial_scope") == CALENDAR_YEAR


def numbers(look: Look, since: date, until: date, profile: Profile) -> SlipNumbers:
    """All about the numbers used on some gaming dates, both in."""
    by_year = numbers_by_year(profile)
    ranges = series(look, since, until, by_year=by_year)
    missing = gaps(look, since, until, by_year=by_year)
    disorder = out_of_order(look, since, until, by_year=by_year)
    again: list[Slip] = []
    void: list[Slip] = []
    transit: list[Slip] = []
    for slip, in_other_years in departing(look, since, until):
        if REPEATED.intersection(slip.remarks) or (in_other_years and not by_year):
            again.append(slip)
        if slip.state == "voided":
            void.append(slip)
        if slip.in_transit is not None:
            transit.append(slip)
        if max(len(again), len(void), len(transit)) > MOST_ROWS:
            break
    longest = max(len(found) for found in (ranges, missing, disorder, again, void, transit))
    return SlipNumbers(
        as_of=look.as_of,
        lag=look.lag,
        since=since,
        until=until,
        jurisdiction=profile.name,
        by_year=by_year,
        series=ranges[:MOST_ROWS],
        gaps=missing[:MOST_ROWS],
        out_of_order=disorder[:MOST_ROWS],
        repeated=again[:MOST_ROWS],
        voided=void[:MOST_ROWS],
        in_transit=transit[:MOST_ROWS],
        rule=RULE,
        evidence="nj_text",
        complete=longest <= MOST_ROWS,
    )


def series(look: Look, since: date, until: date, *, by_year: bool) -> list[Numbers]:
    """The series of which numbers were used on some gaming dates."""
    year = SQL("year" if by_year else "NULL::integer")
    statement = SERIES.format(year=year, used=_numbers_used(by_year=by_year))
    return [Numbers(**row) for row in _rows(look, statement, since, until)]


def gaps(look: Look, since: date, until: date, *, by_year: bool) -> list[SerialGap]:
    """What is missing below the numbers used on some gaming dates."""
    rows = _used(look, SQL("below < serial - 1"), since, until, by_year=by_year)
    return [
        SerialGap(
            type=row["type"],
            series=row["series"],
            year=row["year"] if by_year else None,
            first_missing=row["below"] + 1,
            last_missing=row["serial"] - 1,
            count=row["serial"] - row["below"] - 1,
            gaming_date=row["gaming_date"],
            table=row["table_name"],
            session=row["session"],
        )
        for row in rows
    ]


def out_of_order(look: Look, since: date, until: date, *, by_year: bool) -> list[OutOfOrder]:
    """Numbers used on some gaming dates before the one below them was."""
    rows = _used(look, SQL("below_used_at > occurred_at"), since, until, by_year=by_year)
    return [
        OutOfOrder(
            name=f"{row['type']}/{row['series']}/{row['serial']}",
            year=row["year"] if by_year else None,
            used_at=row["occurred_at"],
            below=row["below"],
            below_used_at=row["below_used_at"],
            gaming_date=row["gaming_date"],
            table=row["table_name"],
            session=row["session"],
            version=row["version"],
            position=row["position"],
        )
        for row in rows
    ]


def _used(look: Look, condition: SQL, since: date, until: date, *, by_year: bool) -> list[Fields]:
    statement = SQL(
        "SELECT * FROM ({}) AS numbers WHERE {} ORDER BY gaming_date, type, series, serial LIMIT %(limit)s"
    ).format(_numbers_used(by_year=by_year), condition)
    return _rows(look, statement, since, until)


def _numbers_used(*, by_year: bool) -> Composed:
    return USED.format(
        year=SQL("year" if by_year else "NULL::integer"),
        same_year=SQL("other.year = beside.year" if by_year else "true"),
        in_effect=IN_EFFECT,
    )


def _rows(look: Look, statement: Composed, since: date, until: date) -> list[Fields]:
    """One more than an answer gives, so that it is seen where there are more."""
    return look.rows(statement, since=since, until=until, later=list(LATER), limit=MOST_ROWS + 1)
