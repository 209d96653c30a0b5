"""`pitledger projections`: how far the views are, one built anew, those in quarantine tried again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson

if TYPE_CHECKING:
    from projections.answers import ViewStatus

LOOKS_EVERY_S: Final = 0.1
COLUMNS: Final = ("view", "position", "head", "lag", "gap")

Within = Annotated[
    float,
    typer.Option(
        "--within", metavar="SECONDS", min=0, help="How long a view may need to what is recorded now."
    ),
]


def status(*, as_json: AsJson = False, within: Within = 5.0) -> None:
    """Say how far each view has read.

    Exit 1 if one does not reach, in time, what is recorded as the command
    starts, has missed an event (gap), or is in quarantine.  With the embedded
    server a view may lag at rest: whoever asks it lets it catch up first.
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
    while time.monotonic() < deadline and any(
        view.position < wanted and view.quarantined is None for view in views
    ):
        time.sleep(LOOKS_EVERY_S)
        views = projector.status()
    _show(views, as_json=as_json)
    if any(view.position < wanted or view.gap or view.quarantined for view in views):
        raise typer.Exit(1)


def replay(*, as_json: AsJson = False) -> None:
    """Let each view in quarantine try its event again, and go on from there in order.

    To be used once the software, or what the event lacked, is mended.  Exit 1
    if a view stays where it is.
    """
    from api.cli.opening import ready
    from api.cli.serving import log_to_standard_error
    from ledger.settings import load_settings
    from projections.runner import Projector

    settings = load_settings()
    log_to_standard_error()
    ready(settings)
    with terminal.progress() as show:
        views = Projector(settings).replay(lambda at, head: show(f"views: {at:,} of {head:,} events"))
    _show(views, as_json=as_json)
    if any(view.quarantined for view in views):
        raise typer.Exit(1)


def _show(views: Sequence[ViewStatus], *, as_json: bool) -> None:
    if as_json:
        for view in views:
            terminal.answer(view.model_dump(mode="json"))
        return
    rows = [
        (view.view, f"{view.position:,}", f"{view.head:,}", f"{view.lag:,}",
         terminal.DASH if view.gap is None else f"{view.gap:,}")
        for view in views
    ]  # fmt: skip
    terminal.table("", COLUMNS, rows, numbers=COLUMNS[1:])
    for view in views:
        if (held := view.quarantined) is not None:
            terminal.say(
                f"{view.view} is in quarantine before position {held.position:,}"
                f" ({held.topic}, version {held.version} of stream {held.stream}),"
                f" tried {held.tries:,} times since {held.first_seen.isoformat(timespec='seconds')}:"
            )
            terminal.say(f"  {held.error}")


def rebuild(view: Annotated[str, typer.Argument(help="The view's name, as status lists it.")]) -> None:
    """Build a view anew beside the live one and put it in its place, or go on with one broken off."""
    from api.cli.opening import ready
    from ledger.settings import load_settings
    from projections.rebuild import rebuild as rebuilt

    settings = load_settings()
    ready(settings)
    with terminal.progress() as show:
        made = rebuilt(settings, view, lambda at, head: show(f"{view}: {at:,} of {head:,} events"))
    terminal.say(f"{view} is rebuilt, up to position {made.position:,}")
    if made.before == made.after:
        terminal.say(f"It says what it said before (SHA-256 {made.after}).")
    else:
        terminal.say(f"It said something else before (SHA-256 {made.before}, now {made.after}).")
