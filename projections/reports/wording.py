"""How sheets word what several of them say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from ledger.amounts import CHIP
from projections.reports.sheet import Fact


def about(as_of: int, state: str | None = None, as_known_at: datetime | None = None) -> tuple[Fact, ...]:
    """What every sheet says of itself; the columns are there whether anything is asked for or not."""
    return (
        Fact("state", "state", state),
        Fact("as_of", "as of position", as_of, "count"),
        Fact("as_known_at", "as known at", as_known_at, "time"),
    )


def chips(counts: Mapping[int, int] | None, currency: str) -> str | None:
    """Chips as people read them, the largest first: `3×100.00 2×25.00`; None where they are not known."""
    if counts is None:
        return None
    known = sorted(((face, count) for face, count in counts.items() if count), reverse=True)
    return " ".join(f"{count}×{amount(face, currency)}" for face, count in known)


def units(cents: int) -> str:
    """Cents as units with two places: `-1234.50`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{part:02}"


def amount(cents: int, currency: str) -> str:
    """The same of whichever currency; of a chip game, which has none, its units."""
    return str(cents) if currency == CHIP else units(cents)
