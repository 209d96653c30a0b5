"""A ledger opened on the database that the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.application.ledger import Ledger
from ledger.errors import SchemaNotCurrent
from ledger.postgres.connect import Role, database_url
from ledger.postgres.migrate import pending
from ledger.settings import Settings
from ledger.store.factory import open_recorder


@contextmanager
def open_ledger(settings: Settings, role: Role = Role.WRITER) -> Iterator[Ledger]:
    """The property's ledger, its connections closed at the end.

    A reader's ledger answers and cannot append.  Raises SchemaNotCurrent where
    migrations are pending, StoreUnavailable where the database does not answer.
    """
    url = database_url(settings)
    if pending(url, settings.property):
        raise SchemaNotCurrent(property=settings.property)
    ledger = Ledger(open_recorder(url, property=settings.property, role=role), settings.property)
    try:
        yield ledger
    finally:
        ledger.close()
