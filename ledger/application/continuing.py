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
    known = {one.event.id: one for one in stored if one.event.id is not None}
    left: list[tuple[int, Event]] = []
    twins: set[int] = set()
    sent: dict[str, Event] = {}
    for index, event in enumerate(record.facts):
        if event.id is None:
            left.append((index, event))
            continue
        twin = known[event.id].event if event.id in known else sent.get(event.id)
        if twin is None:
            sent[event.id] = event
            left.append((index, event))
        elif twin != event:
            raise IdConflict(id=event.id, stream=stream, pointer=f"/events/{index}/id")
        elif event.id in known:
            twins.add(known[event.id].version)
    if left and record.after > len(stored):
        raise VersionGap(stream=stream, stored=len(stored), after=record.after, pointer="/after")
    there = [one for one in stored[record.after :] if one.version not in twins]
    for (index, event), one in zip(left, there, strict=False):
        if event != one.event:
            raise VersionConflict(version=one.version, stream=stream, field="", pointer=f"/events/{index}")
    return left[len(there) :] if len(left) > len(there) else []


def _same_header(record: Record, stored: Header | None, stream: str) -> None:
    """A whole record repeats the header; a continuation may leave fields out."""
    for name in record.HEADER.model_fields:
        said = getattr(record, name)
        if said != getattr(stored, name) and not (record.after and said is None):
            raise VersionConflict(version=1, stream=stream, field=f": another {name}", pointer=f"/{name}")
