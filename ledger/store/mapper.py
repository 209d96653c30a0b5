"""Between a recorded event and the bytes that are kept for ever.

The state is one JSON object: `recorded_at`, `recorded_by`, with version 1 the
`header` and what was `in_force`, and the `event` in canonical form.  Reading is
one pass of pydantic-core; old shapes go through `upcasts` first.

Last, with an event that may name a face which nobody at the table has seen, a
`salt`, random and of its own.  A proof has the hashes of the events beside; of
such a state all but the face can be known, and without the salt 52 tries would
find it.  It is told with the whole state or not at all: what is read here has
it no more.  States written before there were salts have none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import chain, repeat
from typing import Annotated, Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from eventsourcing.persistence import Mapper, Notification, StoredEvent
from pydantic import AwareDatetime, BaseModel, ConfigDict, StringConstraints, create_model

from ledger.errors import UnknownTopic
from ledger.events.base import TOPICS, Event, Header, InForce, Recorded
from ledger.events.errors import EventUnreadable
from ledger.events.records import (
    ChipSetHeader,
    DeckHeader,
    DisputeHeader,
    FundHeader,
    GamingDayHeader,
    RoundHeader,
    SessionHeader,
    SubmissionHeader,
    TableHeader,
)
from ledger.store.salts import LETTERS, PATTERN, salts
from ledger.store.upcasts import UPCASTS, Upcast

HEADERS: Mapping[str, type[Header]] = {
    header.STREAM: header
    for header in (
        RoundHeader, SessionHeader, TableHeader, SubmissionHeader, FundHeader, GamingDayHeader, ChipSetHeader,
        DeckHeader, DisputeHeader,
    )
}  # fmt: skip


class Envelope(BaseModel):
    """What is stored beside an event."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    recorded_at: AwareDatetime
    recorded_by: str
    in_force: InForce | None = None
    # Each topic's own envelope narrows these two.
    header: Any = None
    event: Any = None
    salt: Annotated[str, StringConstraints(pattern=f"^{PATTERN}$")] | None = None


@cache
def envelope(topic: str) -> type[Envelope]:
    """The envelope of one topic.  Raises KeyError where this software does not know it."""
    event = TOPICS[topic]
    fields: dict[str, Any] = {"header": (HEADERS[event.STREAM] | None, None), "event": (event, ...)}
    return create_model(f"Stored[{topic}]", __base__=Envelope, **fields)


@cache
def _event_reader(topic: str) -> Callable[[bytes], Event]:
    return TOPICS[topic].__pydantic_validator__.validate_json


class Alike(NamedTuple):
    """How the state of the event read last began, up to the event itself, and what that says.

    All events of one append begin alike, so that of most only the event is read.
    """

    beginning: bytes
    recorded_at: datetime
    recorded_by: str


BEFORE_EVENT: Final = b',"event":'
# What follows an event that is kept with a salt, to the end of its state.
SALTED: Final = re.compile(f',"salt":"{PATTERN}"\\}}'.encode())
AFTER_SALTED: Final = len(b',"salt":""}') + LETTERS
_BRACE: Final = ord("}")
# An event as the table keeps it: its stream, version, topic and state, and its position where it has one.
Row: TypeAlias = tuple[UUID, int, str, bytes, int | None]
# No state begins with this.
NOTHING_READ: Final = Alike(BEFORE_EVENT, datetime.min.replace(tzinfo=UTC), "")


