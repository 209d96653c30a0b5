"""From the settings to an open ledger, for commands.

The embedded server is one's own: a command starts it and brings its schema up
to date.  A server named by a URL is somebody's: its schema is changed by
`pitledger migrate` alone.
"""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.application.ledger import Ledger
    from ledger.postgres.connect import Role
    from ledger.settings import Settings


def ready(settings: Settings) -> str:
    """The connection string of the server, started and migrated where it is the embedded one.

    Raises StoreUnavailable.
    """
    from ledger.postgres.connect import database_url
    from ledger.postgres.migrate import migrate

    url = database_url(settings)
    if settings.database_url is None:
        migrate(url, settings.property)
    return url


@contextmanager
def ledger_of(settings: Settings, role: Role | None = None) -> Iterator[Ledger]:
    """The ledger that the settings name, open as a role, by default to write.

    Raises StoreUnavailable, SchemaNotCurrent.
    """
    from ledger.application.opening import open_ledger
    from ledger.postgres.connect import Role

    ready(settings)
    with open_ledger(settings, role or Role.WRITER) as ledger:
        yield ledger


def recorded_by() -> str:
    """Who records through the command: the login, marked as such."""
    try:
        return f"command:{getpass.getuser()}"
    except (OSError, KeyError):
        # An account without a name, as containers have.
        return "command"
