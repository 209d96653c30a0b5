"""`pitledger day`: a gaming date as a whole, its openers, the chip float at its end."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, Jurisdiction, Latest, Table, gaming_date
from api.cli.exporting import OneSheet, ToCsv, ToXlsx, given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from projections.days.answers import (
        ChipFloat,
        DayLine,
        DayState,
        DayTable,
        Mark,
        Opener,
        Openers,
        PlaceCount,
        Warned,
    )

OfDay = Annotated[
    date,
    typer.Argument(metavar="DATE", parser=gaming_date, help="A gaming date: 2026-11-28.", show_default=False),
]
Currency = Annotated[
    str | None, typer.Option("--currency", metavar="USD", help="Of chips in it; absent: the house's own.")
]


def list_days(
    *, limit: Latest = 50, as_of: AsOf = None, as_known_at: AsKnownAt = None, as_json: AsJson = False
) -> None:
    """List gaming dates, the latest first, with the state of each."""
    from api.cli.opening import say_lag, views_of
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        page = views.days(limit=limit, as_of=as_of, as_known_at=as_known_at)
    if as_json:
        for one in page.days:
            terminal.answer(one.model_dump(mode="json"))
        return
    terminal.table(
        "", ("gaming date", "state", "jurisdiction", "recorded"), [_line(one) for one in page.days]
    )
    say_lag(page.lag)


def _line(one: DayLine) -> tuple[str, ...]:
    recorded = "by itself" if one.recorded else "by its sessions"
    return (str(one.gaming_date), one.state, one.jurisdiction, recorded)


def show(
    day: OfDay,
    *,
    jurisdiction: Jurisdiction = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Show a gaming date: states, hours, every table, chips counted outside tables.

    A table without a session had no activity, which is an answer: said, or inferred.
    """
    from api.cli.opening import ask

    ask(
        lambda views: views.day(day, jurisdiction=jurisdiction, as_of=as_of, as_known_at=as_known_at),
        _show,
        as_json=as_json,
    )


def _show(found: DayState) -> None:
    terminal.say(f"gaming date {found.gaming_date}, {found.state}, as of position {found.as_of:,}")
    who = {"asked": "as asked", "day": "as recorded", "setting": "as set"}[found.jurisdiction_by]
    terminal.say(f"jurisdiction {found.jurisdiction}, {who}")
    if found.began_at is not None:
        ended = "not ended yet" if found.ended_at is None else f"to {found.ended_at.isoformat()}"
        lasted = "" if found.hours is None else f": {found.hours:g} h"
        terminal.say(f"from {found.began_at.isoformat()} {ended}{lasted}")
    for state, mark in (("preliminary", found.preliminary), ("audited", found.audited)):
        if mark is not None:
            terminal.say(f"{state} {_mark(mark)}")
    columns = ("table", "pit", "activity", "session", "opened", "closed", "hours")
    rows = [row for one in found.tables for row in _table(one)]
    terminal.table("Tables", columns, rows, numbers=("hours",))
    if found.counts:
        _places("Chips counted outside tables", found.counts)
    for session, cents in found.poker_restated.items():
        terminal.say(f"poker revenue of {session} restated by {terminal.hundredths(cents)}")
    for code in found.findings:
        terminal.say(f"finding: {code}")
    _warn(found.warnings)


def _mark(mark: Mark) -> str:
    people = mark.by if mark.approved_by is None else f"{mark.by} and {mark.approved_by}"
    return f"at position {mark.position:,}, by {people}, recorded {mark.recorded_at:%Y-%m-%d %H:%MZ}"


def _table(one: DayTable) -> list[tuple[str, ...]]:
    how = f"said{f': {one.reason}' if one.reason else ''}" if one.said else "inferred"
    activity = f"no activity ({how})" if one.status == "no_activity" else one.status.replace("_", " ")
    if one.stray_rounds:
        activity += f", rounds apart: {one.stray_rounds:,}"
    where = (one.table, one.pit or terminal.DASH, activity)
    if not one.sessions:
        return [(*where, *(terminal.DASH,) * 4)]
    return [
        (
            *where,
            str(held.number),
            f"{held.opened_at:%Y-%m-%d %H:%MZ}" if held.opened_at else terminal.DASH,
            f"{held.closed_at:%Y-%m-%d %H:%MZ}" if held.closed_at else terminal.DASH,
            terminal.DASH if held.hours is None else f"{held.hours:.2f}",
        )
        for held in one.sessions
    ]


