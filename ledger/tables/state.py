"""What a table is: its spots and chips, the games it offered and the limits it posted.

Offers and limits are kept with the version and time of their event, so that
what held when a round opened can be said for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar

from ledger.events.base import Event
from ledger.events.records import TableHeader
from ledger.events.registry import GameOffered, LimitsPosted, TableRegistered, TableRetired

Posted = TypeVar("Posted", GameOffered, LimitsPosted)


class Table:
    """A table as far as it was recorded; version v is the v-th event."""

    __slots__ = ("_limits", "_offers", "header", "log", "registered", "retired_at")

    def __init__(self, header: TableHeader) -> None:
        self.header = header
        self.log: list[Event] = []
        self.registered: TableRegistered | None = None
        self.retired_at: int | None = None
        self._offers: list[tuple[int, GameOffered]] = []
        self._limits: list[tuple[int, LimitsPosted]] = []

    @property
    def version(self) -> int:
        """How many events are recorded."""
        return len(self.log)

    def offer(self, version: int, at: datetime | None) -> GameOffered | None:
        """The latest offer recorded by `version` and made by `at` (None: whenever)."""
        return _latest(self._offers, version, at)

    def limits(self, version: int, at: datetime | None) -> Mapping[str, tuple[int | None, int | None]]:
        """Minimum and maximum in cents by wager on the latest sign recorded by `version` and posted by `at`."""
        posted = _latest(self._limits, version, at)
        if posted is None:
            return MappingProxyType({})
        return {name: (limits.minimum, limits.maximum) for name, limits in posted.limits.items()}


def _latest(events: list[tuple[int, Posted]], version: int, at: datetime | None) -> Posted | None:
    """The last one recorded by `version` that is not after `at`; an unknown time counts as before."""
    for recorded, event in reversed(events):
        if recorded <= version and (at is None or event.occurred_at is None or event.occurred_at <= at):
            return event
    return None


def evolve(state: Table, event: Event) -> None:
    """Take one more event."""
    state.log.append(event)
    match event:
        case TableRegistered():
            state.registered = event
        case GameOffered():
            state._offers.append((state.version, event))  # noqa: SLF001 - the fold owns the state
        case LimitsPosted():
            state._limits.append((state.version, event))  # noqa: SLF001 - the fold owns the state
        case TableRetired():
            state.retired_at = state.version
