"""The events that a report carries, read again as they are stored; no ledger at hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias
from uuid import UUID

from ledger.application.ledger import RoundSeen
from ledger.application.offline import Kept, judged, recorded
from ledger.disputes.state import fold
from ledger.events.base import Recorded
from ledger.events.records import DisputeHeader
from ledger.events.registry import SubmissionSubmitted
from projections.disputes.report.case import Case
from projections.disputes.report.model import DisputeReport, Played
from projections.disputes.report.words import moneys_of
from projections.reports.round import METERS
from projections.reports.words import Money

# A stream by kind and key.
Stream: TypeAlias = tuple[str, str]
Streams: TypeAlias = Mapping[Stream, Sequence[Recorded]]


class Carried(NamedTuple):
    """The events by stream, and the streams of which some are withheld; of a deck then nothing is read."""

    events: Streams
    withheld: frozenset[Stream]


def carried(report: DisputeReport) -> Carried:
    """What a report carries.  Raises what reading events raises that are none."""
    kept: dict[Stream, list[Kept]] = defaultdict(list)
    withheld: set[Stream] = set()
    for one in report.integrity.events:
        if one.topic is None or one.state is None:
            withheld.add((one.kind, one.key))
            continue
        state = one.state.encode()
        kept[one.kind, one.key].append(Kept(UUID(one.stream), one.version, one.position, one.topic, state))
    whole = {stream: told for stream, told in kept.items() if stream[0] != "deck" or stream not in withheld}
    return Carried({stream: recorded(told) for stream, told in whole.items()}, frozenset(withheld))


def case_of(report: DisputeReport, events: Streams) -> Case:
    """The dispute itself."""
    told = events["dispute", report.dispute]
    header = told[0].header
    assert isinstance(header, DisputeHeader), header
    money = {one.round: Money(one.report["currency"], one.report["unit"] or 1) for one in report.rounds}
    return Case(fold(header, (one.event for one in told)), told, moneys_of(money))


def seen_of(one: Played, events: Streams) -> RoundSeen | None:
    """A round judged again, by the limits and meters that the report says; None where it cannot be."""
    told = events["round", one.round]
    held = told[0].in_force
    submitted = None
    if held is not None and held.submission is not None:
        for cited in events.get(("submission", held.submission), ()):
            if cited.version == held.version and isinstance(cited.event, SubmissionSubmitted):
                submitted = cited.event
    limits = {wager: (limit["minimum"], limit["maximum"]) for wager, limit in one.report["limits"].items()}
    return judged(told, submitted, limits, one.report.get(METERS))
