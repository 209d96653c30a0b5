"""Chips that people hold: denomination in cents to count.

Each denomination of the pit divides the next, so that paying with the largest
chips first finds a way wherever there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from ledger.money import value

CHIP_SET: Final = (100, 500, 2500, 10_000, 50_000)


class Purse:
    """The chips of a patron or of a tray; a count is never below 0."""

    def __init__(self, chips: Mapping[int, int]) -> None:
        self._held: Counter[int] = Counter()
        self.add(chips)

    def add(self, chips: Mapping[int, int]) -> None:
        """Take chips in; a negative count goes out."""
        for face, count in chips.items():
            self._held[face] += count
            assert self._held[face] >= 0, (face, count)

    def take(self, chips: Mapping[int, int]) -> None:
        """Give chips out."""
        self.add({face: -count for face, count in chips.items()})

    def count(self, face: int) -> int:
        """How many chips of a denomination there are."""
        return self._held[face]

    @property
    def chips(self) -> dict[int, int]:
        """What is there, from the smallest denomination up, without those that are not."""
        return {face: self._held[face] for face in sorted(self._held) if self._held[face]}

    @property
    def value(self) -> int:
        """What it is worth in cents."""
        return value(self._held)

    def make(self, amount: int, most: int = CHIP_SET[-1]) -> dict[int, int] | None:
        """Chips of exactly this amount, the largest first, none over `most`; None where they cannot make it.

        The chips stay here.
        """
        found: dict[int, int] = {}
        for face in sorted((face for face in self._held if face <= most), reverse=True):
            count = min(self._held[face], amount // face)
            if count:
                found[face] = count
                amount -= face * count
        return None if amount else found


def stack(amount: int) -> dict[int, int]:
    """A buy-in's chips as a dealer cuts them out: about half of it in chips to play with.

    `amount` is whole dollars in cents.
    """
    large = amount // 2 // 2500
    fives, ones = divmod(amount - large * 2500, 500)
    return {face: count for face, count in ((2500, large), (500, fives), (100, ones // 100)) if count}
