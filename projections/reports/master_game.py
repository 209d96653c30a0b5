"""The master game report of a gaming date: each table from opener to counted box, with all forms entered.

Source: accounting A.1, A.3 (count room, revenue audit); 13:69D-1.33 and 1.34.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import Field

from projections.answers import Instant
from projections.reconciliation.answers import (
    BoxFigures,
    CurrencySums,
    DayReport,
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
    opened_at: Instant | None
    closed_at: Instant | None
    hours: float | None
    shifts: list[ShiftFigures]
    by_box: list[BoxFigures]
    forms: list[Form]


class MasterGameReport(DayReport):
    """What the count room prints and revenue audit signs: tables, games, the property.

    A report of an earlier position or state is the same whenever it is asked
    for, but for `lag`.  `forms` of a table are by whom and with whom each was
    signed.  A sum over several currencies is null; `by_currency` has each of them.
    """

    property: str
    jurisdiction: str | None
    tables: list[TableLine]
    games: dict[str, Figures | None]
    total: Figures | None
    by_currency: dict[str, CurrencySums]
    no_activity: list[NoActivity] = Field(description="tables in use that did not open")


def master_game_report(
    property: str,
    found: Reconciliation,
    forms: Mapping[str, Iterable[Form]],
) -> MasterGameReport:
    """The report of a reconciliation; `forms` are by session."""
    return MasterGameReport(
        as_of=found.as_of,
        lag=found.lag,
        property=property,
        gaming_date=found.gaming_date,
        state=found.state,
        last_state=found.last_state,
        changed_since=found.changed_since,
        moved=found.moved,
        as_known_at=found.as_known_at,
        jurisdiction=found.jurisdiction,
        tables=[_line(one, forms.get(key(one), ())) for one in found.sessions],
        games=found.by_game,
        total=found.total,
        by_currency=found.by_currency,
        no_activity=found.no_activity,
    )


def key(one: SessionFigures) -> str:
    """The key of a session."""
    return f"{one.table}/{one.gaming_date}/{one.number}"


def _line(one: SessionFigures, forms: Iterable[Form]) -> TableLine:
    own = {name: getattr(one, name) for name in TableLine.model_fields if hasattr(one, name)}
    return TableLine(**own, session=key(one), forms=list(forms))
