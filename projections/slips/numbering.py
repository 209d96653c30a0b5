"""The numbers of slips: which are missing, which were used out of order, which twice.

Each number used on the gaming dates asked for is held against the next one
below it, whenever that was used: so the answer costs what those dates hold.
Source: accounting A.3, serial control.
"""

from __future__ import annotations

from datetime import date
from operator import itemgetter
from typing import Final, NamedTuple

from psycopg.sql import SQL

from ledger.jurisdictions.profile import Profile
from projections.asking import MOST_ROWS, Fields, Look
from projections.slips.answers import Numbers, OutOfOrder, SerialGap, Slip, SlipNumbers
from projections.slips.queries import IN_EFFECT, departing
from projections.slips.steps import FIRST, LATER, UNDER_WAY

# Serials are issued and used in order, and what departs from it is reported monthly.
RULE: Final = "13:69D-1.5"
# What a profile answers to `serial_scope` where numbers begin anew.
CALENDAR_YEAR: Final = "calendar year"
REPEATED: Final = frozenset({"step_repeated", "on_two_tables", "two_forms"})

# A step that goes on with a number of another year.
OF_ANOTHER_YEAR: Final = SQL(
    "step = ANY(%(under_way)s) AND NOT EXISTS (SELECT FROM slip_steps AS own WHERE own.type = slip_steps.type"
    " AND own.series = slip_steps.series AND own.serial = slip_steps.serial AND own.year = slip_steps.year"
    " AND own.step = ANY(%(first)s)) AND EXISTS (SELECT FROM slip_steps AS other"
    " WHERE other.type = slip_steps.type AND other.series = slip_steps.series"
    " AND other.serial = slip_steps.serial AND other.step = ANY(%(first)s))"
)
# Each number used on some dates, with the number below it in its series (and year), and when that was used.
# Where the one directly below was used on those dates too, it is beside it; else it is looked for.
USED: Final = SQL(
    "WITH used AS ("
    " SELECT DISTINCT ON (type, series, serial, {year}) type, series, serial, year, step, session,"
    " table_name, gaming_date, version, position, occurred_at FROM slip_steps"
    " WHERE gaming_date BETWEEN %(since)s AND %(until)s AND step <> ALL(%(later)s) AND {in_effect}{own_year}"
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
    " AND other.step <> ALL(%(later)s)"
    " ORDER BY serial DESC, position, n LIMIT 1) AS below ON true"
)
# Of these the first of each series, with what there is to say of the series, and each number that departs; of
# every sort `limit` at most, so that all is found in one pass and the answer is short however bad things are.
TOLD: Final = SQL(
    "SELECT * FROM ("
    " SELECT numbers.*, count(*) FILTER (WHERE is_first) OVER by_series AS nth_series,"
    " count(*) FILTER (WHERE is_gap) OVER by_date AS nth_gap,"
    " count(*) FILTER (WHERE is_late) OVER by_date AS nth_late FROM ("
    " SELECT numbers.*, serial = min(serial) OVER own AS is_first, max(serial) OVER own AS last,"
    " count(*) OVER own AS used, coalesce(sum(serial - below - 1) OVER own, 0)::bigint AS missing,"
    " coalesce(below < serial - 1, false) AS is_gap, coalesce(below_used_at > occurred_at, false) AS is_late"
    " FROM ({used}) AS numbers WINDOW own AS (PARTITION BY type, series, {year})) AS numbers"
    " WHERE is_first OR is_gap OR is_late"
    " WINDOW by_series AS (ORDER BY type, series, {year}, serial ROWS UNBOUNDED PRECEDING),"
    " by_date AS (ORDER BY gaming_date, type, series, serial ROWS UNBOUNDED PRECEDING)) AS numbers"
    " WHERE (is_first AND nth_series <= %(limit)s) OR (is_gap AND nth_gap <= %(limit)s)"
    " OR (is_late AND nth_late <= %(limit)s) ORDER BY gaming_date, type, series, serial"
)


class Told(NamedTuple):
    """What the numbers used on some gaming dates say; of each one more at most than an answer gives."""

    series: list[Numbers]
    gaps: list[SerialGap]
    out_of_order: list[OutOfOrder]


def numbers_by_year(profile: Profile) -> bool:
    """Whether a jurisdiction has numbers begin anew each year; where it is not known they do not."""
    return profile.text("serial_scope") == CALENDAR_YEAR


def numbers(look: Look, since: date, until: date, profile: Profile) -> SlipNumbers:
    """All about the numbers used on some gaming dates, both in."""
    by_year = numbers_by_year(profile)
    ranges, missing, disorder = told(look, since, until, by_year=by_year)
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


def told(look: Look, since: date, until: date, *, by_year: bool) -> Told:
    """The series of which numbers were used on some dates, what is missing below those, and what was late."""
    year = SQL("year" if by_year else "NULL::integer")
    used = USED.format(
        year=year,
        same_year=SQL("other.year = beside.year" if by_year else "true"),
        own_year=SQL(" AND NOT ({})").format(OF_ANOTHER_YEAR) if by_year else SQL(""),
        in_effect=IN_EFFECT,
    )
    rows = look.rows(
        TOLD.format(used=used, year=year), since=since, until=until, limit=MOST_ROWS + 1,
        later=list(LATER), first=list(FIRST), under_way=list(UNDER_WAY),
    )  # fmt: skip
    for row in rows:
        row["year"] = row["year"] if by_year else None
    found = sorted((row for row in rows if row["is_first"]), key=itemgetter("nth_series"))
    return Told(
        [_series(row) for row in found],
        [_gap(row) for row in rows if row["is_gap"]],
        [_late(row) for row in rows if row["is_late"]],
    )


def _series(row: Fields) -> Numbers:
    own = {name: row[name] for name in ("type", "series", "year", "last", "used", "missing")}
    return Numbers(first=row["serial"], **own)


def _gap(row: Fields) -> SerialGap:
    return SerialGap(
        type=row["type"],
        series=row["series"],
        year=row["year"],
        first_missing=row["below"] + 1,
        last_missing=row["serial"] - 1,
        count=row["serial"] - row["below"] - 1,
        gaming_date=row["gaming_date"],
        table=row["table_name"],
        session=row["session"],
    )


def _late(row: Fields) -> OutOfOrder:
    return OutOfOrder(
        name=f"{row['type']}/{row['series']}/{row['serial']}",
        year=row["year"],
        used_at=row["occurred_at"],
        below=row["below"],
        below_used_at=row["below_used_at"],
        gaming_date=row["gaming_date"],
        table=row["table_name"],
        session=row["session"],
        version=row["version"],
        position=row["position"],
    )
