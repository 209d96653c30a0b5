"""The facts of a finding in words: money as people write it, chips by denomination.  Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from ledger.amounts import DEFAULT_CURRENCY, amount_written, chips_written
from ledger.games.seam import FindingKind

# Facts that are cents where they are whole numbers; no finding calls anything else by these names.
MONEY: Final = frozenset(
    {
        "amount", "chips", "contributed", "denomination", "difference", "due", "given", "in", "issued",
        "lowered_by", "marker", "meter", "out", "owed", "recovered", "redeemed", "tendered", "value", "won",
        "worth",
    }
)  # fmt: skip


def in_words(kind: FindingKind, facts: Mapping[str, object], currency: str = DEFAULT_CURRENCY) -> str:
    """What was found: the title of its code, and its facts in brackets, in what is played for."""
    said = ", ".join(
        f"{name.replace('_', ' ')} {_said(name, fact, currency)}" for name, fact in facts.items()
    )
    return f"{kind.title} ({said})" if said else kind.title


def _said(name: str, fact: object, currency: str) -> str:
    match fact:
        case None:
            return "none"
        case bool():
            return "yes" if fact else "no"
        case int() if name in MONEY:
            return amount_written(fact, currency)
        case datetime():
            return f"{fact.astimezone(UTC):%Y-%m-%d %H:%M:%S}Z"
        case Mapping():
            return _counted(fact, currency)
    return str(fact)


def _counted(counts: Mapping[str, int], currency: str) -> str:
    """Chips by denomination, or so many of each color."""
    if all(face.isdecimal() for face in counts):
        return chips_written({int(face): count for face, count in counts.items()}, currency) or "none"
    return ", ".join(f"{count} {name}" for name, count in counts.items())
