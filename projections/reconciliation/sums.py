"""What moved on the accounts of a session, summed by account, reason and denomination."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ledger.book.postings import UNSPECIFIED, Account, Reason
from ledger.book.terms import Vector

# Account, reason, denomination -> chips and cents.
Sums: TypeAlias = Mapping[tuple[Account, Reason, int], tuple[int, int]]


def by_reason(sums: Sums) -> dict[tuple[Account, Reason], int]:
    """Cents by account and reason."""
    totals: dict[tuple[Account, Reason], int] = {}
    for (account, reason, _), (_, amount) in sums.items():
        totals[account, reason] = totals.get((account, reason), 0) + amount
    return totals


def in_tray(sums: Sums) -> Vector:
    """What the movements come to in the tray, the opener among them."""
    chips: dict[int, int] = {}
    total = unspecified = 0
    for (account, _, face), (count, amount) in sums.items():
        if account != "table_inventory":
            continue
        total += amount
        if face == UNSPECIFIED:
            unspecified += amount
        else:
            chips[face] = chips.get(face, 0) + count
    return Vector(total, chips, unspecified)
