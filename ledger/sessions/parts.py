"""What a session is made of: slips, drop boxes, documents, and remarks of the fold.

All of it belongs to one `Session` and is changed by its fold alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.events.base import Event
from ledger.events.session_parts import Slip
from ledger.events.sessions import BoxCount

Kind: TypeAlias = Literal["fill", "credit"]
FormKind: TypeAlias = Literal["table_inventory", "commission", "commission_recovery", "variance_report"]
StepName: TypeAlias = Literal["requested", "issued", "dispatched", "received", "voided"]

# The steps of a slip in their order; a void may come between any two before transport.
ORDER: Final[tuple[StepName, ...]] = ("requested", "issued", "dispatched", "received")


class Shift(NamedTuple):
    """A shift: since when by the floor's clock, the event that began it, and from which it was taken over.

    `over_from` is None for the shift of the opener.
    """

    since: datetime | None
    version: int
    name: str
    over_from: str | None = None


class Remark(NamedTuple):
    """Something the fold saw that was not as it should have been: a finding's raw fact.

    `rule` is the paragraph where the code alone does not say it.
    """

    code: str
    version: int
    facts: Mapping[str, object] = MappingProxyType({})
    rule: str = ""


class Step(NamedTuple):
    """One step of a slip: the event that recorded it, the chips it said, and who said so."""

    version: int
    chips: Mapping[int, int]
    by: str | None = None
    approved_by: str | None = None
    reason: str | None = None


class SlipTrail:
    """The life of one fill or credit slip: each step once, one slip one effect.

    `in_transit` is what left one end and was not counted in at the other, by
    denomination; negative where more was counted in than had left.
    """

    __slots__ = ("in_transit", "kind", "slip", "steps")

    def __init__(self, kind: Kind, slip: Slip) -> None:
        self.kind = kind
        self.slip = slip
        self.steps: dict[StepName, Step] = {}
        self.in_transit: dict[int, int] = {}

    @property
    def name(self) -> str:
        """`type/series/serial`."""
        return slip_name(self.slip)

    def send(self, chips: Mapping[int, int], sign: int) -> None:
        """Chips enter (sign 1) or leave (-1) what is between cage and table."""
        for denomination, count in chips.items():
            left = self.in_transit.get(denomination, 0) + sign * count
            if left:
                self.in_transit[denomination] = left
            else:
                self.in_transit.pop(denomination, None)


def slip_name(slip: Slip) -> str:
    """`type/series/serial`."""
    return f"{slip.type}/{slip.series}/{slip.serial}"


class Box:
    """A drop box of this session: when it was dropped, and what each count found."""

    __slots__ = ("counted_at", "dropped_at", "first", "second", "settled")

    def __init__(self) -> None:
        self.dropped_at: int | None = None
        self.counted_at: int | None = None
        self.first: BoxCount | None = None
        self.second: BoxCount | None = None
        self.settled: BoxCount | None = None

    @property
    def counted(self) -> BoxCount | None:
        """The count that stands: the settled one, else the first where both agree, else None."""
        if self.settled is not None:
            return self.settled
        return self.first if self.first == self.second else None


class Document:
    """A counter check or another document by its number: what it was given for, in cents."""

    __slots__ = ("issued", "issued_at", "redeemed")

    def __init__(self) -> None:
        self.issued_at: int | None = None
        self.issued = 0
        self.redeemed = 0


class Form:
    """A numbered form other than a fill or credit slip: what it is, and the event that it came with."""

    __slots__ = ("event", "kind", "slip", "version")

    def __init__(self, kind: FormKind, slip: Slip, event: Event, version: int) -> None:
        self.kind = kind
        self.slip = slip
        self.event = event
        self.version = version

    @property
    def name(self) -> str:
        """`type/series/serial`."""
        return slip_name(self.slip)


class Commission:
    """Commission by the form that it is owed on, in cents; `owed` None where another session issued it."""

    __slots__ = ("owed", "recovered")

    def __init__(self) -> None:
        self.owed: int | None = None
        self.recovered = 0

    @property
    def open(self) -> int | None:
        """What is still owed, as far as this session says; negative where more came in than was owed."""
        return None if self.owed is None else self.owed - self.recovered


class Color:
    """One color of non-value chips: what its marker says, and what was sold and cashed.

    `marker` is cents a chip, None where no marker was recorded; `sold` and
    `cashed` are chips, `sold_for` and `cashed_for` the same at marker value in
    cents.
    """

    __slots__ = ("cashed", "cashed_for", "marker", "sold", "sold_for")

    def __init__(self) -> None:
        self.marker: int | None = None
        self.sold = 0
        self.sold_for = 0
        self.cashed = 0
        self.cashed_for = 0
