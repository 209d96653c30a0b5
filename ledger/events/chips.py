"""The events of a chip set: which chips the property has, and how many of each.

One stream a set.  What the ledger of chips says less what is counted in vault,
cage, lockers and trays is the float, chips in the hands of patrons.
Source: accounting A.2, "Chip kinds"; A.4, formula 11.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from ledger.events.base import Event, GamingDate, Line, Note, Person, Version
from ledger.events.registry import Currency
from ledger.money import Chips, Denomination

ChipKind: TypeAlias = Literal[
    "value", "plaque", "coin", "promo_single", "promo_multi", "non_value", "tournament"
]


CountsFrom: TypeAlias = Annotated[
    GamingDate | None,
    Field(description="the gaming date from which it counts; absent: the date of occurred_at, where it was"),
]


class ChipSetEvent(Event):
    """Something that happened to a set of chips."""

    STREAM: ClassVar[str] = "chip_set"


class ChipSetRegistered(ChipSetEvent):
    """A set of chips exists, of one kind; kinds are never mixed in a tray's count."""

    TOPIC = "chip_set.registered.v1"
    type: Literal["registered"] = "registered"
    kind: ChipKind
    denominations: Annotated[list[Denomination], Field(min_length=1, max_length=64)]
    currency: Annotated[Currency | None, Field(description="absent: USD")] = None
    title: Line | None = None


class ChipsReceived(ChipSetEvent):
    """Chips came from the manufacturer and are the house's from now on."""

    TOPIC = "chip_set.chips_received.v1"
    type: Literal["chips_received"] = "chips_received"
    chips: Chips
    gaming_date: CountsFrom = None
    document: Line | None = None
    approved_by: Person


class ChipsDestroyed(ChipSetEvent):
    """Chips were destroyed and are nobody's any more."""

    TOPIC = "chip_set.chips_destroyed.v1"
    type: Literal["chips_destroyed"] = "chips_destroyed"
    chips: Chips
    gaming_date: CountsFrom = None
    reason: Note
    approved_by: Person


class ChipSetRetired(ChipSetEvent):
    """The set is no longer used; what patrons still hold of it stays owed."""

    TOPIC = "chip_set.retired.v1"
    type: Literal["retired"] = "retired"
    reason: Note | None = None


ChipSetFact: TypeAlias = Annotated[
    ChipSetRegistered | ChipsReceived | ChipsDestroyed | ChipSetRetired, Field(discriminator="type")
]


class ChipSetCorrected(ChipSetEvent):
    """An earlier event was recorded wrongly: as it should have been, or null."""

    TOPIC = "chip_set.corrected.v1"
    type: Literal["corrected"] = "corrected"
    corrects: Version
    event: ChipSetFact | None = None
    reason: Note
    approved_by: Person


AnyChipSetEvent: TypeAlias = Annotated[ChipSetFact | ChipSetCorrected, Field(discriminator="type")]
