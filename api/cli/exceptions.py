"""`pitledger exceptions` and `pitledger refused`: what a day or a month has to report."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, Jurisdiction, Latest, OnDate, Since, Until
from api.cli.exporting import OneSheet, ToCsv, ToXlsx, exported
from ledger.amounts import DEFAULT_CURRENCY

if TYPE_CHECKING:
    from projections.exceptions.answers import ExceptionReport
    from projections.views import Views

Number = Annotated[
    int, typer.Argument(metavar="NUMBER", min=1, help="Its number in the list.", show_default=False)
]


def exceptions(
    *,
    on: OnDate = None,
    first: Since = None,
    last: Until = None,
    jurisdiction: Jurisdiction = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """List what was not as it should have been on some gaming dates.

    Findings of sessions, numbers missing or used twice, void slips, what is in
    transit or owed, goodwill, funds, refused records; of rounds how many have
    which finding.
    """
    from api.cli.opening import tell, views_of
    from api.spans import span
    from ledger.settings import load_settings
    from projections.exceptions import sheets

    since, until = span(on, first, last)
    with views_of(load_settings()) as views:
        if exported(
            lambda: sheets.exceptions(
                views, since, until, jurisdiction=jurisdiction, as_of=as_of, as_known_at=as_known_at
            ),
            csv=csv,
            xlsx=xlsx,
            sheet=sheet,
            as_json=as_json,
        ):
            return
        report = _whole(views, since, until, jurisdiction, as_of=as_of, as_known_at=as_known_at)
    tell(report, _show, as_json=as_json)


def _whole(
    views: Views,
    since: date,
    until: date,
    jurisdiction: str | None,
    *,
    as_of: int | None,
    as_known_at: datetime | None,
) -> ExceptionReport:
    """The report with all its lines."""
    from projections.asking import MOST_ROWS

    page = report = views.exceptions(
        since, until, jurisdiction=jurisdiction, limit=MOST_ROWS, as_of=as_of, as_known_at=as_known_at
    )
    lines = list(page.lines)
    while page.after is not None:
        page = views.exceptions(
            since, until, jurisdiction=jurisdiction, after=page.after, limit=MOST_ROWS,
            as_of=report.as_of, as_known_at=as_known_at,
        )  # fmt: skip
        lines += page.lines
    return report.model_copy(update={"lines": lines, "after": None})


def _show(report: ExceptionReport) -> None:
    rows = [
        (
            str(one.gaming_date),
            one.table or terminal.DASH,
            one.code,
            "" if one.amount is None else terminal.money(one.amount, one.currency or DEFAULT_CURRENCY),
            one.currency or "",
            one.key + ("" if one.version is None else f" #{one.version}"),
            one.detail,
            f"{one.rule} ({one.evidence})" if one.rule else one.evidence,
        )
        for one in report.lines
    ]
    if rows:
        columns = ("gaming date", "table", "code", "amount", "currency", "where", "what", "rule")
        terminal.table("", columns, rows, numbers=("amount",))
    else:
        terminal.say(f"no exceptions from {report.since} to {report.until}, but for findings of rounds")
    if report.rounds:
        of_rounds = [(str(one.gaming_date), one.code, f"{one.rounds:,}") for one in report.rounds]
        terminal.table("Rounds", ("gaming date", "finding", "rounds"), of_rounds, numbers=("rounds",))


def list_refused(*, on: OnDate = None, limit: Latest = 50, as_json: AsJson = False) -> None:
    """List records that were read and refused: who sent what, why, how often."""
    from api.cli.opening import views_of
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        found = views.refused(gaming_date=on, limit=limit)
    if as_json:
        for one in found.refused:
            terminal.answer(one.model_dump(mode="json"))
        return
    rows = [
        (
            str(one.refused),
            f"{one.first_at:%Y-%m-%d %H:%MZ}",
            str(one.times),
            one.refused_by,
            one.stream or terminal.DASH,
            one.code,
            one.detail,
        )
        for one in found.refused
    ]
    columns = ("number", "first", "times", "sent by", "stream", "code", "why")
    terminal.table("", columns, rows, numbers=("number", "times"))


def show_refused(number: Number, *, as_json: AsJson = False) -> None:
    """Show one refused record with what was sent.

    Not of a round: its record may tell a face that nobody has been shown.
    """
    from api.cli.opening import views_of
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        found = views.refused_record(number)
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
        return
    at = f" at {found.pointer}" if found.pointer else ""
    terminal.say(f"{found.stream or 'stream not said'}: {found.code}{at}: {found.detail}")
    terminal.say(f"  sent by {found.refused_by}, {found.times} times, first {found.first_at.isoformat()}")
    terminal.say(f"  sha256 {found.digest or terminal.DASH}")
    terminal.say(found.body or "what was sent is not shown")
