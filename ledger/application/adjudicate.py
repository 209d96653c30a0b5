"""Adjudication of whole records without a database, a registration or a mask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeAlias

from ledger.application.continuing import news
from ledger.application.what_if import begun
from ledger.errors import LedgerError, UnknownSubmission
from ledger.events.base import Recorded
from ledger.events.records import RoundHeader, RoundRecord, SubmissionRecord, read_record
from ledger.events.registry import InlineSubmission, SubmissionSubmitted
from ledger.games import elections
from ledger.games.seam import Submission
from ledger.identity import stream_id
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import Judgement, judge
from ledger.rounds.state import Round
from ledger.submissions import decide as submissions
from ledger.submissions.state import SubmissionStream
from ledger.submissions.succession import superseded_from

# The submissions of the records before a round, by name.
Known: TypeAlias = dict[str, SubmissionStream]
# Nothing here is recorded, so that no time of recording counts.
NEVER: Final = datetime.min.replace(tzinfo=UTC)


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

    Submissions come from records earlier in the input, inline ones from the
    record; `instead` judges every round by one submission.
    """
    known: Known = {}
    for line, document in enumerate(documents, 1):
        try:
            record = read_record(document)
            if isinstance(record, SubmissionRecord):
                known[record.name] = _taken(record, known.get(record.name))
            elif isinstance(record, RoundRecord):
                yield _judged(line, record, known, property_name, instead)
        except LedgerError as refused:
            yield line, refused


def _taken(record: SubmissionRecord, stored: SubmissionStream | None) -> SubmissionStream:
    """A submission after one more record of it: taken whole, or refused and left as it was.

    Raises what a ledger refuses a continuation for.
    """
    taken, name = submissions.extend(begun(record), [] if stored is None else stored.log), record.name
    key = stream_id("", "submission", name)
    before = [
        Recorded(key, version, event, NEVER, "", header=taken.header)
        for version, event in enumerate(taken.log, 1)
    ]
    for index, event in news(record, before, name):
        submissions.extend(taken, [event], first=index)
    return taken


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
    return Adjudicated(line, str(stream_id(served, "round", head.key)), state, judge(state, elected))


def _submission(
    state: Round,
    record: RoundRecord,
    known: Known,
    instead: InlineSubmission | SubmissionRecord | None,
) -> Submission:
    """The submission a round names, or the game's defaults where it names none."""
    given = record.submission
    if isinstance(instead, SubmissionRecord):
        stream = submissions.extend(begun(instead), instead.events)
        return _in_force(state, instead.name, {instead.name: stream})
    if instead is not None:
        return elections.inline(state.rules, instead)
    if isinstance(given, InlineSubmission):
        try:
            return elections.inline(state.rules, given)
        except LedgerError as refused:
            raise refused.at(f"/submission{refused.pointer or ''}") from None
    if given is None:
        return elections.default(state.rules)
    if given not in known:
        raise UnknownSubmission(submission=given, pointer="/submission")
    return _in_force(state, given, known)


def _in_force(state: Round, name: str, known: Known) -> Submission:
    stream, played = known[name], state.header.gaming_date
    version = stream.in_force(played)
    submitted: SubmissionSubmitted = stream.submitted(version)
    since = superseded_from(name, played, known)
    return elections.registered(name, version, state.rules, submitted, since)
