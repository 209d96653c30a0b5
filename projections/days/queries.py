"""What the view of days is asked across days and tables, as of a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from psycopg.sql import SQL, Identifier, Literal

from ledger.jurisdictions.profile import Profile
from ledger.money import value
from projections.asking import Fields, Look
from projections.days.answers import DaySession, Opener, PlaceCount, VarianceReport
from projections.days.continuity import Counts, Pattern, tables_short
from projections.days.continuity import openers as laid_against_closers
from projections.days.settling import with_settled

# A count as it stood at the position looked at: that of the row, unless the session has changed since.
_COUNTED: Final = SQL(
    "CASE WHEN held.position <= %(as_of)s THEN held.{column} ELSE ("
    " SELECT chips FROM inventory_counts WHERE session = held.session AND kind = {kind}"
    " AND position <= %(as_of)s ORDER BY position DESC LIMIT 1) END AS {column}"
)
_COUNTS: Final = SQL("held.session, held.table_name, held.gaming_date, held.number, {}, {}").format(
    *(_COUNTED.format(column=Identifier(kind), kind=Literal(kind)) for kind in ("opener", "closer"))
)
_OF_TABLE: Final = SQL(
    "SELECT session, position, table_name, gaming_date, number, opener, closer"
    " FROM reconciliation_sessions WHERE table_name = asked.name AND first_position <= %(as_of)s"
)
_OF_THE_DAYS: Final = SQL(
    "SELECT {counts} FROM ("
    " SELECT DISTINCT table_name AS name FROM reconciliation_sessions"
    " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s"
    " AND (%(tables)s::text[] IS NULL OR table_name = ANY(%(tables)s))) AS asked CROSS JOIN LATERAL ("
    " ({of_table} AND gaming_date BETWEEN %(since)s AND %(gaming_date)s) UNION ALL"
    " ({of_table} AND gaming_date < %(since)s ORDER BY gaming_date DESC, number DESC LIMIT 1)) AS held"
).format(counts=_COUNTS, of_table=_OF_TABLE)
_LAST: Final = SQL(
    "SELECT {counts} FROM unnest(%(tables)s::text[]) AS asked (name) CROSS JOIN LATERAL ("
    " {of_table} AND gaming_date <= %(gaming_date)s ORDER BY gaming_date DESC, number DESC LIMIT 1) AS held"
    " ORDER BY held.table_name"
).format(counts=_COUNTS, of_table=_OF_TABLE)


def openers(
    look: Look,
    gaming_date: date,
    profile: Profile,
    pattern: Pattern,
    *,
    currency_of: Callable[[str], str],
    table: str | None = None,
) -> list[Opener]:
    """Each opener of a date against the closer before it, and what the profile asks for.

    `currency_of` says what a table plays in.  A look at the views of days, inventory and reconciliation.
    """
    tables = None if table is None else [table]
    found = counts(look, gaming_date, gaming_date, tables)
    if short := tables_short(found, gaming_date):
        # Only of these the days before matter, and they are few.
        since = gaming_date - timedelta(days=pattern.days - 1)
        found = [one for one in found if one.table not in short] + counts(look, since, gaming_date, short)
    told = reports(look, [one.session for one in found if one.gaming_date == gaming_date])
    return with_settled(
        look, laid_against_closers(found, gaming_date, profile, pattern, told, currency_of=currency_of)
    )


def counts(look: Look, since: date, gaming_date: date, tables: Sequence[str] | None) -> list[Counts]:
    """The counts of each table that had a session on a date, from another date on, and of the session before.

    `tables` None: of all.
    """
    rows = look.rows(
        _OF_THE_DAYS,
        gaming_date=gaming_date,
        since=since,
        tables=None if tables is None else list(tables),
    )
    return [_counts(row) for row in rows]


def last_counts(look: Look, tables: Sequence[str], gaming_date: date) -> list[Counts]:
    """The counts of the last session of each table up to a date."""
    return [_counts(row) for row in look.rows(_LAST, tables=list(tables), gaming_date=gaming_date)]


def _counts(row: Fields) -> Counts:
    return Counts(
        row["session"],
        row["table_name"],
        row["gaming_date"],
        row["number"],
        _by_face(row["opener"]),
        _by_face(row["closer"]),
    )


def _by_face(chips: Mapping[str, int] | None) -> dict[int, int] | None:
    return None if chips is None else {int(face): count for face, count in chips.items()}


def reports(look: Look, sessions: Sequence[str]) -> dict[str, list[VarianceReport]]:
    """The reports of their openers that sessions recorded, as corrected by the position looked at."""
    rows = look.rows(
        "SELECT * FROM (SELECT DISTINCT ON (session, version) * FROM days_variance_reports"
        " WHERE session = ANY(%(sessions)s) AND position <= %(as_of)s"
        " ORDER BY session, version, position DESC) AS stood"
        " WHERE of_count = 'opener' ORDER BY session, version",
        sessions=list(sessions),
    )
    found: dict[str, list[VarianceReport]] = {}
    for row in rows:
        told: dict[str, Any] = {name: row[name] for name in VarianceReport.model_fields if name in row}
        found.setdefault(row["session"], []).append(VarianceReport(**told, to=row["told"]))
    return found


def places(look: Look, gaming_date: date, currencies: Mapping[str | None, str]) -> list[PlaceCount]:
    """The last count of each place and set up to a gaming date; `currencies` are those of the sets."""
    rows = look.rows(
        "SELECT DISTINCT ON (place, chip_set) * FROM ("
        " SELECT DISTINCT ON (place, chip_set, gaming_date) * FROM days_chips_found"
        " WHERE position <= %(as_of)s AND gaming_date <= %(gaming_date)s"
        " ORDER BY place, chip_set, gaming_date, position DESC) AS stood"
        " WHERE chips IS NOT NULL ORDER BY place, chip_set, gaming_date DESC",
        gaming_date=gaming_date,
    )
    return [_place(row, currencies) for row in rows]


def _place(row: Fields, currencies: Mapping[str | None, str]) -> PlaceCount:
    chips = _by_face(row["chips"]) or {}
    chip_set = row["chip_set"] or None
    return PlaceCount(
        place=row["place"],
        chip_set=chip_set,
        currency=currencies.get(chip_set, currencies[None]),
        gaming_date=row["gaming_date"],
        by_denomination=dict(sorted(chips.items())),
        amount=value(chips),
        position=row["position"],
    )


def chip_set_names(look: Look) -> list[str]:
    """The chip sets there are, in the order in which they were registered."""
    rows = look.rows(
        "SELECT name FROM days_chip_sets WHERE first_position <= %(as_of)s ORDER BY first_position"
    )
    return [row["name"] for row in rows]


def sessions(look: Look, gaming_date: date) -> list[DaySession]:
    """The sessions of a day by table and number, with when each was opened and closed."""
    rows = look.rows(
        "SELECT held.session, number, opened.at AS opened_at, closed.at AS closed_at,"
        " closed.chips IS NOT NULL AS is_closed FROM reconciliation_sessions AS held"
        " LEFT JOIN LATERAL (SELECT occurred_at AS at FROM inventory_counts WHERE session = held.session"
        " AND kind = 'opener' AND position <= %(as_of)s ORDER BY position DESC LIMIT 1) AS opened ON true"
        " LEFT JOIN LATERAL (SELECT occurred_at AS at, chips FROM inventory_counts"
        " WHERE session = held.session AND kind = 'closer' AND position <= %(as_of)s"
        " ORDER BY position DESC LIMIT 1) AS closed ON true"
        " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s ORDER BY table_name, number",
        gaming_date=gaming_date,
    )
    return [_session(row) for row in rows]


def stray_rounds(look: Look, gaming_date: date) -> dict[str, int]:
    """How many rounds of a day each table has in no session that was opened."""
    rows = look.rows(
        "SELECT table_name, count(*) AS rounds FROM reconciliation_rounds AS played"
        " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s AND NOT EXISTS ("
        " SELECT FROM reconciliation_sessions AS held WHERE held.session = played.session"
        " AND held.first_position <= %(as_of)s) GROUP BY table_name",
        gaming_date=gaming_date,
    )
    return {row["table_name"]: row["rounds"] for row in rows}


def _session(row: Fields) -> DaySession:
    opened_at, closed_at = row["opened_at"], row["closed_at"] if row["is_closed"] else None
    return DaySession(
        session=row["session"],
        number=row["number"],
        status="closed" if row["is_closed"] else "open",
        opened_at=opened_at,
        closed_at=closed_at,
        hours=hours(opened_at, closed_at),
    )


def hours(since: datetime | None, until: datetime | None) -> float | None:
    """The hours that passed between two instants, whatever the clocks on the wall showed.

    None where one is not known, or they are not in this order.
    """
    if since is None or until is None or until < since:
        return None
    return round((until - since).total_seconds() / 3600, 4)


def recorded_dates(look: Look, before: date | None, limit: int) -> list[date]:
    """Gaming dates that were recorded or had a session, the latest first."""
    # From each date to the one before it by the index: there are many sessions to a date.
    rows = look.rows(
        "WITH RECURSIVE played (gaming_date) AS ("
        " (SELECT gaming_date FROM reconciliation_sessions WHERE first_position <= %(as_of)s"
        " AND gaming_date < coalesce(%(before)s::date, 'infinity') ORDER BY gaming_date DESC LIMIT 1)"
        " UNION ALL SELECT (SELECT gaming_date FROM reconciliation_sessions"
        " WHERE first_position <= %(as_of)s AND gaming_date < played.gaming_date"
        " ORDER BY gaming_date DESC LIMIT 1) FROM played WHERE played.gaming_date IS NOT NULL)"
        " (SELECT gaming_date FROM played WHERE gaming_date IS NOT NULL LIMIT %(limit)s)"
        " UNION (SELECT gaming_date FROM days_recorded WHERE first_position <= %(as_of)s"
        " AND gaming_date < coalesce(%(before)s::date, 'infinity') ORDER BY gaming_date DESC LIMIT %(limit)s)"
        " ORDER BY gaming_date DESC LIMIT %(limit)s",
        before=before,
        limit=limit,
    )
    return [row["gaming_date"] for row in rows]
