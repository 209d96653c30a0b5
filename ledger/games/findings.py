"""Findings that every game shares.  Codes are permanent (CONTRACT §4).

A code without a paragraph of law has an empty rule: it follows from the
record itself, or cites the paragraph of the resolution it compares with.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ledger.games.seam import FindingKind

COMMON: Mapping[str, FindingKind] = MappingProxyType(
    {
        kind.code: kind
        for kind in (
            FindingKind(
                "wager_mispaid", "settlement", "what was paid is not what the rules give", "", "derived"
            ),
            FindingKind(
                "progressive_misstated",
                "settlement",
                "what was recorded as won of a fund is not what the rules give",
                "",
                "derived",
            ),
            FindingKind(
                "wager_miscollected",
                "settlement",
                "the stake taken is not what the rules take",
                "",
                "derived",
            ),
            FindingKind(
                "wager_unsettled", "settlement", "a stake lay on the layout at the close", "", "derived"
            ),
            FindingKind(
                "stake_boxed", "settlement", "a stake of chips went into the drop box", "", "derived"
            ),
            FindingKind(
                "return_unexplained",
                "settlement",
                "a stake went back as void and nothing on record makes it so",
                "",
                "derived",
            ),
            FindingKind("wager_unknown", "record", "a settlement names a wager nobody placed", "", "derived"),
            FindingKind(
                "amount_beyond_stake", "settlement", "more was moved than the stake recorded", "", "derived"
            ),
            FindingKind(
                "wager_late", "procedure", "a wager was placed after its betting closed", "", "derived"
            ),
            FindingKind(
                "wager_below_minimum",
                "procedure",
                "a wager is under the posted minimum",
                "13:69F-8.3",
                "derived",
            ),
            FindingKind(
                "wager_above_maximum",
                "procedure",
                "a wager is over the posted maximum",
                "13:69F-8.3",
                "derived",
            ),
            FindingKind(
                "outcome_misdeclared", "procedure", "the dealer declared another outcome", "", "derived"
            ),
            FindingKind("rank_misdeclared", "procedure", "the dealer declared another rank", "", "derived"),
            FindingKind("card_duplicated", "cards", "one card came twice in a round", "", "derived"),
            FindingKind(
                "card_not_in_deck", "cards", "a card came that the deck does not have", "", "derived"
            ),
            FindingKind("deck_exceeded", "cards", "more cards came than the deck has", "", "derived"),
            FindingKind(
                "stub_count_wrong", "cards", "the stub counted is not what the deck had left", "", "derived"
            ),
            FindingKind(
                "card_contradicted", "cards", "a card revealed is not the one recorded", "", "derived"
            ),
            FindingKind("card_not_dealt", "cards", "a card was seen that no event dealt", "", "derived"),
            FindingKind(
                "card_not_found", "cards", "a card was handled that did not lie there", "", "derived"
            ),
            FindingKind(
                "event_after_close", "record", "something was recorded after the round closed", "", "derived"
            ),
            FindingKind(
                "submission_not_in_force",
                "record",
                "the round is of a date on which its submission was not in force",
                "",
                "derived",
            ),
            FindingKind(
                "irregularity_noted", "procedure", "an irregularity was noted at the table", "", "derived"
            ),
        )
    }
)
