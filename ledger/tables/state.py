"""What a table is: its spots and chips, the games it offered and the limits it posted.

Offers and limits are kept with the version and time of their event, so that
what held when a round opened can be said for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final, TypeVar

from ledger.events.base import Event
from ledger.events.records import TableHeader
from ledger.events.registry import CamerasAssigned, GameOffered, LimitsPosted, TableRegistered, TableRetired

Posted = TypeVar("Posted", GameOffered, LimitsPosted)
# An unknown time counts as before all others.
BEGINNING: Final = datetime.min.replace(tzinfo=UTC)


class Table:
    """A table as far as it was recorded; version v is the v-th event."""

    __slots__ = ("cameras", "header", "log", "offers", "registered", "retired_at", "signs")

    def __init__(self, header: TableHeader) -> None:
        self.header = header
        self.log: list[Event] = []
        self.registered: TableRegistered | None = None
        self.retired_at: int | None = None
        self.cameras: tuple[str, ...] = ()
        self.offers: list[tuple[int, GameOffered]] = []
        self.signs: list[tuple[int, LimitsPosted]] = []

    @property
    def version(self) -> int:
        """How many events are recorded."""
        return len(self.log)

    @property
    def currency(self) -> str | None:
        """What the table plays in, as registered."""
        return None if self.registered is None else self.registered.currency

    def offer(self, version: int, at: datetime | None) -> GameOffered | None:
        """The offer that held at `at`, of those recorded by `version`; where `at` is None the last."""
        return _holding(self.offers, version, at)

    def limits(self, version: int, at: datetime | None) -> Mapping[str, tuple[int | None, int | None]]:
        """Minimum and maximum in cents by wager on the sign that hung at `at`, as recorded by `version`.

        A sign speaks for itself: the wagers it does not name have no limits.
        Where `at` is None it is the last sign recorded.
        """
        posted = _holding(self.signs, version, at)
        if posted is None:
            return MappingProxyType({})
        return {name: (limits.minimum, limits.maximum) for name, limits in posted.limits.items()}


def _holding(events: list[tuple[int, Posted]], version: int, at: datetime | None) -> Posted | None:
    """Of what was recorded by `version`, the last that happened by `at`.

    The floor's clock decides, not the order of record: what is entered late
    does not displace what came after it.
    """
    found: tuple[datetime, Posted] | None = None
    for recorded, event in events:
        since = BEGINNING if at is None else event.occurred_at or BEGINNING
        if recorded <= version and (at is None or since <= at) and (found is None or since >= found[0]):
            found = (since, event)
    return None if found is None else found[1]


def evolve(state: Table, event: Event) -> None:
    """Take one more event."""
    state.log.append(event)
    match event:
        case TableRegistered():
            state.registered = event
        case GameOffered():
            state.offers.append((state.version, event))
        case LimitsPosted():
            state.signs.append((state.version, event))
        case CamerasAssigned():
            state.cameras = tuple(event.cameras)
        case TableRetired():
            state.retired_at = state.version
