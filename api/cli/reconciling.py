"""`pitledger reconcile`: a gaming date, from opener to counted box."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli import reporting
from api.cli.arguments import AsJson, AsKnownAt, AsOf, GamingDate, InState, Jurisdiction, Table
from api.cli.exporting import OneSheet, ToCsv, ToXlsx, given

Pit = Annotated[str | None, typer.Option("--pit", metavar="NAME", help="Of the tables of this pit alone.")]
AsJournal = Annotated[
    bool, typer.Option("--journal", help="Its general-ledger journal instead (report journal).")
]


def reconcile(
    *,
    gaming_date: GamingDate,
    table: Table = None,
    pit: Pit = None,
    state: InState = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    jurisdiction: Jurisdiction = None,
    as_journal: AsJournal = False,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """Reconcile a gaming date.

    What each count should be and is, and what the difference is made of:
    accounting win = round win + coupon face + exceptions + tray and box over or
    short; round win = by the rules + mispaid + what cannot be judged.  Of one
    table also its tray by denomination, and what may explain what is missing.
    """
    from api.cli.opening import views_of
    from api.cli.reconciliation_view import show
    from ledger.settings import load_settings
    from projections.reports.reconciliation_sheets import workbook

    if as_journal:
        if pit is not None:
            raise typer.BadParameter("a journal is of one table or the property, not of a pit")
        reporting.journal(
            gaming_date=gaming_date, table=table, state=state, as_of=as_of, as_known_at=as_known_at,
            csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json,
        )  # fmt: skip
        return
    with views_of(load_settings()) as views:
        found = views.reconcile(
            gaming_date, table=table, pit=pit, state=state,
            as_of=as_of, as_known_at=as_known_at, jurisdiction=jurisdiction,
        )  # fmt: skip
    given(
        found, show=lambda it: show(it, whole=table is not None, state=state), workbook=workbook,
        csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json,
    )  # fmt: skip
