"""Money: whole cents, chips by denomination, odds and named rounding."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import Field

# A JSON number stays exact in every reader up to 2^53 - 1.
MOST = 2**53 - 1

Cents: TypeAlias = Annotated[int, Field(ge=0, le=MOST, description="whole cents")]
PositiveCents: TypeAlias = Annotated[int, Field(gt=0, le=MOST, description="whole cents, above 0")]
SignedCents: TypeAlias = Annotated[int, Field(ge=-MOST, le=MOST, description="whole cents, signed")]

Denomination: TypeAlias = Annotated[int, Field(gt=0, le=MOST, description="face value of one chip in cents")]
ChipCount: TypeAlias = Annotated[int, Field(ge=-MOST, le=MOST)]
Chips: TypeAlias = Annotated[
    dict[Denomination, ChipCount],
    Field(
        max_length=64,
        description="denomination in cents (as text) to count; a negative count went the other way",
    ),
]


class Breakage(StrEnum):
    """Who gets the part of a cent that odds leave over."""

    HOUSE = "house"  # rounded down: the house keeps it
    PATRON = "patron"  # rounded up: the patron gets it
    NEAREST = "nearest"  # rounded to the nearest cent, halves up


def value(chips: Mapping[int, int]) -> int:
    """The value of chips in cents, signed."""
    return sum([denomination * count for denomination, count in chips.items()])


def share(amount: int, numerator: int, denominator: int, breakage: Breakage) -> int:
    """`amount * numerator / denominator` in whole cents, rounded as named.

    All arguments are non-negative and the denominator is positive.
    """
    whole, rest = divmod(amount * numerator, denominator)
    if rest and (breakage is Breakage.PATRON or (breakage is Breakage.NEAREST and 2 * rest >= denominator)):
        return whole + 1
    return whole
