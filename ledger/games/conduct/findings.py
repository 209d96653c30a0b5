"""The kinds of finding that the conduct of several games shares.

A code means the same in every game and is permanent; each game cites its own
paragraph for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.games.seam import Evidence, FindingKind

Group: TypeAlias = Literal["procedure", "settlement", "cards", "record"]

# fmt: off
SHARED: Final[Mapping[str, tuple[Group, str]]] = MappingProxyType({
    # wagers
    "ante_missing":             ("procedure", "a spot played without an ante"),
    "wager_out_of_stage":       ("procedure", "a wager was placed before or after its time"),
    "wager_carried_unexpected": ("procedure", "a wager was carried over from an earlier round"),
    "wager_withdrawn_late":     ("procedure", "a wager was taken back after its betting had closed"),
    "wager_ratio_wrong":        ("procedure", "a wager is not the multiple of another that it should be"),
    # cards
    "deal_missing":             ("procedure", "no card was dealt though there was a wager"),
    "hand_size_wrong":          ("cards",     "a hand had a wrong number of cards"),
    "community_cards_wrong":    ("cards",     "the board had a wrong number of cards"),
    "card_faced_wrong":         ("procedure", "a card was dealt with the wrong side up"),
    "dealing_out_of_order":     ("procedure", "the cards were not dealt clockwise, the dealer last"),
    "dealing_method_wrong":     ("procedure", "the cards did not come as the dealing method deals them"),
    "cover_card_missing":       ("procedure", "no cover card lay over the dealer's cards"),
    "burn_card_missing":        ("procedure", "no card was burned"),
    "burn_card_unexpected":     ("procedure", "a card was burned that should not have been"),
    # decisions
    "decision_missing":         ("procedure", "the round went on or ended before a spot had decided"),
    "decision_not_offered":     ("procedure", "a player decided what was not to be decided then"),
    "decision_contradicted":    ("procedure", "a spot decided twice, and differently"),
    "decision_out_of_order":    ("procedure", "the players were not asked clockwise"),
    # folded hands
    "forfeit_collected_early":  ("procedure", "a forfeited wager was collected before all had decided"),
    "forfeit_collected_late":   ("procedure", "a forfeited wager was still there when the dealer turned up"),
    "folded_hand_racked_late":  ("procedure", "a folded hand was not racked at once"),
    # showdown and settlement
    "dealer_revealed_early":    ("procedure", "a card of the dealer was turned up before the showdown"),
    "showdown_missing":         ("procedure", "the dealer's cards were never turned up"),
    "hand_revealed_early":      ("procedure", "a player's card was turned up before the dealer's"),
    "hand_not_revealed":        ("procedure", "a player's hand was never turned up to be compared"),
    "settled_before_showdown":  ("procedure", "a wager was settled before the dealer's showdown"),
    "settled_before_reveal":    ("procedure", "a wager was settled before the player's cards were turned up"),
    "return_misstated":         ("record",    "a stake was handed back for a reason not the rules'"),
    "void_settled":             ("settlement", "a wager was taken or paid after the round was declared void"),
    "void_played_on":           ("procedure", "the round went on after it was declared void"),
    "settlement_out_of_order":  ("procedure", "the players were not settled counterclockwise"),
    "settlement_incomplete":    ("procedure", "the next player was begun before the last was settled"),
    "bonus_settled_early":      ("procedure", "a bonus was settled before what comes before it"),
    "winner_paid_early":        ("procedure", "a winner was paid before the losers and pushes were done"),
    # rack
    "hand_racked_early":        ("procedure", "a hand was racked before its wagers were settled"),
    "hand_racked_twice":        ("procedure", "a hand was picked up that was in the rack already"),
    "hand_racked_out_of_order": ("procedure", "the hands were not racked in their order"),
    "hand_not_racked":          ("procedure", "a hand did not go to the discard rack"),
    "dealer_racked_early":      ("procedure", "the dealer's hand was racked before a player's"),
})
# fmt: on


def cited(code: str, rule: str, evidence: Evidence) -> FindingKind:
    """A shared kind of finding as one game cites it.  Raises KeyError on a code that is not shared."""
    group, title = SHARED[code]
    return FindingKind(code, group, title, rule, evidence)
