"""Continuing and retrying: what of a record is stored already, and what is new.

Pure.  Events are compared as values: inheritance applied, defaults filled,
times as instants, absent equal to null; when and by whom they were recorded
does not count (CONTRACT §3).
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.amounts import DEFAULT_CURRENCY
from ledger.errors import IdConflict, VersionConflict, VersionGap
from ledger.events.base import Event, Recorded
from ledger.events.records import Record, check_begun_once
from ledger.events.rounds import HandCollected, WagerCollected, WagerIncreased, WagerPlaced
from ledger.rounds.wagering import default_into


def news(record: Record, stored: Sequence[Recorded], stream: str) -> list[tuple[int, Event]]:
    """The events of a record that are not stored yet, each with its index in the record.

    An event whose client id is stored with equal content leaves the record and
    its stored twin the comparison; the others are compared from `after` + 1 on.
    Raises VersionConflict, VersionGap, IdConflict or OpenedTwice, and then
    nothing of the record may be appended.
    """
    if stored:
        _same_header(record, stored[0], stream)
    left, twins = _without_twins(record, stored, stream)
    if left and record.after > len(stored):
        raise VersionGap(stream=stream, stored=len(stored), after=record.after, pointer="/after")
    check_begun_once(record)
    there = [one for one in stored[record.after :] if one.version not in twins]
    for (index, event), one in zip(left, there, strict=False):
        if not same(event, one.event):
            raise VersionConflict(version=one.version, stream=stream, field="", pointer=f"/events/{index}")
    return left[len(there) :] if len(left) > len(there) else []


def _without_twins(
    record: Record, stored: Sequence[Recorded], stream: str
) -> tuple[list[tuple[int, Event]], set[int]]:
    """The events of a record but those known by their client id, and the versions of their stored twins."""
    if {event.id for event in record.facts} == {None}:
        return [*enumerate(record.facts)], set()
    known: dict[str | None, tuple[int, Event]] = {one.event.id: (one.version, one.event) for one in stored}
    left: list[tuple[int, Event]] = []
    twins: set[int] = set()
    for index, event in enumerate(record.facts):
        if event.id is None or event.id not in known:
            left.append((index, event))
            known[event.id] = (0, event)
            continue
        version, twin = known[event.id]
        if not same(twin, event):
            raise IdConflict(id=event.id, stream=stream, pointer=f"/events/{index}/id")
        twins.add(version)
    return left, twins


def same(one: Event, other: Event) -> bool:
    """Whether two events are equal with their defaults filled in."""
    return one == other or (type(one) is type(other) and _filled(one) == _filled(other))


def _filled(event: Event) -> dict[str, object]:
    """An event's fields; chips without the denominations of which there are none."""
    said = {
        name: {face: count for face, count in value.items() if count} if isinstance(value, dict) else value
        for name, value in event.__dict__.items()
    }
    if isinstance(event, WagerPlaced | WagerIncreased):
        said["tender"] = event.tender or "chips"
    if isinstance(event, WagerCollected):
        said["into"] = event.into or default_into(event.tender)
    if isinstance(event, HandCollected):
        said["spread"] = event.spread or False
    return said


def _same_header(record: Record, stored: Recorded, stream: str) -> None:
    """A whole record repeats the header; a continuation may leave fields out."""
    currency = (stored.in_force and stored.in_force.currency) or DEFAULT_CURRENCY
    for name in record.HEADER.model_fields:
        said = getattr(record, name)
        if said == getattr(stored.header, name) or (record.after and said is None):
            continue
        if name != "currency" or {said, getattr(stored.header, name)} != {None, currency}:
            raise VersionConflict(version=1, stream=stream, field=f": another {name}", pointer=f"/{name}")
