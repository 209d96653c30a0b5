"""The wagers on the felt, and a round from the first of them to the discard rack.

Source: 13:69F-20.10 as read; where the evidence says `derived` or less, SOURCES.md 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.seam import Step, WagerKind

# fmt: off
WAGERS: Final[Mapping[str, WagerKind]] = MappingProxyType({
    "ante":           WagerKind("ante",           "before_the_deal", "Ante"),
    "pair_plus":      WagerKind("pair_plus",      "before_the_deal", "Pair plus", optional=True, side=True),
    "six_card_bonus": WagerKind("six_card_bonus", "before_the_deal", "Six-card", optional=True, side=True),
    "play":           WagerKind("play",           "play_decision",   "Play"),
})
MAIN_WAGERS: Final = ("ante", "play")

# Reveal to rack are four passes round the table, or one in which each player is
# finished before the next, as the licensee elects: 20.10(c)1 or 2.
STEPS: Final[tuple[Step, ...]] = (
    Step("before_the_deal", "player", "any",
         "An ante is placed, and with it or without it a pair plus and a six-card bonus if wished.",
         "13:69F-20.10(b)", "mixed"),
    Step("no_more_bets",    "dealer", "once",
         "The dealer calls no more bets.", "", "not_nj_text"),
    Step("deal",            "dealer", "clockwise",
         "Three cards face down to each player with a wager from the farthest left, then the dealer: one at "
         "a time from a manual shoe or the hand, in stacks of three from an automated shoe.",
         "13:69F-20.7 to 20.9", "not_nj_text"),
    Step("cover_card",      "dealer", "once",
         "With an automated shoe a cover card may lie over the dealer's cards.",
         "13:69F-20.10(b)", "nj_text"),
    Step("play_decision",   "player", "clockwise",
         "In turn each player with an ante places a play wager equal to it, or forfeits.",
         "13:69F-20.10(b)", "nj_text"),
    Step("forfeit",         "dealer", "any",
         "When all have decided, the forfeited antes and pair plus wagers are collected in one batch.",
         "13:69F-20.10(b)", "nj_text"),
    Step("rack_fold",       "dealer", "any",
         "With them the hands that forfeited go to the rack, unless a six-card bonus keeps one.",
         "13:69F-20.10(b)", "mixed"),
    Step("showdown",        "dealer", "once",
         "A cover card comes off, the dealer's cards are turned up and the highest hand arranged.",
         "13:69F-20.10(b)", "nj_text"),
    Step("reveal",          "dealer", "counterclockwise",
         "A player's three cards are turned up.", "13:69F-20.10(c)1i, 2i", "nj_text"),
    Step("collect",         "dealer", "counterclockwise",
         "Losing wagers are collected.", "13:69F-20.10(c)1ii, 2ii", "nj_text"),
    Step("pay",             "dealer", "counterclockwise",
         "Winning wagers are paid, an ante bonus with them.", "13:69F-20.10(c)1iii, 2ii", "nj_text"),
    Step("hand_back",       "dealer", "any",
         "A stake that neither wins nor loses goes back.", "13:69F-20.10(c)", "derived"),
    Step("rack",            "dealer", "counterclockwise",
         "Players' cards go to the discard rack.", "13:69F-20.10(c)1iv, 2iii", "nj_text"),
    Step("settle_folded",   "dealer", "any",
         "The six-card bonus of a hand that forfeited is resolved.", "13:69F-20.10(b)", "derived"),
    Step("rack_folded",     "dealer", "any",
         "Then that hand goes to the rack.", "13:69F-20.10(b)", "derived"),
    Step("rack_dealer",     "dealer", "once",
         "The dealer's cards are racked after all players' cards.", "13:69F-20.10(c)", "nj_text"),
)
# fmt: on
