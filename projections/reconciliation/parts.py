"""What stands in a session beside its movements: counts of a shift, boxes, chips on their way, color sold.

It is read off the folded session, once as the view writes its row and again
where a report of an earlier position folds the session anew.
"""

from __future__ import annotations

from typing import Final, Self

from pydantic import BaseModel, ConfigDict, Field

from ledger.events.sessions import BoxDropped, SessionCorrected, ShiftChanged
from ledger.sessions.state import Session, effective
from projections.answers import Instant


class Part(BaseModel):
    """A part of a session, kept as JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ShiftCount(Part):
    """The tray as counted when one shift handed the table to the next."""

    version: int
    shift: str
    then: str
    at: Instant | None
    chips: dict[int, int]


class DroppedBox(Part):
    """A drop box, when it was taken, and what the count room found; null while it is not counted."""

    box: str
    at: Instant | None
    cash: int | None = None
    documents: int | None = None
    coupons: int | None = None

    @property
    def counted(self) -> int | None:
        """All that was found in it, in cents."""
        found = (self.cash, self.documents, self.coupons)
        known = [cents for cents in found if cents is not None]
        return sum(known) if len(known) == len(found) else None


class InTransit(Part):
    """Chips that left one end of a slip and were not counted in at the other; negative: more came in."""

    slip: str
    kind: str
    chips: dict[int, int]
    version: int


class Parts(Part):
    """All of it."""

    counts: tuple[ShiftCount, ...] = ()
    boxes: tuple[DroppedBox, ...] = ()
    in_transit: tuple[InTransit, ...] = ()
    last_box_missing: bool = False
    corrections: dict[int, int] = Field(
        default_factory=dict, description="what each corrects, by version, where there were shifts"
    )
    color: int = Field(default=0, description="color sold and not yet cashed in, in cents at its markers")

    @classmethod
    def of(cls, state: Session) -> Self:
        """Those of a session as folded."""
        return cls(
            counts=tuple(_counts(state)),
            boxes=tuple(_boxes(state)),
            in_transit=tuple(_in_transit(state)),
            last_box_missing=state.last_box_missing,
            corrections=_corrections(state),
            color=state.outstanding_color,
        )

    @property
    def pointed_at(self) -> set[int]:
        """The events, by version, of which it matters where they stand in the log."""
        counts = {count.version for count in self.counts}
        slips = {slip.version for slip in self.in_transit}
        return {*counts, *slips, *self.corrections, *self.corrections.values()}


NONE: Final = Parts()


def _counts(state: Session) -> list[ShiftCount]:
    """The counts in the order in which the shifts that they began ran."""
    return [
        ShiftCount(
            version=shift.version, shift=event.from_, then=event.to, at=event.occurred_at, chips=event.count
        )
        for shift in state.shifts
        if isinstance(event := state.events[shift.version - 1], ShiftChanged)
    ]


def _corrections(state: Session) -> dict[int, int]:
    """Which fact each correction is about; of no matter where the session had but one shift."""
    if len(state.shifts) < 2:
        return {}
    return {
        version: effective(state, event.corrects)
        for version, event in enumerate(state.log, 1)
        if isinstance(event, SessionCorrected)
    }


def _boxes(state: Session) -> list[DroppedBox]:
    taken = {event.box: event.occurred_at for event in state.events if isinstance(event, BoxDropped)}
    found = []
    for name, box in state.boxes.items():
        counted = box.counted
        known = {} if counted is None else counted.model_dump()
        found.append(DroppedBox(box=name, at=taken.get(name), **known))
    return found


def _in_transit(state: Session) -> list[InTransit]:
    return [
        InTransit(
            slip=trail.name,
            kind=trail.kind,
            chips=dict(trail.in_transit),
            version=max(step.version for step in trail.steps.values()),
        )
        for trail in state.slips.values()
        if trail.in_transit
    ]
