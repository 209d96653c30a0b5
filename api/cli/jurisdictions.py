"""`pitledger jurisdiction`: what each asks of the books, each row with its source, to be checked."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson

Name = Annotated[str, typer.Argument(metavar="NAME", help="As NJ.", show_default=False)]

NOT_KNOWN: Final = "not known"
UNVERIFIED: Final = (
    "V was read in the source named, S in a secondary one; B was not: configuration, never law."
)


def list_jurisdictions(*, as_json: AsJson = False) -> None:
    """List the jurisdictions of which there is a profile."""
    from api.jurisdictions import documents

    found = documents.profiles()["jurisdictions"]
    if as_json:
        for one in found:
            terminal.answer(one)
        return
    rows = [(one["jurisdiction"], one["title"], f"{one['known']} of {one['of']}") for one in found]
    terminal.table("", ("jurisdiction", "title", "known"), rows, numbers=("known",))


def show(jurisdiction: Name, *, as_json: AsJson = False) -> None:
    """Show a profile: thresholds, parts, deadlines, retention, each with its source.

    What was not read of a jurisdiction is not known, and never borrowed from another.
    """
    from api.jurisdictions import documents

    found = documents.profile(jurisdiction)
    if as_json:
        terminal.answer(found)
        return
    rows = [
        (
            one["name"],
            one["words"],
            _value(one["value"], one["unit"]),
            one["source"] or "",
            one["evidence"] or "",
        )
        for one in found["rows"]
    ]
    terminal.table(found["title"], ("row", "what it says", "value", "source", "evidence"), rows)
    terminal.say(UNVERIFIED)


def _value(value: int | str | None, unit: str) -> str:
    if value is None:
        return NOT_KNOWN
    if unit == "cents":
        return terminal.hundredths(int(value))
    return str(value) if unit in {"text", "yes"} else f"{value} {unit.replace('_', ' ')}"
