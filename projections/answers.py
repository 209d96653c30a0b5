"""What every answer of a view says of itself, and the words that several views share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

Count: TypeAlias = Annotated[int, Field(description="chips; negative where more went out than came in")]
# In one order wherever the chips came from, so that an answer given again is the same, byte for byte.
ByDenomination: TypeAlias = Annotated[
    dict[int, Count],
    AfterValidator(lambda chips: dict(sorted(chips.items()))),
    Field(description="chips by denomination, each denomination in cents"),
]


def _in_utc(at: datetime) -> datetime:
    """The same instant in UTC; as it is at the very ends of the calendar, where there is none."""
    try:
        return at.astimezone(UTC)
    except OverflowError:
        return at


# One spelling of an instant, whether it comes from a row or from an event as recorded, with whatever offset.
Instant: TypeAlias = Annotated[datetime, AfterValidator(_in_utc), Field(description="in UTC")]
SignedCents: TypeAlias = Annotated[int, Field(description="whole cents, signed")]


class Said(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Answer(Said):
    """An answer of a view, and how far that view had read.

    `as_of` is the position that the answer reflects: the one asked for, else
    the last that the view has taken in.  `lag` is how many positions the view is
    behind the last event of the ledger; 0 where it has everything.
    """

    as_of: Annotated[int, Field(ge=0)]
    lag: Annotated[int, Field(ge=0)]


class Vector(Said):
    """Chips by denomination and what they are worth.

    `total` is in cents and includes `unspecified`, the cents of movements whose
    chips were not recorded: they are never spread over denominations.
    """

    total: SignedCents
    by_denomination: ByDenomination
    unspecified: SignedCents


class Quarantined(Said):
    """The event that a view cannot take in, and stands before; `error` says why."""

    position: int
    stream: str
    version: int
    topic: str
    error: str
    first_seen: Instant
    last_tried: Instant
    tries: int


class ViewStatus(Said):
    """How far one view has read.

    `position` is the last that it has taken in, `head` the last of the ledger,
    `lag` the difference.  `gap` is how many events up to its position it has not
    taken in: 0, unless one was missed; null where that is not known.
    """

    view: str
    position: int
    head: int
    lag: int
    gap: int | None = None
    quarantined: Annotated[Quarantined | None, Field(description="why it does not go on; null: it does")] = (
        None
    )
