"""What a variance may be made of, and how much has to have gone wrong for it.

The costs are ours: an order in which a person would look, no probabilities and
no rule of anybody's.  Evidence tag [B].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from ledger.money import value
from projections.reconciliation.answers import Evidence

Chips: TypeAlias = Mapping[int, int]


class Kind(NamedTuple):
    """A kind of explanation: what it costs, and why it ranks where it does."""

    cost: float
    why: str


# fmt: off
KINDS: Final[Mapping[str, Kind]] = MappingProxyType({
    "opener_miscounted":       Kind(0.5,  "the closer before shows the same difference"),
    "closer_miscounted":       Kind(0.5,  "the opener after shows the same difference"),
    "handover_miscounted":     Kind(0.5,  "the shift beside it is off by the same, the other way"),
    "slip_in_wrong_shift":     Kind(0.5,  "the other shift is off by the same slip, the other way"),
    "slip_on_wrong_table":     Kind(0.5,  "the other table is off by the same slip, the other way"),
    "outstanding_color":       Kind(0.5,  "color sold and not cashed in stands in the variance"),
    "in_transit":              Kind(0.75, "a slip says that these chips were on their way"),
    "buy_in_not_recorded":     Kind(0.75, "the box is off by the same amount, the other way"),
    "slip_not_booked":         Kind(0.75, "a slip of these chips was begun, and they were never booked"),
    "counted_unlike_slip":     Kind(0.9,  "a slip was counted in otherwise than it had been sent"),
    "wrong_denomination":      Kind(1.0,  "one chip taken for another is one mistake"),
    "change_not_recorded":     Kind(1.0,  "a change moves chips and no value"),
    "offset_elsewhere":        Kind(1.0,  "another count is off by the same, the other way"),
    "overpaid":                Kind(1.25, "chips out beyond what was recorded"),
    "underpaid":               Kind(1.25, "chips in beyond what was recorded"),
    "round_misrecorded":       Kind(1.5,  "a round stands as mispaid by the same amount"),
    "slip_not_in_tray":        Kind(1.75, "a slip is of these chips, no other table has them"),
    "near_offset_elsewhere":   Kind(1.75, "another count is nearly as much off, the other way"),
    "movements_without_chips": Kind(2.0,  "chips of some movements were not recorded"),
})
# fmt: on
# For each step between two denominations that are not neighbours in the tray.
FAR_APART: Final = 0.5
# For each further chip that went wrong in the same way.
AGAIN: Final = 1.0
# Chips miscounted beyond one are counted in stacks: twenty are as easily wrong as one.
STACK: Final = 20
UNEVEN: Final = 0.25
MOST_UNEVEN: Final = 8
# Where no movement of that denomination to or from a patron was recorded.
NEVER_MOVED: Final = 1.0
# Chips of a slip beside which a tray may be off by one more mistake: one in twenty of them.
BESIDE: Final = 20
# Where the other end of a slip is off by nearly its chips.
ALMOST: Final = 0.25
# Where only amounts can be compared.
BY_AMOUNT: Final = 1.0


@dataclass(frozen=True, slots=True)
class Piece:
    """One explanation: chips of the variance that it accounts for, or its amount alone."""

    kind: str
    chips: tuple[tuple[int, int], ...]
    amount: int
    cost: float
    sentence: str
    evidence: tuple[Evidence, ...] = ()


def piece(kind: str, chips: Chips, sentence: str, *evidence: Evidence, more: float = 0.0) -> Piece:
    """An explanation by denomination; `more` is added to what its kind costs."""
    held = tuple(sorted((face, count) for face, count in chips.items() if count))
    return Piece(kind, held, value(dict(held)), KINDS[kind].cost + more, sentence, evidence)


def by_amount(kind: str, amount: int, sentence: str, *evidence: Evidence, more: float = 0.0) -> Piece:
    """An explanation that is known by its amount alone, in cents."""
    return Piece(kind, (), amount, KINDS[kind].cost + more, sentence, evidence)


def holds(whole: Chips, part: Iterable[tuple[int, int]]) -> bool:
    """Whether a part is contained in a vector: the same way in each denomination, and not more of it."""
    pairs = [(whole.get(face, 0), count) for face, count in part if count]
    return bool(pairs) and all(had * count > 0 and abs(count) <= abs(had) for had, count in pairs)


def nearly(whole: Chips, part: Iterable[tuple[int, int]]) -> bool:
    """Whether a part is contained in a vector but for few of its chips: beside it something small went wrong.

    So a slip is known by its tray although a chip of the same kind was overpaid there.
    """
    pairs = [(whole.get(face, 0), count) for face, count in part if count]
    if any(had * count <= 0 for had, count in pairs):
        return False
    beyond = sum(max(abs(count) - abs(had), 0) for had, count in pairs)
    return bool(pairs) and beyond * BESIDE <= sum(abs(count) for _, count in pairs)


def less(whole: Chips, part: Iterable[tuple[int, int]]) -> dict[int, int]:
    """A vector without a part; what comes to nothing is left out."""
    left = {face: count for face, count in whole.items() if count}
    for face, count in part:
        left[face] = left.get(face, 0) - count
    return {face: count for face, count in sorted(left.items()) if count}


def negated(chips: Chips) -> dict[int, int]:
    """The same chips the other way."""
    return {face: -count for face, count in chips.items() if count}
