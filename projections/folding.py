"""One pass over the log: each event decoded, booked and folded once, for all views together.

A batch of events becomes a `Batch`: what moved, and what became of the rounds
and sessions it touched.  Booking an event needs its stream as it stood before,
so that open rounds and sessions are kept folded, a bounded number of them; one
that is not known is read again from the store.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Final
from uuid import UUID

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger
from ledger.book import rounds as round_book
from ledger.book import sessions as session_book
from ledger.book.postings import Posting
from ledger.events.base import Recorded
from ledger.events.records import RoundHeader, SessionHeader
from ledger.events.registry import GameOffered, PitAssigned, TableRegistered, TableRetired
from ledger.events.rounds import RoundCorrected
from ledger.events.sessions import SessionClosed, SessionCorrected, SessionOpened
from ledger.games.seam import Submission
from ledger.games.unruled import UNRULED
from ledger.rounds import state as rounds
from ledger.rounds.judge import Judgement, judge, shares_meters
from ledger.rounds.state import Round
from ledger.sessions import state as sessions
from ledger.sessions.state import Session
from projections.batch import Batch, Counted, Folded, FoldedRound, FoldedSession, Moved, Offered, Placed
from projections.disputes.money import settled_in
from projections.funds.keeping import FundMoved, Keeper
from projections.funds.listening import Sayings, playing
from projections.funds.standing import Standing

# Streams kept folded between batches: more than the tables of a property that play at once.
MOST_STREAMS: Final = 2048
# Events at once where they are told again for the funds' sake.
AGAIN: Final = 2000
REGISTERING: Final = frozenset({"table", "submission"})
FOLDED: Final = frozenset({"round", "session"})
# What a fund can be known by before a view of funds has taken it in.
OF_FUNDS: Final = ("fund.", "round.fund_contributed.", "round.progressive_", "session.progressive_swept.")


class Judging:
    """Judges rounds by the submission each was dealt under; a submission is made ready once."""

    def __init__(self, ledger: Ledger) -> None:
        self._registry = ledger.registry
        self._submissions: dict[tuple[str, str | None, int], Submission] = {}

    def wants_meters(self, state: Round) -> bool:
        """Whether a round is judged by what meters showed, and does not say it itself."""
        return state.header.funds is None and shares_meters(self._submission(state))

    def __call__(self, state: Round) -> Judgement:
        return judge(state, self._submission(state), self._registry.limits(state))

    def _submission(self, state: Round) -> Submission:
        held, named = state.in_force, state.header.submission
        if named is not None and not isinstance(named, str):
            return self._registry.submission(state)
        key = (state.game, None, 0) if held is None else (state.game, held.submission, held.version)
        if key not in self._submissions:
            self._submissions[key] = self._registry.submission(state)
        return self._submissions[key]


class Folder:
    """Turns events into batches.  Not to be shared between threads.

    Unless `funds_known`, how funds stand is not asked of their view but told again.
    """

    def __init__(self, ledger: Ledger, *, funds_known: bool = True) -> None:
        self._ledger = ledger
        self._funds_known = funds_known
        self._judging = Judging(ledger)
        self._known: OrderedDict[int, Folded] = OrderedDict()
        self._standing = Standing(ledger)
        # By the position at which each stands: views that lag have their own.
        self._keepers: dict[int, Keeper] = {}
        self._name_of: dict[UUID, str] = {}
        self._currency_of: dict[str, str] = {}
        ledger.registry.refresh()

    def read(self, after: int, limit: int, until: int | None = None) -> Batch | None:
        """The events after a position, `limit` at most and none beyond `until`; None where there are none."""
        events = self._ledger.since(after, limit, until)
        return self.fold(events, after) if events else None

    def fold(self, events: Sequence[Recorded], after: int) -> Batch:
        """The batch of some events, the next ones after a position."""
        streams = _by_stream(events)
        firsts = [news[0].event.STREAM for news in streams.values()]
        if not REGISTERING.isdisjoint(firsts):
            self._ledger.registry.refresh()
        self._read_again(streams)
        batch = Batch(after, _position(events[-1]), events, streams)
        keeper = self._keeper(after)
        sayings = Sayings(playing(keeper, events if "fund" in firsts else ()))
        for stream, news in streams.items():
            self._stream(batch, stream, news, sayings)
        batch.moved.sort(key=_moved_at)
        self._funds(batch, keeper, sayings)
        while len(self._known) > MOST_STREAMS:
            self._known.popitem(last=False)
        return batch

    # --- streams known, and read again -------------------------------------------

    def _before(self, first: Recorded) -> list[Recorded]:
        """The events of a short stream, seldom heard of, before one of them."""
        if first.version == 1:
            return []
        stored = self._ledger.recorder.read_streams([first.stream_id])[first.stream_id]
        return [self._ledger.mapper.to_domain_event(one) for one in stored[: first.version - 1]]

    def _read_again(self, streams: Mapping[int, Sequence[Recorded]]) -> None:
        """Fold from the store what is continued by events and not known as it stood before them."""
        continued = {
            news[0].stream_id: news[0].version - 1
            for stream, news in streams.items()
            if news[0].version > 1
            and news[0].event.STREAM in FOLDED
            and not self._knows(stream, news[0].version - 1)
        }
        if not continued:
            return
        # Only what is needed: a later event may be one that this software cannot read.
        for stream_id, stored in self._ledger.recorder.read_streams(list(continued)).items():
            before = [self._ledger.mapper.to_domain_event(one) for one in stored[: continued[stream_id]]]
            folded = self._begun(before[0])
            for one in before:
                folded.take(one.event)
            folded.took(_position(before[0]), _position(before[-1]))
            self._known[stream_id.int] = folded

    def _knows(self, stream: int, version: int) -> bool:
        folded = self._known.get(stream)
        return folded is not None and folded.version == version

    def _begun(self, first: Recorded) -> Folded:
        """A stream before its first event, which says what it is."""
        header = first.header
        if isinstance(header, RoundHeader):
            currency = header.currency or self._currency(header.table)
            return FoldedRound(first.stream_id, Round(header, first.in_force), currency, self._judging)
        assert isinstance(header, SessionHeader)
        return FoldedSession(first.stream_id, Session(header), self._currency(header.table))

    def _currency(self, table: str) -> str:
        if table not in self._currency_of:
            registered = self._ledger.registry.table(table).registered
            self._currency_of[table] = (registered and registered.currency) or DEFAULT_CURRENCY
        return self._currency_of[table]

    def _continued(self, stream: int, news: Sequence[Recorded]) -> Folded:
        """A stream as it stands before its news."""
        if news[0].version == 1:
            self._known[stream] = self._begun(news[0])
        self._known.move_to_end(stream)
        return self._known[stream]

    # --- what is new in one stream -----------------------------------------------

    def _stream(self, batch: Batch, stream: int, news: Sequence[Recorded], sayings: Sayings) -> None:
        match news[0].event.STREAM:
            case "round":
                self._round(batch, stream, news, sayings)
            case "session":
                self._session(batch, stream, news, sayings)
            case "table":
                self._table(batch, news)
            case "fund":
                sayings.fund(self._named(news[0].stream_id), news)
            case "gaming_day":
                batch.of_days.day(self._before(news[0]), news)
            case "chip_set":
                batch.of_days.chip_set(news)
            case "dispute":
                self._dispute(batch, news)

    def _round(self, batch: Batch, stream: int, news: Sequence[Recorded], sayings: Sayings) -> None:
        folded = self._continued(stream, news)
        assert isinstance(folded, FoldedRound)
        state, key, currency = folded.state, folded.state.key, folded.currency
        ear = sayings.round(state, currency, news)
        for one in news:
            event = one.event
            happened = event.occurred_at
            if ear is not None:
                ear.before(event)
            if type(event) is RoundCorrected:
                happened = state.log[rounds.effective(state, event.corrects) - 1].occurred_at
                batch.moved += _put_right(one, key, currency, round_book.corrected(state, event))
                rounds.evolve(state, event)
            elif legs := round_book.booked(state, event):
                batch.moved.append(_moved(one, key, currency, happened, legs))
            if ear is not None:
                ear.after(one, happened)
        folded.took(_position(news[0]), _position(news[-1]))
        batch.rounds.append(folded)
        if state.closed_at is not None:  # little is heard of it again
            self._known.pop(stream)

    def _session(self, batch: Batch, stream: int, news: Sequence[Recorded], sayings: Sayings) -> None:
        folded = self._continued(stream, news)
        assert isinstance(folded, FoldedSession)
        state = folded.state
        ear = sayings.session(state, folded.currency)
        for one in news:
            event = one.event
            happened = event.occurred_at
            if isinstance(event, SessionCorrected):
                happened = state.log[sessions.effective(state, event.corrects) - 1].occurred_at
                parted = session_book.corrected(state, event)
                batch.moved += _put_right(one, state.key, folded.currency, parted)
            elif legs := session_book.post(state, event):
                batch.moved.append(_moved(one, state.key, folded.currency, happened, legs))
            before = (state.opened, state.closed)
            ear.before(event)
            folded.take(event)
            ear.after(one, happened)
            batch.counted += _counts(one, state, before)
            batch.of_days.session(one, state)
        folded.took(_position(news[0]), _position(news[-1]))
        batch.sessions.append(folded)
        if state.closed is not None and state.counted_drop is not None:  # as of a closed round
            self._known.pop(stream)

    def _dispute(self, batch: Batch, news: Sequence[Recorded]) -> None:
        in_currency = partial(settled_in, self._ledger)
        for one, key, currency, legs, before in batch.of_disputes.dispute(
            self._before(news[0]), news, in_currency
        ):
            moved = _moved(one, key, currency, one.event.occurred_at, legs)
            batch.moved.append(moved._replace(before=before))

    def _table(self, batch: Batch, news: Sequence[Recorded]) -> None:
        for one in news:
            event = one.event
            if isinstance(event, GameOffered):
                # Of games without rules here only the title says which one it is.
                game = (event.title or event.game) if event.game == UNRULED.name else event.game
                table = self._named(one.stream_id)
                batch.offered.append(Offered(_position(one), table, game, event.occurred_at))
            elif isinstance(event, TableRegistered | PitAssigned | TableRetired):
                pit = None if isinstance(event, TableRetired) else event.pit
                place = (self._named(one.stream_id), event.type, pit, event.occurred_at)
                batch.placed.append(Placed(_position(one), *place))

    # --- funds ---------------------------------------------------------------------

    def _keeper(self, after: int) -> Keeper:
        """The funds as they stand at a position: at hand, from the view, or from the log."""
        if after in self._keepers:
            return self._keepers.pop(after)
        standing = [] if after == 0 else self._standing.as_of(after) if self._funds_known else None
        return self._told_again(after) if standing is None else Keeper(self._standing.meters, standing, after)

    def _told_again(self, until: int) -> Keeper:
        """The same where the view of funds is new or behind: from the first event that can concern one."""
        first = self._ledger.recorder.read_since(0, 1, OF_FUNDS)
        at = min(first[0].id - 1, until) if first else until
        again = Folder(self._ledger)
        again._keepers[at] = Keeper(self._standing.meters, since=at)
        while (batch := again.read(at, AGAIN, until)) is not None:
            at = batch.position
        return again._keeper(at)

    def _funds(self, batch: Batch, keeper: Keeper, sayings: Sayings) -> None:
        """Take what was said of funds in the order of record; say what meters showed as rounds opened."""
        for saying in sayings.in_order():
            batch.funded += keeper.take(saying)
        batch.moved = _beside(batch.moved, batch.funded)
        for folded in batch.rounds if keeper.funds else ():
            if self._judging.wants_meters(folded.state):
                folded.state.meters = keeper.meters(folded.state, folded.first_position)
        self._keepers[batch.position] = keeper

    def _named(self, stream: UUID) -> str:
        if stream not in self._name_of:
            header = self._ledger.recorded([stream])[stream][0].header
            assert header is not None
            self._name_of[stream] = header.key
        return self._name_of[stream]


def _beside(moved: list[Moved], funded: Sequence[FundMoved]) -> list[Moved]:
    """What funds moved, after what the events that said it moved themselves."""
    if not funded:
        return moved
    found = list(moved)
    place = {one.position: n for n, one in enumerate(found)}
    for one in funded:
        if not one.legs:
            continue
        position, _, key, version, kind, occurred_at, recorded_at = one.saying
        if position not in place:
            place[position] = len(found)
            found.append(Moved(position, key, version, kind, one.currency, occurred_at, recorded_at, ()))
        known = found[place[position]]
        found[place[position]] = known._replace(legs=[*known.legs, *one.legs])
    return sorted(found, key=_moved_at)


def _by_stream(events: Iterable[Recorded]) -> dict[int, list[Recorded]]:
    """Events by stream: by the number of the uuid, which is hashed and compared four times as fast."""
    streams: dict[int, list[Recorded]] = {}
    for one in events:
        number = one.stream_id.int
        if number in streams:
            streams[number].append(one)
        else:
            streams[number] = [one]
    return streams


def _moved(
    one: Recorded, key: str, currency: str, happened: datetime | None, legs: Sequence[Posting]
) -> Moved:
    return Moved(_position(one), key, one.version, one.event.type, currency, happened, one.recorded_at, legs)


def _put_right(
    one: Recorded, key: str, currency: str, parted: Mapping[datetime | None, Sequence[Posting]]
) -> Iterator[Moved]:
    """What a correction moved, at each of the times at which it happened."""
    before = 0
    for happened, legs in parted.items():
        yield _moved(one, key, currency, happened, legs)._replace(before=before)
        before += len(legs)


_moved_at = attrgetter("position")


def _position(one: Recorded) -> int:
    assert one.position is not None, "events of the log have their position"
    return one.position


def _counts(
    one: Recorded, state: Session, before: tuple[SessionOpened | None, SessionClosed | None]
) -> list[Counted]:
    """The opener and closer that an event counted, or counted otherwise."""
    found = []
    opened, closed = state.opened, state.closed
    position, table = _position(one), state.header.table
    if opened is not None and opened is not before[0]:
        at = opened.occurred_at
        found.append(Counted(position, state.key, table, "opener", opened.opener, at, one.recorded_at))
    if closed is not before[1]:
        event = closed or before[1]
        at = None if event is None else event.occurred_at
        chips = None if closed is None else closed.closer
        found.append(Counted(position, state.key, table, "closer", chips, at, one.recorded_at))
    return found
