"""The events of a gaming day: the tables that stayed shut, counts of chips outside tables, the audit.

One stream a gaming date.  What tables did is in their sessions; the day says
when its figures were first printed and when they were audited, so that both
states of its reports can be told again at any later time.
Source: accounting A.3, count room, revenue audit; A.4, formula 11.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, StringConstraints

from ledger.events.base import Event, Line, Note, Person, Version
from ledger.identity import Name, PlayKey
from ledger.money import Chips, SignedCents

Jurisdiction: TypeAlias = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Z][A-Z0-9-]{0,15}$"),
    Field(description="as its profile is named: NJ, WA, ..."),
]


class DayEvent(Event):
    """Something decided or counted for a gaming date."""

    STREAM: ClassVar[str] = "gaming_day"


class DayOpened(DayEvent):
    """The gaming day began; `jurisdiction` names the profile that its reports follow."""

    TOPIC = "gaming_day.opened.v1"
    type: Literal["opened"] = "opened"
    jurisdiction: Jurisdiction | None = None
    shifts: Annotated[list[Line] | None, Field(max_length=24)] = None


class TableNotOpened(DayEvent):
    """A table had no activity: said, and not only inferred from the absence of a session."""

    TOPIC = "gaming_day.table_not_opened.v1"
    type: Literal["table_not_opened"] = "table_not_opened"
    table: Name
    reason: Note | None = None


class ChipsCounted(DayEvent):
    """Chips in house custody outside the tables were counted at the end of the gaming day.

    A later count of the same place and set replaces it.
    """

    TOPIC = "gaming_day.chips_counted.v1"
    type: Literal["chips_counted"] = "chips_counted"
    place: Annotated[Line, Field(description="vault, cage drawer 3, locker 12, ...")]
    chips: Chips
    chip_set: Annotated[Name | None, Field(description="the set counted; absent: chips of value")] = None
    approved_by: Person


class PreliminaryIssued(DayEvent):
    """The count room printed the preliminary master game report: as of this event."""

    TOPIC = "gaming_day.preliminary_issued.v1"
    type: Literal["preliminary_issued"] = "preliminary_issued"
    approved_by: Person | None = None


class PokerRevenueRestated(DayEvent):
    """Negative poker revenue was investigated and is restated by an amount."""

    TOPIC = "gaming_day.poker_revenue_restated.v1"
    type: Literal["poker_revenue_restated"] = "poker_revenue_restated"
    session: PlayKey
    amount: Annotated[SignedCents, Field(description="added to the revenue of the session")]
    reason: Note
    approved_by: Person


class DayAudited(DayEvent):
    """Revenue audit finished: the audited report is as of this event."""

    TOPIC = "gaming_day.audited.v1"
    type: Literal["audited"] = "audited"
    approved_by: Person


DayFact: TypeAlias = Annotated[
    DayOpened | TableNotOpened | ChipsCounted | PreliminaryIssued | PokerRevenueRestated | DayAudited,
    Field(discriminator="type"),
]


class DayCorrected(DayEvent):
    """An earlier event was recorded wrongly: as it should have been, or null."""

    TOPIC = "gaming_day.corrected.v1"
    type: Literal["corrected"] = "corrected"
    corrects: Version
    event: DayFact | None = None
    reason: Note
    approved_by: Person


AnyDayEvent: TypeAlias = Annotated[DayFact | DayCorrected, Field(discriminator="type")]
