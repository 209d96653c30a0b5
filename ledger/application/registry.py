"""Tables and rules submissions in memory, kept current from their events.

They are few and small, and every round names one: they are read once, then
followed by position.  An append says the position that it knows, so that a
commit costs a look at what is new only where something is.

That the last one taken in is still where it was is looked at each time: a
ledger restored to an earlier point behind our back is read anew.

A stream with an event that cannot be taken in stands before it, and is tried
again at each look; the others go on.  What does not depend on the rest of it
is answered, and all else is refused with what is wrong.
"""

from __future__ import annotations

from threading import Lock
from typing import Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

import structlog
from eventsourcing.persistence import Notification

from ledger.errors import LedgerError, StoreUnavailable, UnknownGame, UnknownSubmission, UnknownTable
from ledger.events.base import Event, InForce, Recorded
from ledger.events.errors import EventUnreadable
from ledger.events.records import RoundHeader, SubmissionHeader, TableHeader
from ledger.events.registry import GameOffered, InlineSubmission
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.games.seam import Game, Submission
from ledger.identity import stream_id
from ledger.rounds.judge import Limits
from ledger.rounds.state import Round
from ledger.store.mapper import EventMapper
from ledger.store.recorder import LedgerRecorder
from ledger.submissions.state import SubmissionStream
from ledger.submissions.state import evolve as evolve_submission
from ledger.submissions.succession import successor, superseded_from
from ledger.tables.state import Table
from ledger.tables.state import evolve as evolve_table

TOPICS = ("table.", "submission.")
PAGE = 1000
# How long a caller waits for others who look, each of whom may wait for a server in vain.
TURN_S: Final = 10.0

Kind: TypeAlias = Literal["table", "submission"]

log = structlog.get_logger(__name__)


class Standing(NamedTuple):
    """Where a stream stands: before the event at a position, and why that cannot be taken in."""

    position: int
    trouble: LedgerError