def _places(title: str, places: Sequence[PlaceCount]) -> None:
    rows = [
        (one.place, one.chip_set or "of value", str(one.gaming_date),
         terminal.chips(one.by_denomination, one.currency), terminal.money(one.amount, one.currency))
        for one in places
    ]  # fmt: skip
    terminal.table(title, ("place", "chips", "counted for", "counted", "worth"), rows, numbers=("worth",))


def _warn(warnings: Sequence[Warned]) -> None:
    for one in warnings:
        cited = "" if one.source is None else f" [{one.source}, {one.evidence}]"
        terminal.say(f"{one.code}: {one.words}{cited}")


# --- openers --------------------------------------------------------------------------


def openers(
    day: OfDay,
    *,
    table: Table = None,
    jurisdiction: Jurisdiction = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Lay each opener against the closer before it, and say what a difference asks for."""
    from api.cli.opening import ask

    ask(
        lambda views: views.openers(
            day, table=table, jurisdiction=jurisdiction, as_of=as_of, as_known_at=as_known_at
        ),
        _openers,
        as_json=as_json,
    )


def _openers(found: Openers) -> None:
    rows = [
        (one.session, one.previous or terminal.DASH, one.status.replace("_", " "),
         *(terminal.money(cents, one.currency) for cents in (one.closer, one.opener, one.amount)),
         terminal.chips(one.by_denomination, one.currency))
        for one in found.openers
    ]  # fmt: skip
    columns = ("session", "after", "opener", "closer before", "opened with", "off by", "chips")
    terminal.table("", columns, rows, numbers=("closer before", "opened with", "off by"))
    for one in found.openers:
        _asked(one, found)


def _asked(one: Opener, found: Openers) -> None:
    if one.status != "differs":
        return
    if one.pattern:
        terminal.say(
            f"{one.session}: shortage {one.shortages} in {found.pattern_days} gaming days:"
            f" a pattern (from {found.pattern_shortages} on, as configured)"
        )
    for asked in one.asked:
        within = "" if asked.within_hours is None else f" within {asked.within_hours} h"
        terminal.say(f"{one.session}: {asked.words}{within} [{asked.source}, {asked.evidence}]")
    if not one.asked:
        terminal.say(f"{one.session}: what {found.jurisdiction} asks for is not known, or nothing")
    if not one.reports:
        terminal.say(f"{one.session}: no report of it is recorded")
    for report in one.reports:
        slip = "" if report.slip is None else f" on {report.slip}"
        terminal.say(
            f"{one.session}: {terminal.money(report.amount, one.currency)} reported{slip}"
            f" to {', '.join(report.to)}"
        )


# --- the float ------------------------------------------------------------------------


def chip_float(
    day: OfDay,
    *,
    currency: Currency = None,
    jurisdiction: Jurisdiction = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """Say how many chips of each denomination patrons held at the end of a gaming date.

    Float = chips by their ledger - (vault, cage, lockers + trays), and
    receipts = table win + float - float of the date before.
    """
    from api.cli.opening import views_of
    from ledger.settings import load_settings
    from projections.days.sheet import workbook

    with views_of(load_settings()) as views:
        found = views.chip_float(
            day, currency=currency, jurisdiction=jurisdiction, as_of=as_of, as_known_at=as_known_at
        )
    given(found, show=_float, workbook=workbook, csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json)


def _float(found: ChipFloat) -> None:
    def money(cents: int | None) -> str:
        return terminal.money(cents, found.currency)

    head = f"chips of value in {found.currency}, end of {found.gaming_date}"
    terminal.say(f"{head}, as of position {found.as_of:,}{'' if found.complete else ', not complete'}")
    rows = [
        (money(one.denomination), f"{one.ledger:,}", f"{one.outside:,}", f"{one.trays:,}", f"{one.float:,}",
         money(one.amount))
        for one in found.lines
    ]  # fmt: skip
    columns = ("chip", "there are", "vault, cage, lockers", "trays", "with patrons", "worth")
    terminal.table("", columns, [*rows, ("total", "", "", "", "", money(found.amount))], numbers=columns)
    terminal.say(f"float {money(found.amount)}, the day before {money(found.previous)}")
    terminal.say(
        f"receipts {money(found.receipts)} = table win {money(found.table_win)} + {money(found.change)}"
    )
    for place in found.places:
        if place.gaming_date != found.gaming_date:
            terminal.say(f"{place.place} was last counted for {place.gaming_date}")
    for tray in found.trays:
        if tray.basis == "expected":
            terminal.say(f"the tray of {tray.table} is not counted: taken as it should be")
    _warn(found.warnings)
