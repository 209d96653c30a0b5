"""The events of non-value chips, color: bound to a table, each color worth what its marker says.

Color is no money outside its table.  The tray is not touched when color is
sold, and falls when color is cashed in; all of it is booked at marker value.
Source: accounting A.2, "Chip kinds", and A.4, formula 14.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ledger.events.base import Line
from ledger.events.session_parts import SessionEvent
from ledger.identity import Name
from ledger.money import Chips, PositiveCents

Color: TypeAlias = Annotated[Line, Field(description="color and design, as on the chips")]
Count: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]


class MarkerSet(SessionEvent):
    """A marker button says what one chip of a color is worth from now on."""

    TOPIC = "session.marker_set.v1"
    type: Literal["marker_set"] = "marker_set"
    color: Color
    value: Annotated[PositiveCents, Field(description="cents a chip")]
    patron: Name | None = None


class ColorIssued(SessionEvent):
    """Color was sold: what was tendered went to the box, the value tray is not touched."""

    TOPIC = "session.color_issued.v1"
    type: Literal["color_issued"] = "color_issued"
    color: Color
    count: Count
    value: Annotated[PositiveCents, Field(description="cents a chip, by the marker")]
    tender: Literal["cash", "coupon", "counter_check", "redemption", "card", "chips"]
    tendered: PositiveCents
    chips: Annotated[Chips | None, Field(description="value chips taken in, where chips were tendered")] = (
        None
    )
    document: Line | None = None
    patron: Name | None = None


class ColorCashed(SessionEvent):
    """Color came back for value chips out of the tray."""

    TOPIC = "session.color_cashed.v1"
    type: Literal["color_cashed"] = "color_cashed"
    color: Color
    count: Count
    value: Annotated[PositiveCents, Field(description="cents a chip, by the marker")]
    chips: Chips
    patron: Name | None = None


class ImpressmentCounted(SessionEvent):
    """The non-value chips of the table were counted against the fixed set.

    `counts` by color as found, `impressment` by color as the set should be.
    """

    TOPIC = "session.impressment_counted.v1"
    type: Literal["impressment_counted"] = "impressment_counted"
    counts: dict[Line, Annotated[int, Field(ge=0, le=10_000_000)]]
    impressment: dict[Line, Annotated[int, Field(ge=0, le=10_000_000)]]
