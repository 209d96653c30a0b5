"""`pitledger slip`: numbered forms, what is wrong with their numbers, coupons."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, Jurisdiction, OnDate, Since, Table, Until
from api.cli.exporting import OneSheet, ToCsv, ToXlsx, exported, given
from ledger.amounts import DEFAULT_CURRENCY

if TYPE_CHECKING:
    from projections.slips.answers import CouponList, NumberedSlips, Slip, SlipFilter, SlipNumbers
    from projections.views import Views

Number = Annotated[
    str, typer.Argument(metavar="NUMBER", help="Type, series and serial: fill/2026/1001.", show_default=False)
]
Type = Annotated[str | None, typer.Option("--type", metavar="TYPE", help="Of this type, as in the number.")]


FormName: TypeAlias = Literal[
    "fill", "credit", "table_inventory", "commission", "commission_recovery", "variance_report"
]
StateName: TypeAlias = Literal[
    "requested", "issued", "dispatched", "received", "voided", "signed", "reported", "open", "recovered"
]
OfForm = Annotated[FormName | None, typer.Option("--form", help="Forms of this kind alone.")]
InState = Annotated[
    StateName | None, typer.Option("--state", help="In this state alone; open: commission that is owed.")
]

COLUMNS = (
    "slip",
    "form",
    "state",
    "gaming date",
    "table",
    "currency",
    "amount",
    "in transit",
    "left",
    "remarks",
)


def list_slips(
    *,
    on: OnDate = None,
    first: Since = None,
    last: Until = None,
    table: Table = None,
    type: Type = None,
    form: OfForm = None,
    state: InState = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """List slips and forms by number, with their state.

    Fills, credits, table inventory slips, commission and its recovery, reports
    of a variance; --json gives each with every step.
    """
    from api.cli.opening import say_lag, views_of
    from ledger.settings import load_settings
    from projections.slips import sheets

    wanted = _wanted(on, first, last, table=table, type=type, form=form, state=state)
    with views_of(load_settings()) as views:
        if exported(
            lambda: sheets.slips(views, wanted, as_of=as_of, as_known_at=as_known_at),
            csv=csv,
            xlsx=xlsx,
            sheet=sheet,
            as_json=as_json,
        ):
            return
        found, lag = _every(views, wanted, as_of=as_of, as_known_at=as_known_at)
    if as_json:
        for slip in found:
            terminal.answer(slip.model_dump(mode="json"))
        return
    _table("", found)
    say_lag(lag)


def _wanted(
    on: date | None,
    first: date | None,
    last: date | None,
    *,
    table: str | None,
    type: str | None,
    form: FormName | None,
    state: StateName | None,
) -> SlipFilter:
    from api.spans import optional_span
    from projections.slips.answers import SlipFilter

    since, until = optional_span(on, first, last) or (None, None)
    return SlipFilter(
        since=since,
        until=until,
        table=table,
        type=type,
        form=form,
        state=state,
    )


def _every(
    views: Views, wanted: SlipFilter, *, as_of: int | None, as_known_at: datetime | None
) -> tuple[list[Slip], int]:
    """All of them, page by page, and how far the view is behind."""
    from projections.asking import MOST_ROWS

    page = views.slips(wanted, limit=MOST_ROWS, as_of=as_of, as_known_at=as_known_at)
    found, lag = list(page.slips), page.lag
    while page.after is not None:
        page = views.slips(wanted, after=page.after, limit=MOST_ROWS, as_of=page.as_of)
        found += page.slips
    return found, lag


def show(
    number: Number, *, as_of: AsOf = None, as_known_at: AsKnownAt = None, as_json: AsJson = False
) -> None:
    """Show all that a number was used for.

    Every step: when it happened, when it was recorded, and by whom.
    """
    from api.cli.opening import ask
    from ledger.errors import InvalidQuery

    def shown(found: NumberedSlips) -> None:
        for slip in found.slips:
            _show(slip)

    type_, _, rest = number.partition("/")
    series, _, serial = rest.rpartition("/")
    if not (type_ and series and serial.isascii() and serial.isdigit()):
        raise InvalidQuery(detail=f"{number!r} is no number of a slip: say type, series, serial")
    ask(
        lambda views: views.slip(type_, series, int(serial), as_of=as_of, as_known_at=as_known_at),
        shown,
        as_json=as_json,
    )


def gaps(
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
    """Say what is missing, out of order or repeated among the numbers used on some gaming dates.

    Beside it void slips, which keep their numbers, and what is in transit.
    """
    from api.cli.opening import views_of
    from api.spans import span
    from ledger.settings import load_settings
    from projections.slips import sheets

    since, until = span(on, first, last)
    with views_of(load_settings()) as views:
        found = views.slip_numbers(
            since, until, jurisdiction=jurisdiction, as_of=as_of, as_known_at=as_known_at
        )
    given(found, show=_numbers, workbook=sheets.numbers, csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json)


def coupons(
    *,
    on: OnDate = None,
    first: Since = None,
    last: Until = None,
    table: Table = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    as_json: AsJson = False,
) -> None:
    """List the match-play coupons played on some gaming dates.

    Which are in the drop, and which may be deducted: known by serial, and not
    dropped before.
    """
    from api.cli.opening import views_of
    from api.spans import span
    from ledger.settings import load_settings
    from projections.slips import sheets

    since, until = span(on, first, last)
    with views_of(load_settings()) as views:
        found = views.coupons(since, until, table=table, as_of=as_of, as_known_at=as_known_at)
    given(found, show=_coupons, workbook=sheets.coupons, csv=csv, xlsx=xlsx, as_json=as_json)


def _coupons(found: CouponList) -> None:
    rows = [
        (
            one.serial or terminal.DASH,
            terminal.money(one.face, one.currency),
            one.currency,
            one.fate.replace("_", " "),
            one.key,
            terminal.DASH if one.spot is None else f"spot {one.spot} {one.wager}",
            "dropped before" if one.repeated else "deductible" if one.deductible else "",
        )
        for one in found.coupons
    ]
    terminal.table("", ("serial", "face", "currency", "fate", "played in", "on", ""), rows, numbers=("face",))
    for name, total in (("dropped", found.dropped), ("deductible", found.deductible)):
        faces = (
            f"{terminal.money(face, currency)} {currency}" for currency, face in total.by_currency.items()
        )
        terminal.say(", ".join([f"{name}: {total.count}", *faces]))


# --- for people -----------------------------------------------------------------------


def _table(title: str, slips: list[Slip]) -> None:
    rows = [
        (
            one.name,
            (one.form or terminal.DASH).replace("_", " "),
            one.state,
            str(one.gaming_date),
            " ".join(one.tables),
            one.currency or terminal.DASH,
            terminal.money(one.amount, _in(one)),
            "" if one.in_transit is None else terminal.money(one.in_transit.total, _in(one)),
            "" if one.commission is None else terminal.money(one.commission.left, _in(one)),
            ", ".join(_remarks(one)),
        )
        for one in slips
    ]
    terminal.table(title, COLUMNS, rows, numbers=("amount", "in transit", "left"))


def _in(slip: Slip) -> str:
    """What its amounts are of."""
    return slip.currency or DEFAULT_CURRENCY


def _remarks(slip: Slip) -> list[str]:
    said = [remark.replace("_", " ") for remark in slip.remarks]
    if slip.reprints:
        said.append(f"reprinted {slip.reprints}×")
    if slip.entered_late_s is not None:
        said.append(f"entered {slip.entered_late_s // 3600} h late")
    return said


def _show(slip: Slip) -> None:
    terminal.say(f"{slip.name}   {(slip.form or 'form not said').replace('_', ' ')}, {slip.state}")
    amount = terminal.money(slip.amount, _in(slip))
    terminal.say(f"  gaming date {slip.gaming_date}  amount {amount} {slip.currency}")
    if slip.commission is not None:
        owed = slip.commission
        sums = (("owed", owed.owed), ("recovered", owed.recovered), ("left", owed.left))
        terminal.say("  " + "  ".join(f"{name} {terminal.money(cents, _in(slip))}" for name, cents in sums))
    if slip.of is not None:
        terminal.say(f"  pays {slip.of}")
    if slip.in_transit is not None:
        terminal.say(f"  in transit {terminal.money(slip.in_transit.total, _in(slip))}")
    if said := _remarks(slip):
        terminal.say(f"  {', '.join(said)}")
    rows = [
        (
            one.step.replace("_", " ") + ("" if one.moves else " (again: moves nothing)"),
            terminal.DASH if one.occurred_at is None else f"{one.occurred_at:%Y-%m-%d %H:%MZ}",
            f"{one.recorded_at:%Y-%m-%d %H:%MZ}",
            one.by or terminal.DASH,
            one.approved_by or terminal.DASH,
            terminal.money(one.amount, _in(slip)),
            terminal.chips(one.chips, _in(slip)),
            f"{one.session} #{one.version}"
            + ("" if one.corrected_by is None else f", corrected by #{one.corrected_by}"),
            one.reason or "",
        )
        for one in slip.steps
    ]
    columns = ("step", "occurred", "recorded", "by", "approved by", "amount", "chips", "event", "reason")
    terminal.table("", columns, rows, numbers=("amount",))


def _numbers(found: SlipNumbers) -> None:
    rule = "begin anew each year" if found.by_year else "run on over the years"
    terminal.say(f"numbers used from {found.since} to {found.until}; by {found.jurisdiction} they {rule}")
    columns = ("type", "series", "year", "lowest", "highest", "used", "missing")
    rows = [
        (
            one.type,
            one.series,
            str(one.year or ""),
            str(one.first),
            str(one.last),
            str(one.used),
            str(one.missing),
        )
        for one in found.series
    ]
    terminal.table("", columns, rows, numbers=columns[2:])
    for gap in found.gaps:
        numbers = str(gap.first_missing) if gap.count == 1 else f"{gap.first_missing} to {gap.last_missing}"
        terminal.say(f"missing {gap.type}/{gap.series}/{numbers}: the next was used in {gap.session}")
    for one in found.out_of_order:
        terminal.say(f"out of order {one.name}: used before {one.below}, in {one.session}")
    for title, slips in (
        ("Used twice", found.repeated),
        ("Void", found.voided),
        ("In transit", found.in_transit),
    ):
        if slips:
            _table(title, slips)
    if not found.complete:
        terminal.say("there are more than are shown: ask for fewer dates")
