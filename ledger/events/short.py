"""A stream of few events: all that is asked of it is read off the events in effect, corrections applied."""

from __future__ import annotations

from typing import Generic, TypeVar

from ledger.events.base import Event, Header
from ledger.events.corrections import in_effect

Head = TypeVar("Head", bound=Header)
Fact = TypeVar("Fact", bound=Event)


class Short(Generic[Head]):
    """Such a stream as far as it was recorded; version v is the v-th event."""

    __slots__ = ("header", "log")

    def __init__(self, header: Head) -> None:
        self.header = header
        self.log: list[Event] = []

    @property
    def version(self) -> int:
        """How many events are recorded."""
        return len(self.log)

    def of(self, kind: type[Fact]) -> list[tuple[int, Fact]]:
        """The events of one kind in effect, each with its version, in order."""
        return [
            (version, event)
            for version, event in enumerate(in_effect(self.log), 1)
            if isinstance(event, kind)
        ]


def evolve(state: Short[Head], event: Event) -> None:
    """Take one more event, whatever it is."""
    state.log.append(event)
