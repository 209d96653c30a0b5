"""The findings that this game adds to those of every game.  Codes are permanent."""

from __future__ import annotations

from typing import Final

from ledger.games.conduct import cited
from ledger.games.seam import FindingKind

# fmt: off
KINDS: Final[tuple[FindingKind, ...]] = (
    cited("ante_missing",             "13:69F-16.1",                "nj_text"),
    cited("wager_out_of_stage",       "13:69F-16.10(a)",            "nj_text"),
    cited("wager_carried_unexpected", "13:69F-16.10(e),(f)",        "derived"),
    cited("wager_withdrawn_late",     "",                           "not_nj_text"),
    cited("wager_ratio_wrong",        "",                           "not_nj_text"),
    cited("deal_missing",             "13:69F-16.7 to 16.9",        "derived"),
    cited("hand_size_wrong",          "13:69F-16.10(b)",            "nj_text"),
    cited("community_cards_wrong",    "",                           "derived"),
    cited("card_faced_wrong",         "13:69F-16.7 to 16.9",        "not_nj_text"),
    cited("dealing_out_of_order",     "13:69F-16.7 to 16.9",        "derived"),
    cited("dealing_method_wrong",     "13:69F-16.7 to 16.9",        "not_nj_text"),
    cited("burn_card_unexpected",     "13:69F-16.10",               "derived"),
    cited("decision_missing",         "13:69F-16.10(a)",            "nj_text"),
    cited("decision_not_offered",     "13:69F-16.10(a)",            "nj_text"),
    cited("decision_contradicted",    "13:69F-16.10(a)",            "nj_text"),
    cited("forfeit_collected_late",   "13:69F-16.10(a)",            "nj_text"),
    cited("folded_hand_racked_late",  "13:69F-16.10(a)",            "nj_text"),
    cited("dealer_revealed_early",    "13:69F-16.10(d)",            "nj_text"),
    cited("showdown_missing",         "13:69F-16.10(d)",            "nj_text"),
    cited("hand_revealed_early",      "13:69F-16.10(b),(e)1,(f)1",  "nj_text"),
    cited("hand_not_revealed",        "13:69F-16.10(e)1,(f)1",      "nj_text"),
    cited("settled_before_showdown",  "13:69F-16.10(e),(f)",        "nj_text"),
    cited("settled_before_reveal",    "13:69F-16.10(e)1",           "nj_text"),
    cited("return_misstated",         "13:69F-16.10(e),(f)",        "derived"),
    cited("void_settled",             "",                           "not_nj_text"),
    cited("void_played_on",           "",                           "not_nj_text"),
    cited("settlement_out_of_order",  "13:69F-16.10(e),(f)2",       "nj_text"),
    cited("settlement_incomplete",    "13:69F-16.10(e)1",           "nj_text"),
    cited("winner_paid_early",        "13:69F-16.10(e)3",           "nj_text"),
    cited("hand_racked_early",        "13:69F-16.10(e),(f)4",       "nj_text"),
    cited("hand_racked_twice",        "13:69F-16.10(g)",            "derived"),
    cited("hand_racked_out_of_order", "13:69F-16.10(e)2,(g)",       "mixed"),
    cited("hand_not_racked",          "13:69F-16.10(g)",            "nj_text"),
    cited("dealer_racked_early",      "13:69F-16.10(g)",            "derived"),
    FindingKind("stub_collected_early", "procedure",
                "the stub went to the rack before the last hands", "13:69F-16.10(e)3,(f)4", "nj_text"),
    FindingKind("progressive_undocumented", "procedure",
                "the round ended before a progressive paid elsewhere was documented",
                "13:69F-16.10(e)3,(f)4", "nj_text"),
)
# fmt: on
