"""What stands in a session beside its movements: counts of a shift, boxes, chips on their way, color sold.

It is read off the folded session, once as the view writes its row and again
where a report of an earlier position folds the session anew.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, Self

from pydantic import BaseModel, ConfigDict, Field

from ledger.events.sessions import BoxDropped, ShiftChanged
from ledger.sessions.state import Session


class Part(BaseModel):
    """A part of a session, kept as JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ShiftCount(Part):
    """The tray as counted when one shift handed the table to the next."""

    version: int
    shift: str
    then: str
    at: datetime | None
    chips: dict[int, int]


class DroppedBox(Part):
    """A drop box, when it was taken, and what the count room found; null while it is not counted."""

    box: str
    at: datetime | None
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
    color: int = Field(default=0, description="color sold and not yet cashed in, in cents at its markers")

    @classmethod
    def of(cls, state: Session) -> Self:
        """Those of a session as folded."""
        return cls(
            counts=tuple(_counts(state)),
            boxes=tuple(_boxes(state)),
            in_transit=tuple(_in_transit(state)),
            color=state.outstanding_color,
        )


NONE: Final = Parts()


def _counts(state: Session) -> list[ShiftCount]:
    """The counts in order of time; one without a time parts nothing into before and after."""
    found = [
        ShiftCount(version=version, shift=event.from_, then=event.to, at=event.occurred_at, chips=event.count)
        for version, event in enumerate(state.events, 1)
        if isinstance(event, ShiftChanged) and event.occurred_at is not None
    ]
    return sorted(found, key=_counted_at)


def _counted_at(count: ShiftCount) -> tuple[datetime, int]:
    assert count.at is not None
    return count.at, count.version


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
