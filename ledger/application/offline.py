"""Events and rounds rebuilt from what was stored, with no ledger at hand: what a report carries of them.

The fold and the judgement are those of the ledger itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from eventsourcing.persistence import Notification

from ledger.application.ledger import RoundSeen
from ledger.events.base import Recorded
from ledger.events.records import RoundHeader
from ledger.events.registry import InlineSubmission, SubmissionSubmitted
from ledger.games import elections
from ledger.games.seam import Submission
from ledger.rounds.judge import Limits, hangs_on_meters, judge
from ledger.rounds.state import Round, fold
from ledger.store.mapper import EventMapper


class Kept(NamedTuple):
    """An event as it is stored, and where."""

    stream: UUID
    version: int
    position: int
    topic: str
    state: bytes


def recorded(kept: Sequence[Kept]) -> list[Recorded]:
    """The events again.  Raises UnknownTopic, EventUnreadable where it is none."""
    mapper = EventMapper()
    return [
        mapper.to_domain_event(Notification(one.stream, one.version, one.topic, one.state, one.position))
        for one in kept
    ]


def judged(
    events: Sequence[Recorded],
    submitted: SubmissionSubmitted | None,
    posted: Limits,
    meters: Mapping[str, int] | None,
) -> RoundSeen | None:
    """A round judged by the submission that it was dealt under, and the limits posted at its table.

    `submitted` is that submission where it was a registered one; `meters` what
    they showed as it opened, None where nobody said.  None where the submission
    is not there, or somebody wins a share of a meter of which nobody said.
    """
    header = events[0].header
    assert isinstance(header, RoundHeader), header
    state = fold(header, (one.event for one in events), events[0].in_force)
    used = _submission(state, submitted)
    if used is None:
        return None
    if header.funds is None:
        state.meters = meters or {}
    judgement = judge(state, used, posted)
    if meters is None and hangs_on_meters(state, judgement):
        return None
    return RoundSeen(tuple(events), state, judgement)


def _submission(state: Round, submitted: SubmissionSubmitted | None) -> Submission | None:
    own, held = state.header.submission, state.in_force
    if isinstance(own, InlineSubmission):
        return elections.elect(state.rules, "inline", 0, own)
    if held is None or held.submission is None:
        return elections.default(state.rules)
    if submitted is None:
        return None
    return elections.registered(held.submission, held.version, state.rules, submitted)
