"""`pitledger patterns`: mistakes by dealer and patron, ranked."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, Table, gaming_date

if TYPE_CHECKING:
    from projections.patterns.answers import Mistake, PatternRow, Patterns


First = Annotated[
    date, typer.Option("--from", metavar="DATE", parser=gaming_date, help="The first gaming date.")
]
Last = Annotated[
    date | None,
    typer.Option("--to", metavar="DATE", parser=gaming_date, help="The last gaming date; absent: the first."),
]
OfKind = Annotated[
    Literal["mispayment", "missed_collection", "late_wager", "over_limit", "misdeclared"] | None,
    typer.Option("--kind", help="Mistakes of this kind alone."),
]
InOrder = Annotated[
    Literal["amount", "rate"],
    typer.Option("--order", help="By what was at stake, or by how often for the rounds dealt."),
]
Few = Annotated[
    int, typer.Option("--few-below", metavar="N", min=1, help="Fewer rounds than these are marked as few.")
]
Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, max=500, help="At most so many rows.")]
Listed = Annotated[bool, typer.Option("--rounds", help="Below each row its rounds, the largest first.")]


def patterns(
    *,
    first: First,
    last: Last = None,
    kind: OfKind = None,
    table: Table = None,
    order: InOrder = "amount",
    few_below: Few = 5,
    limit: Limit = 50,
    listed: Listed = False,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Mistakes by dealer, those of money by dealer and patron.

    It says what the record shows, not whose fault it was.
    """
    from api.cli.opening import ask

    ask(
        lambda views: views.patterns(
            first, last or first, kind=kind, table=table, order=order, few_below=few_below,
            as_of=as_of, as_known_at=as_known_at, limit=limit,
        ),
        lambda found: _show(found, listed=listed),
        as_json=as_json,
    )  # fmt: skip


def _show(found: Patterns, *, listed: bool) -> None:
    span = f"{found.first}" if found.first == found.last else f"{found.first} to {found.last}"
    terminal.say(
        f"{span}, as of position {found.as_of:,}; few: under {found.few_below} rounds, too few to conclude"
    )
    columns = ("kind", "dealer", "with", "rounds", "of dealt", "in 10,000", "amount", "put right", "")
    several = len({row.currency for row in found.patterns}) > 1
    rows = [
        (
            row.kind.replace("_", " "), row.dealer or "not recorded", row.patron or "", f"{row.rounds:,}",
            f"{row.dealt:,}", f"{row.rate:,}",
            f"{row.currency} " * several + terminal.money(row.amount, row.currency),
            terminal.money(row.put_right, row.currency) if row.put_right else "", "few" if row.few else "",
        )
        for row in found.patterns
    ]  # fmt: skip
    terminal.table("", columns, rows, numbers=columns[3:8])
    for row in found.patterns if listed else ():
        _mistakes(row)
    if found.more:
        terminal.say(f"and {found.more:,} more")


def _mistakes(row: PatternRow) -> None:
    names = (row.dealer or "dealer not recorded", row.patron)
    title = f"{row.kind.replace('_', ' ')}: {', '.join(name for name in names if name)}"
    columns = ("round", "event", "from", "until", "spot", "wager", "amount", "what")
    rows = [
        (
            one.round, f"#{one.event}", *_span(one), str(one.spot), one.wager or "",
            terminal.money(one.amount, row.currency), one.detail,
        )
        for one in row.mistakes
    ]  # fmt: skip
    terminal.table(title, columns, rows, numbers=("amount",))
    if row.more:
        terminal.say(f"and {row.more:,} more")


def _span(one: Mistake) -> tuple[str, str]:
    since, until = (terminal.DASH if at is None else at.isoformat() for at in (one.since, one.until))
    return since, until
