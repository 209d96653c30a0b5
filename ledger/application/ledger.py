"""The ledger: records in, receipts out; streams rebuilt from what is stored.

One property, one recorder.  A record is planned against what is stored, then
appended in one transaction with all that waits beside it; where somebody else
was faster the streams are read and planned again, so every answer is about
what is stored and never about what was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias
from uuid import UUID

from ledger.application.collecting import uncollected
from ledger.application.door import May, anybody, read
from ledger.application.planning import Plan, Request, plan
from ledger.application.refusals import Refusals
from ledger.application.registry import Registry
from ledger.application.what_if import Instead, WhatIf, supposed
from ledger.errors import (
    ChipSetNotFound,
    DayNotFound,
    DeckNotFound,
    DisputeNotFound,
    FundNotFound,
    InvalidQuery,
    LedgerError,
    RoundNotFound,
    SessionNotFound,
    StoreUnavailable,
    TableNotFound,
    UnknownSubmission,
)
from ledger.events.base import Recorded
from ledger.events.records import Record, RoundHeader
from ledger.games.seam import Finding
from ledger.identity import resolve, stream_id
from ledger.rounds.judge import Judgement, judge, shares_meters
from ledger.rounds.masking import hides, masked
from ledger.rounds.state import Round, fold
from ledger.store.appends import Batch, Outdated, Remembered, StreamConflict
from ledger.store.mapper import EventMapper, encode_together
from ledger.store.recorder import LedgerRecorder

# What `record_all` is given, one for each record; None where none is there yet.
Sent: TypeAlias = bytes | str | LedgerError | None

# The meters of the funds that a round plays for, in cents by name, as of the position at which it opened.
Meters: TypeAlias = Callable[[Round, int], Mapping[str, int]]

# Records appended in one commit of `record_all`: some 500 events.
BATCH: Final = 10
# Events in a commit of several records, which holds the lock some ten milliseconds; one record is never cut.
BATCH_EVENTS: Final = 2000
# How often a commit is tried again because another writer came first.
TRIES: Final = 100
# Streams that later records of the same batch may depend on are appended at once.
REGISTERING: Final = frozenset({"table", "submission"})


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of one record.

    `stream` is kind and key, empty where the record could not be read;
    `version` the number of events now stored in the stream, `appended` how many
    of them this record added.  `findings` are those of the whole stream, none
    where it was not to be judged.
    """

    status: Literal["appended", "already_there", "refused"]
    stream: str = ""
    stream_id: UUID | None = None
    version: int = 0
    appended: int = 0
    findings: tuple[Finding, ...] = ()
    problem: LedgerError | None = None


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """A round as someone may see it: its recorded events, its state, and its judgement.

    `what_if` says that it was judged by another submission than its own, and
    by which; None where it was not.
    """

    recorded: tuple[Recorded, ...]
    state: Round
    judgement: Judgement
    what_if: WhatIf | None = None


NOT_FOUND: Final[Mapping[str, Callable[[str], LedgerError]]] = {
    "round": lambda reference: RoundNotFound(round=reference),
    "session": lambda reference: SessionNotFound(session=reference),
    "table": lambda reference: TableNotFound(table=reference),
    "submission": lambda reference: UnknownSubmission(submission=reference),
    "fund": lambda reference: FundNotFound(fund=reference),
    "gaming_day": lambda reference: DayNotFound(gaming_date=reference),
    "chip_set": lambda reference: ChipSetNotFound(chip_set=reference),
    "deck": lambda reference: DeckNotFound(deck=reference),
    "dispute": lambda reference: DisputeNotFound(dispute=reference),
}


def no_meters(_: Round, __: int) -> Mapping[str, int]:
    """A ledger alone knows what the headers of rounds say of funds, and no more."""
    return {}


def now() -> datetime:
    """Our clock."""
    return datetime.now(UTC)


