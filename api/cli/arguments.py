"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

STANDARD_INPUT = Path("-")


def _readable(path: Path) -> Path:
    """Refuse a path that is no file: that is a mistake of whoever typed it.  Raises BadParameter."""
    if path != STANDARD_INPUT and not path.is_file():
        raise typer.BadParameter(f"there is no file {path}")
    return path


def _all_readable(paths: list[Path]) -> list[Path]:
    return [_readable(path) for path in paths]


Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...",
        callback=_all_readable,
        help="Records, JSON or NDJSON, plain or .gz or .zst; - is standard input.",
        show_default=False,
    ),
]
Source = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=_readable,
        help="Round records, after the submission records that they name; - is standard input.",
        show_default=False,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON, for programs.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and append nothing.")]
