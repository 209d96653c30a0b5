"""`pitledger table`: the tables, and what should be in a tray."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, At

if TYPE_CHECKING:
    from ledger.tables.state import Table
    from projections.inventory.answers import Tray

Name = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.", show_default=False)]


def list_tables(*, as_json: AsJson = False) -> None:
    """List the tables that are registered."""
    from api.cli.opening import ledger_of
    from ledger.postgres.connect import Role
    from ledger.settings import load_settings

    with ledger_of(load_settings(), Role.READER) as ledger:
        ledger.registry.refresh()
        tables = [_described(table) for _, table in sorted(ledger.registry.tables.items())]
    if as_json:
        for table in tables:
            terminal.answer(table)
        return
    columns = ("table", "kind", "spots", "currency", "offers", "submission", "")
    rows = [
        (
            str(table["table"]),
            str(table["kind"]),
            str(table["spots"] or terminal.DASH),
            str(table["currency"]),
            str(table["title"] or table["game"] or terminal.DASH),
            str(table["submission"] or terminal.DASH),
            "retired" if table["retired"] else "",
        )
        for table in tables
    ]
    terminal.table("", columns, rows, numbers=("spots",))


def _described(table: Table) -> dict[str, object]:
    """A table as it stands now."""
    registered, offer = table.registered, table.offer(table.version, None)
    return {
        "table": table.header.table,
        "kind": None if registered is None else registered.kind,
        "spots": None if registered is None else registered.spots,
        "currency": (None if registered is None else registered.currency) or "USD",
        "chip_set": None if registered is None else registered.chip_set,
        "game": None if offer is None else offer.game,
        "title": None if offer is None else offer.title,
        "submission": None if offer is None else offer.submission,
        "limits": {
            wager: {"minimum": low, "maximum": high}
            for wager, (low, high) in table.limits(table.version, None).items()
        },
        "retired": table.retired_at is not None,
        "version": table.version,
    }


def inventory(
    table: Name, *, as_of: AsOf = None, at: At = None, as_known_at: AsKnownAt = None, as_json: AsJson = False
) -> None:
    """Say what should be in a tray.

    By denomination: now, as of a position, or at a time.
    """
    from api.cli.opening import ask

    if as_of is not None and (at is not None or as_known_at is not None):
        raise typer.BadParameter("--as-of is a position: it goes with neither --at nor --as-known-at")
    ask(lambda views: views.tray(table, as_of=as_of, at=at, as_known_at=as_known_at), _show, as_json=as_json)


def _show(tray: Tray) -> None:
    session = "no session" if tray.session is None else f"session {tray.session}"
    terminal.say(f"{tray.table}, {session}, {tray.status.replace('_', ' ')}, as of position {tray.as_of:,}")
    if tray.by_denomination is None:
        return
    counted = tray.counted or {}
    rows = [
        (
            terminal.money(face, tray.currency),
            f"{count:,}",
            terminal.money(face * count, tray.currency),
            f"{counted.get(face, 0):,}" if tray.counted is not None else "",
            f"{counted.get(face, 0) - count:+,}" if tray.counted is not None else "",
        )
        for face, count in sorted({**dict.fromkeys(counted, 0), **tray.by_denomination}.items())
    ]
    columns = (
        ("chip", "expected", "worth", "counted", "off by")
        if tray.counted is not None
        else ("chip", "chips", "worth")
    )
    terminal.table("", columns, [row[: len(columns)] for row in rows], numbers=columns)
    if tray.unspecified:
        terminal.say(f"without chips recorded: {terminal.money(tray.unspecified, tray.currency)}")
    terminal.say(f"total {terminal.money(tray.total, tray.currency)}{terminal.named(tray.currency)}")
