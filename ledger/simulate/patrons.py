"""Patrons of a house-banked table: their chips, what they bet, when they give up a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledger.cards import RANKS
from ledger.games.ranks import ranked
from ledger.simulate.chance import Chance
from ledger.simulate.chips import Purse

ANTES: Final = (1500, 1500, 2500, 2500, 2500, 5000, 10_000)
BONUSES: Final = (500, 500, 1000, 2500)


@dataclass
class Patron:
    """Somebody at a spot: always the same ante and, if he likes it, the same bonus, in cents."""

    spot: int
    purse: Purse
    ante: int
    bonus: int

    @property
    def needs(self) -> tuple[int, ...]:
        """What a round may take of him: ante, bonus, flop, turn and river wager."""
        return tuple(
            amount for amount in (self.ante, self.bonus, 2 * self.ante, self.ante, self.ante) if amount
        )

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


def seated(chance: Chance, spots: int) -> list[Patron]:
    """Some patrons, at two spots at least."""
    taken = sorted(chance.shuffled(range(1, spots + 1))[: 2 + chance.below(spots - 1)])
    return [
        Patron(spot, Purse({}), chance.pick(ANTES), chance.pick(BONUSES) if chance.happens(0.6) else 0)
        for spot in taken
    ]


def plays(hole: Sequence[str], chance: Chance) -> bool:
    """Whether a patron plays two cards on; with poor ones he sometimes does."""
    one, other = sorted((RANKS.index(card[0]) for card in hole), reverse=True)
    suited = hole[0][1] == hole[1][1]
    good = (
        one == other or one >= RANKS.index("Q") or (suited and one - other <= 2) or other >= RANKS.index("9")
    )
    return good or chance.happens(0.3)


def bets(hole: Sequence[str], board: Sequence[str], chance: Chance) -> bool:
    """Whether a patron bets on what he holds with the board so far."""
    hand = ranked((*hole, *board))
    return hand is not None and chance.happens(0.25 if hand.rank == "high_card" else 0.85)
