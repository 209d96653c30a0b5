"""Slips as of a position: the steps in effect there, by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Final, TypeAlias

from psycopg.sql import SQL

from projections.asking import Fields, Look
from projections.slips.answers import Slip, SlipFilter
from projections.slips.standing import InEffect, slips

Number: TypeAlias = tuple[str, str, int]

# A step stands until a correction takes its place.
IN_EFFECT: Final = SQL("position <= %(as_of)s AND (until_position IS NULL OR until_position > %(as_of)s)")
# Fields of a filter that a column answers; the parameter is named like the field.
CONDITIONS: Final = {
    "gaming_date": SQL("gaming_date = %(gaming_date)s"),
    "since": SQL("gaming_date >= %(since)s"),
    "until": SQL("gaming_date <= %(until)s"),
    "table": SQL("table_name = %(table)s"),
    "type": SQL("type = %(type)s"),
}
OF_NUMBER: Final = SQL(
    "SELECT FROM slip_steps AS other WHERE other.type = number.type AND other.series = number.series"
    " AND other.serial = number.serial AND other."
)
# Numbers looked at together.
PIECE: Final = 500
# What is said of the steps of one number where it did not go its way once and straight, or where somebody may
# still owe something.  Texts and years are compared by least and greatest, which needs no sorting.
DEPARTS: Final = SQL(
    "count(*) > count(DISTINCT step) OR min(table_name) <> max(table_name)"
    " OR min(chips::text) <> max(chips::text) OR min(year) <> max(year) OR min(form) <> max(form)"
    " OR bool_or(form = 'commission' OR source = 'manual' OR step IN ('voided', 'reprinted'))"
    " OR count(*) FILTER (WHERE step = 'dispatched') <> count(*) FILTER (WHERE step = 'received')"
)
# Of the numbers used on some dates: most have all of their steps on them, and are looked at in one pass.
# Those with steps on other dates are looked up one by one (LATERAL), and the index says which those are,
# number by number (OFFSET 0), so that the history of all others is left alone.
DEPARTING: Final = SQL(
    "WITH number AS MATERIALIZED ("
    " SELECT type, series, serial, {departs} AS departs FROM slip_steps"
    " WHERE gaming_date BETWEEN %(since)s AND %(until)s AND {in_effect} GROUP BY type, series, serial)"
    " SELECT type, series, serial FROM number WHERE departs UNION"
    " SELECT number.type, number.series, number.serial FROM number"
    " CROSS JOIN LATERAL (SELECT count(*) FROM slip_steps AS known WHERE {in_effect}"
    " AND known.type = number.type AND known.series = number.series AND known.serial = number.serial"
    " HAVING {departs}) AS steps WHERE departs IS NOT TRUE AND (EXISTS ({earlier}) OR EXISTS ({later}))"
    " ORDER BY type, series, serial"
).format(
    departs=DEPARTS,
    in_effect=IN_EFFECT,
    earlier=SQL("{}gaming_date < %(since)s OFFSET 0").format(OF_NUMBER),
    later=SQL("{}gaming_date > %(until)s OFFSET 0").format(OF_NUMBER),
)


def found(look: Look, wanted: SlipFilter, after: Number | None, piece: int = PIECE) -> Iterator[Slip]:
    """The slips that a filter wants, after a number, in order of number; `piece` is read at first."""
    while numbers := _numbers(look, wanted, after, piece):
        for slip in of_numbers(look, numbers):
            if _wanted(slip, wanted):
                yield slip
        after, piece = numbers[-1], PIECE


def departing(look: Look, since: date, until: date) -> Iterator[tuple[Slip, bool]]:
    """The slips of some gaming dates of which there may be something to say, in order of number.

    Each with whether its number has been used in more than one year.
    """
    rows = look.rows(DEPARTING, since=since, until=until)
    numbers = [(row["type"], row["series"], row["serial"]) for row in rows]
    wanted = SlipFilter(since=since, until=until)
    for start in range(0, len(numbers), PIECE):
        piece = of_numbers(look, numbers[start : start + PIECE])
        for _, alike in groupby(piece, key=attrgetter("name")):
            of_number = list(alike)
            for slip in of_number:
                if _wanted(slip, wanted):
                    yield slip, len({one.year for one in of_number}) > 1


def of_numbers(look: Look, numbers: Sequence[Number]) -> Iterator[Slip]:
    """The slips of some numbers, in order of number."""
    types, series, serials = zip(*numbers, strict=True) if numbers else ((), (), ())
    rows = look.rows(
        SQL(
            "SELECT step.* FROM unnest(%(types)s::text[], %(series)s::text[], %(serials)s::bigint[])"
            " AS number (type, series, serial) CROSS JOIN LATERAL ("
            " SELECT * FROM slip_steps AS known WHERE known.type = number.type"
            " AND known.series = number.series AND known.serial = number.serial AND {} OFFSET 0) AS step"
            " ORDER BY step.type, step.series, step.serial, step.position, step.n"
        ).format(IN_EFFECT),
        types=list(types),
        series=list(series),
        serials=list(serials),
    )
    return slips(map(_in_effect, rows))


def _numbers(look: Look, wanted: SlipFilter, after: Number | None, limit: int) -> list[Number]:
    fields: Fields = {name: getattr(wanted, name) for name in CONDITIONS}
    conditions = [CONDITIONS[name] for name, value in fields.items() if value is not None]
    last: Fields = {"last_type": None, "last_series": None, "last_serial": None}
    if after is not None:
        last = dict(zip(last, after, strict=True))
        conditions.append(SQL("(type, series, serial) > (%(last_type)s, %(last_series)s, %(last_serial)s)"))
    rows = look.rows(
        SQL(
            "SELECT DISTINCT type, series, serial FROM slip_steps WHERE {} ORDER BY 1, 2, 3 LIMIT %(limit)s"
        ).format(SQL(" AND ").join([IN_EFFECT, *conditions])),
        **fields,
        **last,
        limit=limit,
    )
    return [(row["type"], row["series"], row["serial"]) for row in rows]


def _wanted(slip: Slip, wanted: SlipFilter) -> bool:
    """Whether it is this slip of its number, and in this state."""
    if wanted.form is not None and slip.form != wanted.form:
        return False
    if wanted.state is not None and slip.state != wanted.state:
        return False
    return any(
        (wanted.gaming_date is None or step.gaming_date == wanted.gaming_date)
        and (wanted.since is None or step.gaming_date >= wanted.since)
        and (wanted.until is None or step.gaming_date <= wanted.until)
        and (wanted.table is None or step.table == wanted.table)
        for step in slip.steps
    )


def _in_effect(row: Fields) -> InEffect:
    chips = row["chips"]
    return InEffect(
        row["type"],
        row["series"],
        row["serial"],
        row["year"],
        row["form"],
        row["step"],
        row["session"],
        row["table_name"],
        row["gaming_date"],
        row["version"],
        row["corrected_by"],
        row["position"],
        None if chips is None else {int(face): count for face, count in chips.items()},
        None if row["amount"] is None else int(row["amount"]),
        row["by_person"],
        row["approved_by"],
        row["reason"],
        row["source"],
        row["of"],
        row["occurred_at"],
        row["recorded_at"],
    )
