"""The findings that this game adds to those of every game.  Codes are permanent."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.conduct import cited
from ledger.games.seam import FindingKind

# fmt: off
KINDS: Final[tuple[FindingKind, ...]] = (
    cited("ante_missing",             "13:69F-28.10(a)",             "mixed"),
    cited("wager_out_of_stage",       "13:69F-28.10(a),(c),(e)",     "nj_text"),
    cited("wager_carried_unexpected", "13:69F-28.10(a),(h)",         "derived"),
    cited("wager_withdrawn_late",     "",                            "not_nj_text"),
    cited("wager_ratio_wrong",        "",                            "not_nj_text"),
    cited("deal_missing",             "13:69F-28.7 to 28.9",         "derived"),
    FindingKind("hole_cards_wrong", "cards",
                "a hand was not of two cards", "13:69F-28.10(a)", "nj_text"),
    cited("card_faced_wrong",         "13:69F-28.10(b),(d),(f)",     "nj_text"),
    cited("dealing_out_of_order",     "13:69F-28.7 to 28.9",         "derived"),
    cited("dealing_method_wrong",     "13:69F-28.7 to 28.9",         "not_nj_text"),
    cited("cover_card_missing",       "13:69F-28.10(g)",             "derived"),
    cited("decision_missing",         "13:69F-28.10(a),(b),(c),(e)", "nj_text"),
    cited("decision_not_offered",     "13:69F-28.10(a),(c),(e)",     "nj_text"),
    cited("decision_contradicted",    "13:69F-28.10(a),(c),(e)",     "nj_text"),
    cited("decision_out_of_order",    "13:69F-28.10(c),(e)",         "nj_text"),
    FindingKind("flop_wager_missing", "procedure",
                "a spot without a flop wager went on playing", "13:69F-28.10(c),(e)", "nj_text"),
    cited("burn_card_missing",        "13:69F-28.10(b),(d),(f)",     "nj_text"),
    cited("burn_card_unexpected",     "13:69F-28.10(b),(d),(f)",     "nj_text"),
    cited("community_cards_wrong",    "13:69F-28.10(f)",             "nj_text"),
    FindingKind("folded_hand_not_spread", "procedure",
                "a folded hand was not spread before it was collected", "13:69F-28.10(a)2ii", "nj_text"),
    cited("forfeit_collected_late",   "13:69F-28.10(a)2",            "derived"),
    cited("folded_hand_racked_late",  "13:69F-28.10(a)2ii",          "nj_text"),
    cited("dealer_revealed_early",    "13:69F-28.10(g)",             "nj_text"),
    cited("showdown_missing",         "13:69F-28.10(g)",             "nj_text"),
    cited("hand_revealed_early",      "13:69F-28.10(h)",             "nj_text"),
    cited("hand_not_revealed",        "13:69F-28.10(h)",             "nj_text"),
    cited("settled_before_showdown",  "13:69F-28.10(h)",             "nj_text"),
    cited("settled_before_reveal",    "13:69F-28.10(h)",             "nj_text"),
    cited("return_misstated",         "13:69F-28.10(h)",             "derived"),
    cited("void_settled",             "",                            "not_nj_text"),
    cited("void_played_on",           "",                            "not_nj_text"),
    cited("settlement_out_of_order",  "13:69F-28.10(h)",             "nj_text"),
    cited("settlement_incomplete",    "13:69F-28.10(h)",             "nj_text"),
    cited("bonus_settled_early",      "13:69F-28.10(h)4",            "nj_text"),
    FindingKind("folded_bonus_early", "procedure",
                "the bonus of a folded hand was settled before the others", "13:69F-28.10(a)2i", "derived"),
    cited("hand_racked_early",        "13:69F-28.10(h)4",            "nj_text"),
    cited("hand_racked_twice",        "13:69F-28.10(i)",             "derived"),
    cited("hand_racked_out_of_order", "13:69F-28.10(i)",             "nj_text"),
    cited("hand_not_racked",          "13:69F-28.10(i)",             "nj_text"),
    cited("dealer_racked_early",      "13:69F-28.10(i)",             "derived"),
)
# fmt: on
KIND: Final[Mapping[str, FindingKind]] = MappingProxyType({kind.code: kind for kind in KINDS})
