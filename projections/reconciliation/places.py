"""Which tables there were on a gaming date, and to which pit each belonged."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from projections.asking import Look
from projections.reconciliation.answers import NoActivity

# An unknown time counts as before all others.
BEGINNING = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class Place:
    """A table: since when it is registered, when it was retired, and its pits in order of time."""

    registered: datetime | None = None
    retired: datetime | None = None
    pits: list[tuple[datetime, str]] = field(default_factory=list)

    def pit(self, at: datetime | None, gaming_date: date) -> str | None:
        """The pit to which it belonged at a time of a date; without one at the end of the (UTC) date."""
        held = [
            pit
            for since, pit in self.pits
            if (_utc_date(since) <= gaming_date if at is None else since <= at)
        ]
        return held[-1] if held else None


@dataclass(frozen=True, slots=True)
class Places:
    """All tables by name, as known at the position looked at."""

    of_table: Mapping[str, Place]

    def of(self, table: str, at: datetime | None, gaming_date: date) -> str | None:
        """The pit of a table at a time of a gaming date; without one at the end of the date."""
        return self.of_table[table].pit(at, gaming_date) if table in self.of_table else None

    def without_activity(
        self, gaming_date: date, active: Collection[str], said: Mapping[str, str | None]
    ) -> list[NoActivity]:
        """The tables in use on a date that had no session.

        A gaming date has no fixed hours, so that a table counts as in use from
        the (UTC) date on which it was registered to that on which it was retired;
        its pit is the one to which it belonged at the end of that date.
        """
        return [
            NoActivity(table=name, pit=place.pit(None, gaming_date), said=name in said, reason=said.get(name))
            for name, place in sorted(self.of_table.items())
            if name not in active and _in_use(place, gaming_date)
        ]


def has_pit(look: Look, pit: str) -> bool:
    """Whether any table ever belonged to a pit, by the position looked at or later."""
    return bool(look.rows("SELECT FROM reconciliation_places WHERE pit = %(pit)s LIMIT 1", pit=pit))


def known(look: Look) -> Places:
    """Every table registered by the position looked at."""
    rows = look.rows(
        "SELECT table_name, what, pit, occurred_at FROM reconciliation_places"
        " WHERE position <= %(as_of)s ORDER BY coalesce(occurred_at, '-infinity'), position"
    )
    found: dict[str, Place] = {}
    for row in rows:
        place, at = found.setdefault(row["table_name"], Place()), row["occurred_at"] or BEGINNING
        if row["what"] == "registered":
            place.registered = at
        if row["what"] == "retired":
            place.retired = at
        if row["pit"] is not None:
            place.pits.append((at, row["pit"]))
    return Places(found)


def _in_use(place: Place, gaming_date: date) -> bool:
    registered = place.registered is not None and _utc_date(place.registered) <= gaming_date
    return registered and (place.retired is None or _utc_date(place.retired) > gaming_date)


def _utc_date(at: datetime) -> date:
    return at.astimezone(UTC).date()
