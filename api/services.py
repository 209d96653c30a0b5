"""What a running API holds: the ledger, the views, and who may ask.

Opened when first needed, so that the API comes up before its database does,
says so at /readyz, and answers as soon as it can.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from threading import Lock
from typing import Annotated, Final, NamedTuple, TypeVar

import psycopg
from fastapi import Depends, Request
from psycopg.rows import DictRow

from api.feed.waking import Waker
from api.metrics import Metrics
from api.oidc import TokenVerifier
from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.postgres.connect import database_url
from ledger.settings import Settings
from projections.answers import ViewStatus
from projections.chapters.stored import waiting
from projections.feed import Feed
from projections.integrity.sealer import chapters_hold, memory_of
from projections.integrity.stored import StoredTree
from projections.views import Views, open_views

T = TypeVar("T")
# A server that owes what is only looked up for so long is given up: every request waits for its key.
LOOKED_UP_S: Final = 5.0


class Opened(NamedTuple):
    """A ledger that appends, views that read, the feed, and what wakes its streams."""

    ledger: Ledger
    views: Views
    feed: Feed
    waker: Waker


class Services:
    """Everything that requests share.  Threads may share it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tokens = _verifier(settings)
        self.metrics = Metrics(self._positions, self._head, self._sealed, self._chapters)
        self._stack = ExitStack()
        self._lock = Lock()
        self._opened: Opened | None = None

    @property
    def ledger(self) -> Ledger:
        """The ledger of the property.  Raises SchemaNotCurrent, StoreUnavailable."""
        return self._open().ledger

    @property
    def views(self) -> Views:
        """The views of the property.  Raises SchemaNotCurrent, StoreUnavailable."""
        return self._open().views

    @property
    def feed(self) -> Feed:
        """The feed of the property.  Raises SchemaNotCurrent, StoreUnavailable."""
        return self._open().feed

    @property
    def waker(self) -> Waker:
        """What tells streams of the feed that there is news.  Raises SchemaNotCurrent, StoreUnavailable."""
        return self._open().waker

    @property
    def url(self) -> str:
        """Where the database is: as it was found, once it was, for to ask must start none.

        Raises StoreUnavailable.
        """
        if self._opened is None:
            return database_url(self.settings)
        return str(self._opened.ledger.recorder.datastore.pool.conninfo)

    def read(self, work: Callable[[psycopg.Connection[DictRow]], T]) -> T:
        """What `work` looks up with a connection that may only read.  Raises StoreUnavailable."""
        return self.views.ledger.recorder.datastore.patiently(
            lambda connection, _: work(connection), answered_s=LOOKED_UP_S
        )

    def close(self) -> None:
        """Give all connections back."""
        self._stack.close()

    def _positions(self) -> tuple[ViewStatus, ...]:
        return self.views.status()

    def _head(self) -> tuple[int, datetime | None]:
        head = self.ledger.recorder.head()
        last = self.ledger.recorder.read_since(head - 1, 1)
        return head, self.ledger.mapper.to_domain_event(last[0]).recorded_at if last else None

    def _sealed(self) -> int:
        latest = self.read(lambda connection: StoredTree(connection).latest())
        return 0 if latest is None else latest.position

    def _chapters(self) -> tuple[bool, int]:
        here = None
        # A sealer of another account may keep it where we do not read: as one on another machine does.
        with suppress(OSError):
            here = memory_of(self.settings).read()
        return self.read(lambda connection: (chapters_hold(connection, here), waiting(connection)))

    def _open(self) -> Opened:
        opened = self._opened
        if opened is not None:
            return opened
        with self._lock:
            if self._opened is None:
                with ExitStack() as stack:
                    ledger = stack.enter_context(open_ledger(self.settings))
                    views = stack.enter_context(open_views(self.settings))
                    # A writer may not read views: it asks the reader what meters showed.
                    ledger.meters = views.ledger.meters
                    self._stack = stack.pop_all()
                reader = views.ledger
                self._opened = Opened(ledger, views, Feed(reader), Waker(self.settings, reader))
            return self._opened


def _verifier(settings: Settings) -> TokenVerifier | None:
    if settings.oidc_issuer is None or settings.oidc_audience is None:
        return None
    return TokenVerifier(settings.oidc_issuer, settings.oidc_audience)


def services_of(request: Request) -> Services:
    """The services of the application that a request came to."""
    services: Services = request.app.state.services
    return services


Shared = Annotated[Services, Depends(services_of)]
