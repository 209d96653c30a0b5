"""`pitledger keys`: who may ask the API, and for what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import terminal
from api.cli.arguments import AsJson
from api.scopes import Scope

if TYPE_CHECKING:
    import psycopg

    from api.keys import ApiKey

Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="Who or what holds the key; stands with all that is recorded with it."
    ),
]
Reference = Annotated[
    str, typer.Argument(metavar="NAME", help="Every key of this name, or the one with this id.")
]
Scopes = Annotated[
    list[str],
    typer.Option(
        "--scope", metavar="SCOPE", help=f"What it opens, once for each of: {', '.join(Scope)}.",
        show_default=False,
    ),
]  # fmt: skip


def create(name: Name, *, scopes: Scopes, as_json: AsJson = False) -> None:
    """Make an API key and show it, this once.

    Only its digest is kept.  On standard output stands the key alone.
    """
    from api import keys

    with _administration() as connection:
        key, text = keys.create(connection, name, scopes)
    if as_json:
        terminal.answer({**_document(key), "key": text})
        return
    terminal.say(text)
    terminal.news(f"the key {key.id} of {key.name} opens {_opens(key)}; it is not shown again")


def list_keys(*, as_json: AsJson = False) -> None:
    """List the keys ever made, in the order made; no key itself is kept."""
    from api import keys

    with _administration() as connection:
        found = keys.listed(connection)
    if as_json:
        for key in found:
            terminal.answer(_document(key))
        return
    rows = [
        (
            key.name,
            key.id,
            _opens(key),
            f"{key.created_at:%Y-%m-%d %H:%MZ}",
            "in force" if key.revoked_at is None else f"revoked {key.revoked_at:%Y-%m-%d %H:%MZ}",
        )
        for key in found
    ]
    terminal.table("", ("name", "id", "opens", "made", "status"), rows)


def revoke(name: Reference, *, as_json: AsJson = False) -> None:
    """Let keys open nothing from now on."""
    from api import keys

    with _administration() as connection:
        revoked = keys.revoke(connection, name)
    for key in revoked:
        if as_json:
            terminal.answer(_document(key))
        else:
            terminal.say(f"the key {key.id} of {key.name} is revoked")


@contextmanager
def _administration() -> Iterator[psycopg.Connection[Any]]:
    """A connection that may make and revoke keys.  Raises StoreUnavailable, SchemaNotCurrent."""
    from api import keys
    from api.cli.opening import ready
    from ledger.settings import load_settings

    settings = load_settings()
    ready(settings)
    with keys.administration(settings) as connection:
        yield connection


def _document(key: ApiKey) -> dict[str, object]:
    return {
        "id": key.id,
        "name": key.name,
        "scopes": sorted(key.scopes),
        "created_at": key.created_at.isoformat(),
        "revoked_at": None if key.revoked_at is None else key.revoked_at.isoformat(),
    }


def _opens(key: ApiKey) -> str:
    return ", ".join(sorted(key.scopes))
