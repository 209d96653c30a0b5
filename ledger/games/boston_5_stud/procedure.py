"""The procedure of a round: the wagers on the felt and the steps from the first of them to the discard rack.

Source: 13:69F-24.10 as read; where the evidence says `derived` or less, SOURCES.md 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.seam import Step, WagerKind

# fmt: off
WAGERS: Final[Mapping[str, WagerKind]] = MappingProxyType({
    "ante":           WagerKind("ante",           "before_the_deal", "Ante"),
    "first":          WagerKind("first",          "before_the_deal", "First"),
    "optional_bonus": WagerKind("optional_bonus", "before_the_deal", "Optional bonus",
                                optional=True, side=True),
    "second":         WagerKind("second",         "second_decision", "Second"),
})
MAIN_WAGERS: Final = ("ante", "first", "second")

STEPS: Final[tuple[Step, ...]] = (
    Step("before_the_deal",  "player", "any",
         "An ante and a first wager are placed, and with them an optional bonus if wished.",
         "13:69F-24.10(a),(b)", "mixed"),
    Step("no_more_bets",     "dealer", "once",
         "The dealer calls no more bets.", "", "not_nj_text"),
    Step("deal",             "dealer", "clockwise",
         "Three cards face down to each player from the farthest left, then three to the dealer; "
         "one at a time, in stacks or three running.",
         "13:69F-24.7 to 24.9", "derived"),
    Step("election",         "player", "any",
         "Whoever has an optional bonus exposes the three cards to claim it, or declines.",
         "13:69F-24.10(a)", "nj_text"),
    Step("collect_optional", "dealer", "any",
         "Every optional bonus not exposed or not qualifying is collected.", "13:69F-24.10(a)", "nj_text"),
    Step("pay_optional",     "dealer", "any",
         "Only then the winning ones are paid.", "13:69F-24.10(a)", "nj_text"),
    Step("second_decision",  "player", "any",
         "When all of them are resolved each player places a second wager equal to the first, or folds; "
         "until the last two cards it may be taken back.",
         "13:69F-24.10(b),(c)", "nj_text"),
    Step("forfeit",          "dealer", "any",
         "After a fold ante and first wager are collected.", "13:69F-24.10(b)", "nj_text"),
    Step("rack_fold",        "dealer", "any",
         "A folded hand is racked without being exposed.", "13:69F-24.10(b)", "nj_text"),
    Step("second_deal",      "dealer", "clockwise",
         "Two consecutive cards face down to each player with a second wager from the farthest left, "
         "then two to the dealer.",
         "13:69F-24.10(d)", "nj_text"),
    Step("showdown",         "dealer", "once",
         "The dealer turns all five cards over at once and sets the best hand.",
         "13:69F-24.10(e)", "nj_text"),
    Step("reveal",           "dealer", "counterclockwise",
         "A player's five cards are turned up.", "13:69F-24.10(f)", "nj_text"),
    Step("settle",           "dealer", "counterclockwise",
         "That player's ante, first and second wager are resolved before the next player's.",
         "13:69F-24.10(f)1 to 3", "nj_text"),
    Step("settle_bonus",     "dealer", "counterclockwise",
         "Then an ante bonus is paid, whoever is higher; a winner without one has the ante back.",
         "13:69F-24.10(f)3", "nj_text"),
    Step("rack",             "dealer", "counterclockwise",
         "That player's cards go to the discard rack.", "13:69F-24.10(f)1 to 3", "nj_text"),
    Step("rack_dealer",      "dealer", "once",
         "The dealer's hand is racked last.", "13:69F-24.10(g)", "derived"),
)
# fmt: on
