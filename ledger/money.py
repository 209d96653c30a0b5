"""Money: whole cents, chips by denomination, odds and named rounding."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

from pydantic import Field

# The currency of play without money: its amounts are units of a chip.
CHIP: Final = "chip"
# What is played for where nobody says otherwise.
DEFAULT_CURRENCY: Final = "USD"
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


def written(cents: int) -> str:
    """Cents as people write them: `-1,234.50`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{part:02}"


def amount_written(amount: int, currency: str) -> str:
    """An amount as people write it: cents of a currency, or units of a chip game as they are."""
    return f"{amount:,}" if currency == CHIP else written(amount)


def chips_written(chips: Mapping[int, int], currency: str) -> str:
    """Chips as people read them, the largest first: `3×100 2×2.50`; nothing where there are none."""
    known = sorted(((face, count) for face, count in chips.items() if count), reverse=True)
    return " ".join(f"{count}×{amount_written(face, currency).removesuffix('.00')}" for face, count in known)


def share(amount: int, numerator: int, denominator: int, breakage: Breakage) -> int:
    """`amount * numerator / denominator` in whole cents, rounded as named.

    All arguments are non-negative and the denominator is positive.
    """
    whole, rest = divmod(amount * numerator, denominator)
    if rest and (breakage is Breakage.PATRON or (breakage is Breakage.NEAREST and 2 * rest >= denominator)):
        return whole + 1
    return whole
