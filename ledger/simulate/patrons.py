"""Patrons of a house-banked table: their chips, and what they bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.simulate.chance import Chance
from ledger.simulate.chips import Purse


class Side(NamedTuple):
    """A wager beside the ante: its amounts in cents, and how many of the patrons make it, 0 to 1."""

    amounts: tuple[int, ...]
    rate: float


@dataclass(frozen=True)
class Habits:
    """What the patrons of a game bet.

    Each has one of the `antes` (in cents; one that comes twice is twice as
    common) and some of the `sides`.  `multiples` are the wagers that a round may
    ask of him besides, each so many times the ante.
    """

    antes: tuple[int, ...]
    sides: Mapping[str, Side]
    multiples: tuple[int, ...]


@dataclass
class Patron:
    """Somebody at a spot: always the same ante and the same side wagers by name, in cents."""

    spot: int
    purse: Purse
    ante: int
    sides: Mapping[str, int]
    multiples: tuple[int, ...]

    def rest(self, ante: int) -> tuple[int, ...]:
        """What a round may ask of him besides an ante of this amount, in cents."""
        return tuple(ante * times for times in self.multiples)

    @property
    def needs(self) -> tuple[int, ...]:
        """What a round may take of him, one amount a wager."""
        return (self.ante, *self.sides.values(), *self.rest(self.ante))

    @property
    def short(self) -> int:
        """How much he lacks to play a round to its end, in cents."""
        return max(sum(self.needs) - self.purse.value, 0)

    def can_bet(self, *amounts: int) -> bool:
        """Whether his chips make these amounts, one after the other."""
        left = Purse(self.purse.chips)
        for amount in amounts:
            made = left.make(amount)
            if made is None:
                return False
            left.take(made)
        return True


def seated(chance: Chance, spots: int, habits: Habits) -> list[Patron]:
    """Some patrons from the dealer's left, at two spots at least."""
    taken = sorted(chance.shuffled(range(1, spots + 1))[: 2 + chance.below(spots - 1)])
    return [_patron(spot, chance, habits) for spot in taken]


def _patron(spot: int, chance: Chance, habits: Habits) -> Patron:
    ante = chance.pick(habits.antes)
    sides = {
        wager: chance.pick(side.amounts) for wager, side in habits.sides.items() if chance.happens(side.rate)
    }
    return Patron(spot, Purse({}), ante, sides, habits.multiples)
