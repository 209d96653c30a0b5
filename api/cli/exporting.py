"""Reports as files: `--csv FILE` and `--xlsx FILE` of every command that has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import STANDARD_INPUT
from api.cli.opening import Found, say_lag

if TYPE_CHECKING:
    from projections.reports.sheet import Workbook

STANDARD_OUTPUT = STANDARD_INPUT


def _file(path: Path | None) -> Path | None:
    """Refuse what cannot become a file.  Raises BadParameter."""
    if path is None or path == STANDARD_OUTPUT:
        return path
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent}")
    return path


def _named_file(path: Path | None) -> Path | None:
    if path == STANDARD_OUTPUT:
        raise typer.BadParameter("a workbook goes into a file: name one")
    return _file(path)


ToCsv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", callback=_file, help="Write it as CSV; - is standard output."),
]
ToXlsx = Annotated[
    Path | None,
    typer.Option("--xlsx", metavar="FILE", callback=_named_file, help="Write it as an Excel workbook."),
]
OneSheet = Annotated[
    str | None,
    typer.Option("--sheet", metavar="NAME", help="Which table of the report, as CSV; absent: the first."),
]


@contextmanager
def whole(path: Path) -> Iterator[tuple[Path, Path]]:
    """Where to write what is in place only when the context ends well, and a folder that ends with it.

    What is there and is no file, a pipe or a device, is written as it is.
    """
    is_file = path.is_file() or not path.exists()
    with TemporaryDirectory(dir=path.parent if is_file else None, prefix=".pitledger-") as folder:
        place = Path(folder, "whole") if is_file else path
        yield place, Path(folder)
        if is_file:
            place.replace(path)


def exported(
    workbook: Callable[[], Workbook],
    *,
    csv: Path | None,
    xlsx: Path | None,
    sheet: str | None = None,
    as_json: bool = False,
) -> bool:
    """Write a report to the files asked for; whether that was all that was asked for.

    `workbook` is called for each of them, since its rows are read once.  A file
    is put in place when it is whole.  Raises InvalidQuery where there is no such sheet,
    BadParameter where one is named and no CSV is asked for, and where the CSV would
    be one stream with the JSON that follows.
    """
    if as_json and csv == STANDARD_OUTPUT:
        raise typer.BadParameter("the JSON goes to standard output: name a file", param_hint="--csv")
    if sheet is not None and csv is None:
        raise typer.BadParameter("it chooses the table of a CSV: give --csv too", param_hint="--sheet")
    if csv is not None:
        _csv(workbook(), csv, sheet)
    if xlsx is not None:
        from api.sheets import xlsx as form

        with whole(xlsx) as (file, scratch):
            form.write(workbook(), file, scratch)
        terminal.news(f"written: {xlsx}")
    return not as_json and (csv is not None or xlsx is not None)


def given(
    found: Found,
    *,
    show: Callable[[Found], None],
    workbook: Callable[[Found], Workbook],
    csv: Path | None,
    xlsx: Path | None,
    as_json: bool,
    sheet: str | None = None,
) -> None:
    """Answer with a report: into the files asked for, as JSON if asked for, else for people if no file was.

    Raises as `exported` does.
    """
    written = exported(lambda: workbook(found), csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json)
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
    elif not written:
        show(found)
    say_lag(found.lag)


def _csv(book: Workbook, path: Path, sheet: str | None) -> None:
    from api.sheets import csv as form
    from api.sheets.choosing import chosen

    if path == STANDARD_OUTPUT:
        for line in form.written(chosen(book, sheet)):
            sys.stdout.write(line)
        return
    with whole(path) as (place, _), place.open("w", encoding="utf-8", newline="") as file:
        form.write(chosen(book, sheet), file)
    terminal.news(f"written: {path}")
