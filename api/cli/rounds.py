"""`pitledger round`: rounds by what happened in them, and one rebuilt card by card."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, OnDate, Table, WhatIf, instant

if TYPE_CHECKING:
    from projections.rounds.answers import Neighbours, RoundPage, RoundRow

Reference = Annotated[
    str,
    typer.Argument(metavar="ROUND", help="THB-03/2026-11-28/412, or the round's uuid.", show_default=False),
]
Version = Annotated[
    int | None, typer.Option("--version", metavar="N", min=1, help="After so many of its events.")
]
Session = Annotated[
    str | None, typer.Option("--session", metavar="KEY", help="Of this session alone; - for in none.")
]
Game = Annotated[str | None, typer.Option("--game", metavar="NAME", help="Of this game alone.")]
Status = Annotated[str | None, typer.Option("--status", metavar="open|closed|voided")]
Since = Annotated[
    datetime | None,
    typer.Option("--since", metavar="TIME", parser=instant, help="Opened at this time or later."),
]
Until = Annotated[
    datetime | None, typer.Option("--until", metavar="TIME", parser=instant, help="Opened before this time.")
]
Spot = Annotated[int | None, typer.Option("--spot", metavar="N", min=1, help="In which this spot played.")]
Card = Annotated[str | None, typer.Option("--card", metavar="As", help="In which this card was seen.")]
Rank = Annotated[str | None, typer.Option("--rank", metavar="flush", help="In which there was such a hand.")]
Finding = Annotated[str | None, typer.Option("--finding", metavar="CODE", help="With this finding.")]
Amount = Annotated[
    int | None, typer.Option("--amount", metavar="CENTS", min=1, help="In which this sum moved at once.")
]
Page = Annotated[str | None, typer.Option("--after", metavar="CURSOR", help="Where the page before ended.")]
Beside = Annotated[int, typer.Option("-n", min=0, max=50, help="So many before, and so many after.")]
Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, max=500, help="At most so many.")]

STATUSES: Final = ("open", "closed", "voided")


def list_rounds(
    *,
    table: Table = None,
    gaming_date: OnDate = None,
    session: Session = None,
    game: Game = None,
    status: Status = None,
    since: Since = None,
    until: Until = None,
    spot: Spot = None,
    card: Card = None,
    rank: Rank = None,
    finding: Finding = None,
    amount: Amount = None,
    after: Page = None,
    limit: Limit = 50,
    as_json: AsJson = False,
) -> None:
    """List rounds, the latest opened first.

    Every option narrows the list.
    """
    from api.cli.opening import ask
    from projections.rounds.answers import RoundFilter

    if status is not None and status not in STATUSES:
        raise typer.BadParameter(f"status is one of {', '.join(STATUSES)}")
    wanted = RoundFilter(
        table=table, gaming_date=gaming_date, session=session, game=game, status=status,  # type: ignore[arg-type]  # checked above
        since=since, until=until, spot=spot, card=card, rank=rank, finding=finding, amount=amount,
    )  # fmt: skip
    ask(lambda views: views.rounds(wanted, after=after, limit=limit), _page, as_json=as_json)


def _page(page: RoundPage) -> None:
    _list(page.rounds)
    if page.after is not None:
        terminal.say(f"more: --after {page.after}")


def _list(found: Sequence[RoundRow], title: str = "") -> None:
    rows = [
        (
            one.key,
            one.title or one.game,
            one.status,
            terminal.DASH if one.opened_at is None else f"{one.opened_at.astimezone(UTC):%Y-%m-%d %H:%MZ}",
            terminal.money(one.staked, one.currency),
            terminal.money(one.house.settled, one.currency),
            terminal.money(one.house.mispaid, one.currency) if one.house.mispaid else "",
            ", ".join(sorted(set(one.findings))),
        )
        for one in found
    ]
    columns = ("round", "game", "status", "opened", "staked", "house", "mispaid", "findings")
    terminal.table(title, columns, rows, numbers=("staked", "house", "mispaid"))


def show(
    reference: Reference,
    *,
    version: Version = None,
    as_known_at: AsKnownAt = None,
    submission: WhatIf = None,
    as_json: AsJson = False,
) -> None:
    """Rebuild a round.

    Its cards, its wagers with their four truths, findings, and what happened when.
    """
    from api.cli.electing import submission_of
    from api.cli.opening import views_of
    from api.cli.round_view import shown
    from api.version import SOFTWARE
    from ledger.settings import load_settings
    from projections.reports.round import round_report

    instead = None if submission is None else submission_of(submission)
    with views_of(load_settings()) as views:
        document = round_report(
            views, reference, version=version, known_at=as_known_at, submission=instead, software=SOFTWARE
        )
    if as_json:
        terminal.answer(document)
    else:
        shown(document)


def neighbours(
    reference: Reference,
    *,
    n: Beside = 5,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """The rounds dealt at the table before and after one, each with its outcome.

    In the order dealt, by the floor's clock.
    """
    from api.cli.opening import ask

    def show(found: Neighbours) -> None:
        _list(found.before, f"Before {found.round}")
        _list(found.after, f"After {found.round}")

    ask(
        lambda views: views.neighbours(reference, n, as_of=as_of, as_known_at=as_known_at),
        show,
        as_json=as_json,
    )
