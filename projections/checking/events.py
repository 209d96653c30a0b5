"""Events, slice by slice: each read, written anew, and held against its stream and what it names.

What is recorded never changes and comes into sight in order, so that a slice
needs no snapshot: whatever an event follows or names was there before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, LiteralString, NamedTuple
from uuid import UUID

from eventsourcing.persistence import Notification

from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.corrections import corrects
from ledger.events.records import RoundHeader, SessionHeader
from ledger.identity import stream_id
from projections.checking.answers import Mismatch
from projections.checking.ground import Ground, found
from projections.checking.kinds import of
from projections.quarantine import described

SLICE: Final = 2000
KINDS: Final = of("events")

LINKS: Final[tuple[tuple[str, LiteralString], ...]] = (
    (
        "stream_hole",
        (
            "SELECT originator_id::text AS subject, notification_id AS position,"
            " 'version ' || originator_version || ' has no predecessor' AS detail FROM events AS one"
            " WHERE notification_id > %(low)s AND notification_id <= %(high)s AND originator_version <> 1"
            " AND NOT EXISTS (SELECT FROM events WHERE originator_id = one.originator_id"
            " AND originator_version = one.originator_version - 1)"
        ),
    ),
    (
        "stream_disordered",
        (
            "SELECT originator_id::text AS subject, one.notification_id AS position,"
            " 'version ' || one.originator_version || ' stands before the one before it, at '"
            " || had.notification_id AS detail FROM events AS one JOIN events AS had USING (originator_id)"
            " WHERE one.notification_id > %(low)s AND one.notification_id <= %(high)s"
            " AND had.originator_version = one.originator_version - 1"
            " AND had.notification_id > one.notification_id"
        ),
    ),
    (
        "stream_mixed",
        (
            "SELECT originator_id::text AS subject, one.notification_id AS position,"
            " one.topic || ' follows ' || had.topic AS detail"
            " FROM events AS one JOIN events AS had USING (originator_id)"
            " WHERE one.notification_id > %(low)s AND one.notification_id <= %(high)s"
            " AND had.originator_version = one.originator_version - 1"
            " AND split_part(had.topic, '.', 1) <> split_part(one.topic, '.', 1)"
        ),
    ),
)
NOT_THERE: Final[LiteralString] = (
    "SELECT n FROM unnest(%(streams)s::uuid[], %(versions)s::bigint[], %(befores)s::bigint[])"
    " WITH ORDINALITY AS named (stream, version, before, n) WHERE NOT EXISTS (SELECT FROM events"
    " WHERE originator_id = stream AND originator_version = version AND notification_id < before)"
)


class Named(NamedTuple):
    """An event that another one, at position `before`, says was recorded earlier."""

    stream: UUID
    version: int
    before: int
    kind: str
    subject: str
    detail: str


def looked(ground: Ground) -> Iterator[Mismatch]:
    """The mismatches among events, in order of position, a slice after the other."""
    recorder, at = ground.ledger.recorder, ground.since
    while at < ground.head and (stored := recorder.read_since(at, SLICE)):
        stored = [one for one in stored if one.id <= ground.head]
        if not stored:
            return
        yield from _of_slice(ground, stored, at)
        at, ground.events = stored[-1].id, ground.events + len(stored)
        ground.told("events", at, ground.head)


def _of_slice(ground: Ground, stored: Sequence[Notification], after: int) -> Iterator[Mismatch]:
    read: list[Recorded] = []
    for one in stored:
        yield from _read(ground.ledger, one, read)
    for kind, statement in LINKS:
        if ground.wants(kind):
            yield from found(kind, ground.rows(statement, low=after, high=stored[-1].id))
    yield from _named(ground, read)
    yield from _told_twice(ground, read)


def _read(ledger: Ledger, stored: Notification, read: list[Recorded]) -> Iterator[Mismatch]:
    """An event by itself; it is added to those read where it can be."""
    subject = f"{stored.originator_id}/{stored.originator_version}"
    try:
        recorded = ledger.mapper.to_domain_event(stored)
    except Exception as trouble:  # noqa: BLE001 - whatever it is, it is what is looked for
        yield Mismatch(
            kind="event_unreadable", subject=subject, position=stored.id, detail=described(trouble)[:500]
        )
        return
    read.append(recorded)
    if stored.topic == recorded.event.TOPIC and not ledger.mapper.is_as_written(stored.state, recorded):
        detail = f"{stored.topic} is not stored as it would be written"
        yield Mismatch(kind="event_not_canonical", subject=subject, position=stored.id, detail=detail)
    header = recorded.header
    if (header is None) is (recorded.version == 1):
        detail = "a header comes with the first event, and with no other"
        yield Mismatch(kind="header_misplaced", subject=subject, position=stored.id, detail=detail)
    if header is not None and stream_id(ledger.property, header.STREAM, header.key) != recorded.stream_id:
        detail = f"it is not the id of {header.STREAM}/{header.key}"
        yield Mismatch(kind="stream_id_wrong", subject=subject, position=stored.id, detail=detail)
    event = recorded.event
    if corrects(event) and not 1 <= event.corrects < recorded.version:
        detail = f"it corrects version {event.corrects}"
        yield Mismatch(kind="correction_dangling", subject=subject, position=stored.id, detail=detail)


def _named(ground: Ground, read: Sequence[Recorded]) -> Iterator[Mismatch]:
    """What first events say was recorded before them, and was not."""
    said = [named for one in read if one.header is not None for named in _names(ground.ledger.property, one)]
    columns = {
        "streams": [one.stream for one in said],
        "versions": [one.version for one in said],
        "befores": [one.before for one in said],
    }
    for row in ground.rows(NOT_THERE, **columns) if said else ():
        one = said[row["n"] - 1]
        yield Mismatch(kind=one.kind, subject=one.subject, position=one.before, detail=one.detail)


def _names(property: str, one: Recorded) -> Iterator[Named]:
    header, held = one.header, one.in_force
    if not isinstance(header, RoundHeader | SessionHeader):
        return
    assert one.position is not None, "what was read has a position"
    subject, table = f"{header.STREAM}/{header.key}", stream_id(property, "table", header.table)
    yield Named(
        table, 1, one.position, "table_unregistered", subject, f"{header.table} was not registered by then"
    )
    if held is not None and held.table_version > 0:
        detail = f"{header.table} had no version {held.table_version} by then"
        yield Named(table, held.table_version, one.position, "in_force_missing", subject, detail)
    if held is not None and held.submission is not None:
        submission = stream_id(property, "submission", held.submission)
        detail = f"the submission {held.submission} had no version {held.version} by then"
        yield Named(submission, held.version, one.position, "in_force_missing", subject, detail)


def _told_twice(ground: Ground, read: Sequence[Recorded]) -> Iterator[Mismatch]:
    """Events whose sender's id stands with an earlier event of their stream too."""
    told = [one for one in read if one.event.id is not None]
    if not told or not ground.wants("client_id_twice"):
        return
    streams = ground.ledger.recorded({one.stream_id for one in told})
    for one in told:
        before = [had.version for had in streams[one.stream_id] if had.event.id == one.event.id]
        if before and before[0] < one.version:
            subject, detail = f"{one.stream_id}/{one.version}", f"its id stands with version {before[0]} too"
            yield Mismatch(kind="client_id_twice", subject=subject, position=one.position, detail=detail)
