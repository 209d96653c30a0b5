"""The head of the log, told at once to all who wait for it: one connection that listens, for a whole process.

A stream of the feed costs nothing while there is no news.  It is woken by the
recorder's NOTIFY; the head is looked at besides, so that a lost one, a killed
connection or a server started anew delays a stream and never stops it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import Final, TypeAlias

import structlog
from psycopg.sql import SQL, Identifier

from ledger.application.ledger import Ledger
from ledger.errors import StoreBusy
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings

# How long to wait for a NOTIFY before looking anyway.
POLL_S: Final = 0.1
# Between two tries to listen again.
PAUSE_S: Final = 0.25
# Streams that one process feeds at a time.
MOST: Final = 256

Waiting: TypeAlias = tuple[asyncio.AbstractEventLoop, asyncio.Event]

log = structlog.get_logger(__name__)


class Waker:
    """Follows the head of one property's log as long as anybody streams.  Threads and loops may share it."""

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self._lock = Lock()
        self._head = 0
        self._streams = 0
        self._waiting: set[Waiting] = set()
        self._stop: Event | None = None

    @contextmanager
    def streaming(self) -> Iterator[None]:
        """One more stream for as long as the context lasts.  Raises StoreBusy where there are too many."""
        with self._lock:
            if self._streams >= MOST:
                raise StoreBusy(waiting=MOST)
            self._streams += 1
            if self._stop is None:
                self._stop = Event()
                Thread(target=self._follow, args=[self._stop], name="feed", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._streams -= 1
                if not self._streams and self._stop is not None:
                    self._stop.set()
                    self._stop = None

    async def beyond(self, position: int, timeout_s: float) -> None:
        """Wait until the log has more than `position`, or for so long."""
        news = asyncio.Event()
        waiting = (asyncio.get_running_loop(), news)
        with self._lock:
            if self._head > position:
                return
            self._waiting.add(waiting)
        try:
            async with asyncio.timeout(timeout_s):
                await news.wait()
        except TimeoutError:
            return
        finally:
            with self._lock:
                self._waiting.discard(waiting)

    def _follow(self, stop: Event) -> None:
        while not stop.is_set():
            try:
                self._listen(stop)
            except Exception as trouble:  # noqa: BLE001 - whatever it is, streams would be told of nothing more
                log.info("feed_listens_again", error=repr(trouble), again_in_s=PAUSE_S)
                stop.wait(PAUSE_S)

    def _listen(self, stop: Event) -> None:
        url, own = database_url(self._settings), self._settings.property
        with connect(url, property=own, role=Role.READER) as connection:
            connection.execute(SQL("LISTEN {}").format(Identifier(self._ledger.recorder.channel_name)))
            while not stop.is_set():
                found = connection.execute("SELECT max(notification_id) FROM events").fetchone()
                self._told((found and found[0]) or 0)
                for _ in connection.notifies(timeout=POLL_S, stop_after=1):
                    pass

    def _told(self, head: int) -> None:
        with self._lock:
            if head == self._head:
                return
            self._head = head
            waiting, self._waiting = self._waiting, set()
        for loop, news in waiting:
            try:
                loop.call_soon_threadsafe(news.set)
            except RuntimeError:  # the loop of whoever waited is closed
                continue
