"""The views, asked: every question that HTTP, commands and reports put to them.

All answers are frozen pydantic models; `.model_dump(mode="json")` is the
document of CONTRACT §4 and §5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Final, Literal
from uuid import UUID

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.errors import InvalidQuery, RoundNotFound, TableNotFound
from ledger.events.records import RoundHeader
from ledger.postgres.connect import Role
from ledger.rounds.state import Round
from ledger.settings import Settings
from projections import tracking
from projections.answers import Vector, ViewStatus
from projections.asking import Look, cursor, limited, look, place
from projections.funds import queries as funds
from projections.funds.answers import FundPage, FundState
from projections.funds.projection import NAME as FUNDS
from projections.funds.standing import Standing
from projections.inventory import queries as inventory
from projections.inventory.answers import Postings, RoundTray, Tray, TrialBalance
from projections.inventory.projection import NAME as INVENTORY
from projections.racks import reading as racks
from projections.racks.answers import Rack, RackCheck
from projections.racks.checking import checked
from projections.reconciliation import listing
from projections.reconciliation import queries as reconciliation
from projections.reconciliation.answers import Reconciliation, SessionPage
from projections.reconciliation.figures import of_session, together
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.rounds import queries as rounds
from projections.rounds.answers import RoundFilter, RoundPage
from projections.rounds.projection import NAME as ROUNDS

NO_GAME: Final = "unknown"


@contextmanager
def open_views(settings: Settings) -> Iterator[Views]:
    """The views of the property that the settings name, connections closed at the end.

    Raises SchemaNotCurrent, StoreUnavailable.
    """
    with open_ledger(settings, Role.READER) as ledger:
        yield Views(ledger)


class Views:
    """The views of one property.  Threads may share it.

    `ledger` is one opened as `Role.READER`: a writer may not read views.  Every
    method raises StoreUnavailable; `as_of` beyond what a view has read, and a
    cursor that is none, are InvalidQuery.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        # Rounds are judged by what meters showed, which this view of funds knows.
        ledger.meters = Standing(ledger).meters

    def status(self) -> tuple[ViewStatus, ...]:
        """How far each view has read, against the true head."""
        return self.ledger.recorder.datastore.patiently(lambda connection, _: tracking.status(connection))

    def _known(self, table: str) -> None:
        registry = self.ledger.registry
        if table not in registry.tables:
            registry.refresh()
        if table not in registry.tables:
            raise TableNotFound(table=table)

    # --- inventory ------------------------------------------------------------

    def tray(
        self,
        table: str,
        *,
        as_of: int | None = None,
        at: datetime | None = None,
        as_known_at: datetime | None = None,
    ) -> Tray:
        """What should be in a table's tray: now, as of a position, or at a time as known at a time.

        `at` is when things occurred, `as_known_at` when they were recorded;
        alone it stands for both.  Raises TableNotFound.
        """
        self._known(table)

        def work(seen: Look) -> Tray:
            if at is None and as_known_at is None:
                return _tray(seen, table, inventory.latest_session(seen, table))
            return _tray_at(seen, table, at, as_known_at)

        return look(self.ledger, [INVENTORY], as_of, work)

    def session_tray(self, session: str, *, as_of: int | None = None) -> Tray:
        """The same of one session, by its key (`THB-03/2026-11-28/1`) or uuid.  Raises SessionNotFound."""
        header = self.ledger.stream("session", session)[0].header
        assert header is not None
        table, _, _ = header.key.partition("/")
        return look(self.ledger, [INVENTORY], as_of, lambda seen: _tray(seen, table, header.key))

    def round_tray(self, reference: str, *, as_of: int | None = None) -> RoundTray:
        """What a round (key or uuid) did to the tray.

        Raises RoundNotFound, also where the view has not come so far.
        """
        recorded = self.ledger.stream("round", reference)
        header = recorded[0].header
        assert isinstance(header, RoundHeader)
        session = Round(header, recorded[0].in_force).tray

        def work(seen: Look) -> RoundTray:
            first = recorded[0].position
            if first is None or first > seen.as_of:
                raise RoundNotFound(round=reference)
            return _round_tray(seen, recorded[0].stream_id, session, first - 1)

        return look(self.ledger, [INVENTORY], as_of, work)

    def postings(self, kind: str, reference: str, *, as_of: int | None = None) -> Postings:
        """The postings of a `round` or `session`, by key or uuid.  Raises RoundNotFound, SessionNotFound."""
        stream = self.ledger.stream(kind, reference)[0].stream_id
        return look(
            self.ledger,
            [INVENTORY],
            as_of,
            lambda seen: Postings(
                as_of=seen.as_of, lag=seen.lag, stream=stream, entries=inventory.entries(seen, stream)
            ),
        )

    def trial_balance(self, *, as_of: int | None = None) -> TrialBalance:
        """Every account of the property summed."""

        def work(seen: Look) -> TrialBalance:
            balances = inventory.balances(seen)
            return TrialBalance(
                as_of=seen.as_of,
                lag=seen.lag,
                balances=balances,
                out_of_balance={name: sum(accounts.values()) for name, accounts in balances.items()},
            )

        return look(self.ledger, [INVENTORY], as_of, work)

    # --- rounds ---------------------------------------------------------------

    def rounds(
        self,
        wanted: RoundFilter | None = None,
        *,
        after: str | None = None,
        limit: int = 50,
        sees_all: bool = False,
    ) -> RoundPage:
        """Rounds by what happened in them, the latest opened first; `limit` is at most 500.

        Without `sees_all` (surveillance) a face that was not shown in an open
        round is neither told nor searched, nor what follows from it.
        """
        before = None if after is None else place(after, (int,))[0]
        size = limited(limit)

        def work(seen: Look) -> RoundPage:
            found = rounds.found(seen, wanted or RoundFilter(), before, size + 1, sees_all=sees_all)
            more = len(found) > size
            return RoundPage(
                as_of=seen.as_of,
                lag=seen.lag,
                rounds=[row for _, row in found[:size]],
                after=cursor(found[size - 1][0]) if more else None,
            )

        return look(self.ledger, [ROUNDS], None, work)

    # --- racks ----------------------------------------------------------------

    def rack(
        self,
        table: str | None = None,
        *,
        until: str | None = None,
        as_of: int | None = None,
        sees_all: bool = False,
    ) -> Rack:
        """The discard rack of a table right after a round (key or uuid), without one after its last.

        Without `sees_all` (surveillance) a face that was not shown in an open round is not told.
        Raises InvalidQuery where neither is named or the round is of another table, TableNotFound,
        RoundNotFound, also where the view has not come so far.
        """
        if table is not None:
            self._known(table)
        asked = racks.Asked(table, until, sees_all)
        return look(self.ledger, [ROUNDS], as_of, lambda seen: racks.rack(self.ledger, seen, asked))

    def rack_check(
        self,
        faces: Sequence[str | None],
        table: str | None = None,
        *,
        until: str | None = None,
        as_of: int | None = None,
        sees_all: bool = False,
    ) -> RackCheck:
        """The same rack laid against the cards as found, back to front, None for one unknown.

        Raises CardTwice and TooManyCards beside.
        """
        return checked(self.rack(table, until=until, as_of=as_of, sees_all=sees_all), faces)

    # --- reconciliation -------------------------------------------------------

    def reconcile(
        self, gaming_date: date, *, table: str | None = None, as_of: int | None = None
    ) -> Reconciliation:
        """The reconciliation of a gaming date, of one table or the property.  Raises TableNotFound."""
        if table is not None:
            self._known(table)

        def work(seen: Look) -> Reconciliation:
            facts = reconciliation.facts(self.ledger, seen, gaming_date, table)
            sessions = [of_session(one) for one in facts]
            games = sorted({one.game or NO_GAME for one in sessions})
            return Reconciliation(
                as_of=seen.as_of,
                lag=seen.lag,
                gaming_date=gaming_date,
                sessions=sessions,
                by_game={
                    game: together([one for one in sessions if (one.game or NO_GAME) == game])
                    for game in games
                },
                total=together(sessions),
                stray_rounds=reconciliation.stray_rounds(seen, gaming_date, table, facts),
            )

        views = [RECONCILIATION] if as_of is None else [RECONCILIATION, INVENTORY]
        return look(self.ledger, views, as_of, work)

    def sessions(
        self,
        *,
        table: str | None = None,
        gaming_date: date | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> SessionPage:
        """Sessions, the latest gaming date first."""
        size = limited(limit)
        start = None if after is None else _session_place(after)

        def work(seen: Look) -> SessionPage:
            found = listing.sessions(seen, table, gaming_date, start, size + 1)
            last = found[size - 1] if len(found) > size else None
            return SessionPage(
                as_of=seen.as_of,
                lag=seen.lag,
                sessions=found[:size],
                after=None if last is None else cursor(str(last.gaming_date), last.table, last.number),
            )

        return look(self.ledger, [RECONCILIATION], None, work)

    # --- funds ----------------------------------------------------------------

    def funds(self, *, as_of: int | None = None, after: str | None = None, limit: int = 50) -> FundPage:
        """Funds by name, established or only named; `limit` is at most 500."""
        size = limited(limit)
        last = "" if after is None else place(after, (str,))[0]

        def work(seen: Look) -> FundPage:
            found = [line for line in funds.lines(self.ledger, seen) if line.fund > last]
            following = cursor(found[size - 1].fund) if len(found) > size else None
            return FundPage(as_of=seen.as_of, lag=seen.lag, funds=found[:size], after=following)

        return look(self.ledger, [FUNDS], as_of, work)

    def fund(
        self,
        name: str,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> FundState:
        """A fund by name, as of a position or as known at a time, and a page of its history, latest first.

        Raises FundNotFound, also where nothing had named it by then.
        """
        size = limited(limit)
        before = funds.LAST if after is None else funds.Place(*place(after, (int, int)))
        asked_at = as_known_at or datetime.now(UTC)

        def work(seen: Look) -> FundState:
            return funds.fund(
                self.ledger, seen, name, known_at=as_known_at, asked_at=asked_at, before=before, size=size
            )

        return look(self.ledger, [FUNDS], as_of, work)


def _tray(seen: Look, table: str, session: str | None) -> Tray:
    """The tray of a session as of the position looked at."""
    counts = {} if session is None else inventory.counts(seen, session)
    vector = None if session is None or "opener" not in counts else inventory.tray(seen, session)
    return _as_tray(seen, table, session, vector, counts.get("closer"))


def _tray_at(seen: Look, table: str, at: datetime | None, as_known_at: datetime | None) -> Tray:
    """The tray at a time, as known at a time: without one of them now, or at that same time."""
    known_at = as_known_at or datetime.max.replace(tzinfo=UTC)
    when = at or known_at
    session = inventory.session_at(seen, table, when, known_at)
    counts: dict[str, dict[int, int]] = {}
    vector: Vector | None = None
    if session is not None:
        counts = inventory.counts_at(seen, session, when, known_at)
        vector = inventory.tray_at(seen, session, when, known_at)
    found = _as_tray(seen, table, session, vector, counts.get("closer"))
    return found.model_copy(update={"at": when, "as_known_at": as_known_at})


def _as_tray(
    seen: Look, table: str, session: str | None, vector: Vector | None, closer: dict[int, int] | None
) -> Tray:
    status: Literal["open", "closed"] = "open" if closer is None else "closed"
    return Tray(
        as_of=seen.as_of,
        lag=seen.lag,
        table=table,
        session=session,
        status="not_counted" if vector is None else status,
        total=None if vector is None else vector.total,
        by_denomination=None if vector is None else vector.by_denomination,
        unspecified=None if vector is None else vector.unspecified,
        counted=closer,
    )


def _round_tray(seen: Look, stream: UUID, session: str | None, start: int) -> RoundTray:
    """What a round did to the tray of its session (None: it touches none), from position `start` on."""
    moved = inventory.trays_moved(seen, stream)
    change, end = moved.pop(session or "", (inventory.EMPTY, start))
    between = (
        inventory.EMPTY if session is None else inventory.moved_by_others(seen, stream, session, start, end)
    )
    return RoundTray(
        as_of=seen.as_of,
        lag=seen.lag,
        before=_counted(seen, session, start),
        after=_counted(seen, session, end),
        change=change,
        between=between,
        elsewhere={other: vector for other, (vector, _) in moved.items()},
    )


def _counted(seen: Look, session: str | None, as_of: int) -> Vector | None:
    """The tray of a session as of a position; None before its opener."""
    if session is None or "opener" not in inventory.counts(seen, session, as_of):
        return None
    return inventory.tray(seen, session, as_of)


def _session_place(after: str) -> tuple[date, str, int]:
    gaming_date, table, number = place(after, (str, str, int))
    try:
        return date.fromisoformat(gaming_date), table, number
    except ValueError:
        raise InvalidQuery(detail="after is the cursor of an earlier page of this list") from None
