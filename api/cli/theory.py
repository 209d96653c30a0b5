"""`pitledger report theory`: what should have been won, and how far from it the win is."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, First, Last, Table
from api.cli.exporting import OneSheet, ToCsv, ToXlsx, given

if TYPE_CHECKING:
    from projections.theory.answers import Theoretical, TheoreticalWin, WagerTheory

By = Annotated[
    Literal["session", "table", "game", "pit", "property"], typer.Option("--by", help="What to add up by.")
]
Alarm = Annotated[
    int | None,
    typer.Option(
        "--alarm",
        metavar="SIGMA",
        min=1,
        max=100,
        help="From how many sigma on to mark; PITLEDGER_ALARM_SIGMA.",
    ),
]
FIGURES: Final = ("staked", "expected", "sigma", "won", "z", "basis")
NUMBERS: Final = ("wagers", "edge", "mispaid", *FIGURES[:-1])


def theory(
    *,
    first: First,
    last: Last = None,
    table: Table = None,
    by: By = "session",
    alarm: Alarm = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """Report the theoretical win of closed rounds, wager by wager.

    What was staked times the edge of the game, how far the win may stray (sigma),
    and by how many sigma it does (z).  An edge is counted from the rules and pay
    tables, published elsewhere or configured; where nothing is known none is guessed.
    """
    from api.cli.opening import views_of
    from ledger.settings import load_settings
    from projections.theory.sheet import workbook

    with views_of(load_settings()) as views:
        found = views.theory(
            first, last, table=table, by=by, alarm=alarm, as_of=as_of, as_known_at=as_known_at
        )
    given(found, show=_show, workbook=workbook, csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json)


def _show(found: TheoreticalWin) -> None:
    if not found.groups:
        terminal.say("no round was closed")
        return
    rows = [
        (one.name or terminal.DASH, one.currency, *_figures(one.theoretical, one.currency))
        for one in found.groups
    ]
    rows += [("total", currency, *_figures(one, currency)) for currency, one in found.by_currency.items()]
    terminal.table("Theoretical win", (found.by, "currency", *FIGURES), rows, numbers=NUMBERS)
    wagers = [
        (
            group.name or terminal.DASH,
            one.title or one.game,
            " + ".join(one.covers),
            f"{one.wagers:,}",
            terminal.DASH if one.edge is None else f"{_percent(Fraction(one.edge))} %",
            group.currency,
            terminal.money(sum(part.mispaid + part.adjusted for part in one.parts), group.currency),
            *_figures(one.theoretical, group.currency),
        )
        for group in found.groups
        for one in group.wagers
    ]
    columns = (found.by, "game", "wager", "wagers", "edge", "currency", "mispaid", *FIGURES)
    terminal.table("Wager by wager", columns, wagers, numbers=NUMBERS)
    for source in sorted({_source(one) for group in found.groups for one in group.wagers}):
        terminal.say(source)
    for currency, total in found.by_currency.items():
        _say_apart(total, currency)


def _source(one: WagerTheory) -> str:
    strategy = f"; {one.strategy}" if one.strategy else ""
    return f"{one.title or one.game} {one.covers[0]}: {one.basis.replace('_', ' ')}: {one.source}{strategy}"


def _say_apart(total: Theoretical, currency: str) -> None:
    for cents, words in (
        (total.not_known, "on wagers of which nothing is known"),
        (total.coupons, "in coupons"),
    ):
        if cents:
            terminal.say(f"not in it: {terminal.money(cents, currency)} {currency} staked {words}")


def _figures(one: Theoretical, currency: str) -> tuple[str, ...]:
    marked = "" if one.z is None else f"{one.z} !" if one.alarm else one.z
    return (
        *(terminal.money(cents, currency) for cents in (one.staked, one.win, one.sigma, one.actual)),
        marked or terminal.DASH, one.basis.replace("_", " "),
    )  # fmt: skip


def _percent(edge: Fraction) -> str:
    """An edge in per cent, to four places."""
    from ledger.games.figures import nearest

    places = nearest(edge * 1_000_000)
    whole, part = divmod(abs(places), 10_000)
    return f"{'-' if places < 0 else ''}{whole}.{part:04}"