class Registry:
    """What is registered in one property.  Threads may share it."""

    def __init__(self, recorder: LedgerRecorder, mapper: EventMapper, property_name: str) -> None:
        self._recorder = recorder
        self._property = property_name
        self._mapper = mapper
        self._lock = Lock()
        self._connected = -1
        self._begin()

    def _begin(self) -> None:
        """Know of nothing."""
        # The last event taken in.
        self._last: Notification | None = None
        self._tables: dict[str, Table] = {}
        self._submissions: dict[str, SubmissionStream] = {}
        self._keys: dict[object, str] = {}
        self._ready: dict[tuple[str, str | None, int], Submission] = {}
        self._standing: dict[UUID, Standing] = {}

    def refresh(self) -> None:
        """Take in what was registered since the last look.  Raises StoreUnavailable."""
        # Where the server is silent, those who wait here would else wait one after the other.
        if not self._lock.acquire(timeout=TURN_S):
            raise StoreUnavailable(detail="it is still being read what is registered")
        try:
            connected = self._recorder.datastore.connected
            self._look()
            self._connected = connected
        finally:
            self._lock.release()

    @property
    def doubtful(self) -> bool:
        """Whether a connection was made since the last look: the server may have been restored by then."""
        return self._connected != self._recorder.datastore.connected

    def _look(self) -> None:
        found = self._news()
        if self._standing:
            self._try_again()
        while found:
            for stored in found:
                if _stream(stored) not in self._standing:
                    self._take(stored)
                self._last = stored
            found = self._news()

    def _news(self) -> list[Notification]:
        """What was registered after the last one, which is read with it: where that is gone, all there is."""
        if self._last is not None:
            found = self._recorder.read_since(self.position - 1, PAGE, TOPICS)
            if found[:1] == [self._last]:
                return found[1:]
            log.warning("registrations_read_anew", position=self.position, reason="the last one is gone")
            self._begin()
        return self._recorder.read_since(0, PAGE, TOPICS)

    def _try_again(self) -> None:
        """Take in the rest of streams that stand, as far as that goes now."""
        for stream, events in self._recorder.read_streams(list(self._standing)).items():
            since = self._standing[stream].position
            if all(self._take(one) for one in events if since <= one.id <= self.position):
                del self._standing[stream]

    def _take(self, stored: Notification) -> bool:
        """Take in an event; whether it could be."""
        try:
            self._evolve(self._mapper.to_domain_event(stored))
        except LedgerError as trouble:
            self._standing[_stream(stored)] = Standing(stored.id, trouble)
            return False
        return True

    def _evolve(self, recorded: Recorded) -> None:
        if recorded.header is not None:
            self._keys[recorded.stream_id] = recorded.header.key
        key = self._keys.get(recorded.stream_id)
        if key is None:
            raise EventUnreadable(topic=recorded.event.TOPIC, position=recorded.position)
        if recorded.event.STREAM == "table":
            evolve_table(self._tables.setdefault(key, Table(TableHeader(table=key))), recorded.event)
        else:
            stream = self._submissions.setdefault(key, SubmissionStream(SubmissionHeader(name=key)))
            evolve_submission(stream, recorded.event)

    def holds(self, opened: Recorded) -> bool:
        """Whether all that held at the table as a round opened is taken in already, by its first event."""
        held = opened.in_force
        table = self._tables.get(opened.header.table) if isinstance(opened.header, RoundHeader) else None
        if self.doubtful or held is None or table is None or table.version < held.table_version:
            return False
        stream = self._submissions.get(held.submission or "")
        return held.submission is None or (stream is not None and held.version in stream.versions)

    @property
    def position(self) -> int:
        """Of the last registration taken in; 0 where there is none."""
        return 0 if self._last is None else self._last.id

    @property
    def tables(self) -> dict[str, Table]:
        """Every table by name."""
        return dict(self._tables)

    @property
    def submissions(self) -> dict[str, SubmissionStream]:
        """Every rules submission by name."""
        return dict(self._submissions)

    def whole(self, kind: Kind, name: str) -> None:
        """Refuse what depends on all that is recorded of one, where that cannot all be taken in.

        Raises EventUnreadable, UnknownTopic.
        """
        if self._standing:
            standing = self._standing.get(stream_id(self._property, kind, name))
            if standing is not None:
                raise standing.trouble.with_traceback(None)

    def table(self, name: str, at: str = "/table") -> Table:
        """A registered table; `at` points to where it is named.  Raises UnknownTable."""
        if name not in self._tables:
            self.whole("table", name)
            raise UnknownTable(table=name, pointer=at)
        return self._tables[name]

    def offered(self, event: Event, index: int) -> None:
        """Refuse the offer of a game or submission that is not there."""
        if not isinstance(event, GameOffered):
            return
        at = f"/events/{index}"
        game = _game(event.game, f"{at}/game")
        if event.submission is not None:
            self._offered(game, event.submission, f"{at}/submission")

    def in_force(self, header: RoundHeader, opened: Event) -> InForce:
        """What holds at the table as a round opens; fixed with its first event.

        Raises UnknownTable, UnknownGame, UnknownSubmission, GameMismatch, and
        what an inline submission may be refused for.
        """
        self.whole("table", header.table)
        table = self.table(header.table)
        game = _game(header.game, "/game")
        if isinstance(header.submission, InlineSubmission):
            _check_inline(game, header.submission)
            return InForce(table.version, table.currency)
        name = header.submission
        if name is None:
            offer = table.offer(table.version, opened.occurred_at)
            name = offer.submission if offer is not None and offer.game == game.name else None
            if name is not None:
                self.whole("submission", name)
                name = successor(name, header.gaming_date, self._submissions)
        if name is None:
            return InForce(table.version, table.currency)
        self._offered(game, name, "/submission")
        version = self._submissions[name].in_force(header.gaming_date)
        since = superseded_from(name, header.gaming_date, self._submissions)
        return InForce(table.version, table.currency, name, version, since)

    def _offered(self, game: Game, name: str, at: str) -> None:
        """Refuse a submission that is not registered, or is for another game."""
        self.whole("submission", name)
        stream = self._submissions.get(name)
        if stream is None:
            raise UnknownSubmission(submission=name, pointer=at)
        version = stream.in_force(None)
        try:
            self.elected(game, name, version)
        except LedgerError as refused:
            raise refused.at(at) from None

    def submission(self, state: Round) -> Submission:
        """The submission that a round is judged by, for ever: as it was accepted."""
        held, own = state.in_force, state.header.submission
        if isinstance(own, InlineSubmission):
            return elections.elect(state.rules, "inline", 0, own)
        return self.elected(state.rules, *((None, 0) if held is None else (held.submission, held.version)))

    def elected(self, game: Game, name: str | None, version: int) -> Submission:
        """A version of a registered submission, or a game's defaults for None; each is made ready once."""
        key = (game.name, name, version)
        ready = self._ready.get(key)
        if ready is None:
            ready = self._ready[key] = self._made_ready(game, name, version)
        return ready

    def _made_ready(self, game: Game, name: str | None, version: int) -> Submission:
        if name is None:
            return elections.default(game)
        stream = self._submissions.get(name)
        if stream is None or version not in stream.versions:
            self.whole("submission", name)
        return elections.registered(name, version, game, self._submissions[name].submitted(version))

    def limits(self, state: Round) -> Limits:
        """The limits posted at the table as the round opened."""
        table = self._tables.get(state.header.table)
        if state.in_force is not None and (table is None or table.version < state.in_force.table_version):
            self.whole("table", state.header.table)
        if table is None or state.in_force is None or state.opened is None:
            return {}
        return table.limits(state.in_force.table_version, state.opened.occurred_at)


def _stream(stored: Notification) -> UUID:
    assert isinstance(stored.originator_id, UUID), "the events table keeps uuids"
    return stored.originator_id


def _game(name: str | None, at: str) -> Game:
    try:
        return GAMES[name or ""]
    except KeyError:
        raise UnknownGame(game=name, known=", ".join(GAMES), pointer=at) from None


def _check_inline(game: Game, given: InlineSubmission) -> None:
    try:
        elections.inline(game, given)
    except LedgerError as refused:
        raise refused.at(f"/submission{refused.pointer or ''}") from None
