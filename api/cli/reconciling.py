"""`pitledger reconcile`: a gaming date, from opener to counted box."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsOf, Table, gaming_date

if TYPE_CHECKING:
    from projections.reconciliation.answers import Figures, Reconciliation, SessionFigures

GamingDate = Annotated[
    date,
    typer.Option(
        "--gaming-date", metavar="DATE", parser=gaming_date, help="As assigned when the session opened."
    ),
]

COLUMNS: Final = (
    "session",
    "win",
    "round win",
    "rules",
    "mispaid",
    "unjudged",
    "coupons",
    "exceptions",
    "tray",
    "box",
)


def reconcile(
    *, gaming_date: GamingDate, table: Table = None, as_of: AsOf = None, as_json: AsJson = False
) -> None:
    """Reconcile a gaming date.

    What each count should be and is, and what the difference is made of:
    accounting win = round win + coupon face + exceptions + tray and box over or
    short; round win = by the rules + mispaid + what cannot be judged.
    """
    from api.cli.opening import say_lag, views_of
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        found = views.reconcile(gaming_date, table=table, as_of=as_of)
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
        return
    _show(found)
    say_lag(found.lag)


def _show(found: Reconciliation) -> None:
    if not found.sessions:
        terminal.say(f"no session is recorded on {found.gaming_date}")
    for session in found.sessions:
        _session(session)
    if found.sessions:
        rows = [_row(f"{one.table}/{one.number}", one) for one in found.sessions]
        rows.append(_row("total", found.total))
        terminal.table("Win, and what it is made of", COLUMNS, rows, numbers=COLUMNS[1:])
    for stray in found.stray_rounds:
        terminal.say(f"round {stray.key}: {stray.why.replace('_', ' ')}")


def _session(one: SessionFigures) -> None:
    money, drop, game = terminal.money, one.drop, one.game or "no game offered"
    terminal.say(f"{one.table}/{one.gaming_date}/{one.number}   {game}, {one.status.replace('_', ' ')}")
    terminal.say(f"  opener {money(one.opener)}  fills {money(one.fills)}  credits {money(one.credits)}")
    closers = f"  closer expected {money(one.expected_closer)}  counted {money(one.counted_closer)}"
    terminal.say(closers + (f"  variance {money(one.variance.total)}" if one.variance else ""))
    if one.variance and any(one.variance.by_denomination.values()):
        off = ((face, count) for face, count in one.variance.by_denomination.items() if count)
        terminal.say("  off by " + "  ".join(f"{count:+}×{money(face)}" for face, count in sorted(off)))
    boxes = f"  drop expected {money(drop.expected)}  counted {money(drop.counted)}"
    terminal.say(f"{boxes}  variance {money(drop.variance)}")
    for item in one.exception_items:
        terminal.say(f"  exception {money(item.amount)}: {item.type} #{item.version} of {item.stream}")
    holds = {None: "cannot be said yet", True: "holds", False: "DOES NOT HOLD"}[one.identity_holds]
    terminal.say(f"  the identity {holds}")


def _row(name: str, one: Figures) -> tuple[str, ...]:
    win = one.round_win
    tray = None if one.variance is None else one.variance.total
    sums = (
        one.accounting_win, win.total, win.rules, win.mispayments, win.unjudged,
        one.match_play, one.exceptions, tray, one.drop.variance,
    )  # fmt: skip
    return (name, *map(terminal.money, sums))
