"""Events read from the bytes that were stored, where no ledger is at hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from eventsourcing.persistence import Notification

from ledger.errors import InvalidField
from ledger.events.base import Recorded
from ledger.events.errors import EventUnreadable
from ledger.seal.leaves import Fields
from ledger.store.mapper import EventMapper

ReadStored: TypeAlias = Callable[[Fields], Recorded]


def reading_stored() -> ReadStored:
    """What reads stored events, each to its present shape.

    It raises UnknownTopic where a newer version of this software wrote one,
    InvalidField where the bytes are no event of their topic.
    """
    mapper = EventMapper()

    def read(stored: Fields) -> Recorded:
        position, stream, version, topic, state = stored
        try:
            return mapper.to_domain_event(Notification(stream, version, topic, state, position))
        except EventUnreadable as trouble:
            detail = f"the event at position {position} is none of {topic}"
            raise InvalidField(detail=detail) from trouble

    return read
