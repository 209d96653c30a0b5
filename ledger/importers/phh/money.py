"""In which money a hand was played, and its amounts as whole units.  Never a float.

`_unit` says it where it is there: `cent` whole cents, `chip` chips, even beside
a currency.  Without it a currency means its whole units, and no currency chips.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from ledger.amounts import CHIP, DEFAULT_CURRENCY
from ledger.importers.phh.actions import Action
from ledger.importers.phh.hand import Hand
from ledger.importers.phh.refusals import HandRefused

FINEST: Final = 10_000


class Money(NamedTuple):
    """`currency`, units a chip (None but for chips that split), units per 1 of the file."""

    currency: str
    unit: int | None
    scale: int

    def units(self, amount: Fraction) -> int:
        """An amount in whole units of the record.  Raises HandRefused where it has none."""
        found = amount * self.scale
        if found.denominator != 1:
            raise HandRefused("amount_too_fine", f"{amount} {self.currency}")
        return found.numerator


def money(hand: Hand, actions: Iterable[Action]) -> Money:
    """The money of a hand; chips in the fewest units that make every amount in the file whole."""
    if hand.unit not in {None, "cent", CHIP}:
        raise HandRefused("field_invalid", f"_unit: {hand.unit!r}")
    named = hand.currency if re.fullmatch("[A-Z]{3}", hand.currency or "") else None
    if hand.unit == "cent":
        return Money(named or DEFAULT_CURRENCY, None, 1)
    if hand.unit is None and named is not None:
        return Money(named, None, 100)
    unit = lcm(*(amount.denominator for amount in said(hand, actions)))
    if unit > FINEST:
        raise HandRefused("amount_too_fine", f"it would take {unit} units a chip")
    return Money(CHIP, unit if unit > 1 else None, unit)


def said(hand: Hand, actions: Iterable[Action]) -> list[Fraction]:
    """Every amount that the file says."""
    listed = (*hand.antes, *hand.forced, *hand.bets.values(), *hand.stacks, hand.rake)
    told = (*(hand.finishing or ()), *(hand.collected or ()))
    made = (action.amount for action in actions)
    return [amount for amount in (*listed, *told, *made) if amount is not None]
