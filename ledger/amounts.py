"""Amounts as people write them.  Nothing here is slow to load, for every command does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# The currency of play without money: its amounts are units of a chip, and it never touches a tray.
CHIP: Final = "chip"
# What is played for where nobody says otherwise.
DEFAULT_CURRENCY: Final = "USD"


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
