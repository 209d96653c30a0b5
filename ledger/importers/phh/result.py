"""What the file says came of a hand: who collected what, and what the house took.

Amounts in units of the record, by spot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ledger.importers.phh.refusals import HandRefused
from ledger.importers.phh.telling import Telling


class Stated(NamedTuple):
    """`collected` by spot and `rake`; what the file says nothing of is left out, or None."""

    collected: Mapping[int, int]
    rake: int | None

    @property
    def nothing(self) -> bool:
        """Whether nobody is said to have collected anything."""
        return not any(self.collected.values())


def stated(telling: Telling, returned: Mapping[int, int]) -> Stated:
    """What the file says, `returned` being what came back uncalled.

    Finishing stacks go before what is said of the collections: collected is
    what a player ends with beyond what was left to him.  Raises HandRefused
    where a player ends with less than that.
    """
    hand, units = telling.hand, telling.money.units
    rake = None if hand.rake is None else units(hand.rake)
    if hand.finishing is None:
        listed = zip(telling.order, hand.collected or (), strict=False)
        return Stated({spot: units(amount) for spot, amount in listed if amount is not None}, rake)
    found = {}
    for spot, finish in zip(telling.order, hand.finishing, strict=True):
        left = telling.left(spot)
        if finish is not None and left is not None:
            found[spot] = units(finish) - left - returned.get(spot, 0)
            if found[spot] < 0:
                detail = f"p{telling.order.index(spot) + 1} ends with {finish}, less than was left to him"
                raise HandRefused("contradicts_itself", detail)
    return Stated(found, rake)


def cancelled(telling: Telling, said: Stated, returned: Mapping[int, int]) -> bool:
    """Whether everybody has back what he put in, and somebody put something in."""
    kept = {spot: amount - returned.get(spot, 0) for spot, amount in telling.put.items()}
    return bool(any(kept.values())) and dict(said.collected) == kept


def rake_taken(telling: Telling, said: Stated, pot: int) -> tuple[int, bool]:
    """What the house took of a pot, and whether it only follows from what the players ended with."""
    if said.rake is not None:
        return said.rake, False
    if len(said.collected) < len(telling.order):
        return 0, False
    missing = pot - sum(said.collected.values())
    if missing < 0:
        raise HandRefused("contradicts_itself", f"players collect {-missing} more than there was in the pot")
    return missing, missing > 0
