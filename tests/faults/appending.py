"""Appends whose whole content follows from a name: what is stored can be checked against what was sent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import suppress
from uuid import UUID, uuid5

from eventsourcing.persistence import StoredEvent

from ledger.store.appends import KeyTaken, Remembered, StreamAppend
from ledger.store.recorder import LedgerRecorder

NAMESPACE = UUID(int=0)
WRITER = "writer"
TOPIC = "round.note.v1"
EVENTS = 2


def sent(name: str, *, topic: str = TOPIC) -> StreamAppend:
    """A stream of two events that carry its name."""
    stream = uuid5(NAMESPACE, name)
    events = [StoredEvent(stream, version, topic, name.encode()) for version in range(1, EVENTS + 1)]
    return StreamAppend(stream, 0, tuple(events))


def answer(name: str) -> Remembered:
    """The answer kept with it, under its name as the key."""
    return Remembered(WRITER, name, name.encode(), 201, name.encode())


def retried(recorder: LedgerRecorder, name: str) -> None:
    """Send it again, as a client does that heard nothing: it is stored, by this or by the first time."""
    with suppress(KeyTaken):
        recorder.append([sent(name)], answer(name))


def faults(
    recorder: LedgerRecorder, tried: Collection[str], acknowledged: Mapping[str, int | None]
) -> list[str]:
    """What is not as it was promised, each as a sentence.

    `acknowledged` has the first position of each, None where it was not told.
    """
    stored: dict[str, list[int]] = defaultdict(list)
    position = 0
    while page := recorder.read_since(position, 1000):
        position = page[-1].id
        for event in page:
            stored[event.state.decode()].append(event.id)
    found = [f"{name} was never sent" for name in stored.keys() - set(tried)]
    for name, first in acknowledged.items():
        found_at = stored.get(name, [0])
        if found_at != [first or found_at[0], (first or found_at[0]) + 1]:
            found.append(f"{name} was acknowledged at {first} and is at {stored.get(name)}")
    answers = _answers(recorder)
    for name in tried:
        kept = answers.get(name)
        if name in stored and len(stored[name]) != EVENTS:
            found.append(f"{name} is stored {len(stored[name])} events long")
        if (name in stored) != (kept == name.encode()):
            kind = "no" if kept is None else "an"
            found.append(f"{name} has {kind} answer with its events {stored.get(name)}")
    return found


def _answers(recorder: LedgerRecorder) -> dict[str, bytes]:
    """The body of each answer kept, by its key."""
    rows = recorder.datastore.patiently(
        lambda connection, _: connection.execute(
            "SELECT key, body FROM idempotency_keys WHERE principal = %s", [WRITER]
        ).fetchall()
    )
    return {str(row["key"]): bytes(row["body"]) for row in rows}
