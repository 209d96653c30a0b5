"""What went wrong in dealing, and what might follow from it.

One row is law of this game: those who communicate forfeit.  The New Jersey text
on its other irregularities was not read: those rows are configuration, every
one unverified, and the sources contradict each other.

Source: SOURCES.md 7.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from ledger.games.irregularities import CASES, WORDS, Conditions, Met, dealer_exposed, hands_of
from ledger.games.seam import Case
from ledger.games.view import RoundView

COMMUNICATION: Final = "communication"
HAND: Final = 5
UP: Final = 1


def hole_card_exposed(seen: RoundView) -> Iterable[Met]:
    """A hidden card of the dealer turned up too early; one lies up, from the deal or turned up after it."""
    if not seen.acted_late:
        return ()
    up = [card for card in seen.hands.get("dealer", ()) if card.side == "up"]
    return dealer_exposed(seen, shown=0 if up else UP)


# fmt: off
CONDITIONS: Final = Conditions(
    words=MappingProxyType({
        COMMUNICATION:       "a player passed on what a hand was before the dealer's cards were shown",
        **WORDS,
        "dealer_one_short":  "the dealer had one card too few",
    }),
    evident=(hands_of(HAND), hole_card_exposed),
)

# In the rows of all games, these beside them.
IRREGULARITIES: Final[tuple[Case, ...]] = (
    Case(COMMUNICATION, "WAGERS_FORFEIT", "nj_text", "13:69F-16.10(c)"),
    *CASES,
    Case("wrong_number_of_cards", "HAND_VOID_RETURN_WAGERS", "not_nj_text", "high-rollercasinos.com"),
    Case("dealer_one_short", "USE_AS_NEXT_CARD", "not_nj_text", "high-rollercasinos.com"),
    Case("dealer_one_short", "ROUND_VOID_RETURN_ALL", "not_nj_text", "13:69F-31.8; 68 IAC 10-11-8(a)"),
)
# fmt: on
