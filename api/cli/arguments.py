"""Arguments and options that several commands share."""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, UTC, date, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

STANDARD_INPUT = Path("-")


def readable(path: Path | None) -> Path | None:
    """Refuse a path that is no file: that is a mistake of whoever typed it.  Raises BadParameter."""
    if path is None or path == STANDARD_INPUT:
        return path
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder: name the files in it")
    if not path.is_file():
        raise typer.BadParameter(f"there is no file {path}")
    return path


def _allreadable(paths: list[Path]) -> list[Path]:
    for path in paths:
        readable(path)
    return paths


def gaming_date(text: str) -> date:
    """A gaming date as people type it.  Raises BadParameter."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no date: write 2026-11-28") from None
    _recordable(found.year, text)
    return found


def instant(text: str) -> datetime:
    """A time with its offset.  Raises BadParameter."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no time: write 2026-11-28T20:14:03-05:00") from None
    if found.tzinfo is None:
        raise typer.BadParameter("a time needs its offset from UTC: 2026-11-28T20:14:03-05:00")
    # An offset may reach over the new year.
    _recordable(found.year if found.year in {MINYEAR, MAXYEAR} else found.astimezone(UTC).year, text)
    return found


def _recordable(year: int, text: str) -> None:
    """Refuse what lies so near an end of the calendar that no record can.  Raises BadParameter."""
    from ledger.events.base import BEYOND, EARLIEST

    if not EARLIEST.year <= year < BEYOND.year:
        raise typer.BadParameter(f"{text!r} is not from the years {EARLIEST.year} to {BEYOND.year - 1}")


Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE",
        callback=_allreadable,
        help="Records, JSON or NDJSON, plain or .gz or .zst; - is standard input.",
        show_default=False,
    ),
]
Source = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=readable,
        help="Round records, after the submission records that they name; - is standard input.",
        show_default=False,
    ),
]
WhatIf = Annotated[
    str | None,
    typer.Option(
        "--submission",
        metavar="NAME|FILE",
        help="What if: judge it by this submission, registered or in a file, instead of its own.",
    ),
]
Instead = Annotated[
    Path | None,
    typer.Option(
        "--submission",
        metavar="FILE",
        callback=readable,
        help='Judge every round by this: a submission record, or {"pay_tables": …, "options": …}.',
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON, for programs.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and append nothing.")]

Table = Annotated[str | None, typer.Option("--table", metavar="NAME", help="Of this table alone.")]
OnDate = Annotated[
    date | None,
    typer.Option("--gaming-date", metavar="DATE", parser=gaming_date, help="Of this gaming date alone."),
]
AsOf = Annotated[
    int | None, typer.Option("--as-of", metavar="POSITION", min=0, help="As of this position in the ledger.")
]
At = Annotated[
    datetime | None, typer.Option("--at", metavar="TIME", parser=instant, help="As it was at this time.")
]
AsKnownAt = Annotated[
    datetime | None,
    typer.Option(
        "--as-known-at", metavar="TIME", parser=instant, help="From what was recorded by this time."
    ),
]
Jurisdiction = Annotated[
    str | None,
    typer.Option("--jurisdiction", metavar="NJ", help="By what this one asks; absent: that of the day."),
]
GamingDate = Annotated[
    date,
    typer.Option(
        "--gaming-date", metavar="DATE", parser=gaming_date, help="As assigned when the session opened."
    ),
]
# Gaming dates of a report that must be of some: one, or the first of many and the last.
First = Annotated[
    date,
    typer.Option("--gaming-date", "--from", metavar="DATE", parser=gaming_date, help="This gaming date."),
]
Last = Annotated[
    date | None, typer.Option("--to", metavar="DATE", parser=gaming_date, help="And all up to this one.")
]
# Gaming dates that narrow a list, beside OnDate.
Since = Annotated[
    date | None,
    typer.Option("--from", metavar="DATE", parser=gaming_date, help="From this gaming date on."),
]
Until = Annotated[
    date | None,
    typer.Option("--to", metavar="DATE", parser=gaming_date, help="To this gaming date, in it."),
]
Latest = Annotated[
    int, typer.Option("--limit", metavar="N", min=1, max=500, help="How many, the latest first.")
]


InState = Annotated[
    Literal["preliminary", "audited"] | None,
    typer.Option("--state", help="As the count room first printed it, or as revenue audit left it."),
]
