"""What a dispute is: the one fold of its events.

A dispute has few of them, so that what is asked of it is read off the events
in effect, corrections applied.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from ledger.events.base import Event
from ledger.events.corrections import in_effect
from ledger.events.disputes import (
    DisputeClosed,
    DisputeEscalated,
    DisputeOpened,
    DisputeRuled,
    EvidencePreserved,
    EvidenceRequested,
    SettlementPaid,
)
from ledger.events.records import DisputeHeader
from ledger.events.short import Short, evolve

Status: TypeAlias = Literal["open", "ruled", "escalated", "closed"]


class Request(NamedTuple):
    """Evidence that somebody is to secure, and the version of the event that says it was; None: not yet."""

    version: int
    event: EvidenceRequested
    preserved: int | None


class Dispute(Short[DisputeHeader]):
    """A dispute as far as it was recorded; version v is the v-th event."""

    __slots__ = ()

    @property
    def events(self) -> list[tuple[int, Event]]:
        """The events in effect, each with its version, in order."""
        return [(at, event) for at, event in enumerate(in_effect(self.log), 1) if event is not None]

    @property
    def opened(self) -> DisputeOpened | None:
        """The complaint."""
        return next((event for _, event in self.of(DisputeOpened)), None)

    @property
    def closed(self) -> DisputeClosed | None:
        """How it ended; None while it has not."""
        return next((event for _, event in reversed(self.of(DisputeClosed))), None)

    @property
    def status(self) -> Status:
        """How far it has come."""
        if self.closed is not None:
            return "closed"
        if self.of(DisputeEscalated):
            return "escalated"
        return "ruled" if self.of(DisputeRuled) else "open"

    @property
    def requests(self) -> list[Request]:
        """What evidence was asked for, and whether it was secured.

        A preservation that names no request stands for the first one that is open.
        """
        preserved = self.of(EvidencePreserved)
        by_request = {event.request: version for version, event in preserved if event.request is not None}
        unnamed = [version for version, event in preserved if event.request is None]
        found: list[Request] = []
        for version, event in self.of(EvidenceRequested):
            secured = by_request.get(version)
            if secured is None and unnamed:
                secured = unnamed.pop(0)
            found.append(Request(version, event, secured))
        return found

    @property
    def to_patron(self) -> int:
        """What was paid to settle it, in cents; negative: from the patron."""
        return sum(to_patron(event) for _, event in self.of(SettlementPaid))

    @property
    def received_at(self) -> datetime | None:
        """When the complaint was received."""
        return None if self.opened is None else self.opened.occurred_at


def to_patron(event: SettlementPaid) -> int:
    """What was paid to settle it at once, in cents; negative: from the patron."""
    return event.amount if event.direction == "to_patron" else -event.amount


def fold(header: DisputeHeader, events: Iterable[Event]) -> Dispute:
    """The dispute after its events."""
    found = Dispute(header)
    for event in events:
        evolve(found, event)
    return found
