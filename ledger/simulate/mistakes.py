"""The mistakes that people make at a table, each by name.

Where a mistake shows in the record, findings prove it; where it does not, only
the closer knows.  Its name stands in the note of its event.

Source: what dealers are known to do (a push paid, 140 for 120, a missing burn
card); accounting A.5, A.6 O9 and O11; the rules files' tables of irregularities.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from ledger.simulate.chance import Chance


class Mistake(NamedTuple):
    """What somebody did, and the codes of the findings that prove it: all of them are found.

    None where no record can show it, or where no paragraph read says more.
    `instead` are those that prove it in another pass of the same settlement.
    """

    text: str
    found: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()

    def is_proved_by(self, codes: Collection[str]) -> bool:
        """Whether findings of these codes prove it."""
        ways = (self.found, self.instead or self.found)
        return any(set(way).issubset(codes) for way in ways)


Mistakes: TypeAlias = Mapping[str, Mistake]

# What is noted at the table is found as such, whatever the rules make of it.
NOTED: Final = ("irregularity_noted",)

# fmt: off
# What can go wrong in every house-banked game; a game takes what applies and adds its own.
SHARED: Final[Mistakes] = MappingProxyType({
    # wagers
    "below_minimum":        Mistake("an ante under the posted minimum was accepted",
                                    ("wager_below_minimum",)),
    "above_maximum":        Mistake("a wager over the posted maximum was accepted", ("wager_above_maximum",)),
    "late_wager":           Mistake("a bonus was accepted after no more bets", ("wager_late",)),
    "late_increase":        Mistake("a wager was increased after no more bets", ("wager_late",)),
    "withdrawn_late":       Mistake("a wager was taken back after no more bets", ("wager_withdrawn_late",)),
    "wrong_ratio":          Mistake("a wager that is not its multiple of the ante was accepted",
                                    ("wager_ratio_wrong",)),
    # dealing
    "extra_burn":           Mistake("a card was burned that should not be", ("burn_card_unexpected",)),
    "deal_out_of_order":    Mistake("a spot was dealt to before its turn", ("dealing_out_of_order",)),
    "wrong_method":         Mistake("the cards were not dealt as the table deals them",
                                    ("dealing_method_wrong",)),
    "misplaced_card":       Mistake("a card was put to the wrong spot and moved", ("dealing_out_of_order",)),
    "exposed_card":         Mistake("a card was turned over in dealing", ("hand_revealed_early",)),
    "exposed_cards":        Mistake("several cards were turned over in dealing", ("hand_revealed_early",)),
    "dealer_exposed":       Mistake("a card of the dealer was turned over in dealing",
                                    ("dealer_revealed_early",)),
    "too_many_cards":       Mistake("a spot was dealt a card too many", ("hand_size_wrong",)),
    "too_few_cards":        Mistake("a spot was dealt a card too few", ("hand_size_wrong",)),
    "duplicate_card":       Mistake("the deck held a card twice", ("card_duplicated",)),
    "foreign_card":         Mistake("the deck held a card of another one", ("card_not_in_deck",)),
    "extra_card":           Mistake("the deck held a 53rd card", ("stub_count_wrong",)),
    "drawn_in_error":       Mistake("a card was drawn in error, its face unseen", NOTED),
    "face_up_in_deck":      Mistake("a card lay face up in the deck", NOTED),
    "several_face_up":      Mistake("several cards lay face up in the deck", NOTED),
    "machine_failed":       Mistake("the shoe or the shuffler failed in the round", NOTED),
    "wrong_stub_count":     Mistake("the stub was counted wrongly", ("stub_count_wrong",)),
    # decisions
    "decision_out_of_order": Mistake("a spot was asked before its turn", ("decision_out_of_order",)),
    "decision_missing":     Mistake("a spot was not asked", ("decision_missing",)),
    # settlement and rack
    "wrong_order":          Mistake("a spot was settled before its turn", ("settlement_out_of_order",)),
    "racked_early":         Mistake("a hand was racked before its wagers were settled",
                                    ("hand_racked_early",)),
    "side_after_rack":      Mistake("a hand was racked before its bonus was settled", ("hand_racked_early",)),
    "racked_twice":         Mistake("a hand was picked up twice", ("hand_racked_twice",)),
    "racked_out_of_order":  Mistake("a hand was racked after one settled later",
                                    ("hand_racked_out_of_order",)),
    "dealer_racked_early":  Mistake("the dealer's hand was racked before a player's",
                                    ("dealer_racked_early",)),
    "not_racked":           Mistake("a hand was left out of the rack", ("dealer_racked_early",)),
    "misread_hand":         Mistake("a winning hand was read as a losing one",
                                    ("outcome_misdeclared", "wager_miscollected")),
    "misdeclared":          Mistake("the outcome was announced wrongly", ("outcome_misdeclared",)),
    "missed_collection":    Mistake("a losing wager was not taken", ("wager_unsettled",)),
    "missed_payment":       Mistake("a winning wager was not paid", ("wager_mispaid", "wager_unsettled")),
    "wrong_collection":     Mistake("a stake that goes back was taken", ("wager_miscollected",)),
    "wrong_reason":         Mistake("a stake went back for a reason that is not the one",
                                    ("return_misstated",)),
    "overpaid":             Mistake("more was paid than is due", ("wager_mispaid",)),
    "underpaid":            Mistake("less was paid than is due", ("wager_mispaid",)),
    "duplicate_settlement": Mistake("a wager was paid twice", ("wager_mispaid",)),
    "wrong_denomination":   Mistake("a chip of a higher denomination went out than the one recorded"),
    "returned_as_void":     Mistake("a losing stake was handed back as void, and nothing makes it so",
                                    ("return_unexplained", "wager_miscollected")),
    "void_settled":         Mistake("a stake was taken after the round was declared void",
                                    ("void_settled", "wager_miscollected")),
    "void_played_on":       Mistake("another card was dealt after the round was declared void",
                                    ("void_played_on",)),
})

# Where a wager can be void by the dealer's hand.
RETURNED_EARLY: Final = Mistake(
    "a wager was handed back before the dealer's cards were turned up", ("settled_before_showdown",)
)

# In a hand of poker.
POKER: Final[Mistakes] = MappingProxyType({
    "exposed_card":         Mistake("a card was turned over in dealing"),
    "out_of_turn":          Mistake("a player acted before his turn", ("action_out_of_turn",)),
    "missing_burn":         Mistake("no card was burned", ("burn_card_missing",)),
    "rake_out_of_order":    Mistake("the rake was taken after the pot was pushed", ("rake_out_of_order",)),
    "misawarded":           Mistake("the pot was pushed to the wrong player", ("pot_misawarded",)),
})

# At the tray, between rounds: what the closer knows, or the session's own remarks.
SESSION: Final[Mistakes] = MappingProxyType({
    "overpaid_buy_in":      Mistake("a $100 chip more went out than was recorded"),
    "unequal_change":       Mistake("a chip more went out than came in"),
    "short_fill":           Mistake("a chip less came to the table than left the cage"),
})
# fmt: on


class Slip:
    """One mistake about to be made, or none; it is made once, at the first occasion.

    `kind` is its name among those that there can be, None where nothing goes wrong.
    """

    def __init__(self, kind: str | None, among: Mistakes) -> None:
        self.kind = kind
        self.made = False
        self._among = among

    @classmethod
    def of(cls, among: Mistakes, kinds: Sequence[str], rate: float, chance: Chance) -> Slip:
        """One of the kinds, at a rate."""
        return cls(chance.pick(kinds) if chance.happens(rate) else None, among)

    def now(self, *kinds: str) -> bool:
        """Whether this is the moment for one of them."""
        return self.kind in kinds and not self.made

    def becomes(self, kind: str) -> None:
        """There was no occasion for the one meant: it will be another."""
        if self.kind is not None and not self.made:
            self.kind = kind

    def note(self, detail: str = "") -> str:
        """It is made: the note for its event."""
        assert self.kind is not None, "there is a mistake to note"
        self.made = True
        return f"mistake {self.kind}: {detail or self._among[self.kind].text}"


def name_of(note: str) -> str:
    """The name of a mistake, from the note of its event."""
    return note.split()[1].rstrip(":")
