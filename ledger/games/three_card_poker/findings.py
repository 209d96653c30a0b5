"""The findings that this game adds to those of every game.  Codes are permanent."""

from __future__ import annotations

from typing import Final

from ledger.games.conduct import cited
from ledger.games.seam import FindingKind

# fmt: off
KINDS: Final[tuple[FindingKind, ...]] = (
    cited("ante_missing",             "13:69F-20.10(b)",         "derived"),
    cited("wager_out_of_stage",       "13:69F-20.10(b)",         "nj_text"),
    cited("wager_carried_unexpected", "13:69F-20.10(b),(c)",     "derived"),
    cited("wager_withdrawn_late",     "",                        "not_nj_text"),
    cited("wager_ratio_wrong",        "13:69F-20.10(b)",         "nj_text"),
    cited("deal_missing",             "13:69F-20.7 to 20.9",     "derived"),
    cited("hand_size_wrong",          "13:69F-20.7 to 20.9",     "derived"),
    cited("community_cards_wrong",    "13:69F-20.10",            "derived"),
    cited("card_faced_wrong",         "13:69F-20.10(b),(c)",     "derived"),
    cited("dealing_out_of_order",     "13:69F-20.7 to 20.9",     "not_nj_text"),
    cited("dealing_method_wrong",     "13:69F-20.7 to 20.9",     "not_nj_text"),
    cited("burn_card_unexpected",     "13:69F-20.10",            "derived"),
    cited("decision_missing",         "13:69F-20.10(b)",         "nj_text"),
    cited("decision_not_offered",     "13:69F-20.10(b)",         "nj_text"),
    cited("decision_contradicted",    "13:69F-20.10(b)",         "nj_text"),
    cited("decision_out_of_order",    "13:69F-20.10(b)",         "nj_text"),
    cited("forfeit_collected_early",  "13:69F-20.10(b)",         "nj_text"),
    cited("forfeit_collected_late",   "13:69F-20.10(b)",         "nj_text"),
    FindingKind("folded_hand_racked_early", "procedure",
                "a folded hand was racked before all had decided", "13:69F-20.10(b)", "nj_text"),
    cited("folded_hand_racked_late",  "13:69F-20.10(b)",         "nj_text"),
    cited("dealer_revealed_early",    "13:69F-20.10(b)",         "nj_text"),
    cited("showdown_missing",         "13:69F-20.10(b)",         "nj_text"),
    cited("hand_revealed_early",      "13:69F-20.10(c)1i, 2i",   "nj_text"),
    cited("hand_not_revealed",        "13:69F-20.10(c)1i, 2i",   "nj_text"),
    cited("settled_before_showdown",  "13:69F-20.10(b),(c)",     "nj_text"),
    cited("settled_before_reveal",    "13:69F-20.10(c)1, 2",     "nj_text"),
    cited("return_misstated",         "13:69F-20.10(c)",         "derived"),
    cited("void_settled",             "",                        "not_nj_text"),
    cited("void_played_on",           "",                        "not_nj_text"),
    cited("settlement_out_of_order",  "13:69F-20.10(c)1, 2",     "nj_text"),
    cited("settlement_incomplete",    "13:69F-20.10(c)2",        "nj_text"),
    cited("winner_paid_early",        "13:69F-20.10(c)1iii",     "nj_text"),
    cited("hand_racked_early",        "13:69F-20.10(c)1iv, 2iii", "nj_text"),
    cited("hand_racked_twice",        "13:69F-20.10(d)",         "derived"),
    cited("hand_racked_out_of_order", "13:69F-20.10(c)1iv, 2iii", "nj_text"),
    cited("hand_not_racked",          "13:69F-20.10(b),(c)",     "nj_text"),
    cited("dealer_racked_early",      "13:69F-20.10(c)",         "nj_text"),
)
# fmt: on
