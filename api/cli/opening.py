"""From the settings to an open ledger and its views, for commands.

The embedded server is one's own: a command starts it, brings its schema up to
date and, before it asks a view, lets the view catch up; where a projector runs
beside it, it waits for that one.  A server named by a URL is somebody's: its
schema is changed by `pitledger migrate` alone, its views by `pitledger
project`, and an answer says how far behind it is.
"""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from api.cli import terminal

if TYPE_CHECKING:
    from ledger.application.ledger import Ledger
    from ledger.postgres.connect import Role
    from ledger.settings import Settings
    from projections.answers import Answer
    from projections.views import Views


Found = TypeVar("Found", bound="Answer")


def ready(settings: Settings) -> str:
    """The connection string of the server, started and migrated where it is the embedded one.

    Raises StoreUnavailable, and SchemaNotCurrent where another's schema is not.
    """
    from ledger.errors import SchemaNotCurrent
    from ledger.postgres.connect import database_url
    from ledger.postgres.migrate import migrate, pending

    url = database_url(settings)
    if settings.database_url is None:
        migrate(url, settings.property)
    elif pending(url, settings.property):
        raise SchemaNotCurrent(property=settings.property)
    return url


@contextmanager
def ledger_of(settings: Settings, role: Role | None = None) -> Iterator[Ledger]:
    """The ledger that the settings name, open as a role, by default to write.

    Raises StoreUnavailable, SchemaNotCurrent.
    """
    from ledger.application.opening import open_ledger
    from ledger.postgres.connect import Role

    if settings.database_url is None:
        ready(settings)
    with open_ledger(settings, role or Role.WRITER) as ledger:
        yield ledger


@contextmanager
def views_of(settings: Settings) -> Iterator[Views]:
    """The views that the settings name, with everything in them where the server is the embedded one.

    Raises StoreUnavailable, SchemaNotCurrent.
    """
    from projections.views import open_views

    if settings.database_url is None:
        ready(settings)
        catch_up(settings)
    with open_views(settings) as views:
        yield views


def catch_up(settings: Settings) -> int:
    """Bring the views up to the head as it is now; that position.  Raises StoreUnavailable."""
    from api.cli.serving import log_to_standard_error
    from projections.runner import Projector

    log_to_standard_error()
    with terminal.progress() as show:
        return Projector(settings).catch_up(
            lambda position, head: show(f"views: {position:,} of {head:,} events")
        )


def ask(question: Callable[[Views], Found], show: Callable[[Found], None], *, as_json: bool) -> Found:
    """Ask the views and say what they answer, as JSON or shown to people; the answer.

    Raises as `views_of` does.
    """
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        found = question(views)
    tell(found, show, as_json=as_json)
    return found


def tell(found: Found, show: Callable[[Found], None], *, as_json: bool) -> None:
    """Say what a view answered, as JSON or shown to people, who are told how far behind it is."""
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
    else:
        show(found)
        say_lag(found.lag)


def say_lag(lag: int) -> None:
    """On the side, that an answer does not have everything."""
    if lag:
        terminal.news(
            f"the views are {lag:,} events behind: is `pitledger project` running,"
            " is a view in quarantine (pitledger projections status)?"
        )


def recorded_by() -> str:
    """Who records through the command: the login, marked as such."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        # An account without a name, as containers have.
        return "command"
    # What stands in the record is text that can be read; the environment may hold any bytes.
    return f"command:{name}" if name.isprintable() else "command"
