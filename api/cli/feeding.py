"""`pitledger feed`: every event once, in order, as CloudEvents."""

from __future__ import annotations

import sys
import time
from typing import Annotated, Final

import typer

PAGE: Final = 1000
LOOKS_EVERY_S: Final = 0.25

After = Annotated[
    str,
    typer.Option(
        "--after",
        metavar="CURSOR",
        help="The position of the last event you have, or a cursor of GET /v1/feed.",
    ),
]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="At most so many events.")]
Follow = Annotated[bool, typer.Option("--follow", help="Go on with what comes, until Ctrl-C.")]


def feed(*, after: After = "0", limit: Limit = None, follow: Follow = False) -> None:
    """Give events as CloudEvents, a line of JSON each.

    A consumer goes on with the `position` of the last event that it has.  Faces
    that nobody had been shown come with `hand_revealed` and `closed`.
    """
    from api.cli.opening import ledger_of
    from ledger.postgres.connect import Role
    from ledger.settings import load_settings
    from projections.feed import Feed

    settings = load_settings()
    position = _position(after, settings.property)
    with ledger_of(settings, Role.READER) as ledger:
        source = Feed(ledger)
        while limit is None or limit > 0:
            page = source.page(position, PAGE if limit is None else min(PAGE, limit))
            for one in page.lines:
                sys.stdout.buffer.write(one.line + b"\n")
            position = page.after
            if limit is not None:
                limit -= len(page.lines)
            if page.lines:
                continue
            if not follow:
                break
            sys.stdout.buffer.flush()
            time.sleep(LOOKS_EVERY_S)


def _position(after: str, property_name: str) -> int:
    """The position that a cursor means.  Raises CursorInvalid."""
    if after.isascii() and after.isdecimal():
        return int(after)
    # HTTP's own: whoever follows the feed there can go on here.
    from api.paging import place

    return int(place(f"feed/{property_name}", after))
