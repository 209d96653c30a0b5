"""The leaf of an event: every column of its row, so that nothing of it can be changed unseen.

Five fields, each after its length: position, stream id, version, topic, state.
That is byte for byte a row of PostgreSQL's binary COPY of these columns, so
that a whole ledger is read and hashed without taking a row apart; a verifier
needs no database to make it.
"""

from __future__ import annotations

from struct import Struct
from typing import Final, NamedTuple
from uuid import UUID

COLUMNS: Final = ("notification_id", "originator_id", "originator_version", "topic", "state")
# How many fields; then length and content of the three of fixed length.
_FIXED: Final = Struct(">hiqi16siq")
_LENGTH: Final = Struct(">i")
_FIELDS: Final = 5


class Fields(NamedTuple):
    """An event as it is stored: what a leaf is made of."""

    position: int
    stream: UUID
    version: int
    topic: str
    state: bytes


def leaf_of(position: int, stream: UUID, version: int, topic: str, state: bytes) -> bytes:
    """The leaf of an event as it is stored."""
    name = topic.encode()
    fixed = _FIXED.pack(_FIELDS, 8, position, 16, stream.bytes, 8, version)
    return b"".join((fixed, _LENGTH.pack(len(name)), name, _LENGTH.pack(len(state)), state))


def position_of(leaf: bytes) -> int:
    """The position of the event whose leaf it is."""
    return int.from_bytes(leaf[6:14], "big", signed=True)


def fields_of(leaf: bytes) -> Fields:
    """What a leaf is made of."""
    _, _, position, _, stream, _, version = _FIXED.unpack_from(leaf)
    (length,) = _LENGTH.unpack_from(leaf, _FIXED.size)
    topic_at = _FIXED.size + _LENGTH.size
    state_at = topic_at + length + _LENGTH.size
    return Fields(
        position, UUID(bytes=stream), version, leaf[topic_at : topic_at + length].decode(), leaf[state_at:]
    )
