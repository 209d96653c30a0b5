"""What cannot be a record of a dispute: a complaint about nothing, evidence for a request that is none.

A settlement without a ruling, a ruling after the end are not refused: it
happened, and is found.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ledger.disputes.errors import NotedByLedger
from ledger.disputes.state import Dispute
from ledger.errors import InvalidField, MissingField, UnknownVersion
from ledger.events import corrections
from ledger.events.base import Event
from ledger.events.disputes import (
    DisputeAccessed,
    DisputeOpened,
    EvidencePreserved,
    EvidenceRequested,
    PersonalDataErased,
    SettlementPaid,
    Window,
)
from ledger.events.people import says_nothing
from ledger.events.records import DisputeHeader
from ledger.events.short import evolve
from ledger.jurisdictions.profiles import NAMES

# What the ledger notes of itself as it does it; nobody else can say so, nor that it was otherwise.
OWN: Final = (DisputeAccessed, PersonalDataErased)

__all__ = ["begin", "check", "evolve", "extend", "from_outside"]


def begin(header: DisputeHeader) -> Dispute:
    """A dispute of which nothing is recorded yet."""
    return Dispute(header)


def extend(state: Dispute, events: Iterable[Event], *, first: int = 0) -> Dispute:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Raises NotARecord; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        check(state, event, index)
        evolve(state, event)
    return state


def check(state: Dispute, event: Event, index: int) -> None:
    """Refuse an event that cannot follow; `index` is its place in its record.  Raises NotARecord."""
    at = f"/events/{index}"
    _says_something(event, at)
    if not corrections.corrects(event):
        _holds(state, event, at)
        return
    corrections.check(state.log, event, DisputeOpened, at)
    about = state.log[corrections.effective(state.log, event.corrects) - 1]
    if isinstance(about, OWN):
        raise NotedByLedger(type=about.type, pointer=f"{at}/corrects")
    if event.event is not None:
        _says_something(event.event, f"{at}/event")
        _holds(state, event.event, f"{at}/event")


def from_outside(events: Iterable[tuple[int, Event]]) -> None:
    """Refuse what the ledger alone records; each event comes with its place in its record.

    Raises NotedByLedger.
    """
    for index, event in events:
        said = event.event if corrections.corrects(event) else event
        if isinstance(said, OWN):
            raise NotedByLedger(type=said.type, pointer=f"/events/{index}/type")


def _says_something(event: Event, at: str) -> None:
    """Refuse a text in which nobody sees anything: a statement, a reason, a place, a person."""
    for field, said in event:
        if isinstance(said, str) and says_nothing(said):
            raise InvalidField(detail=f"{field}: there is nothing in it", pointer=f"{at}/{field}")


def _holds(state: Dispute, event: Event, at: str) -> None:
    """What must hold within an event, recorded at once or by a correction."""
    if isinstance(event, DisputeOpened) and not event.rounds and event.table is None:
        raise MissingField(field="rounds", pointer=f"{at}/rounds")
    if isinstance(event, DisputeOpened) and event.jurisdiction not in {None, *NAMES}:
        raise InvalidField(detail=f"jurisdiction: one of {', '.join(NAMES)}", pointer=f"{at}/jurisdiction")
    if isinstance(event, Window) and event.from_ and event.until and event.until < event.from_:
        raise InvalidField(detail="until: it is before from", pointer=f"{at}/until")
    if isinstance(event, EvidencePreserved) and event.request is not None:
        requested = {version for version, _ in state.of(EvidenceRequested)}
        if event.request not in requested:
            raise UnknownVersion(version=event.request, pointer=f"{at}/request")
    if isinstance(event, SettlementPaid) and event.at == "table" and event.round is None:
        raise MissingField(field="round", pointer=f"{at}/round")
