"""The mistakes that people make at a table, each by name.

Where a mistake shows in the record, the rules or the count find it; where it
does not, only the closer knows.  Its name stands in the note of its event.

Source: what dealers are known to do (a push paid, 140 for 120, a missing burn
card); accounting A.5, A.6 O9 and O11.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.simulate.chance import Chance

# fmt: off
# In a round of hold 'em bonus, in the order in which there is occasion for them.
HOLDEM_BONUS: Final[Mapping[str, str]] = MappingProxyType({
    "below_minimum":        "an ante under the posted minimum was accepted",
    "late_wager":           "a bonus was accepted after no more bets",
    "exposed_card":         "a card was turned over in dealing",
    "wrong_ratio":          "a flop wager of once the ante was accepted",
    "missing_burn":         "no card was burned",
    "wrong_order":          "a spot was settled before its turn",
    "misread_hand":         "a winning hand was read as a losing one",
    "misdeclared":          "the outcome was announced wrongly",
    "missed_collection":    "a losing wager was not taken",
    "overpaid":             "more was paid than is due",
    "underpaid":            "less was paid than is due",
    "duplicate_settlement": "a wager was paid twice",
    "wrong_denomination":   "a chip of a higher denomination went out than the one recorded",
})

# In a hand of poker.
POKER: Final[Mapping[str, str]] = MappingProxyType({
    "exposed_card":         "a card was turned over in dealing",
    "out_of_turn":          "a player acted before his turn",
    "missing_burn":         "no card was burned",
    "rake_out_of_order":    "the rake was taken after the pot was pushed",
    "misawarded":           "the pot was pushed to the wrong player",
})

# At the tray, between rounds.
SESSION: Final[Mapping[str, str]] = MappingProxyType({
    "overpaid_buy_in":      "a $100 chip more went out than was recorded",
    "unequal_change":       "a chip more went out than came in",
    "short_fill":           "a chip less came to the table than left the cage",
})
# fmt: on

TEXTS: Final[Mapping[str, str]] = MappingProxyType({**HOLDEM_BONUS, **POKER, **SESSION})


class Slip:
    """One mistake about to be made, or none; it is made once, at the first occasion.

    `kind` is its name, or None where nothing goes wrong.
    """

    def __init__(self, kind: str | None) -> None:
        self.kind = kind
        self.made = False

    @classmethod
    def of(cls, kinds: Mapping[str, str], rate: float, chance: Chance) -> Slip:
        """One of the kinds, at a rate."""
        return cls(chance.pick(list(kinds)) if chance.happens(rate) else None)

    def now(self, kind: str) -> bool:
        """Whether this is the moment for it."""
        return self.kind == kind and not self.made

    def becomes(self, kind: str) -> None:
        """There was no occasion for the one meant: it will be another."""
        if self.kind is not None and not self.made:
            self.kind = kind

    def note(self, detail: str = "") -> str:
        """It is made: the note for its event."""
        assert self.kind is not None, "there is a mistake to note"
        self.made = True
        return f"mistake {self.kind}: {detail or TEXTS[self.kind]}"
