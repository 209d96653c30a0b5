"""Adjudication of whole records without a database, a registration or a mask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, NamedTuple

from ledger.application.continuing import news
from ledger.application.what_if import begun
from ledger.errors import LedgerError, UnknownSubmission
from ledger.events.base import Event, Recorded
from ledger.events.records import (
    RoundHeader,
    RoundRecord,
    SubmissionRecord,
    TableHeader,
    TableRecord,
    check_begun_once,
    read_record,
)
from ledger.events.registry import InlineSubmission, SubmissionSubmitted
from ledger.games import elections
from ledger.games.seam import EMPTY, Submission
from ledger.identity import stream_id
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import Judgement, Limits, judge
from ledger.rounds.state import Round
from ledger.submissions import decide as submissions
from ledger.submissions.state import SubmissionStream
from ledger.submissions.succession import successor, superseded_from
from ledger.tables import decide as tables
from ledger.tables.state import Table

# Nothing here is recorded, so that no time of recording counts.
NEVER: Final = datetime.min.replace(tzinfo=UTC)


class Known(NamedTuple):
    """What the records before a round registered, by name."""

    submissions: dict[str, SubmissionStream]
    tables: dict[str, Table]


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """One round of the input, judged; `round_id` is its stream's uuid."""

    line: int
    round_id: str
    state: Round
    judgement: Judgement


def adjudicate(
    documents: Iterable[bytes | str],
    property_name: str,
    instead: InlineSubmission | SubmissionRecord | None = None,
) -> Iterator[Adjudicated | tuple[int, LedgerError]]:
    """Each round record of the input judged, in order; what is wrong with a line in its place.

    Submissions, and what a table offers and posts, come from records earlier in
    the input, inline submissions from the record; `instead` judges every round by
    one submission.
    """
    known = Known({}, {})
    for line, document in enumerate(documents, 1):
        try:
            record = read_record(document)
            if isinstance(record, SubmissionRecord):
                known.submissions[record.name] = _taken(record, known.submissions.get(record.name))
            elif isinstance(record, TableRecord):
                known.tables[record.table] = _registered(record, known.tables.get(record.table))
            elif isinstance(record, RoundRecord):
                check_begun_once(record)
                yield _judged(line, record, known, property_name, instead)
        except LedgerError as refused:
            yield line, refused


def _taken(record: SubmissionRecord, stored: SubmissionStream | None) -> SubmissionStream:
    """A submission after one more record of it: taken whole, or refused and left as it was.

    Raises what a ledger refuses a continuation for.
    """
    taken = submissions.extend(begun(record), [] if stored is None else stored.log)
    for index, event in _news(record, taken.log):
        submissions.extend(taken, [event], first=index)
    return taken


def _registered(record: TableRecord, stored: Table | None) -> Table:
    """A table after one more record of it, likewise."""
    head = record.head
    assert isinstance(head, TableHeader)
    taken = tables.extend(tables.begin(head), [] if stored is None else stored.log)
    for index, event in _news(record, taken.log):
        tables.extend(taken, [event], first=index)
    return taken


def _news(record: SubmissionRecord | TableRecord, log: Sequence[Event]) -> Sequence[tuple[int, Event]]:
    """The events of a record that are not among those taken already, each with its index in the record."""
    key = stream_id("", record.STREAM, record.head.key)
    before = [
        Recorded(key, version, event, NEVER, "", header=record.head) for version, event in enumerate(log, 1)
    ]
    return news(record, before, record.head.key)


def _judged(
    line: int,
    record: RoundRecord,
    known: Known,
    property_name: str,
    instead: InlineSubmission | SubmissionRecord | None,
) -> Adjudicated:
    head = record.head
    assert isinstance(head, RoundHeader)
    state = extend(begin(head), record.events)
    elected = _submission(state, record, known, instead)
    served = record.property or property_name
    judged = judge(state, elected, _posted(state, known))
    return Adjudicated(line, str(stream_id(served, "round", head.key)), state, judged)


def _posted(state: Round, known: Known) -> Limits:
    """The limits on the sign that hung at the table as the round opened."""
    table = known.tables.get(state.header.table)
    if table is None or state.opened is None:
        return EMPTY
    return table.limits(table.version, state.opened.occurred_at)


def _named(state: Round, known: Known) -> str | None:
    """The submission that a round names, or its table's offer as it opened; None where neither says."""
    given, table = state.header.submission, known.tables.get(state.header.table)
    if isinstance(given, str) or table is None or state.opened is None:
        return given if isinstance(given, str) else None
    offer = table.offer(table.version, state.opened.occurred_at)
    if offer is None or offer.game != state.rules.name or offer.submission is None:
        return None
    return successor(offer.submission, state.header.gaming_date, known.submissions)


def _submission(
    state: Round,
    record: RoundRecord,
    known: Known,
    instead: InlineSubmission | SubmissionRecord | None,
) -> Submission:
    """The submission a round or its table names, or the game's defaults where neither does."""
    given = record.submission
    if isinstance(instead, SubmissionRecord):
        stream = submissions.extend(begun(instead), instead.events)
        return _in_force(state, instead.name, Known({instead.name: stream}, {}))
    if instead is not None:
        return elections.inline(state.rules, instead)
    if isinstance(given, InlineSubmission):
        try:
            return elections.inline(state.rules, given)
        except LedgerError as refused:
            raise refused.at(f"/submission{refused.pointer or ''}") from None
    named = _named(state, known)
    if named is None:
        return elections.default(state.rules)
    if named not in known.submissions:
        raise UnknownSubmission(submission=named, pointer="/submission")
    return _in_force(state, named, known)


def _in_force(state: Round, name: str, known: Known) -> Submission:
    stream, played = known.submissions[name], state.header.gaming_date
    version = stream.in_force(played)
    submitted: SubmissionSubmitted = stream.submitted(version)
    since = superseded_from(name, played, known.submissions)
    return elections.registered(name, version, state.rules, submitted, since)
