"""The projector: keeps every view of a property current, whatever happens to its connections.

Only one works at a time: whoever holds an advisory lock of its session.  The
others wait for it, and the row of `tracking` that fences each batch keeps two
from both committing even so.  It is woken by the recorder's NOTIFY and looks by
itself besides, so that a lost one costs a tenth of a second.

After trouble the batches become ever smaller.  What fails with one event alone,
and not for the server's sake, is of that event: the views that cannot take it
in are left in `quarantine` before it, tried again now and then, and the others
go on.
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

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.errors import StoreUnavailable
from ledger.postgres.attentive import ANSWERED_S
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings
from projections import quarantine, tracking
from projections.answers import ViewStatus
from projections.following import BATCH, Follower
from projections.quarantine import Poisoned, described, is_of_an_event
from projections.tracking import VIEWS, Overtaken
from projections.writing import Connection, speak

# How long to wait for a NOTIFY before looking anyway, and how often to see whether to stop.
POLL_S: Final = 0.1
# How often a projector that waits for another asks for its place.
WAIT_S: Final = 0.25
# Between two tries after trouble: at first, and at most.
PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 1.0
# How often views in quarantine are tried again.
AGAIN_S: Final = 5.0
# So much smaller is the next batch after one that failed.
NARROWED: Final = 8
# A server that is gone without a word is given up after this.
GONE_MS: Final = 15_000

# Told the position reached and the head.
Progress: TypeAlias = Callable[[int, int], None]

log = structlog.get_logger(__name__)


def silent(_: int, __: int) -> None:
    """Nobody wants to know."""


class Pace:
    """How many events are taken in at once, how long to wait after trouble, when to try quarantine again."""

    def __init__(self) -> None:
        self.batch, self.pause = BATCH, PAUSE_S
        self.due = time.monotonic()

    def tried(self) -> None:
        """Views in quarantine have been tried just now."""
        self.due = time.monotonic() + AGAIN_S

    def usual(self) -> int:
        """The usual number, again."""
        self.batch, self.pause = BATCH, PAUSE_S
        return self.batch

    def after_trouble(self) -> None:
        """Ever smaller batches, until all is taken in that stands before the event at fault."""
        self.batch = max(1, self.batch // NARROWED)
        self.after_break()

    def after_break(self) -> None:
        """Ever longer pauses: a broken connection says nothing of the batch, and what piled up is long."""
        self.pause = min(2 * self.pause, LONGEST_PAUSE_S)


class Projector:
    """Keeps the views of one property current."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def run(self, stop: Event) -> None:
        """Follow the log until `stop` is set; trouble delays the views, and nothing but `stop` ends it."""
        pace = Pace()
        while not stop.is_set():
            try:
                self._follow(stop, pace)
            except Overtaken as news:
                log.info("projector_begins_again", reason=str(news))
            except Exception as trouble:  # noqa: BLE001 - whatever it is, stopping for good would be worse
                said = described(trouble) if is_of_an_event(trouble) else repr(trouble)
                log.warning("projector_in_trouble", error=said, again_in_s=pace.pause)
                stop.wait(pace.pause)
                if _is_of_the_connection(trouble):
                    pace.after_break()
                else:
                    pace.after_trouble()

    def _follow(self, stop: Event, pace: Pace) -> None:
        """Take in what comes, until `stop` is set, or a view goes into quarantine or comes out of it."""
        with (
            self._quarantining(pace),
            self._at_work(lambda _: not stop.is_set(), pace) as (follower, ledger, connection),
        ):
            while not stop.is_set():
                follower.follow(goes_on=lambda: not stop.is_set() and time.monotonic() < pace.due)
                follower.batch = pace.usual()
                if time.monotonic() < pace.due:
                    _wait(connection)
                elif _tried_again(ledger, connection, pace):
                    return

    def catch_up(self, on_progress: Progress = silent) -> int:
        """Take in all events up to the head as it is now, or wait until another projector has; that head.

        A view in quarantine stays where it is.  `on_progress` is told the
        position reached and the head.  Raises StoreUnavailable, SchemaNotCurrent.
        """
        with self._reaching() as connection:
            head = tracking.head(connection)
            self._taken_in(head, lambda other: _is_behind(other, head), on_progress)
        return head

    def replay(self, on_progress: Progress = silent) -> tuple[ViewStatus, ...]:
        """Try views in quarantine again, or wait until the projector at work has; how all views are then.

        One that goes on takes in all that waited, in order.  Raises
        StoreUnavailable, SchemaNotCurrent.
        """
        with self._reaching() as connection:
            head, tried = tracking.head(connection), quarantine.tries(connection)
            self._taken_in(
                head,
                lambda other: _is_behind(other, head) or bool(tried & quarantine.tries(other)),
                on_progress,
            )
            return tracking.status(connection)

    def _taken_in(self, head: int, wanted: Callable[[Connection], bool], on_progress: Progress) -> None:
        """Take in all up to a head that can be, or wait for another projector as long as that is `wanted`."""
        pace, done = Pace(), False
        while not done:
            try:
                with self._quarantining(pace), self._at_work(wanted, pace) as (follower, _, _):
                    follower.follow(head, on_progress=lambda position: on_progress(position, head))
                    done = True
            except Overtaken:
                continue
            except Exception as trouble:
                if not is_of_an_event(trouble) or pace.batch == 1:
                    raise
                pace.after_trouble()

    def status(self) -> tuple[ViewStatus, ...]:
        """How far each view has read, against the true head.  Raises StoreUnavailable."""
        with self._reaching() as connection:
            return tracking.status(connection)

    @contextmanager
    def _reaching(self) -> Iterator[Connection]:
        """A connection to ask with.  Raises StoreUnavailable, whichever connection is the one that fails."""
        try:
            with projecting(self.settings, ANSWERED_S) as connection:
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError) as trouble:
            raise StoreUnavailable(detail=str(trouble)) from trouble

    @contextmanager
    def _quarantining(self, pace: Pace) -> Iterator[None]:
        """Views that cannot go on are left where they stand, and it is time to begin again without them."""
        try:
            yield
        except Poisoned as poisoned:
            with projecting(self.settings, ANSWERED_S) as connection:
                _leave(connection, poisoned)
            pace.usual()
            pace.tried()

    @contextmanager
    def _at_work(
        self, wanted: Callable[[Connection], bool], pace: Pace
    ) -> Iterator[tuple[Follower, Ledger, Connection]]:
        """A follower of all views but those in quarantine, and the connection it writes with and is woken on.

        Where another projector works it waits for its place as long as that is
        `wanted`; afterwards the follower has nothing to do.  Views in
        quarantine are tried first: this software may be another.
        """
        with (
            open_ledger(self.settings, Role.PROJECTOR) as ledger,
            projecting(self.settings, ANSWERED_S) as connection,
        ):
            connection.execute(SQL("LISTEN {}").format(Identifier(ledger.recorder.channel_name)))
            has_place = _take_place(connection, self.settings.property, wanted)
            views = []
            if has_place:
                if time.monotonic() >= pace.due:
                    _tried_again(ledger, connection, pace)
                held = quarantine.standing(connection)
                views = [view("") for name, view in VIEWS.items() if name not in held]
            with Follower(ledger, connection, views, pace.batch) as follower:
                yield follower, ledger, connection


