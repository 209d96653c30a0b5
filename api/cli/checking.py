"""`pitledger check`: every view and invariant held against the events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import AsJson

if TYPE_CHECKING:
    from projections.checking.answers import Check


Since = Annotated[
    int,
    typer.Option(
        "--from",
        min=1,
        metavar="POSITION",
        help="Read events from here on, and go on with views that a check before left half made.",
    ),
]
Only = Annotated[
    list[str] | None, typer.Option("--kind", help="Look for this kind alone; may be given again.")
]
Listed = Annotated[bool, typer.Option("--kinds", help="List the kinds, and look for none.")]


def check(*, since: Since = 1, kind: Only = None, kinds: Listed = False, as_json: AsJson = False) -> None:
    """Hold the whole ledger against itself, while it is in use, and say what does not agree.

    Exit 1 if anything is found but facts that the floor recorded at odds.
    """
    if kinds:
        _list(as_json=as_json)
        return
    from api.cli.opening import catch_up, ready
    from ledger.settings import load_settings
    from projections.checking.running import check as checked

    settings = load_settings()
    ready(settings)
    if settings.database_url is None:
        catch_up(settings)
    with terminal.progress() as show:
        found = checked(
            settings,
            since=since - 1,
            kinds=kind or (),
            on_progress=lambda what, at, of: show(f"{what}: {at:,} of {of:,}"),
        )
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
    else:
        _show(found)
    if not found.ok:
        raise typer.Exit(1)


def _list(*, as_json: bool) -> None:
    from projections.checking.kinds import KINDS

    if as_json:
        for code, one in KINDS.items():
            terminal.answer({"kind": code, "area": one.area, "compares": one.compares, "says": one.says})
        return
    rows = [(code, one.area, one.compares, one.says) for code, one in KINDS.items()]
    terminal.table("", ("kind", "area", "compares", "what a mismatch means"), rows)


def _show(found: Check) -> None:
    from projections.checking.kinds import KINDS

    listed: dict[str, int] = {}
    for one in found.mismatches:
        if one.kind not in listed:
            terminal.say(f"{one.kind}: {KINDS[one.kind].says}")
        listed[one.kind] = listed.get(one.kind, 0) + 1
        at = "" if one.position is None else f" at position {one.position:,}"
        terminal.say(f"  {one.subject}{at}: {one.detail}")
    for kind, count in found.counts.items():
        if count > listed.get(kind, 0):
            terminal.say(f"{kind}: {count:,} or more in all")
    for kind, why in found.skipped.items():
        terminal.say(f"not looked for: {kind}: {why}")
    seconds = (found.ended_at - found.begun_at).total_seconds()
    terminal.say(
        f"{found.events:,} events read, {len(found.counts):,} kinds looked for in {seconds:,.1f} s,"
        f" up to position {found.head:,}"
    )
    wrong = sum(count > 0 for kind, count in found.counts.items() if KINDS[kind].area != "floor")
    terminal.say("it all agrees" if found.ok else f"{wrong:,} kinds of mismatch found")
