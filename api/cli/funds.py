"""`pitledger fund`: what meters show, what fed and lowered them, what is owed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf

if TYPE_CHECKING:
    from projections.funds.answers import FundMovement, FundState

Name = Annotated[str, typer.Argument(metavar="FUND", help="The fund's name.", show_default=False)]
Latest = Annotated[
    int,
    typer.Option("--limit", metavar="N", min=1, max=500, help="How much of its history, the latest first."),
]


def list_funds(*, as_of: AsOf = None, as_known_at: AsKnownAt = None, as_json: AsJson = False) -> None:
    """List the funds, with their meters and what is owed of them."""
    from api.cli.opening import say_lag, views_of
    from ledger.settings import load_settings
    from projections.asking import MOST_ROWS

    with views_of(load_settings()) as views:
        page = views.funds(as_of=as_of, as_known_at=as_known_at, limit=MOST_ROWS)
        funds, lag = list(page.funds), page.lag
        while page.after is not None:
            page = views.funds(as_of=page.as_of, after=page.after, limit=MOST_ROWS)
            funds += page.funds
    if as_json:
        for fund in funds:
            terminal.answer(fund.model_dump(mode="json"))
        return
    rows = [
        (
            one.fund,
            one.kind or terminal.DASH,
            one.status.replace("_", " "),
            terminal.money(one.meter, one.currency),
            terminal.money(one.owed, one.currency),
            terminal.money(one.contributed, one.currency),
            " ".join(one.tables) or terminal.DASH,
        )
        for one in funds
    ]
    columns = ("fund", "kind", "status", "meter", "owed", "contributed", "tables")
    terminal.table("", columns, rows, numbers=("meter", "owed", "contributed"))
    say_lag(lag)


def show(
    fund: Name,
    *,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    limit: Latest = 20,
    as_json: AsJson = False,
) -> None:
    """Show a fund: its meter, its rules, who won, what is owed, what happened.

    Now, as of a position, or from what was recorded by a time.
    """
    from api.cli.opening import ask

    ask(
        lambda views: views.fund(fund, as_of=as_of, as_known_at=as_known_at, limit=limit),
        _show,
        as_json=as_json,
    )


def _show(found: FundState) -> None:
    money, kind = found.currency, found.kind or "fund"
    status = found.status.replace("_", " ")
    terminal.say(f"{found.fund}, {kind.replace('_', ' ')}, {status}, as of position {found.as_of:,}")
    disputed = f", {terminal.money(found.in_dispute, money)} of it in dispute" if found.in_dispute else ""
    terminal.say(
        f"meter {terminal.money(found.meter, money)}, owed {terminal.money(found.owed, money)}{disputed}"
    )
    to_come = f", and {found.carry} of a cent to come" if found.carry != "0" else ""
    terminal.say(f"contributed {terminal.money(found.contributed, money)}{to_come}")
    terminal.say(f"takes {_share(found)}; plays at {' '.join(found.tables) or terminal.DASH}")
    if found.obligations:
        terminal.table("owed", *_owed(found), numbers=("won", "paid", "outstanding"))
    if found.winners:
        _movements("won", found.winners, money)
    _movements("what happened, the latest first", found.history, money)
    for one in found.findings:
        cited = f"{one.rule}, {one.evidence}" if one.rule else one.evidence
        terminal.say(f"{one.code}: {one.detail} [{cited}], event {one.event} of {one.stream} {one.key}")
    if found.after is not None:
        terminal.say("there is more of its history: --limit")


def _share(found: FundState) -> str:
    said = None if found.contribution is None else found.contribution.model_dump()
    if said is None:
        return "what is recorded as contributed"
    if "fixed" in said:
        return f"{terminal.money(said['fixed'], found.currency)} of each hand"
    return f"{said['n']} of every {said['d']} staked on {found.rules.wager if found.rules else terminal.DASH}"


def _owed(found: FundState) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The columns and rows of what is owed."""
    rows: list[tuple[str, ...]] = [
        (
            one.round,
            str(one.spot),
            one.wager,
            terminal.money(one.won, found.currency),
            terminal.money(one.paid, found.currency),
            terminal.money(one.outstanding, found.currency),
            one.won_at.isoformat(),
            _age(one.age_s),
            " ".join(one.in_dispute),
        )
        for one in found.obligations
    ]
    return ("round", "spot", "wager", "won", "paid", "outstanding", "since", "age", "in dispute"), rows


def _age(seconds: int) -> str:
    """How long ago, as people say it: `3 d 4 h`, `4 h 5 min`, `0 h 5 min`."""
    days, rest = divmod(seconds, 86_400)
    hours, minutes = rest // 3600, rest // 60 % 60
    return f"{days} d {hours} h" if days else f"{hours} h {minutes} min"


def _movements(title: str, movements: list[FundMovement], money: str) -> None:
    rows = [
        (
            f"{one.position:,}",
            one.kind,
            f"{one.stream} {one.key}",
            terminal.DASH if one.spot is None else str(one.spot),
            terminal.money(one.amount, money),
            terminal.money(one.change, money),
            terminal.money(one.meter, money),
            terminal.money(one.owed, money),
            " ".join(one.findings),
        )
        for one in movements
    ]
    columns = ("position", "kind", "by", "spot", "amount", "change", "meter", "owed", "findings")
    terminal.table(title, columns, rows, numbers=("position", "amount", "change", "meter", "owed"))
