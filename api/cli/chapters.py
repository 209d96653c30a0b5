"""`pitledger chapter`: gaming days closed and signed, taken away, verified alone."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import STANDARD_INPUT, AsJson, gaming_date, readable
from api.cli.exporting import whole

if TYPE_CHECKING:
    from ledger.seal.chapters import Chapter, Totals
    from projections.chapters.answers import ChapterChecked

OfDay = Annotated[date, typer.Argument(metavar="DATE", parser=gaming_date, help="The gaming date.")]
Edition = Annotated[
    int | None, typer.Option(min=1, help="How often the day was closed by then; absent: the last.")
]
COUNTED: Final = ("opener", "fills", "credits", "closer", "drop", "accounting_win")


def list_chapters(
    *,
    limit: Annotated[int, typer.Option(min=1, max=500, help="How many at most.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List the gaming days that were closed and signed, the latest signed first."""
    from api.cli.opening import views_of
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        page = views.chapters(limit=limit)
    if as_json:
        for one in page.chapters:
            terminal.answer(one.model_dump(mode="json"))
        return
    rows = [
        (str(one.number), str(one.gaming_date), str(one.edition), f"{one.events:,}", f"{one.position:,}",
         f"{one.signed_at:%Y-%m-%d %H:%MZ}", one.digest[:16])
        for one in page.chapters
    ]  # fmt: skip
    columns = ("chapter", "gaming date", "edition", "events", "closed at position", "signed", "digest")
    terminal.table("", columns, rows, numbers=("events", "closed at position"))
    if page.waiting:
        terminal.news(f"{page.waiting:,} audits are not signed yet: pitledger seal checkpoint")


def show(day: OfDay, *, edition: Edition = None, as_json: AsJson = False) -> None:
    """Show a gaming day as it was signed: counts, totals, root, what it leans on."""
    from api.cli.opening import views_of
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        found = views.chapter(day, edition=edition)
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
        return
    _say(found.chapter)
    terminal.say(f"digest {found.digest}, signed {found.signed_at:%Y-%m-%d %H:%MZ}")


def export(
    day: OfDay,
    *,
    edition: Edition = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to; absent: chapter-DATE-EDITION.ndjson."),
    ] = None,
) -> None:
    """Take a gaming day away: every event as it is stored, with the proofs, to be verified alone."""
    from api.cli.opening import views_of
    from ledger.settings import load_settings
    from projections.chapters.exporting import exported

    settings = load_settings()
    with views_of(settings) as views:
        chapter = views.chapter_to_export(day, edition=edition)
    lines = exported(settings, chapter)
    if output == STANDARD_INPUT:
        sys.stdout.buffer.writelines(lines)
        return
    place = output or Path(f"chapter-{chapter.gaming_date}-{chapter.edition}.ndjson")
    with whole(place) as (unfinished, _), unfinished.open("wb") as file:
        file.writelines(lines)
    terminal.say(f"{place}: {chapter.events:,} events of {chapter.gaming_date}, edition {chapter.edition}")


def verify(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", callback=readable, help="An exported chapter; - is standard input."),
    ],
    *,
    key: Annotated[
        str | None,
        typer.Option(help="The key to trust (name+hash+key); absent: the first the file names."),
    ] = None,
    day: Annotated[
        date | None,
        typer.Option("--gaming-date", metavar="DATE", parser=gaming_date, help="The day it should be of."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check an exported chapter, without a ledger: signatures, events, proofs, counts and totals.

    Exit 1 if anything is not as it was signed.
    """
    from ledger.seal.notes import VerifierKey
    from projections.chapters.checking import check

    trusted = None if key is None else VerifierKey.read(key)
    if file == STANDARD_INPUT:
        found = check(sys.stdin.buffer, key=trusted, gaming_date=day)
    else:
        with file.open("rb") as lines:
            found = check(lines, key=trusted, gaming_date=day)
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
    else:
        _say_checked(found)
    if not found.ok:
        raise typer.Exit(1)


def _say_checked(found: ChapterChecked) -> None:
    for one in found.wrong:
        where = "" if one.position is None else f" at position {one.position:,}"
        terminal.say(f"{one.code}{where}: {one.detail}")
    if found.more_wrong:
        terminal.say(f"and {found.more_wrong:,} more")
    _say(found.chapter)
    terminal.say(f"{found.events:,} events read")
    for key in found.keys:
        terminal.say(
            f"trusted: {key}" + ("" if found.key_given else " (the file names it itself: compare it)")
        )
    terminal.say("as it was signed" if found.ok else "NOT as it was signed")


def _say(chapter: Chapter) -> None:
    by = chapter.closed_by
    people = by.approved_by if by.by is None else f"{by.by} and {by.approved_by}"
    terminal.say(
        f"chapter {chapter.number}: {chapter.gaming_date}, edition {chapter.edition}, of {chapter.property},"
        f" closed at position {by.position:,} by {people}"
    )
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in chapter.streams.items())
    terminal.say(f"{chapter.events:,} events in streams: {kinds}; root {chapter.root}")
    rows = [_totals(currency, one) for currency, one in chapter.totals.items()]
    columns = ("currency", "sessions", *(name.replace("_", " ") for name in COUNTED))
    terminal.table("", columns, rows, numbers=columns[1:])
    leans = chapter.checkpoint
    before = "none" if chapter.previous is None else chapter.previous[:16]
    terminal.say(
        f"under the checkpoint of {leans.size:,} events, root {leans.root}; chapter before: {before}"
    )


def _totals(currency: str, totals: Totals) -> tuple[str, ...]:
    return (
        currency,
        f"{totals.sessions:,}",
        *(terminal.money(getattr(totals, name), currency) for name in COUNTED),
    )
