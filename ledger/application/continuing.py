"""Continuing and retrying: what of a record is stored already, and what is new.

Pure.  Events are compared as values: inheritance applied, defaults filled,
times as instants, absent equal to null; when and by whom they were recorded
does not count (CONTRACT §3).
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.errors import IdConflict, VersionConflict, VersionGap
from ledger.events.base import Event, Header, Recorded
from ledger.events.records import Record


def news(record: Record, stored: Sequence[Recorded], stream: str) -> list[tuple[int, Event]]:
    """The events of a record that are not stored yet, each with its index in the record.

    An event whose client id is stored with equal content leaves the record and
    its stored twin the comparison; the others are compared from `after` + 1 on.
    Raises VersionConflict, VersionGap or IdConflict, and then nothing of the
    record may be appended.
    """
    if stored:
        _same_header(record, stored[0].header, stream)
    left, twins = _without_twins(record, stored, stream)
    if left and record.after > len(stored):
        raise VersionGap(stream=stream, stored=len(stored), after=record.after, pointer="/after")
    there = [one for one in stored[record.after :] if one.version not in twins]
    for (index, event), one in zip(left, there, strict=False):
        if event != one.event:
            raise VersionConflict(version=one.version, stream=stream, field="", pointer=f"/events/{index}")
    return left[len(there) :] if len(left) > len(there) else []


def _without_twins(
    record: Record, stored: Sequence[Recorded], stream: str
) -> tuple[list[tuple[int, Event]], set[int]]:
    """The events of a record but those known by their client id, and the versions of their stored twins."""
    known: dict[str | None, tuple[int, Event]] = {one.event.id: (one.version, one.event) for one in stored}
    left: list[tuple[int, Event]] = []
    twins: set[int] = set()
    for index, event in enumerate(record.facts):
        if event.id is None or event.id not in known:
            left.append((index, event))
            known[event.id] = (0, event)
            continue
        version, twin = known[event.id]
        if twin != event:
            raise IdConflict(id=event.id, stream=stream, pointer=f"/events/{index}/id")
        twins.add(version)
    return left, twins


def _same_header(record: Record, stored: Header | None, stream: str) -> None:
    """A whole record repeats the header; a continuation may leave fields out."""
    for name in record.HEADER.model_fields:
        said = getattr(record, name)
        if said != getattr(stored, name) and not (record.after and said is None):
            raise VersionConflict(version=1, stream=stream, field=f": another {name}", pointer=f"/{name}")
