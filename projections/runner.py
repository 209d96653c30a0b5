"""The projector: keeps every view of a property current, whatever happens to its connections.

Only one works at a time: whoever holds an advisory lock of its session.  The
others wait for it, and the row of `tracking` that fences each batch keeps two
from both committing even so.  It is woken by the recorder's NOTIFY and looks by
itself besides, so that a lost one costs a tenth of a second.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType
from typing import Final, TypeAlias

import psycopg
import structlog
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from ledger.application.opening import open_ledger
from ledger.errors import StoreUnavailable
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings
from projections import tracking
from projections.answers import ViewStatus
from projections.following import BATCH, Follower
from projections.tracking import VIEWS, Overtaken
from projections.writing import Connection, Texts

# How long to wait for a NOTIFY before looking anyway, and how often to see whether to stop.
POLL_S: Final = 0.1
# How often a projector that waits for another asks for its place.
WAIT_S: Final = 0.25
# Between two tries after trouble: at first, and at most.
PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
# A server that is gone without a word is given up after this.
GONE_MS: Final = 15_000

# Told the position reached and the head.
Progress: TypeAlias = Callable[[int, int], None]

log = structlog.get_logger(__name__)


def silent(_: int, __: int) -> None:
    """Nobody wants to know."""


class Projector:
    """Keeps the views of one property current."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def run(self, stop: Event) -> None:
        """Follow the log until `stop` is set; trouble delays the views, and nothing but `stop` ends it."""
        pause, batch = PAUSE_S, BATCH
        while not stop.is_set():
            try:
                with self._at_work(lambda _: not stop.is_set(), batch) as (follower, connection):
                    while not stop.is_set():
                        follower.follow(goes_on=lambda: not stop.is_set())
                        follower.batch = batch = BATCH
                        pause = PAUSE_S
                        _wait(connection)
            except Overtaken as news:
                log.info("projector_begins_again", reason=str(news))
            except Exception as trouble:  # noqa: BLE001 - whatever it is, stopping for good would be worse
                log.warning("projector_in_trouble", error=repr(trouble), again_in_s=pause)
                stop.wait(pause)
                # Ever smaller batches, until all is taken in that stands before the event at fault.
                pause, batch = min(2 * pause, LONGEST_PAUSE_S), max(1, batch // 8)

    def catch_up(self, on_progress: Progress = silent) -> int:
        """Take in all events up to the head as it is now, or wait until another projector has; that head.

        `on_progress` is told the position reached and the head.  Raises
        StoreUnavailable, SchemaNotCurrent, UnknownTopic.
        """
        try:
            with projecting(self.settings) as connection:
                head = tracking.head(connection)
            while True:
                try:
                    return self._taken_in(head, on_progress)
                except Overtaken:
                    continue
        except (psycopg.OperationalError, psycopg.InterfaceError) as trouble:
            raise StoreUnavailable(detail=str(trouble)) from trouble

    def _taken_in(self, head: int, on_progress: Progress) -> int:
        with self._at_work(lambda connection: _position(connection) < head, BATCH) as (follower, _):
            follower.follow(head, on_progress=lambda position: on_progress(position, head))
        return head

    def status(self) -> tuple[ViewStatus, ...]:
        """How far each view has read, against the true head.  Raises StoreUnavailable."""
        try:
            with projecting(self.settings) as connection:
                return tracking.status(connection)
        except psycopg.OperationalError as trouble:
            raise StoreUnavailable(detail=str(trouble)) from trouble

    @contextmanager
    def _at_work(
        self, wanted: Callable[[Connection], bool], batch: int
    ) -> Iterator[tuple[Follower, Connection]]:
        """A follower of all views, and the connection that it writes with and is woken on.

        Where another projector works it waits for its place as long as that is
        `wanted`; afterwards the follower has nothing to do.
        """
        with open_ledger(self.settings, Role.PROJECTOR) as ledger, projecting(self.settings) as connection:
            connection.execute(SQL("LISTEN {}").format(Identifier(ledger.recorder.channel_name)))
            has_place = _take_place(connection, self.settings.property, wanted)
            views = [view("") for view in VIEWS.values()] if has_place else []
            with Follower(ledger, connection, views, batch) as follower:
                yield follower, connection


@contextmanager
def projecting(settings: Settings) -> Iterator[Connection]:
    """A connection that may write views.  Raises psycopg.OperationalError."""
    url = make_conninfo(database_url(settings), tcp_user_timeout=GONE_MS)
    # What a crash may take back of a view its tracking position takes back with it.
    session = {"synchronous_commit": "off", "enable_seqscan": "off"}
    with connect(url, property=settings.property, role=Role.PROJECTOR, **session) as connection:
        connection.adapters.register_dumper(None, Texts)
        yield connection


def _take_place(connection: Connection, property: str, wanted: Callable[[Connection], bool]) -> bool:
    """Become the one projector of a property, or wait while that is wanted; ends with the connection."""
    statement = "SELECT pg_try_advisory_lock(hashtextextended('pitledger projector ' || %s, 0))"
    while wanted(connection):
        if connection.execute(statement, [property]).fetchone() == (True,):
            return True
        time.sleep(WAIT_S)
    return False


def _position(connection: Connection) -> int:
    return min(tracking.positions(connection, list(VIEWS)).values())


def _wait(connection: Connection) -> None:
    """Until the recorder says that there is news, or for as long as we trust it to."""
    for _ in connection.notifies(timeout=POLL_S, stop_after=1):
        pass


@contextmanager
def stopping() -> Iterator[Event]:
    """An event that SIGTERM and SIGINT set, for as long as the context lasts; of the main thread only."""
    stop = Event()

    def at_signal(_: int, __: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, at_signal) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
