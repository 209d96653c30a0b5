"""The findings that this game adds to those of every game.  Codes are permanent."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.seam import EMPTY, Finding, FindingKind

# fmt: off
KINDS: Final[tuple[FindingKind, ...]] = (
    FindingKind("ante_missing", "procedure",
                "a spot played without an ante", "13:69F-28.10(a)", "mixed"),
    FindingKind("wager_out_of_stage", "procedure",
                "a wager was placed before or after its time", "13:69F-28.10(a),(c),(e)", "nj_text"),
    FindingKind("wager_withdrawn_late", "procedure",
                "a wager was taken back after its betting had closed", "", "not_nj_text"),
    FindingKind("wager_ratio_wrong", "procedure",
                "a wager is not the multiple of the ante that it should be", "", "not_nj_text"),
    FindingKind("deal_missing", "procedure",
                "no card was dealt though there was an ante", "13:69F-28.7 to 28.9", "derived"),
    FindingKind("hole_cards_wrong", "cards",
                "a hand was not of two cards", "13:69F-28.10(a)", "nj_text"),
    FindingKind("card_faced_wrong", "procedure",
                "a card was dealt with the wrong side up", "13:69F-28.10(b),(d),(f)", "nj_text"),
    FindingKind("dealing_out_of_order", "procedure",
                "the cards were not dealt clockwise, the dealer last", "13:69F-28.7 to 28.9", "derived"),
    FindingKind("cover_card_missing", "procedure",
                "no cover card lay over the dealer's cards", "13:69F-28.10(g)", "derived"),
    FindingKind("decision_missing", "procedure",
                "the round went on or ended before a spot had decided",
                "13:69F-28.10(a),(b),(c),(e)", "nj_text"),
    FindingKind("decision_not_offered", "procedure",
                "a player decided what was not to be decided then", "13:69F-28.10(a),(c),(e)", "nj_text"),
    FindingKind("decision_contradicted", "procedure",
                "a spot decided twice, and differently", "13:69F-28.10(a),(c),(e)", "nj_text"),
    FindingKind("decision_out_of_order", "procedure",
                "the players were not asked clockwise", "13:69F-28.10(c),(e)", "nj_text"),
    FindingKind("flop_wager_missing", "procedure",
                "a spot without a flop wager went on playing", "13:69F-28.10(c),(e)", "nj_text"),
    FindingKind("burn_card_missing", "procedure",
                "no card was burned", "13:69F-28.10(b),(d),(f)", "nj_text"),
    FindingKind("burn_card_unexpected", "procedure",
                "a card was burned that should not have been", "13:69F-28.10(b),(d),(f)", "nj_text"),
    FindingKind("community_cards_wrong", "cards",
                "the board was not of five cards", "13:69F-28.10(f)", "nj_text"),
    FindingKind("folded_hand_not_spread", "procedure",
                "a folded hand was not spread before it was collected", "13:69F-28.10(a)2ii", "nj_text"),
    FindingKind("folded_hand_racked_late", "procedure",
                "a folded hand without a bonus was not racked at once", "13:69F-28.10(a)2ii", "nj_text"),
    FindingKind("dealer_revealed_early", "procedure",
                "a card of the dealer was turned up before the showdown", "13:69F-28.10(g)", "nj_text"),
    FindingKind("showdown_missing", "procedure",
                "the dealer's cards were never turned up", "13:69F-28.10(g)", "nj_text"),
    FindingKind("hand_revealed_early", "procedure",
                "a player's card was turned up before the dealer's", "13:69F-28.10(h)", "nj_text"),
    FindingKind("hand_not_revealed", "procedure",
                "a player's hand was never turned up to be compared", "13:69F-28.10(h)", "nj_text"),
    FindingKind("settled_before_showdown", "procedure",
                "a wager was settled before the dealer's showdown", "13:69F-28.10(h)", "nj_text"),
    FindingKind("settled_before_reveal", "procedure",
                "a wager was settled before the player's cards were turned up", "13:69F-28.10(h)", "nj_text"),
    FindingKind("settlement_out_of_order", "procedure",
                "the players were not settled counterclockwise", "13:69F-28.10(h)", "nj_text"),
    FindingKind("settlement_incomplete", "procedure",
                "the next player was begun before the last was settled", "13:69F-28.10(h)", "nj_text"),
    FindingKind("bonus_settled_early", "procedure",
                "a bonus was settled before the spot's other wagers", "13:69F-28.10(h)4", "nj_text"),
    FindingKind("folded_bonus_early", "procedure",
                "the bonus of a folded hand was settled before the others", "13:69F-28.10(a)2i", "derived"),
    FindingKind("hand_racked_early", "procedure",
                "a hand was racked before its wagers were settled", "13:69F-28.10(h)4", "nj_text"),
    FindingKind("hand_racked_out_of_order", "procedure",
                "the hands were not racked in the order of settlement", "13:69F-28.10(i)", "nj_text"),
    FindingKind("hand_not_racked", "procedure",
                "a hand did not go to the discard rack", "13:69F-28.10(i)", "nj_text"),
    FindingKind("dealer_racked_early", "procedure",
                "the dealer's hand was racked before a player's", "13:69F-28.10(i)", "derived"),
)
# fmt: on
KIND: Final[Mapping[str, FindingKind]] = MappingProxyType({kind.code: kind for kind in KINDS})


def found(
    code: str, event: int, detail: str, facts: Mapping[str, object] = EMPTY, rule: str | None = None
) -> Finding:
    """A finding of one of the kinds above, with the kind's rule unless a nearer one is given."""
    kind = KIND[code]
    return Finding(code, kind.rule if rule is None else rule, kind.evidence, event, detail, facts)
