"""`pitledger session`: the sessions of tables, and one of them whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, Jurisdiction, OnDate, Table

if TYPE_CHECKING:
    from projections.answers import Vector
    from projections.reconciliation.listed import SessionPage, SessionRow
    from projections.sessions.answers import SessionEntry, SessionReport

Reference = Annotated[
    str,
    typer.Argument(metavar="SESSION", help="THB-03/2026-11-28/1, or the session's uuid.", show_default=False),
]
Page = Annotated[str | None, typer.Option("--after", metavar="CURSOR", help="Where the page before ended.")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, max=500, help="At most so many.")]

# What every event has, and what an entry says in columns of its own.
COMMON: Final = frozenset({"type", "occurred_at", "source", "by", "id", "approved_by", "event"})
# Fields that hold chips by denomination, amounts in cents, and the numbers of slips.
CHIPS: Final = frozenset({"opener", "closer", "chips", "in", "out", "count", "collected", "paid", "swept"})
MONEY: Final = frozenset({
    "tendered", "amount", "cash", "cash_collected", "color_collected", "color_paid", "value",
    "denomination", "coupons", "first", "second", "settled",
})  # fmt: skip
SLIPS: Final = frozenset({"slip", "of"})

Rows: TypeAlias = Sequence[tuple[str, ...]]
# A title, its columns, its rows.
Part: TypeAlias = tuple[str, tuple[str, ...], Rows]


def list_sessions(
    *,
    table: Table = None,
    gaming_date: OnDate = None,
    after: Page = None,
    limit: Limit = 50,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """List sessions, the latest gaming date first."""
    from api.cli.opening import ask

    ask(
        lambda views: views.sessions(
            table=table, gaming_date=gaming_date, after=after, limit=limit,
            as_of=as_of, as_known_at=as_known_at,
        ),
        _list,
        as_json=as_json,
    )  # fmt: skip


def _list(page: SessionPage) -> None:
    columns = ("session", "status", "shift", "game", "opened", "closed", "opener", "closer")
    terminal.table("", columns, [_row(one) for one in page.sessions], numbers=("opener", "closer"))
    if page.after is not None:
        terminal.say(f"there are more: --after {page.after}")


def _row(one: SessionRow) -> tuple[str, ...]:
    return (
        one.session,
        one.status.replace("_", " "),
        one.shift or terminal.DASH,
        one.game or terminal.DASH,
        terminal.DASH if one.opened_at is None else one.opened_at.isoformat(timespec="minutes"),
        terminal.DASH if one.closed_at is None else one.closed_at.isoformat(timespec="minutes"),
        _worth(one.opener, one.currency),
        _worth(one.closer, one.currency),
    )


def _worth(chips: Mapping[int, int] | None, currency: str) -> str:
    from ledger.money import value

    return terminal.money(None if chips is None else value(chips), currency)


def show(
    session: Reference,
    *,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    jurisdiction: Jurisdiction = None,
    as_json: AsJson = False,
) -> None:
    """Show a session: every event with the tray after it, slips, forms, boxes, findings.

    Now, as of a position, or from what was recorded by a time.
    """
    from api.cli.opening import ask

    ask(
        lambda views: views.session(session, as_of=as_of, as_known_at=as_known_at, jurisdiction=jurisdiction),
        _show,
        as_json=as_json,
    )


def _show(found: SessionReport) -> None:
    at, money = f"as of position {found.as_of:,}, by {found.jurisdiction}", found.currency
    terminal.say(f"{found.session}, {found.status}, {found.version} events, {at}")
    shifts = ", ".join(f"{one.shift} from #{one.version}" for one in found.shifts)
    counts = f"opener {_worth(found.opener, money)}  closer {_worth(found.closer, money)}"
    terminal.say(f"{counts}{terminal.named(money)}  shifts: {shifts}")
    if found.tray is not None:
        terminal.say(f"tray should hold {_vector(found.tray, money)}")
    columns = ("#", "time", "shift", "event", "what", "by", "moved", "tray")
    rows = [_entry(one, money) for one in found.events]
    terminal.table("What happened", columns, rows, numbers=("#", "moved", "tray"))
    for title, headings, cells in _parts(found):
        terminal.table(title, headings, cells)
    if found.outstanding_color:
        terminal.say(f"color outstanding {terminal.money(found.outstanding_color, money)}")
    if found.findings:
        rows_found = [
            (f"#{one['event']}", str(one["code"]), str(one["detail"]), _cited(one)) for one in found.findings
        ]
        terminal.table("Findings", ("event", "code", "what was found", "rule"), rows_found)


def _vector(tray: Vector, currency: str) -> str:
    loose = terminal.money(tray.unspecified, currency)
    rest = f", {loose} without chips recorded" if tray.unspecified else ""
    chips = terminal.chips(tray.by_denomination, currency)
    return f"{terminal.money(tray.total, currency)} ({chips}{rest})"


def _cited(one: Mapping[str, object]) -> str:
    return f"{one['rule']} ({one['evidence']})" if one["rule"] else f"({one['evidence']})"


def _entry(one: SessionEntry, currency: str) -> tuple[str, ...]:
    at = terminal.DASH if one.occurred_at is None else one.occurred_at.isoformat(sep=" ", timespec="seconds")
    people = one.by or terminal.DASH
    said = dict(one.event) if one.instead is None else dict(one.instead)
    standing = {"in_effect": "", "correction": ""}.get(one.standing, f" [{one.standing.replace('_', ' ')}]")
    by = "" if one.corrected_by is None else f" by #{one.corrected_by}"
    return (
        str(one.version),
        at,
        one.shift or terminal.DASH,
        one.type.replace("_", " ") + (f"{standing[:-1]}{by}]" if standing else ""),
        " ".join(_facts(said, currency)),
        people if one.approved_by is None else f"{people}, {one.approved_by}",
        "" if one.moved is None else terminal.money(one.moved.total, currency),
        terminal.money(None if one.tray is None else one.tray.total, currency),
    )


def _facts(event: Mapping[str, object], currency: str) -> Iterator[str]:
    """The fields of an event as people read them."""
    return (
        f"{name.replace('_', ' ')} {_said(name, said, currency)}"
        for name, said in event.items()
        if name not in COMMON
    )


def _said(name: str, said: object, currency: str) -> str:
    if name in MONEY:
        return _money(said, currency)
    if not isinstance(said, dict):
        return str(said)
    if name in CHIPS:
        return terminal.chips(said, currency)
    if name in SLIPS:
        return f"{said['type']}/{said['series']}/{said['serial']}"
    return ", ".join(f"{key} {one}" for key, one in said.items())


def _money(said: object, currency: str) -> str:
    """An amount, several, or a count of a box."""
    if isinstance(said, dict):
        return ", ".join(f"{name} {_money(one, currency)}" for name, one in said.items())
    if isinstance(said, list):
        return ", ".join(_money(one, currency) for one in said)
    return terminal.money(said if isinstance(said, int) else None, currency)


def _parts(found: SessionReport) -> Iterator[Part]:
    """The tables of what the session is made of, those that have a row."""
    money = partial(terminal.money, currency=found.currency)
    documents = [(one.document, money(one.issued), money(one.redeemed)) for one in found.documents]
    owing = [(one.slip, money(one.owed), money(one.recovered), money(one.open)) for one in found.commissions]
    reliefs = [(one.out, one.into or terminal.DASH, f"{one.gap_s:.0f}") for one in found.reliefs]
    parts: tuple[Part, ...] = (
        ("Slips", ("slip", "kind", "steps", "in transit", "reprints"), _slips(found)),
        ("Forms", ("form", "kind", "event", "reprints"), _forms(found)),
        ("Counter checks and documents", ("document", "issued", "redeemed"), documents),
        ("Commission", ("form", "owed", "recovered", "open"), owing),
        ("Color", ("color", "marker", "sold", "cashed"), _colors(found)),
        ("Drop boxes", ("box", "dropped", "counted", "first", "second"), _boxes(found)),
        ("Reliefs", ("out", "in", "seconds alone"), reliefs),
    )
    return (part for part in parts if part[2])


def _slips(found: SessionReport) -> Rows:
    return [
        (
            one.slip,
            one.kind,
            ", ".join(
                [
                    *(f"{step.step} {terminal.chips(step.chips, found.currency)}" for step in one.steps),
                    *(f"{step} in {session}" for step, session in one.elsewhere.items()),
                ]
            ),
            terminal.chips(one.in_transit, found.currency),
            str(one.reprints),
        )
        for one in found.slips
    ]


def _forms(found: SessionReport) -> Rows:
    return [
        (one.slip, one.kind.replace("_", " "), f"#{one.version}", str(one.reprints)) for one in found.forms
    ]


def _colors(found: SessionReport) -> Rows:
    money = partial(terminal.money, currency=found.currency)
    return [
        (
            one.color,
            money(one.marker),
            f"{one.sold} ({money(one.sold_for)})",
            f"{one.cashed} ({money(one.cashed_for)})",
        )
        for one in found.colors
    ]


def _boxes(found: SessionReport) -> Rows:
    def count(said: Mapping[str, int] | None) -> str:
        return terminal.money(None if said is None else sum(said.values()), found.currency)

    return [
        (
            one.box,
            terminal.DASH if one.dropped_at is None else f"#{one.dropped_at}",
            count(one.counted),
            count(one.first),
            count(one.second),
        )
        for one in found.boxes
    ]
