"""What is refused because of events as they are stored, each refusal with a permanent code."""

from __future__ import annotations

from ledger.errors import Unavailable


class EventUnreadable(Unavailable):
    """Stored bytes that are no event of their topic; what is wrong with them is its cause."""

    code = "event_unreadable"
    text = "position {position} holds what cannot be read as an event {topic}"
