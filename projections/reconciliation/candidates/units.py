"""What is searched for candidates: the smallest part that was counted, a session or each shift of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from projections.answers import Vector
from projections.reconciliation.answers import SessionFigures, ShiftFigures


@dataclass(frozen=True, slots=True)
class Unit:
    """A session, or a shift of it between two counts of its tray; `number` is that of the shift, from 0."""

    session: SessionFigures
    variance: Vector
    number: int | None = None

    @property
    def key(self) -> str:
        """That of its session."""
        return key(self.session)

    @property
    def name(self) -> tuple[str, int | None]:
        """The session and the number of the shift."""
        return self.key, self.number

    @property
    def shift(self) -> ShiftFigures | None:
        """The shift, None for a session whose tray was not counted in between."""
        return None if self.number is None else self.session.shifts[self.number]

    @property
    def is_first(self) -> bool:
        """Whether it began with the opener."""
        return not self.number

    @property
    def is_last(self) -> bool:
        """Whether it ended with the closer."""
        return self.number is None or self.number + 1 == len(self.session.shifts)

    @property
    def between(self) -> tuple[datetime | None, datetime | None]:
        """After and up to which instants; None: from the beginning, to the end."""
        shift = self.shift
        if shift is None:
            return None, None
        return None if self.is_first else shift.since, None if self.is_last else shift.until

    @property
    def drop_variance(self) -> int | None:
        """What its own box is over or short, else that of the session."""
        shift = self.shift
        if shift is None or shift.drop_variance is None:
            return self.session.drop.variance
        return shift.drop_variance


def units(one: SessionFigures) -> Iterator[Unit]:
    """The parts of a session that were counted and are off, in value or in a denomination."""
    if len(one.shifts) < 2:
        if one.variance is not None and _is_off(one.variance):
            yield Unit(one, one.variance)
        return
    for number, shift in enumerate(one.shifts):
        if shift.variance is not None and _is_off(shift.variance):
            yield Unit(one, shift.variance, number)


def of_all(sessions: Sequence[SessionFigures]) -> list[Unit]:
    """Those of all sessions."""
    return [unit for one in sessions for unit in units(one)]


def key(one: SessionFigures) -> str:
    """The key of a session."""
    return f"{one.table}/{one.gaming_date}/{one.number}"


def _is_off(variance: Vector) -> bool:
    return bool(variance.total or variance.unspecified or any(variance.by_denomination.values()))
