"""`pitledger projections`: how far the views are, and one built anew."""

from __future__ import annotations

import time
from typing import Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson

LOOKS_EVERY_S: Final = 0.1

Within = Annotated[
    float,
    typer.Option(
        "--within", metavar="SECONDS", min=0, help="How long a view may need to what is recorded now."
    ),
]


def status(*, as_json: AsJson = False, within: Within = 5.0) -> None:
    """Say how far each view has read.

    Exit 1 if one does not reach, in time, what is recorded as the command
    starts.  With the embedded server a view may lag at rest: whoever asks it
    lets it catch up first.
    """
    from api.cli.opening import ready
    from ledger.settings import load_settings
    from projections.runner import Projector

    settings = load_settings()
    ready(settings)
    projector = Projector(settings)
    views = projector.status()
    wanted = max((view.head for view in views), default=0) if settings.database_url else 0
    deadline = time.monotonic() + within
    while any(view.position < wanted for view in views) and time.monotonic() < deadline:
        time.sleep(LOOKS_EVERY_S)
        views = projector.status()
    if as_json:
        for view in views:
            terminal.answer(view.model_dump(mode="json"))
    else:
        rows = [(view.view, f"{view.position:,}", f"{view.head:,}", f"{view.lag:,}") for view in views]
        terminal.table("", ("view", "position", "head", "lag"), rows, numbers=("position", "head", "lag"))
    if any(view.position < wanted for view in views):
        raise typer.Exit(1)


def rebuild(view: Annotated[str, typer.Argument(help="The view's name, as status lists it.")]) -> None:
    """Build a view anew beside the live one and put it in its place."""
    from api.cli.opening import ready
    from ledger.settings import load_settings
    from projections.rebuild import rebuild as rebuilt

    settings = load_settings()
    ready(settings)
    with terminal.progress() as show:
        position = rebuilt(settings, view, lambda at, head: show(f"{view}: {at:,} of {head:,} events"))
    terminal.say(f"{view} is rebuilt, up to position {position:,}")
