"""The chip float of a gaming date, by denomination.  Pure.  Source: accounting A.4, formula 11."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from ledger.amounts import DEFAULT_CURRENCY, amount_written
from ledger.chipsets.state import OF_VALUE, ChipSet
from ledger.jurisdictions.profile import Profile
from projections.days.answers import FloatLine, PlaceCount, TrayCount, Warned


@dataclass(frozen=True, slots=True)
class Custody:
    """The chips of value of one currency at the end of a gaming date: how many there are, and where."""

    gaming_date: date
    ledger: Mapping[int, int]
    places: Sequence[PlaceCount]
    trays: Sequence[TrayCount]

    @property
    def complete(self) -> bool:
        """Whether everything was counted for that very date."""
        return (
            bool(self.places)
            and all(one.gaming_date == self.gaming_date for one in self.places)
            and all(one.basis == "counted" for one in self.trays)
        )

    @property
    def amount(self) -> int:
        """The float in cents."""
        return sum(line.amount for line in lines(self))


def lines(custody: Custody) -> list[FloatLine]:
    """The float by denomination; negative where more chips are in the house than there should be at all."""
    outside = _added(one.by_denomination for one in custody.places)
    trays = _added(one.by_denomination for one in custody.trays)
    found = []
    for face in sorted({*custody.ledger, *outside, *trays}):
        there, out, tray = custody.ledger.get(face, 0), outside.get(face, 0), trays.get(face, 0)
        left = there - out - tray
        found.append(
            FloatLine(
                denomination=face, ledger=there, outside=out, trays=tray, float=left, amount=left * face
            )
        )
    return found


def _added(counts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for chips in counts:
        for face, count in chips.items():
            found[face] = found.get(face, 0) + count
    return found


def currency_of(sets: Iterable[ChipSet]) -> str:
    """What the house's chips are worth something in: that of the first set of value."""
    return next((one.currency for one in sets if _is_value(one)), DEFAULT_CURRENCY)


def of_value(sets: Iterable[ChipSet], currency: str) -> list[ChipSet]:
    """The sets of a currency that patrons hold as money."""
    return [one for one in sets if _is_value(one) and one.currency == currency]


def _is_value(one: ChipSet) -> bool:
    return one.registered is not None and one.registered.kind in OF_VALUE


def chips(sets: Iterable[ChipSet], gaming_date: date) -> dict[int, int]:
    """The chips of some sets at the end of a gaming date, by their ledger."""
    return _added(one.chips(gaming_date) for one in sets)


def warnings(custody: Custody, currency: str, profile: Profile) -> list[Warned]:
    """An alert for each denomination of which more chips are in the house than there are.

    What it asks for is the profile's to say; the arithmetic needs no profile.
    Where no chips were ever entered there is nothing to hold a count against.
    """
    if not custody.ledger:
        words = f"no set of value chips in {currency} is registered: there is no ledger of chips"
        return [Warned(code="no_chip_set", words=words, source=None, evidence=None)]
    row = profile.rows.get("negative_float")
    asks = "" if row is None else f": {row.value}"
    unsure = "" if custody.complete else " (not everything was counted for this date)"
    return [
        Warned(
            code="negative_float",
            words=f"{-line.float} chips of {amount_written(line.denomination, currency)}"
            f" too many in the house{unsure}{asks}",
            source=None if row is None else row.source,
            evidence=None if row is None else row.evidence,
        )
        for line in lines(custody)
        if line.float < 0
    ]
