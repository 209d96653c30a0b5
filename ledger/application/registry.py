"""Tables and rules submissions in memory, kept current from their events.

They are few and small, and every round names one: they are read once, then
followed by position, so that a commit costs one look at what is new.
"""

from __future__ import annotations

from datetime import date
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
    def tables(self) -> dict[str, Table]:
        """Every table by name."""
        return dict(self._tables)

    @property
    def submissions(self) -> dict[str, SubmissionStream]:
        """Every rules submission by name."""
        return dict(self._submissions)

    def table(self, name: str) -> Table:
        """A registered table.  Raises UnknownTable."""
        try:
            return self._tables[name]
        except KeyError:
            raise UnknownTable(table=name, pointer="/table") from None

    def offered(self, event: Event, index: int) -> None:
        """Refuse the offer of a game or submission that is not there."""
        if not isinstance(event, GameOffered):
            return
        at = f"/events/{index}"
        game = _game(event.game, f"{at}/game")
        if event.submission is not None:
            self._elected(game, event.submission, f"{at}/submission")

    def in_force(self, header: RoundHeader, opened: Event) -> InForce:
        """What holds at the table as a round opens; fixed with its first event.

        Raises UnknownTable, UnknownGame, UnknownSubmission, GameMismatch, and
        what an inline submission may be refused for.
        """
        table = self.table(header.table)
        game = _game(header.game, "/game")
        if isinstance(header.submission, InlineSubmission):
            _inline(game, header.submission)
            return InForce(table.version, table.currency)
        name = header.submission
        if name is None:
            offer = table.offer(table.version, opened.occurred_at)
            name = offer.submission if offer is not None and offer.game == game.name else None
            name = self._successor(name, header.gaming_date)
        if name is None:
            return InForce(table.version, table.currency)
        self._elected(game, name, "/submission")
        version = self._submissions[name].in_force(header.gaming_date)
        return InForce(table.version, table.currency, name, version)

    def _successor(self, name: str | None, gaming_date: date | None) -> str | None:
        """The submission in the place of one offered, followed to the last of them."""
        seen: set[str] = set()
        while name is not None and name not in seen:
            seen.add(name)
            over = self._submissions[name].superseded if name in self._submissions else None
            if over is None or over.by not in self._submissions or (gaming_date or date.max) < over.from_:
                break
            name = over.by
        return name

    def _elected(self, game: Game, name: str, at: str) -> Submission:
        stream = self._submissions.get(name)
        if stream is None:
            raise UnknownSubmission(submission=name, pointer=at)
        version = stream.in_force(None)
        try:
            return elections.submitted(name, version, game, stream.submitted(version))
        except LedgerError as refused:
            raise refused.at(at) from None

    def submission(self, state: Round, instead: str | None = None) -> Submission:
        """The submission that a round is judged by, for ever; or another `instead`, for what if.

        Raises UnknownSubmission, GameMismatch.
        """
        if instead is not None:
            return self._elected(state.rules, instead, "/submission")
        held = state.in_force
        if isinstance(state.header.submission, InlineSubmission):
            return _inline(state.rules, state.header.submission)
        if held is None or held.submission is None:
            return elections.default(state.rules)
        given = self._submissions[held.submission].submitted(held.version)
        return elections.submitted(held.submission, held.version, state.rules, given)

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


def _inline(game: Game, given: InlineSubmission) -> Submission:
    try:
        return elections.inline(game, given)
    except LedgerError as refused:
        raise refused.at(f"/submission{refused.pointer or ''}") from None
