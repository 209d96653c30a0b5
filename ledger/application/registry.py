"""Tables and rules submissions in memory, kept current from their events.

They are few and small, and every round names one: they are read once, then
followed by position, so that a commit costs one look at what is new.
"""

from __future__ import annotations

from threading import Lock

from ledger.errors import LedgerError, UnknownGame, UnknownSubmission, UnknownTable
from ledger.events.base import Event, InForce, Recorded
from ledger.events.records import RoundHeader, SubmissionHeader, TableHeader
from ledger.events.registry import GameOffered, InlineSubmission
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.games.seam import Game, Submission
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


class Registry:
    """What is registered in one property.  Threads may share it."""

    def __init__(self, recorder: LedgerRecorder, mapper: EventMapper) -> None:
        self._recorder = recorder
        self._mapper = mapper
        self._lock = Lock()
        self._position = 0
        self._tables: dict[str, Table] = {}
        self._submissions: dict[str, SubmissionStream] = {}
        self._keys: dict[object, str] = {}
        self._ready: dict[tuple[str, str | None, int], Submission] = {}

    def refresh(self) -> None:
        """Take in what was registered since the last look."""
        with self._lock:
            while found := self._recorder.read_since(self._position, limit=PAGE, prefixes=TOPICS):
                for stored in found:
                    self._take(self._mapper.to_domain_event(stored))
                    self._position = stored.id

    def _take(self, recorded: Recorded) -> None:
        if recorded.header is not None:
            self._keys[recorded.stream_id] = recorded.header.key
        key = self._keys[recorded.stream_id]
        if recorded.event.STREAM == "table":
            evolve_table(self._tables.setdefault(key, Table(TableHeader(table=key))), recorded.event)
        else:
            stream = self._submissions.setdefault(key, SubmissionStream(SubmissionHeader(name=key)))
            evolve_submission(stream, recorded.event)

    @property
    def position(self) -> int:
        """Of the last registration taken in; 0 where there is none."""
        return self._position

    @property
    def tables(self) -> dict[str, Table]:
        """Every table by name."""
        return dict(self._tables)

    @property
    def submissions(self) -> dict[str, SubmissionStream]:
        """Every rules submission by name."""
        return dict(self._submissions)

    def table(self, name: str, at: str = "/table") -> Table:
        """A registered table; `at` points to where it is named.  Raises UnknownTable."""
        try:
            return self._tables[name]
        except KeyError:
            raise UnknownTable(table=name, pointer=at) from None

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
        table = self.table(header.table)
        game = _game(header.game, "/game")
        if isinstance(header.submission, InlineSubmission):
            _check_inline(game, header.submission)
            return InForce(table.version, table.currency)
        name = header.submission
        if name is None:
            offer = table.offer(table.version, opened.occurred_at)
            name = offer.submission if offer is not None and offer.game == game.name else None
            name = None if name is None else successor(name, header.gaming_date, self._submissions)
        if name is None:
            return InForce(table.version, table.currency)
        self._offered(game, name, "/submission")
        version = self._submissions[name].in_force(header.gaming_date)
        since = superseded_from(name, header.gaming_date, self._submissions)
        return InForce(table.version, table.currency, name, version, since)

    def _offered(self, game: Game, name: str, at: str) -> None:
        """Refuse a submission that is not registered, or is for another game."""
        stream = self._submissions.get(name)
        if stream is None:
            raise UnknownSubmission(submission=name, pointer=at)
        version = stream.in_force(None)
        try:
            elections.registered(name, version, game, stream.submitted(version))
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
        return elections.registered(name, version, game, self._submissions[name].submitted(version))

    def limits(self, state: Round) -> Limits:
        """The limits posted at the table as the round opened."""
        table = self._tables.get(state.header.table)
        if table is None or state.in_force is None or state.opened is None:
            return {}
        return table.limits(state.in_force.table_version, state.opened.occurred_at)


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
