"""The master game report of a gaming date: each table from opener to counted box, with all forms entered.

Source: accounting A.1, A.3 (count room, revenue audit); 13:69D-1.33 and 1.34.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from pydantic import Field

from projections.answers import Answer
from projections.days.answers import State
from projections.reconciliation.answers import (
    Figures,
    NoActivity,
    Reconciliation,
    SessionFigures,
    ShiftFigures,
)
from projections.reports.forms import Form


class TableLine(Figures):
    """One session of a table: its figures, those of its shifts, and the forms that were entered for it."""

    session: str
    table: str
    number: int
    status: str
    currency: str
    game: str | None
    pit: str | None
    opened_at: datetime | None
    closed_at: datetime | None
    hours: float | None
    shifts: list[ShiftFigures]
    forms: list[Form]


class MasterGameReport(Answer):
    """What the count room prints and revenue audit signs: tables, games, the property.

    `state` says which of its states it shows.  A report of an earlier position
    or state is the same whenever it is asked for, but for `lag`.  `forms` of a
    table are by whom and with whom each was signed.
    """

    property: str
    gaming_date: date
    state: State
    as_known_at: datetime | None
    jurisdiction: str | None
    tables: list[TableLine]
    games: dict[str, Figures]
    total: Figures
    no_activity: list[NoActivity] = Field(description="tables in use that did not open")


def master_game_report(
    property: str,
    found: Reconciliation,
    forms: Mapping[str, Iterable[Form]],
    currencies: Mapping[str, str],
) -> MasterGameReport:
    """The report of a reconciliation; `forms` are by session, `currencies` by table."""
    return MasterGameReport(
        as_of=found.as_of,
        lag=found.lag,
        property=property,
        gaming_date=found.gaming_date,
        state=found.state,
        as_known_at=found.as_known_at,
        jurisdiction=found.jurisdiction,
        tables=[_line(one, forms.get(key(one), ()), currencies[one.table]) for one in found.sessions],
        games=found.by_game,
        total=found.total,
        no_activity=found.no_activity,
    )


def key(one: SessionFigures) -> str:
    """The key of a session."""
    return f"{one.table}/{one.gaming_date}/{one.number}"


def _line(one: SessionFigures, forms: Iterable[Form], currency: str) -> TableLine:
    own = {name: getattr(one, name) for name in TableLine.model_fields if hasattr(one, name)}
    return TableLine(**own, session=key(one), currency=currency, forms=list(forms))
