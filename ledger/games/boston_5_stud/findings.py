"""The findings of this game, each with the paragraph that it has here.  Codes are permanent."""

from __future__ import annotations

from typing import Final

from ledger.games.conduct import cited
from ledger.games.seam import FindingKind

# fmt: off
KINDS: Final[tuple[FindingKind, ...]] = (
    cited("ante_missing",            "13:69F-24.10(b)",          "mixed"),
    FindingKind("first_missing", "procedure",
                "a spot played without a first wager", "13:69F-24.10(b)", "mixed"),
    cited("wager_out_of_stage",      "13:69F-24.10(a),(b)",      "nj_text"),
    cited("wager_carried_unexpected", "13:69F-24.10(b),(f)",     "derived"),
    cited("wager_withdrawn_late",    "13:69F-24.10(c)",          "mixed"),
    cited("wager_ratio_wrong",       "13:69F-24.10(b)",          "mixed"),
    cited("deal_missing",            "13:69F-24.7 to 24.9",      "derived"),
    cited("hand_size_wrong",         "13:69F-24.10(a),(d)",      "nj_text"),
    cited("card_faced_wrong",        "13:69F-24.10(d)",          "mixed"),
    cited("dealing_out_of_order",    "13:69F-24.10(d)",          "mixed"),
    cited("dealing_method_wrong",    "13:69F-24.10(d)",          "mixed"),
    cited("burn_card_unexpected",    "13:69F-24.10",             "derived"),
    cited("community_cards_wrong",   "13:69F-24.10",             "derived"),
    FindingKind("card_dealt_to_folded", "procedure",
                "one of the last two cards was dealt to a spot without a second wager",
                "13:69F-24.10(d)", "nj_text"),
    FindingKind("election_late", "procedure",
                "a player exposed or declined after the second wagers had begun",
                "13:69F-24.10(a),(b)", "nj_text"),
    FindingKind("optional_settled_late", "procedure",
                "an optional bonus was not yet resolved when the second wagers began",
                "13:69F-24.10(b)", "nj_text"),
    cited("winner_paid_early",       "13:69F-24.10(a)",          "nj_text"),
    cited("decision_missing",        "13:69F-24.10(b)",          "nj_text"),
    cited("decision_not_offered",    "13:69F-24.10(a),(b)",      "nj_text"),
    cited("decision_contradicted",   "13:69F-24.10(a),(b)",      "nj_text"),
    FindingKind("folded_hand_exposed", "procedure",
                "a folded hand was exposed", "13:69F-24.10(b)", "nj_text"),
    cited("forfeit_collected_late",  "13:69F-24.10(b)",          "derived"),
    cited("folded_hand_racked_late", "13:69F-24.10(b),(d)",      "derived"),
    cited("dealer_revealed_early",   "13:69F-24.10(e)",          "nj_text"),
    cited("showdown_missing",        "13:69F-24.10(e)",          "nj_text"),
    cited("hand_revealed_early",     "13:69F-24.10(f)",          "nj_text"),
    cited("hand_not_revealed",       "13:69F-24.10(f)",          "nj_text"),
    cited("settled_before_showdown", "13:69F-24.10(f)",          "nj_text"),
    cited("settled_before_reveal",   "13:69F-24.10(f)",          "nj_text"),
    cited("return_misstated",        "13:69F-24.10(f)",          "derived"),
    cited("void_settled",            "",                         "not_nj_text"),
    cited("void_played_on",          "",                         "not_nj_text"),
    cited("settlement_out_of_order", "13:69F-24.10(f)",          "nj_text"),
    cited("settlement_incomplete",   "13:69F-24.10(f)",          "nj_text"),
    cited("bonus_settled_early",     "13:69F-24.10(a),(f)3",     "nj_text"),
    FindingKind("ante_returned_early", "procedure",
                "an ante was handed back before the first and second wagers were paid",
                "13:69F-24.10(f)3", "nj_text"),
    cited("hand_racked_early",       "13:69F-24.10(f)1 to 3",    "nj_text"),
    cited("hand_racked_twice",       "13:69F-24.10(g)",          "derived"),
    cited("hand_racked_out_of_order", "13:69F-24.10(f),(g)",     "nj_text"),
    cited("hand_not_racked",         "13:69F-24.10(f),(g)",      "nj_text"),
    cited("dealer_racked_early",     "13:69F-24.10(g)",          "derived"),
)
# fmt: on