class Ledger:
    """One property's ledger.  Threads may share it."""

    def __init__(
        self, recorder: LedgerRecorder, property_name: str, clock: Callable[[], datetime] = now
    ) -> None:
        self.recorder = recorder
        self.property = property_name
        self.mapper = EventMapper()
        self.registry = Registry(recorder, self.mapper, property_name)
        # Whoever reads the view of funds says what their meters showed.
        self.meters: Meters = no_meters
        self.clock = clock
        self._refusals = Refusals(recorder)

    def close(self) -> None:
        """Answer all who wait to append, then give the connections back."""
        self._refusals.close()
        self.recorder.close()

    # --- in -------------------------------------------------------------------

    def record(
        self,
        document: bytes | str,
        *,
        by: str,
        enforce: bool = False,
        sees_all: bool = False,
        itself: bool = False,
        may: May = anybody,
        remember: Callable[[Receipt], Remembered | None] | None = None,
    ) -> Receipt:
        """Append what is new of one record; a refusal is a receipt too, and nothing of it is stored.

        `may` refuses what its sender may not record; `itself` says that it is the ledger's own note.
        `remember` makes the idempotency row to store in the same transaction, None for none.
        Raises KeyTaken where that key is stored, StoreUnavailable.
        """
        request = Request(by, self.clock(), enforce, sees_all, itself)
        receipts = self._commit([read(document, self.property, may)], request, remember=remember)
        self._refusals.keep([(document, receipts[0])], request)
        return receipts[0]

    @uncollected
    def record_all(
        self,
        documents: Iterable[Sent],
        *,
        by: str,
        enforce: bool = False,
        sees_all: bool = False,
        may: May = anybody,
        fresh: bool = True,
        judged: bool = True,
    ) -> Iterator[Receipt]:
        """Append many records, a receipt for each in order; a refused one does not stop the rest.

        What its sender could not read comes as its refusal.  None among the
        documents says that the next may be long in coming: what waits is
        appended then, and answered.  `fresh` expects the first of them not to
        be stored yet.  Rounds not `judged` are answered without findings.
        """
        for batch in self._batches(documents, may):
            request = Request(by, self.clock(), enforce, sees_all, judged=judged)
            receipts = self._commit([one for _, one in batch], request, fresh=fresh)
            self._refusals.keep(zip((document for document, _ in batch), receipts, strict=True), request)
            fresh = any(receipt.status == "appended" for receipt in receipts)
            batch.clear()  # freed before anything is collected
            yield from receipts

    def _batches(
        self, documents: Iterable[Sent], may: May
    ) -> Iterator[list[tuple[bytes | str | LedgerError, Record | LedgerError]]]:
        """Records in groups to commit together: no stream twice in a group, registrations alone."""
        batch: list[tuple[bytes | str | LedgerError, Record | LedgerError]] = []
        streams: set[str] = set()
        events, alone = 0, False
        for document in documents:
            one = None if document is None else read(document, self.property, may)
            name, more = (stream_name(one), len(one.facts)) if isinstance(one, Record) else ("", 0)
            full = len(batch) >= BATCH or events + more > BATCH_EVENTS
            ends = alone or full or one is None or name in streams
            alone = isinstance(one, Record) and one.STREAM in REGISTERING
            if batch and (ends or alone):
                yield batch
                batch, streams, events = [], set(), 0
            if document is not None and one is not None:
                batch.append((document, one))
                events += more
            if name:
                streams.add(name)
        if batch:
            yield batch

    def _commit(
        self,
        batch: Sequence[Record | LedgerError],
        request: Request,
        *,
        fresh: bool = True,
        remember: Callable[[Receipt], Remembered | None] | None = None,
    ) -> list[Receipt]:
        """Plan, append, and plan again where another writer came first.

        `fresh` expects streams that are not stored yet, and nothing registered
        since the last look, and does not look first: the append is refused
        where either is not so.
        """
        ids = [stream_id(self.property, one.STREAM, one.head.key) for one in batch if isinstance(one, Record)]
        told = not fresh or any(one.after for one in batch if isinstance(one, Record))
        stored = self.recorded(ids) if told else {}
        for _ in range(TRIES):
            if told:
                self.registry.refresh()
            # Of what is taken in from here on the plans may know, and need not.
            registered = self.registry.position
            plans = [self.planned(one, stored, request) for one in batch]
            if not told and any(isinstance(made, LedgerError) for made in plans):
                # What is refused as new may be there already, and what it names be registered by now.
                told, stored = True, self.recorded(ids)
                continue
            receipts = [receipt_of(one, made) for one, made in zip(batch, plans, strict=True)]
            row = None if remember is None else remember(receipts[0])
            try:
                self._store(
                    _batch([made for made in plans if isinstance(made, Plan) and made.new], registered, row)
                )
            except (StreamConflict, Outdated):
                told, stored = True, self.recorded(ids)
            else:
                return receipts
        raise StoreUnavailable(detail=f"other writers came first {TRIES} times")

    def _store(self, batch: Batch) -> None:
        if batch.ids:
            self.recorder.append_batch(batch)
        elif batch.remembered:
            self.recorder.remember(*batch.remembered)
        else:
            # Of what was there before it is only said that it is.
            self.recorder.confirm()

    def planned(
        self, one: Record | LedgerError, stored: Mapping[UUID, Sequence[Recorded]], request: Request
    ) -> Plan | LedgerError:
        """What appending a record after what is stored would do, or why it is refused."""
        if isinstance(one, LedgerError):
            return one
        stream = stream_id(self.property, one.STREAM, one.head.key)
        try:
            return plan(one, stored.get(stream, ()), stream, self.registry, request)
        except LedgerError as refused:
            return refused

    # --- out ------------------------------------------------------------------

    def recorded(self, ids: Iterable[UUID]) -> dict[UUID, list[Recorded]]:
        """The events of streams in order of version; none of a stream that is not stored."""
        return {
            stream: [self.mapper.to_domain_event(one) for one in events]
            for stream, events in self.recorder.read_streams(list(ids)).items()
        }

    def since(self, position: int, limit: int, until: int | None = None) -> list[Recorded]:
        """Up to `limit` events after a position (0: from the first), none beyond `until`, in order."""
        rows = self.recorder.rows_since(position, limit)
        return self.mapper.to_domain_events(
            rows if until is None else [row for row in rows if row[-1] <= until]
        )

    def stream(self, kind: str, reference: str) -> list[Recorded]:
        """The events of one stream, named by its key or uuid.  Raises InvalidReference or NotFound."""
        stream = resolve(self.property, kind, reference)
        found = self.recorded([stream]).get(stream)
        if not found or kind != found[0].event.STREAM:
            raise NOT_FOUND[kind](reference)
        return found

    def round(
        self,
        reference: str,
        *,
        version: int | None = None,
        known_at: datetime | None = None,
        sees_all: bool = False,
        submission: Instead | None = None,
    ) -> RoundSeen:
        """A round rebuilt and judged: at a version, as known at a time, masked unless `sees_all`.

        A round that is over hides nothing, at whatever version it is looked at.
        `submission` judges it by another one instead, registered or not.  Raises
        RoundNotFound, UnknownSubmission, InvalidQuery where it has no such
        version, and what a submission given may be refused for.
        """
        stored = self.stream("round", reference)
        recorded = [one for one in stored if known_at is None or one.recorded_at <= known_at]
        if not recorded:
            raise RoundNotFound(round=reference)
        if version is not None and not 1 <= version <= len(recorded):
            raise InvalidQuery(detail=f"version: the round has {len(recorded)} events")
        shown = recorded[:version]
        sees_all = sees_all or (len(shown) < len(stored) and not hides(_folded(stored)))
        if submission is not None or not self.registry.holds(stored[0]):
            self.registry.refresh()
        return self.rebuilt(shown, sees_all=sees_all, submission=submission)

    def rebuilt(
        self, recorded: Sequence[Recorded], *, sees_all: bool = False, submission: Instead | None = None
    ) -> RoundSeen:
        """The round of its recorded events, as one may see it."""
        state = _folded(recorded)
        seen = state if sees_all else masked(state)
        own, instead = self.registry.submission(seen), None
        if submission is not None:
            instead = supposed(submission, own, seen.header.gaming_date, self.registry.submissions)
        elected = own if instead is None else instead.submission
        opened_at = recorded[0].position
        if opened_at is not None and seen.header.funds is None and shares_meters(elected):
            seen.meters = self.meters(seen, opened_at)
        judged = judge(seen, elected, self.registry.limits(seen))
        return RoundSeen(tuple(recorded), seen, judged, instead)


