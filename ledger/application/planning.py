"""What appending a record would do, decided without touching the store.

A plan is made against the events stored so far; appending it succeeds only if
they still are what is stored.  What is stored was checked when it came in and
is only folded: rules that grow stricter later never shut a stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.continuing import news
from ledger.application.registry import Registry
from ledger.book import rounds as round_book
from ledger.book import sessions as session_book
from ledger.book.postings import Posting, balanced
from ledger.chipsets import decide as chipsets
from ledger.chipsets import findings as of_chipsets
from ledger.days import decide as days
from ledger.days import findings as of_days
from ledger.decks import decide as decks
from ledger.decks import findings as of_decks
from ledger.decks import state as decks_state
from ledger.decks.masking import at_its_table
from ledger.disputes import decide as disputes
from ledger.disputes import findings as of_disputes
from ledger.errors import ProcedureFindings
from ledger.events import reasons
from ledger.events.base import Event, Header, InForce, Recorded
from ledger.events.records import (
    ChipSetHeader,
    DeckHeader,
    DisputeHeader,
    FundHeader,
    GamingDayHeader,
    Record,
    RoundHeader,
    SessionHeader,
    SubmissionHeader,
    TableHeader,
)
from ledger.funds import decide as funds
from ledger.games.findings import COMMON
from ledger.games.seam import Finding
from ledger.rounds import decide as rounds
from ledger.rounds import state as rounds_state
from ledger.rounds.judge import judge
from ledger.rounds.masking import masked
from ledger.rounds.state import Round
from ledger.sessions import decide as sessions
from ledger.sessions import state as sessions_state
from ledger.submissions import decide as submissions
from ledger.submissions import state as submissions_state
from ledger.tables import decide as tables
from ledger.tables import state as tables_state


@dataclass(frozen=True, slots=True)
class Plan:
    """The events of a record that are new, and what becomes of its stream.

    `stream` is kind and key (`round/THB-03/2026-11-28/412`), `stored` the number
    of events before appending and `version` that after it.  `header` and
    `in_force` are kept with the first event of a stream, None where it has one.
    """

    stream_id: UUID
    stream: str
    stored: int
    new: Sequence[Event]
    findings: tuple[Finding, ...]
    request: Request
    header: Header | None
    in_force: InForce | None

    @property
    def version(self) -> int:
        """Events in the stream once the plan is carried out."""
        return self.stored + len(self.new)


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks for a record to be appended, when, and whether procedure is enforced.

    The findings answered come from what the asker may see; `sees_all` is the
    right to faces not yet shown.  `itself`: it notes what the ledger has done.
    Where nobody reads what is found, a round need not be `judged`.
    """

    by: str
    at: datetime
    enforce: bool = False
    sees_all: bool = False
    itself: bool = False
    judged: bool = True


def plan(
    record: Record, stored: Sequence[Recorded], stream_id: UUID, registry: Registry, request: Request
) -> Plan:
    """Decide what of a record is new.  Raises NotARecord or StaleVersion; then nothing may be appended."""
    stream = f"{record.STREAM}/{record.head.key}"
    new = news(record, stored, stream)
    if record.STREAM == DisputeHeader.STREAM and not request.itself:
        disputes.from_outside(new)
    for index, event in new:
        reasons.check(event, index)
    header = stored[0].header if stored else record.head
    assert header is not None
    in_force, findings = _decided(header, stored, new, registry, request)
    kept = (None, None) if stored else (header, in_force)
    events = [event for _, event in new]
    return Plan(stream_id, stream, len(stored), events, findings, request, *kept)


Indexed = Sequence[tuple[int, Event]]
Decided = tuple[InForce | None, tuple[Finding, ...]]


def _round(
    header: RoundHeader, stored: Sequence[Recorded], new: Indexed, registry: Registry, request: Request
) -> Decided:
    """Fold, book and judge a round; refuse it where procedure is enforced and was not kept."""
    in_force = stored[0].in_force if stored else registry.in_force(header, new[0][1])
    state = rounds.begin(header, in_force)
    for one in stored:
        rounds_state.evolve(state, one.event)
    for index, event in new:
        rounds.check(state, event, index)
        if booked := round_book.booked(state, event):
            assert balanced(booked), booked
    submission, limits = registry.submission(state), registry.limits(state)
    if not (request.judged or request.enforce):
        return in_force, ()
    seen = state if request.sees_all else masked(state)
    findings = judge(seen, submission, limits).findings
    if request.enforce and new:
        whole = findings if seen is state else judge(state, submission, limits).findings
        _enforce(state, whole, after=len(stored))
    return in_force, findings


