"""What is sent to the store in one append, and the ways in which it is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from eventsourcing.persistence import StoredEvent

# Beyond every position: what is registered does not count.
WHATEVER_IS_REGISTERED: Final = 2**63 - 1
# Before every position: those who share a commit know of different ones, and not all can be right.
NOT_ALIKE: Final = -1
# What topics of registrations begin with.
REGISTERING: Final = ("table.", "submission.")


@dataclass(frozen=True, slots=True)
class StreamAppend:
    """Events to add to one stream.

    `after` is the number of events that the stream is believed to have; the
    events carry the versions `after` + 1, `after` + 2, … in order.
    """

    stream_id: UUID
    after: int
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class Remembered:
    """The first answer to a request with an Idempotency-Key.

    `principal` is who asked, `digest` that of the request, `status` the HTTP
    status, `headers` and `body` the answer's, as bytes in whatever form the
    caller chose.
    """

    principal: str
    key: str
    digest: bytes
    status: int
    body: bytes
    headers: bytes = b""


class StreamConflict(Exception):
    """The streams are not as the append believed, so that nothing of it was written.

    `stored` maps each stream at fault to the number of events that it has:
    more than `after` if somebody was quicker, fewer if there is a gap.
    """

    def __init__(self, stored: Mapping[UUID, int]) -> None:
        super().__init__(", ".join(f"{stream} has {count} events" for stream, count in stored.items()))
        self.stored = stored


class KeyTaken(Exception):
    """An Idempotency-Key was used before, so that nothing was written; `remembered` is that first answer."""

    def __init__(self, remembered: Remembered) -> None:
        super().__init__(f"{remembered.principal} used {remembered.key} before")
        self.remembered = remembered


class Outdated(Exception):
    """The last registration of a table or submission is not the one by which the append was decided.

    Nothing was written.
    """


@dataclass(frozen=True, slots=True)
class Batch:
    """Appends as columns, the form in which they travel.

    The first four have one element an event, `continued_*` one a stream that
    is continued rather than begun.  `registered` is the position of the last
    registration of a table or submission that was known when it was decided.
    """

    ids: list[UUID] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)
    continued_ids: list[UUID] = field(default_factory=list)
    continued_after: list[int] = field(default_factory=list)
    believed: dict[UUID, int] = field(default_factory=dict)
    remembered: tuple[Remembered, ...] = ()
    registered: int = WHATEVER_IS_REGISTERED

    @classmethod
    def of(cls, appends: Sequence[StreamAppend], remembered: Sequence[Remembered] = ()) -> Batch:
        """The batch of some appends; of several to one stream each must continue the one before."""
        batch = cls(remembered=tuple(remembered))
        for append in appends:
            for version, event in enumerate(append.events, append.after + 1):
                assert event.originator_version == version, "versions follow after, one by one"
                assert event.originator_id == append.stream_id, "an event is of its stream"
            topics = [event.topic for event in append.events]
            batch.add(append.stream_id, append.after, topics, [event.state for event in append.events])
        return batch

    @classmethod
    def unchecked(cls, events: Sequence[StoredEvent]) -> Batch:
        """The batch of events as they are, of any versions: only what exists already can be in their way."""
        return cls(
            ids=[UUID(str(event.originator_id)) for event in events],
            versions=[event.originator_version for event in events],
            topics=[event.topic for event in events],
            states=[event.state for event in events],
        )

    @classmethod
    def together(cls, batches: Sequence[Batch]) -> Batch:
        """One batch of several that have no stream and no key in common, one after the other."""
        if len(batches) == 1:
            return batches[0]
        known = {batch.registered for batch in batches} - {WHATEVER_IS_REGISTERED}
        whole = cls(
            remembered=tuple(answer for batch in batches for answer in batch.remembered),
            registered=max(known, default=WHATEVER_IS_REGISTERED) if len(known) < 2 else NOT_ALIKE,
        )
        for batch in batches:
            whole.ids.extend(batch.ids)
            whole.versions.extend(batch.versions)
            whole.topics.extend(batch.topics)
            whole.states.extend(batch.states)
            whole.continued_ids.extend(batch.continued_ids)
            whole.continued_after.extend(batch.continued_after)
            whole.believed.update(batch.believed)
        return whole

    def claims(self) -> set[object]:
        """The streams that it touches and the keys that it uses."""
        return {*(self.believed or self.ids), *((answer.principal, answer.key) for answer in self.remembered)}

    def knows(self, registered: int) -> bool:
        """Whether it was decided by the last registration, which is at a position, or by none."""
        return self.registered in {registered, WHATEVER_IS_REGISTERED}

    def registers(self) -> bool:
        """Whether it registers a table or a submission, or changes what is registered."""
        return any(topic.startswith(REGISTERING) for topic in self.topics)

    def add(self, stream_id: UUID, after: int, topics: Sequence[str], states: Sequence[bytes]) -> None:
        """Add the events that follow the first `after` of a stream, a topic and a state for each."""
        if stream_id in self.believed:
            meets = self.believed[stream_id] + self.ids.count(stream_id)
            assert after == meets, "appends to one stream must meet"
        self.believed.setdefault(stream_id, after)
        self.ids.extend([stream_id] * len(topics))
        self.versions.extend(range(after + 1, after + 1 + len(topics)))
        self.topics.extend(topics)
        self.states.extend(states)
        if after:
            self.continued_ids.append(stream_id)
            self.continued_after.append(after)
