"""The feed: every event once, in order of position, as CloudEvents straight from the log.

A face that the table had not seen when its event was recorded is withheld from
that event for ever, so that an id has one content whoever asks and whenever;
it follows in `hand_revealed`, and in `data.faces` of `closed`.  What is
withheld depends on the stream alone, never on where a page begins.  The cards of
a deck are named in no order: that in which they lay is that in which they come.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from threading import Lock
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from ledger.application.ledger import Ledger
from ledger.decks import masking as decks
from ledger.errors import InvalidQuery
from ledger.events.base import Event, Header, Recorded
from ledger.events.records import DeckHeader, RoundHeader
from ledger.identity import event_id
from ledger.rounds.masking import masked_as_recorded

MOST: Final = 1000
# Keys of streams that are kept at hand; a stream's key never changes.
KEYS_KEPT: Final = 10_000

# An event as the feed gives it, and the faces that it brings to light by the version that withheld them.
Given: TypeAlias = tuple[Event, decks.Faces]
# Streams of which all that was recorded decides what is withheld.
MASKED: Final = frozenset({RoundHeader.STREAM, DeckHeader.STREAM})


class FeedLine(NamedTuple):
    """One event as JSON without a line end, and its position."""

    position: int
    line: bytes


class FeedPage(NamedTuple):
    """Events in order, and the position after which the next page begins.

    At the end of the log there are none, and `after` stays what was asked.
    """

    lines: tuple[FeedLine, ...]
    after: int


class Feed:
    """The feed of one property.  Threads may share it; any ledger will do, also one that may only read."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = Lock()
        self._keys: dict[UUID, str] = {}

    def page(self, after: int = 0, limit: int = 100) -> FeedPage:
        """Up to `limit` events after a position (0: the first).

        Raises InvalidQuery where the log ends before that position,
        StoreUnavailable, UnknownTopic.
        """
        ledger = self._ledger
        found = [ledger.mapper.to_domain_event(stored) for stored in ledger.recorder.read_since(after, limit)]
        if not found:
            self.reaches(after)
        with self._lock:
            keys = {one.stream_id: self._keys.get(one.stream_id, "") for one in found}
        # Of others what tells their key.
        wanted = {one.stream_id for one in found if one.event.STREAM in MASKED or not keys[one.stream_id]}
        given: dict[UUID, Sequence[Given]] = {}
        for stream, recorded in ledger.recorded(wanted).items():
            header = recorded[0].header
            assert header is not None, "a stream has a first event"
            keys[stream] = header.key
            if header.STREAM in MASKED:
                given[stream] = list(_masked(header, [one.event for one in recorded]))
        self._keep(keys)
        return FeedPage(
            tuple(self._line(one, keys[one.stream_id], given.get(one.stream_id)) for one in found),
            (found[-1].position if found else None) or after,
        )

    def reaches(self, position: int) -> None:
        """Refuse a position that the log has not: who waited there would miss what takes its place.

        Raises InvalidQuery, StoreUnavailable.
        """
        head = self._ledger.recorder.head() if position else 0
        if position > head:
            raise InvalidQuery(
                detail=f"the log ends at {head}, before {position}: it was restored to an earlier point,"
                " or the position is another ledger's"
            )

    def lines(self, after: int = 0) -> Iterator[FeedLine]:
        """Every event after a position, up to the end of the log as it is when it is reached."""
        page = self.page(after, MOST)
        while page.lines:
            yield from page.lines
            page = self.page(page.after, MOST)

    def _keep(self, keys: Mapping[UUID, str]) -> None:
        with self._lock:
            self._keys.update(keys)
            while len(self._keys) > KEYS_KEPT:
                del self._keys[next(iter(self._keys))]

    def _line(self, recorded: Recorded, key: str, given: Sequence[Given] | None) -> FeedLine:
        event, faces = (recorded.event, {}) if given is None else given[recorded.version - 1]
        said = {
            "specversion": "1.0",
            "id": str(event_id(recorded.stream_id, recorded.version)),
            "source": f"/pitledger/{self._ledger.property}",
            "type": event.TOPIC,
            "subject": key,
            "time": _utc(event.occurred_at or recorded.recorded_at),
            "position": str(recorded.position),
            "version": recorded.version,
            "recordedat": _utc(recorded.recorded_at),
        }
        data = event.__pydantic_serializer__.to_json(event, exclude_none=True)
        if faces:
            data = data[:-1] + b',"faces":' + _json({str(at): face for at, face in faces.items()}) + b"}"
        assert recorded.position is not None, "what was read has a position"
        return FeedLine(recorded.position, _json(said)[:-1] + b',"data":' + data + b"}")


def _masked(header: Header, events: Sequence[Event]) -> Iterable[Given]:
    if header.STREAM == DeckHeader.STREAM:
        return decks.masked_as_recorded(events)
    return ((event, {**faces}) for event, faces in masked_as_recorded(header, events))


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
