"""What days, chip sets and sessions said that the view of days keeps, corrections with it.

A correction is told as what changed by it, so that rows are added and never
changed, and an earlier position is always a matter of leaving rows out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from ledger.days import state as days
from ledger.days.state import GamingDay
from ledger.events.base import Recorded
from ledger.events.forms import VarianceReported
from ledger.events.records import ChipSetHeader, GamingDayHeader
from ledger.events.sessions import SessionCorrected
from ledger.events.short import evolve
from ledger.sessions.state import Session, effective


class ChipsFound(NamedTuple):
    """Chips counted at a place, of a set ('': of value); `chips` None where a correction took it back."""

    position: int
    gaming_date: date
    place: str
    chip_set: str
    chips: Mapping[int, int] | None


class Reported(NamedTuple):
    """A variance report at a version of its session; `report` None where a correction took it back."""

    position: int
    session: str
    version: int
    report: VarianceReported | None


@dataclass(slots=True)
class DayNews:
    """What a batch says of days, in no order but that of each stream."""

    days: list[tuple[date, int]] = field(default_factory=list)
    chip_sets: list[tuple[str, int]] = field(default_factory=list)
    found: list[ChipsFound] = field(default_factory=list)
    reported: list[Reported] = field(default_factory=list)

    def day(self, before: Sequence[Recorded], news: Sequence[Recorded]) -> None:
        """Take what is new of a gaming day; `before` are the events that were there."""
        header = (*before, *news)[0].header
        assert isinstance(header, GamingDayHeader), header
        if not before:
            self.days.append((header.gaming_date, _position(news[0])))
        state = days.fold(header, (one.event for one in before))
        had = _counted(state)
        for one in news:
            evolve(state, one.event)
            has = _counted(state)
            for where in sorted({*had, *has}):
                if had.get(where) != has.get(where):
                    place = (_position(one), header.gaming_date, *where)
                    self.found.append(ChipsFound(*place, has.get(where)))
            had = has

    def chip_set(self, news: Sequence[Recorded]) -> None:
        """Take what is new of a chip set: that it is there."""
        header = news[0].header
        if isinstance(header, ChipSetHeader):
            self.chip_sets.append((header.name, _position(news[0])))

    def session(self, one: Recorded, state: Session) -> None:
        """Take a session's event, just folded into `state`, where it says or changes a variance report."""
        event = one.event
        if not isinstance(event, VarianceReported | SessionCorrected):
            return
        version = effective(state, event.corrects) if isinstance(event, SessionCorrected) else one.version
        report = state.events[version - 1]
        if isinstance(report, VarianceReported):
            self.reported.append(Reported(_position(one), state.key, version, report))
        elif isinstance(state.log[version - 1], VarianceReported):
            self.reported.append(Reported(_position(one), state.key, version, None))


def _counted(state: GamingDay) -> dict[tuple[str, str], Mapping[int, int]]:
    return {(place, chip_set or ""): event.chips for (place, chip_set), (_, event) in state.counted.items()}


def _position(one: Recorded) -> int:
    assert one.position is not None, "events of the log have their position"
    return one.position