class EventMapper(Mapper[UUID]):
    """The library's mapper over pydantic events and stable topics.  Threads may share it."""

    def __init__(self, upcasts: Mapping[str, Upcast] = UPCASTS) -> None:
        self.upcasts = upcasts
        self._alike = NOTHING_READ

    def to_stored_event(self, domain_event: Recorded) -> StoredEvent:  # type: ignore[override]  # Recorded is our only domain event
        """The bytes to keep; equal events give equal bytes but for salt, time and person of recording."""
        return StoredEvent(
            originator_id=domain_event.stream_id,
            originator_version=domain_event.version,
            topic=domain_event.event.TOPIC,
            state=encode(domain_event),
        )

    @staticmethod
    def is_as_written(state: bytes, recorded: Recorded) -> bool:
        """Whether a state is the very bytes that its event is kept as, with the salt that it has, if any."""
        salted = SALTED.fullmatch(state, len(state) - AFTER_SALTED)
        if salted is None:
            return state == _to_event(recorded) + b"}"
        return recorded.event.MAY_NAME_UNSEEN and state == _to_event(recorded) + salted[0]

    def to_domain_event(self, stored_event: StoredEvent) -> Recorded:  # type: ignore[override]  # Recorded is our only domain event
        """The event of what is stored, brought to its present shape.

        Raises UnknownTopic where a newer version of this software wrote it, else EventUnreadable.
        """
        place = stored_event.id if type(stored_event) is Notification else None
        whose, version = _uuid(stored_event.originator_id), stored_event.originator_version
        return self._told((whose, version, stored_event.topic, stored_event.state, place))

    def to_domain_events(self, rows: Sequence[Row]) -> list[Recorded]:
        """The events of many rows, for who reads the log.  Raises the same, of the first that it is so of."""
        try:
            return [self._read(*row) for row in rows]
        except (ValueError, TypeError, KeyError):
            # One of them cannot be read; once more, to say which.
            return [self._told(row) for row in rows]

    def _told(self, row: Row) -> Recorded:
        try:
            return self._read(*row)
        except (ValueError, TypeError, KeyError) as trouble:
            _, _, topic, _, position = row
            raise EventUnreadable(topic=topic, position=position) from trouble

    def _read(self, whose: UUID, version: int, topic: str, state: bytes, place: int | None) -> Recorded:
        while topic in self.upcasts:
            upcast = self.upcasts[topic]
            document = json.loads(state)
            document["event"] = upcast.change(document["event"])
            topic, state = upcast.topic, json.dumps(document).encode()
        if topic not in TOPICS:
            raise UnknownTopic(topic=topic, position=place)
        beginning, at, by = self._alike
        if state.startswith(beginning):
            end = -1 if state[-2] == _BRACE else _end_of_event(state)
            event = _event_reader(topic)(state[len(beginning) : end])
            return Recorded(whose, version, event, at, by, place)
        stored = envelope(topic).model_validate_json(state)
        at, by = stored.recorded_at, stored.recorded_by
        beginning = _when_and_by_whom(at, by) + BEFORE_EVENT
        if state.startswith(beginning):
            self._alike = Alike(beginning, at, by)
        return Recorded(whose, version, stored.event, at, by, place, stored.header, stored.in_force)


def _uuid(originator_id: UUID | str) -> UUID:
    assert isinstance(originator_id, UUID), "the events table keeps uuids"
    return originator_id


def _end_of_event(state: bytes) -> int:
    """Where, from the end of a state, the event ends that does not end with it."""
    return -AFTER_SALTED if SALTED.fullmatch(state, len(state) - AFTER_SALTED) else -1


def encode(recorded: Recorded) -> bytes:
    """The state of a recorded event: one JSON object, fields in a fixed order."""
    (end,) = _ends([recorded.event])
    return _to_event(recorded) + end


def encode_together(
    events: Sequence[Event],
    recorded_at: datetime,
    recorded_by: str,
    header: Header | None = None,
    in_force: InForce | None = None,
) -> list[bytes]:
    """The states of events recorded together; `header` and `in_force` are kept with the first."""
    first = _before_event(recorded_at, recorded_by, header, in_force)
    others = repeat(_before_event(recorded_at, recorded_by, None, None))
    parts = zip(chain([first], others), events, _ends(events), strict=False)
    return [before + canonical(event) + end for before, event, end in parts]


def _ends(events: Sequence[Event]) -> Sequence[bytes]:
    """What follows each event in its state: a salt of its own, where it is kept with one."""
    unseen = [event.MAY_NAME_UNSEEN for event in events]
    drawn = salts(sum(unseen))
    return [b',"salt":"%b"}' % next(drawn) if one else b"}" for one in unseen]


def _to_event(recorded: Recorded) -> bytes:
    """A state up to the end of its event."""
    _, _, event, at, by, _, header, in_force = recorded
    return _before_event(at, by, header, in_force) + canonical(event)


def _before_event(at: datetime, by: str, header: Header | None, in_force: InForce | None) -> bytes:
    """A state up to its event."""
    parts = [_when_and_by_whom(at, by)]
    if header is not None:
        parts += [b',"header":', header.canonical_json()]
    if in_force is not None:
        parts += [b',"in_force":', _described(in_force)]
    parts.append(BEFORE_EVENT)
    return b"".join(parts)


@lru_cache(maxsize=256)
def _described(in_force: InForce) -> bytes:
    """What held at a table, the same for round after round."""
    described = asdict(in_force)
    superseded = described.pop("superseded")
    if superseded is not None:  # left out of most, and of all that were written before it was asked
        described["superseded"] = superseded.isoformat()
    return json.dumps(described).encode()


@lru_cache(maxsize=256)
def _when_and_by_whom(recorded_at: datetime, recorded_by: str) -> bytes:
    """The beginning that all events of one append share.  Raises ValueError of what is no text."""
    recorded_by.encode()  # JSON would take half of a pair of surrogates, and nobody could read it again
    return b'{"recorded_at":"%b","recorded_by":%b' % (
        recorded_at.isoformat().encode(),
        json.dumps(recorded_by).encode(),
    )


def canonical(event: Event) -> bytes:
    """An event's canonical JSON: inheritance applied, absent fields left out."""
    return event.__pydantic_serializer__.to_json(event, exclude_none=True)
