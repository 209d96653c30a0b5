"""What the events of a session share: their stream, and the slips that chips travel on."""

from __future__ import annotations

from typing import ClassVar

from ledger.events.base import Event, Line, Model, Note, Person, Word
from ledger.identity import Number
from ledger.money import Chips


class SessionEvent(Event):
    """Something that happened to a table's inventory outside a round."""

    STREAM: ClassVar[str] = "session"


class Slip(Model):
    """The serial number of a fill or credit slip."""

    type: Word
    series: Line
    serial: Number


class SlipEvent(SessionEvent):
    """A step in the life of a fill or credit slip."""

    slip: Slip
    chips: Chips
    approved_by: Person | None = None
    reason: Note | None = None
