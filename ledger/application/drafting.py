"""Drafts: what a process that cannot append has decided of records, each as the beginning of a stream.

Of a record that continues a stream, or of whose stream there are several among
them, only what is stored decides: the process that appends plans it itself, in
its place among the others and in the same commit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias
from uuid import UUID

from ledger.application.door import read
from ledger.application.ledger import (
    BATCH_EVENTS,
    REGISTERING,
    Ledger,
    Receipt,
    columns,
    receipt_of,
    stream_name,
)
from ledger.application.planning import Plan, Request
from ledger.errors import LedgerError
from ledger.events.base import Recorded
from ledger.events.records import Record
from ledger.identity import stream_id
from ledger.store.appends import Batch, Outdated, StreamConflict

Document: TypeAlias = bytes | str


@dataclass(frozen=True, slots=True)
class Drafted:
    """A record that is decided: what to add to its stream, and the receipt if that succeeds."""

    stream_id: UUID
    after: int
    topics: list[str]
    states: list[bytes]
    receipt: Receipt

    @classmethod
    def of(cls, one: Record, made: Plan) -> Self:
        """A plan in the form in which it travels."""
        return cls(made.stream_id, made.stored, *columns(made), receipt_of(one, made))


@dataclass(frozen=True, slots=True)
class Draft:
    """Records in their order; None for each that only what is stored decides.

    It holds while nothing is registered after position `registered`.
    """

    registered: int
    parts: tuple[Drafted | None, ...]


def draft(ledger: Ledger, documents: Sequence[Document], request: Request) -> Draft | None:
    """What appending records together would do as far as that is decided without a look at what is stored.

    None where one of them is refused or registers something, or all are too much for one commit.
    """
    ledger.registry.refresh()
    records = [read(document, ledger.property) for document in documents]
    names = Counter(stream_name(one) for one in records if isinstance(one, Record))
    parts: list[Drafted | None] = []
    for one in records:
        if isinstance(one, LedgerError) or one.STREAM in REGISTERING:
            return None
        if one.after or names[stream_name(one)] > 1:
            parts.append(None)
            continue
        made = ledger.planned(one, {}, request)
        if isinstance(made, LedgerError):
            return None
        parts.append(Drafted.of(one, made))
    events = sum(len(part.topics) for part in parts if part is not None)
    return None if events > BATCH_EVENTS else Draft(ledger.registry.position, tuple(parts))


def carry_out(
    ledger: Ledger, given: Draft, documents: Sequence[Document], request: Request
) -> tuple[Receipt, ...] | None:
    """Append a draft; None, and nothing of it is stored, where it is not true any more.

    Raises StoreUnavailable.
    """
    if ledger.registry.position < given.registered:
        ledger.registry.refresh()
    if ledger.registry.position != given.registered:
        return None
    parts = _whole(ledger, given, documents, request)
    batch = Batch(registered=given.registered)
    for part in parts:
        if part is None:
            return None
        if part.topics:
            batch.add(part.stream_id, part.after, part.topics, part.states)
    if not 0 < len(batch.ids) <= BATCH_EVENTS:
        return None
    try:
        ledger.recorder.append_batch(batch)
    except (StreamConflict, Outdated):
        return None
    return tuple(part.receipt for part in parts if part is not None)


def _whole(
    ledger: Ledger, given: Draft, documents: Sequence[Document], request: Request
) -> list[Drafted | None]:
    """The parts of a draft with those that were left to us; None for each that is refused."""
    left = [
        read(document, ledger.property)
        for document, part in zip(documents, given.parts, strict=True)
        if part is None
    ]
    if not left:
        return list(given.parts)
    streams = {
        stream_id(ledger.property, one.STREAM, one.head.key) for one in left if isinstance(one, Record)
    }
    known = ledger.recorded(streams)
    planned = iter([_planned(ledger, one, known, request) for one in left])
    return [next(planned) if part is None else part for part in given.parts]


def _planned(
    ledger: Ledger, one: Record | LedgerError, known: dict[UUID, list[Recorded]], request: Request
) -> Drafted | None:
    """A record planned after what is known of its stream, which then is known with it."""
    made = ledger.planned(one, known, request)
    if isinstance(one, LedgerError) or isinstance(made, LedgerError):
        return None
    for version, event in enumerate(made.new, made.stored + 1):
        first = (made.header, made.in_force) if version == 1 else (None, None)
        known[made.stream_id].append(
            Recorded(made.stream_id, version, event, request.at, request.by, None, *first)
        )
    return Drafted.of(one, made)
