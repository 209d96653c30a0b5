"""What a gaming day and the chip sets said of themselves, read from their events up to a position."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Literal, NamedTuple

from ledger.application.ledger import Ledger
from ledger.chipsets.state import ChipSet
from ledger.chipsets.state import fold as fold_chip_set
from ledger.days.state import GamingDay
from ledger.days.state import fold as fold_day
from ledger.events.base import Recorded
from ledger.events.records import ChipSetHeader, GamingDayHeader
from ledger.identity import stream_id
from ledger.jurisdictions.profile import Profile
from ledger.jurisdictions.profiles import named, recorded
from projections.days.answers import Mark


class SeenDay(NamedTuple):
    """A gaming day as far as it was recorded by a position, and its events as stored."""

    state: GamingDay
    recorded: list[Recorded]

    def mark(self, version: int | None) -> Mark | None:
        """When and by whom an event was recorded; None for none."""
        if version is None:
            return None
        stored, event = self.recorded[version - 1], self.recorded[version - 1].event
        assert stored.position is not None
        assert event.by is not None
        return Mark(
            version=version,
            position=stored.position,
            occurred_at=event.occurred_at,
            recorded_at=stored.recorded_at,
            by=event.by,
            approved_by=event.__dict__.get("approved_by"),
        )


def day(ledger: Ledger, gaming_date: date, as_of: int) -> SeenDay:
    """The day's own events by a position; none where nobody recorded it."""
    return days(ledger, [gaming_date], as_of)[0]


def days(ledger: Ledger, dates: Iterable[date], as_of: int) -> list[SeenDay]:
    """The same of several, in their order."""
    # Beside the first and the last date that can be recorded there is one more to ask for.
    headers = [GamingDayHeader.model_construct(gaming_date=one) for one in dates]
    streams = _streams(ledger, "gaming_day", [header.key for header in headers], as_of)
    return [
        SeenDay(fold_day(header, (one.event for one in found)), found)
        for header, found in zip(headers, streams, strict=True)
    ]


def chip_sets(ledger: Ledger, names: Iterable[str], as_of: int) -> list[ChipSet]:
    """Chip sets by name, each as of a position."""
    headers = [ChipSetHeader(name=name) for name in names]
    streams = _streams(ledger, "chip_set", [header.key for header in headers], as_of)
    return [
        fold_chip_set(header, (one.event for one in found))
        for header, found in zip(headers, streams, strict=True)
    ]


def _streams(ledger: Ledger, kind: str, keys: Iterable[str], as_of: int) -> list[list[Recorded]]:
    ids = [stream_id(ledger.property, kind, key) for key in keys]
    found = ledger.recorded(ids) if ids else {}
    return [
        [one for one in found.get(stream, ()) if one.position is not None and one.position <= as_of]
        for stream in ids
    ]


class Ruled(NamedTuple):
    """Whose rules a day is looked at by, and who said so."""

    profile: Profile
    by: Literal["asked", "day", "setting"]


def ruled(asked: str | None, said: str | None, setting: str) -> Ruled:
    """The profile asked for, else the day's own, else the property's.  Raises JurisdictionNotFound."""
    if asked is not None:
        return Ruled(named(asked), "asked")
    return Ruled(named(setting), "setting") if said is None else Ruled(recorded(said), "day")
