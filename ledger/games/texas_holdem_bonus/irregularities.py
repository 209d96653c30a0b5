"""What went wrong in dealing, and what might follow from it.

The New Jersey text on irregularities of this game was not read.  These rows are
configuration, every one of them unverified: none is applied.  Where one touches
money the resolution is `undetermined` and names the row.

Source: SOURCES.md 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.seam import Case

# fmt: off
# Each condition in words.
CONDITIONS: Final[Mapping[str, str]] = MappingProxyType({
    "card_face_up_in_deck":    "one card was face up in the shoe or deck",
    "cards_face_up_in_deck":   "several cards were face up in the shoe or deck",
    "card_drawn_in_error":     "a card was drawn in error, its face unseen",
    "wrong_number_of_cards":   "a player or the dealer had a wrong number of cards",
    "card_exposed_in_deal":    "a card was exposed while dealing",
    "dealer_exposed_early":    "the dealer's cards were exposed before all had decided",
    "card_misplaced":          "a card was put in a wrong place and no other dealt yet",
    "stub_count_misdealt":     "the stub was miscounted and a misdeal found",
    "stub_count_unexplained":  "the stub was miscounted and no misdeal found",
    "shoe_jammed":             "the automated shoe jammed in the round",
    "burn_card_missing":       "a burn card was forgotten",
    "burn_card_exposed":       "a burn card was exposed",
    "community_card_early":    "a community card was exposed before its wagers were closed",
    "community_cards_too_many": "too many community cards were dealt",
})

# Where a citation is empty the row is general knowledge, or nothing was found at all.
IRREGULARITIES: Final[tuple[Case, ...]] = (
    Case("card_face_up_in_deck", "CARD_TO_DISCARD_AND_CONTINUE", "not_nj_text", "S.D. Admin. R. 20:18:15:28"),
    Case("cards_face_up_in_deck", "ROUND_VOID_RETURN_ALL", "not_found", ""),
    Case("card_drawn_in_error", "USE_AS_NEXT_CARD", "not_nj_text", "S.D. Admin. R. 20:18:15:28"),
    Case("wrong_number_of_cards", "ROUND_VOID_RETURN_ALL", "not_nj_text", "13:69F-31.8; 68 IAC 10-11-8(a)"),
    Case("card_exposed_in_deal", "CARD_TO_DISCARD_AND_CONTINUE", "not_nj_text", "68 IAC 10-11-8(b)"),
    Case("card_exposed_in_deal", "ROUND_VOID_RETURN_ALL", "not_nj_text", "Queensland Rule 2010 s.31"),
    Case("dealer_exposed_early", "ROUND_VOID_RETURN_ALL", "not_found", ""),
    Case("card_misplaced", "RELOCATE_CARD", "not_nj_text", "Queensland Rule 2010 s.32"),
    Case("stub_count_misdealt", "ROUND_VOID_RETURN_ALL", "not_nj_text", "13:69F-31.8(d)2"),
    Case("stub_count_unexplained", "ROUND_VOID_DECK_REMOVED", "not_found", ""),
    Case("shoe_jammed", "ROUND_VOID_RETURN_ALL", "not_found", ""),
    Case("burn_card_missing", "NOT_FOUND", "not_found", ""),
    Case("burn_card_exposed", "NOT_FOUND", "not_found", ""),
    Case("community_card_early", "NOT_FOUND", "not_found", ""),
    Case("community_cards_too_many", "NOT_FOUND", "not_found", ""),
)
# fmt: on


def rule_for(condition: str, case: str) -> str:
    """What is missing where a condition touches money; `case` says how it was met."""
    return f"the rule for the case that {CONDITIONS[condition]} ({case})"
