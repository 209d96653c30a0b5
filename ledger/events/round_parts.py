"""What the events of a round are made of: places, limits, wagers named, amounts with chips."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from ledger.cards import Face
from ledger.events.base import Event, Line, Model, Patron, Spot, Word
from ledger.money import Cents, Chips, PositiveCents, value

Tender: TypeAlias = Literal["chips", "cash", "plaque", "match_play", "promo_single", "promo_multi"]
Place: TypeAlias = Annotated[
    Spot | Literal["dealer", "board", "stand"], Field(description='a spot, "dealer", "board" or "stand"')
]
Side: TypeAlias = Literal["up", "down"]
Cards: TypeAlias = Annotated[list[Face | None], Field(max_length=120)]
ShoePosition: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
On: TypeAlias = Annotated[Line, Field(description="what the wager is on: a number, card, rank, split")]
Rule: TypeAlias = Annotated[Line, Field(description="the paragraph that decides")]


class RoundEvent(Event):
    """Something that happened in a round."""

    STREAM: ClassVar[str] = "round"


class Limits(Model):
    """The posted limits of one wager, in cents."""

    minimum: Cents | None = None
    maximum: PositiveCents | None = None


class BettingStructure(Model):
    """How a poker game is bet; amounts in the round's units, by spot where they differ."""

    limit: Literal["no_limit", "pot_limit", "fixed_limit"]
    antes: dict[Spot, Cents] | None = None
    blinds: dict[Spot, Cents] | None = None
    straddles: dict[Spot, Cents] | None = None
    bring_in: Cents | None = None
    small_bet: Cents | None = None
    big_bet: Cents | None = None
    min_bet: Cents | None = None


class Chipped(RoundEvent):
    """An event that moves an amount, perhaps with the chips that made it up."""

    amount: PositiveCents
    chips: Chips | None = None

    @model_validator(mode="after")
    def chips_make_the_amount(self) -> Chipped:
        """In wagers and settlements the chips given sum to the amount."""
        if self.chips is not None and value(self.chips) != self.amount:
            raise PydanticCustomError(
                "chips_mismatch",
                "the chips add up to {chips_total} cents, the amount is {amount}",
                {"chips_total": value(self.chips), "amount": self.amount},
            )
        return self


class WagerNamed(Model):
    """The fields that say which wager is meant (CONTRACT §3)."""

    spot: Spot
    wager: Word
    on: On | None = None
    patron: Patron | None = None
    tender: Tender | None = None
