"""Which event of a dispute did what was due: a notice, evidence secured, a decision, its end.  Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, TypeAlias

from ledger.disputes.state import Dispute
from ledger.events.base import Event
from ledger.events.disputes import (
    DisputeAccessed,
    DisputeClosed,
    DisputeEscalated,
    DisputeRuled,
    EvidenceLinked,
    NoticeGiven,
)

# An event by its version, and when it was.
Done: TypeAlias = tuple[int, datetime | None]

# To whom a notice has to be that did a thing without saying so.  What wants a text of its own is never
# done by a notice that does not say that it is that text: an acknowledgement is no final answer.
_TO: Final[Mapping[str, str]] = MappingProxyType(
    {"tell_regulator": "regulator", "tell_patron": "patron", "answer": "operator"}
)
# What the end of a dispute does as well; one that ends undecided resolves nothing.
_RESOLVED: Final = frozenset(
    {
        "written_notice", "answer", "final_answer", "decision", "tell_regulator", "tell_patron",
        "disable_device", "offer_adr", "keep_evidence",
    }
)  # fmt: skip


def done(dispute: Dispute, kind: str) -> Done | None:
    """The first event that did it; None while none has."""
    found = [*_noticed(dispute, kind), *_of_its_own(dispute, kind), *_ended(dispute, kind)]
    return min(found, default=None, key=lambda one: one[0])


def reported(dispute: Dispute) -> Done | None:
    """When a report of it was first taken away."""
    return _first((at, event) for at, event in dispute.of(DisputeAccessed) if event.what == "report")


def told_regulator(dispute: Dispute) -> Done | None:
    """When the regulator was told, or the dispute taken there; None where it was not."""
    found = [*_noticed(dispute, "tell_regulator"), *_taken_to(dispute, "regulator")]
    return min(found, default=None, key=lambda one: one[0])


def sent_to_adr(dispute: Dispute) -> Done | None:
    """When it was referred to alternative dispute resolution."""
    return next(_taken_to(dispute, "adr"), None)


def ruled_by_regulator(dispute: Dispute) -> Done | None:
    """The last decision of the regulator: what the house rules itself is none."""
    ruled = [(at, event) for at, event in dispute.of(DisputeRuled) if event.instance == "regulator"]
    return _first(reversed(ruled))


def _noticed(dispute: Dispute, kind: str) -> Iterator[Done]:
    whom = _TO.get(kind)
    for version, notice in dispute.of(NoticeGiven):
        unsaid = notice.does is None and whom is not None and whom in notice.to.casefold()
        if notice.does == kind or unsaid:
            yield version, notice.occurred_at


def _of_its_own(dispute: Dispute, kind: str) -> Iterator[Done]:
    """What is done by an event that is no notice."""
    if kind == "decision" and (ruled := ruled_by_regulator(dispute)) is not None:
        yield ruled
    if kind == "tell_regulator":
        yield from _taken_to(dispute, "regulator")
    if kind == "offer_adr":
        yield from _taken_to(dispute, "adr")
    if kind == "disable_device":
        for version, event in dispute.of(EvidenceLinked):
            if event.what == "device_history":
                yield version, event.occurred_at


def _taken_to(dispute: Dispute, instance: str) -> Iterator[Done]:
    for version, event in dispute.of(DisputeEscalated):
        if event.instance == instance:
            yield version, event.occurred_at


def _ended(dispute: Dispute, kind: str) -> Iterator[Done]:
    if kind in _RESOLVED:
        for version, event in dispute.of(DisputeClosed)[-1:]:
            if event.outcome != "undecided":
                yield version, event.occurred_at


def _first(events: Iterator[tuple[int, Event]]) -> Done | None:
    version, event = next(iter(events), (0, None))
    return None if event is None else (version, event.occurred_at)