@contextmanager
def projecting(settings: Settings, answered_s: float | None = None) -> Iterator[Connection]:
    """A connection that may write views, given up where one answer takes longer than `answered_s`.

    Raises psycopg.OperationalError.
    """
    url = make_conninfo(database_url(settings), tcp_user_timeout=GONE_MS)
    # What a crash may take back of a view its tracking position takes back with it.
    session = {"synchronous_commit": "off", "enable_seqscan": "off"}
    with connect(
        url, property=settings.property, role=Role.PROJECTOR, answered_s=answered_s, **session
    ) as connection:
        speak(connection)
        yield connection


def _take_place(connection: Connection, property: str, wanted: Callable[[Connection], bool]) -> bool:
    """Become the one projector of a property, or wait while that is wanted; ends with the connection."""
    statement = "SELECT pg_try_advisory_lock(hashtextextended('pitledger projector ' || %s, 0))"
    while wanted(connection):
        if connection.execute(statement, [property]).fetchone() == (True,):
            return True
        time.sleep(WAIT_S)
    return False


def _is_of_the_connection(trouble: Exception) -> bool:
    """Whether the server was gone, or went while it worked: a full disk or memory is not that."""
    if isinstance(trouble, psycopg.OperationalError):
        return (trouble.sqlstate or "08")[:2] in {"08", "57"}
    return isinstance(trouble, StoreUnavailable | psycopg.InterfaceError)


def _is_behind(connection: Connection, head: int) -> bool:
    """Whether a view that can go on has not come to a position."""
    held = quarantine.standing(connection)
    read = tracking.positions(connection, list(VIEWS))
    return any(position < head for view, position in read.items() if view not in held)


def _tried_again(ledger: Ledger, connection: Connection, pace: Pace) -> bool:
    """Let each view in quarantine try its event once more; whether any could take it in."""
    found = False
    pace.tried()
    for views in quarantine.by_place(connection):
        left = views
        while left:
            try:
                with Follower(ledger, connection, [VIEWS[name]("") for name in left], 1) as follower:
                    follower.follow_one()
            except Poisoned as poisoned:
                _leave(connection, poisoned)
                left = [name for name in left if name not in poisoned.views]
            else:
                quarantine.release(connection, left)
                log.info("views_out_of_quarantine", views=left)
                found, left = True, []
    return found


def _leave(connection: Connection, poisoned: Poisoned) -> None:
    """Leave views in quarantine, and say so the first time."""
    kept = quarantine.keep(connection, poisoned)
    if kept is not None and kept.tries == 1:
        log.error(
            "views_in_quarantine", views=poisoned.views, position=kept.position, stream=kept.stream,
            version=kept.version, topic=kept.topic, error=kept.error,
        )  # fmt: skip


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