def _enforce(state: Round, findings: Sequence[Finding], after: int) -> None:
    """Refuse what is new where it was against procedure; what is stored cannot be helped any more."""
    kinds = {**COMMON, **{kind.code: kind for kind in state.rules.findings}}
    broken = sorted(
        {
            finding.code
            for finding in findings
            if finding.event > after and kinds[finding.code].group == "procedure"
        }
    )
    if broken:
        raise ProcedureFindings(findings=", ".join(broken), pointer="/events")


def _session(header: SessionHeader, stored: Sequence[Recorded], new: Indexed, registry: Registry) -> Decided:
    """Fold and book a session at a registered table."""
    table = registry.table(header.table)
    state = sessions_state.fold(header, (one.event for one in stored))
    for index, event in new:
        sessions.check(state, event, index)
        booked: Sequence[Posting] = session_book.post(state, event)
        assert balanced(booked), booked
        sessions_state.evolve(state, event)
    return None, sessions.findings(state, table.currency or DEFAULT_CURRENCY)


def _table(header: TableHeader, stored: Sequence[Recorded], new: Indexed, registry: Registry) -> Decided:
    """Fold a table; what it offers must exist."""
    state = tables.begin(header)
    for one in stored:
        tables_state.evolve(state, one.event)
    for index, event in new:
        tables.extend(state, (event,), first=index)
        registry.offered(event, index)
    return None, ()


def _submission(header: SubmissionHeader, stored: Sequence[Recorded], new: Indexed) -> Decided:
    """Fold a rules submission; its tables and options must be ones that the game has."""
    state = submissions.begin(header)
    for one in stored:
        submissions_state.evolve(state, one.event)
    for index, event in new:
        submissions.extend(state, (event,), first=index)
    return None, ()


def _fund(header: FundHeader, stored: Sequence[Recorded], new: Indexed) -> Decided:
    """Fold a fund by its own events; what rounds play into it is a view's."""
    state = funds.begin(header)
    for one in stored:
        funds.evolve(state, one.event)
    for index, event in new:
        funds.extend(state, (event,), first=index)
    return None, tuple(state.remarks)


def _day(header: GamingDayHeader, stored: Sequence[Recorded], new: Indexed, registry: Registry) -> Decided:
    """Fold a gaming day; the tables that it says were shut must exist."""
    state = days.begin(header)
    for one in stored:
        days.evolve(state, one.event)
    for index, event in new:
        days.extend(state, (event,), first=index)
        for table, at in days.tables_named(event, index):
            registry.table(table, at)
    return None, tuple(of_days.findings(state))


def _chip_set(header: ChipSetHeader, stored: Sequence[Recorded], new: Indexed) -> Decided:
    """Fold a chip set; what comes and goes must be chips that it has."""
    state = chipsets.begin(header)
    for one in stored:
        chipsets.evolve(state, one.event)
    for index, event in new:
        chipsets.extend(state, (event,), first=index)
    return None, tuple(of_chipsets.findings(state))


def _deck(header: DeckHeader, stored: Sequence[Recorded], new: Indexed, request: Request) -> Decided:
    """Fold a deck; the tables that it is dealt at need not be known here."""
    state = decks.begin(header)
    for one in stored:
        decks.evolve(state, one.event)
    for index, event in new:
        decks.extend(state, (event,), first=index)
    seen = state if request.sees_all else decks_state.fold(header, at_its_table(state.log))
    return None, of_decks.findings(seen)


def _dispute(header: DisputeHeader, stored: Sequence[Recorded], new: Indexed) -> Decided:
    """Fold a dispute; the rounds that it names need not be recorded."""
    state = disputes.begin(header)
    for one in stored:
        disputes.evolve(state, one.event)
    for index, event in new:
        disputes.extend(state, (event,), first=index)
    return None, of_disputes.findings(state)


def _alone(header: Header, stored: Sequence[Recorded], new: Indexed, request: Request) -> Decided:
    """The streams whose records name nothing that has to be registered elsewhere."""
    if isinstance(header, FundHeader):
        return _fund(header, stored, new)
    if isinstance(header, ChipSetHeader):
        return _chip_set(header, stored, new)
    if isinstance(header, DeckHeader):
        return _deck(header, stored, new, request)
    if isinstance(header, DisputeHeader):
        return _dispute(header, stored, new)
    assert isinstance(header, SubmissionHeader), header
    return _submission(header, stored, new)


def _decided(
    header: Header, stored: Sequence[Recorded], new: Indexed, registry: Registry, request: Request
) -> Decided:
    """Each kind of stream decides by its own rules."""
    if isinstance(header, RoundHeader):
        return _round(header, stored, new, registry, request)
    if isinstance(header, SessionHeader):
        return _session(header, stored, new, registry)
    if isinstance(header, TableHeader):
        return _table(header, stored, new, registry)
    if isinstance(header, GamingDayHeader):
        return _day(header, stored, new, registry)
    return _alone(header, stored, new, request)