def _folded(recorded: Sequence[Recorded]) -> Round:
    header = recorded[0].header
    assert isinstance(header, RoundHeader)
    return fold(header, (one.event for one in recorded), recorded[0].in_force)


def stream_name(record: Record) -> str:
    """Kind and key: `round/THB-03/2026-11-28/412`."""
    return f"{record.STREAM}/{record.head.key}"


def receipt_of(one: Record | LedgerError, made: Plan | LedgerError) -> Receipt:
    """The answer for a record whose plan is carried out."""
    if isinstance(made, LedgerError):
        return Receipt("refused", stream_name(one) if isinstance(one, Record) else "", problem=made)
    status: Literal["appended", "already_there"] = "appended" if made.new else "already_there"
    return Receipt(status, made.stream, made.stream_id, made.version, len(made.new), made.findings)


def _batch(plans: Sequence[Plan], registered: int, row: Remembered | None) -> Batch:
    batch = Batch(remembered=() if row is None else (row,), registered=registered)
    for made in plans:
        batch.add(made.stream_id, made.stored, *columns(made))
    return batch


def columns(made: Plan) -> tuple[list[str], list[bytes]]:
    """The topics and the states of what is new."""
    states = encode_together(made.new, made.request.at, made.request.by, made.header, made.in_force)
    return [event.TOPIC for event in made.new], states
