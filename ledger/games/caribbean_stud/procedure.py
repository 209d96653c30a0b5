"""The procedure of a round as rows: who acts, in which order, what must come before.

`STEPS` is the round from the first wager to the discard rack.  `CONDITIONS`
says of a step what must have been done when it is taken; where it was not,
that is a finding.  `ABSENCES` is asked of a round that is over, `TURNS` are the
steps whose order round the table is law.

Source: 13:69F-16.10, 16.11 as read; where the evidence says `derived` or less,
SOURCES.md 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.caribbean_stud import hands
from ledger.games.caribbean_stud.irregularities import HAND, UP
from ledger.games.caribbean_stud.paytables import BET_TO_ANTE
from ledger.games.conduct import Absence, Condition, Deal, Ratio, Stage, Turn, closing, needs
from ledger.games.seam import Step, WagerKind

# fmt: off
WAGERS: Final[Mapping[str, WagerKind]] = MappingProxyType({
    "ante":        WagerKind("ante",        "before_the_deal", "Ante"),
    "progressive": WagerKind("progressive", "before_the_deal", "Progressive", optional=True, side=True),
    "bet":         WagerKind("bet",         "decision",        "Bet"),
})

STEPS: Final[tuple[Step, ...]] = (
    Step("before_the_deal",    "player", "any",
         "An ante is placed, and with it a progressive wager if wished.", "13:69F-16.1, 16.11", "mixed"),
    Step("no_more_bets",       "dealer", "once",
         "The dealer calls no more bets; progressive wagers are locked in.", "", "not_nj_text"),
    Step("lock_progressive",   "dealer", "any",
         "The stakes of progressive wagers are collected, here or when they are resolved.",
         "", "not_nj_text"),
    Step("deal",               "dealer", "clockwise",
         "Five cards face down to each player from the farthest left and five to the dealer, one of them up: "
         "one at a time, the dealer last; from an automated shoe in stacks.",
         "13:69F-16.7 to 16.9", "derived"),
    Step("decision",           "player", "any",
         "Each player looks at the five cards and places the bet or folds.", "13:69F-16.10(a)", "nj_text"),
    Step("forfeit",            "dealer", "any",
         "After a fold the ante is collected at once; who communicates forfeits all wagers.",
         "13:69F-16.10(a),(c)", "nj_text"),
    Step("rack_fold",          "dealer", "any",
         "A folded hand is racked at once.", "13:69F-16.10(a)", "nj_text"),
    Step("rack_forfeited",     "dealer", "any",
         "The hand of a player who communicated is racked.", "13:69F-16.10(c)", "derived"),
    Step("showdown",           "dealer", "once",
         "When all have bet or folded the dealer turns the hole cards up and sets the best hand.",
         "13:69F-16.10(d)", "nj_text"),
    Step("reveal",             "dealer", "counterclockwise",
         "With a qualifying hand: a player's cards are turned up.", "13:69F-16.10(e)1", "nj_text"),
    Step("collect",            "dealer", "counterclockwise",
         "Where they are lower, ante and bet are collected at once.", "13:69F-16.10(e)1", "nj_text"),
    Step("rack_lost",          "dealer", "counterclockwise",
         "That hand is racked at once.", "13:69F-16.10(e)1", "nj_text"),
    Step("push",               "dealer", "any",
         "Where they are equal, ante and bet are neither paid nor collected.", "13:69F-16.10(e)2", "nj_text"),
    Step("rack_equal",         "dealer", "counterclockwise",
         "Equal hands are racked when all losing wagers and hands are gone.", "13:69F-16.10(e)2", "nj_text"),
    Step("pay",                "dealer", "counterclockwise",
         "Then ante and bet of each higher hand are paid.", "13:69F-16.10(e)3", "nj_text"),
    Step("rack",           "dealer", "counterclockwise",
         "Winning hands are racked when their wagers are paid.", "13:69F-16.10(e)3", "mixed"),
    Step("reveal_progressive", "dealer", "any",
         "Without a qualifying hand: every hand with a progressive is turned up, the others need not be.",
         "13:69F-16.10(f)1", "nj_text"),
    Step("pay_ante",           "dealer", "counterclockwise",
         "The dealer announces no hand and pays every ante 1 to 1; every bet is void.",
         "13:69F-16.10(f)2,(f)3", "nj_text"),
    Step("rack_no_hand",       "dealer", "counterclockwise",
         "All hands are racked.", "13:69F-16.10(f)4", "mixed"),
    Step("settle_progressive", "dealer", "any",
         "A winning progressive is verified and paid before the hand is collected, whatever the dealer has.",
         "13:69F-16.11(a),(b)", "nj_text"),
    Step("rack_held",          "dealer", "any",
         "A hand whose progressive is not paid from the table inventory stays until that is documented.",
         "13:69F-16.10(e)3,(f)4", "nj_text"),
    Step("stub",               "dealer", "once",
         "The rest of the deck goes to the rack with the last hands.", "13:69F-16.10(e)3,(f)4", "nj_text"),
    Step("rack_dealer",        "dealer", "once",
         "The dealer's hand is racked last.", "13:69F-16.10(g)", "derived"),
)

# Which of the dealer's cards lies up was not read, so that any will do.
DEAL: Final = Deal("deal", "hands", HAND, dealer_up=UP)

STAGES: Final = (
    Stage("before_the_deal", None),
    Stage("decision",        "deal", ("fold",), asks="antes"),
)

# Source: SOURCES.md 8.
RATIOS: Final = (Ratio("bet", BET_TO_ANTE, "ante", "", "not_nj_text"),)

CONDITIONS: Final[tuple[Condition, ...]] = (
    Condition("deal", needs.wager("ante"), "ante_missing",
              "13:69F-16.1", "nj_text",
              "{who} was dealt in without an ante"),
    Condition("decision", needs.wager("ante"), "ante_missing",
              "13:69F-16.1", "nj_text",
              "{who} had no ante"),
    Condition("decision", needs.hands(DEAL), "hand_size_wrong",
              "13:69F-16.10(b)", "nj_text",
              "{who} had not five cards when the decisions began"),
    Condition("forfeit", hands.collected_in_time, "forfeit_collected_late",
              "13:69F-16.10(a)", "nj_text",
              "the forfeited ante of {who} was still there when the dealer's cards were turned up"),
    Condition("showdown", hands.all_decided, "dealer_revealed_early",
              "13:69F-16.10(d)", "nj_text",
              "{who} had neither bet nor folded when a hidden card of the dealer was turned up"),
    Condition("reveal", needs.shown_down, "hand_revealed_early",
              "13:69F-16.10(e)1,(f)1", "nj_text",
              "a card of spot {spot} was turned up before the dealer's"),
    Condition("reveal", hands.before_winners, "winner_paid_early",
              "13:69F-16.10(e)1,3", "derived",
              "a winner was paid before the hand of {who} was turned up"),

    Condition("collect", needs.shown_down, "settled_before_showdown",
              "13:69F-16.10(e)1", "nj_text",
              "a wager of spot {spot} was collected before the dealer's cards were turned up"),
    Condition("collect", hands.turned_up, "settled_before_reveal",
              "13:69F-16.10(e)1", "nj_text",
              "a wager of {who} was collected before its cards were turned up"),
    Condition("push", needs.shown_down, "settled_before_showdown",
              "13:69F-16.10(e)2", "nj_text",
              "a wager of spot {spot} was handed back before the dealer's cards were turned up"),
    Condition("push", hands.turned_up, "settled_before_reveal",
              "13:69F-16.10(e)1", "nj_text",
              "a wager of {who} was handed back before its cards were turned up"),
    Condition("pay", needs.shown_down, "settled_before_showdown",
              "13:69F-16.10(e)3", "nj_text",
              "a wager of spot {spot} was paid before the dealer's cards were turned up"),
    Condition("pay", hands.turned_up, "settled_before_reveal",
              "13:69F-16.10(e)1", "nj_text",
              "a wager of {who} was paid before its cards were turned up"),
    Condition("pay", hands.losers_collected, "winner_paid_early",
              "13:69F-16.10(e)3", "nj_text",
              "spot {spot} was paid before the losing wagers of others were collected"),
    Condition("pay", hands.others_racked, "winner_paid_early",
              "13:69F-16.10(e)3", "nj_text",
              "spot {spot} was paid before losing or equal hands were racked"),
    Condition("pay_ante", needs.shown_down, "settled_before_showdown",
              "13:69F-16.10(f)2", "nj_text",
              "the ante of spot {spot} was paid before the dealer's cards were turned up"),
    Condition("settle_progressive", needs.shown_down, "settled_before_showdown",
              "13:69F-16.10(e)1,(f)1", "derived",
              "the progressive of spot {spot} was paid before the dealer's cards were turned up"),
    Condition("settle_progressive", needs.turned_up, "settled_before_reveal",
              "13:69F-16.11(b)", "nj_text",
              "the progressive of {who} was paid before its cards were turned up"),

    Condition("rack_lost", needs.settled("ante", "bet"), "hand_racked_early",
              "13:69F-16.10(e)1", "nj_text",
              "the hand of {who} was racked before its wagers were collected"),
    Condition("rack_lost", hands.progressive_paid, "hand_racked_early",
              "13:69F-16.11(a)", "nj_text",
              "the hand of {who} was racked before its progressive was paid"),
    Condition("rack_equal", hands.after_showdown, "hand_racked_early",
              "13:69F-16.10(e)2", "nj_text",
              "the hand of {who} was racked before the dealer's cards were turned up"),
    Condition("rack_equal", hands.losers_collected, "hand_racked_out_of_order",
              "13:69F-16.10(e)2", "nj_text",
              "the equal hand of spot {spot} was racked before the losing wagers of others were collected"),
    Condition("rack_equal", hands.losers_racked, "hand_racked_out_of_order",
              "13:69F-16.10(e)2", "nj_text",
              "the equal hand of spot {spot} was racked before losing hands"),
    Condition("rack_equal", hands.progressive_paid, "hand_racked_early",
              "13:69F-16.11(a)", "nj_text",
              "the hand of {who} was racked before its progressive was paid"),
    Condition("rack", hands.after_showdown, "hand_racked_early",
              "13:69F-16.10(e)", "nj_text",
              "the hand of {who} was racked before the dealer's cards were turned up"),
    Condition("rack", needs.played_out, "hand_racked_early",
              "13:69F-16.10(a),(e)", "nj_text",
              "the hand of {who} was racked before it was compared or folded"),
    Condition("rack", needs.settled("ante", "bet"), "hand_racked_early",
              "13:69F-16.10(e)3", "nj_text",
              "the hand of {who} was racked before its wagers were paid"),
    Condition("rack", hands.progressive_paid, "hand_racked_early",
              "13:69F-16.10(e)3", "nj_text",
              "the hand of {who} was racked before its progressive was paid"),
    Condition("rack_no_hand", hands.progressive_turned_up, "hand_not_revealed",
              "13:69F-16.10(f)1", "nj_text",
              "the hand of {who}, which had a progressive, was racked without being turned up"),
    Condition("rack_no_hand", needs.settled("ante"), "hand_racked_early",
              "13:69F-16.10(f)4", "nj_text",
              "the hand of {who} was racked before its ante was paid"),
    Condition("rack_no_hand", hands.progressive_paid, "hand_racked_early",
              "13:69F-16.11(a)", "nj_text",
              "the hand of {who} was racked before its progressive was paid"),
    Condition("rack_held", hands.progressive_paid, "hand_racked_early",
              "13:69F-16.10(e)3,(f)4", "nj_text",
              "the hand of {who} was racked before the payment of its progressive was documented"),
    Condition("stub", hands.all_settled, "stub_collected_early",
              "13:69F-16.10(e)3,(f)4", "nj_text",
              "the stub was racked before every ante and bet was settled"),
    Condition("rack_dealer", hands.hands_racked, "dealer_racked_early",
              "13:69F-16.10(g)", "derived",
              "the dealer's hand was racked before that of {who}"),
)

# In the order of the steps: the first that is missing says why the later ones are.
ABSENCES: Final[tuple[Absence, ...]] = (
    Absence("deal", closing.no_deal, "deal_missing",
            "13:69F-16.7 to 16.9", "derived",
            "antes were placed and no card was dealt", ("hand_size_wrong",)),
    Absence("deal", closing.short_hands(DEAL), "hand_size_wrong",
            "13:69F-16.10(b)", "nj_text",
            "{who} was never dealt five cards"),
    Absence("deal", closing.none_faced(DEAL), "card_faced_wrong",
            "13:69F-16.7 to 16.9", "not_nj_text",
            "none of the cards of {who} lay face up when the table went on"),
    Absence("decision", hands.undecided, "decision_missing",
            "13:69F-16.10(a)", "nj_text",
            "{who} neither placed the bet nor folded", ("dealer_revealed_early",)),
    Absence("showdown", hands.no_showdown, "showdown_missing",
            "13:69F-16.10(d)", "nj_text",
            "the dealer's hidden cards were not turned up",
            ("hand_revealed_early", "settled_before_showdown")),
    Absence("reveal", hands.not_turned_up, "hand_not_revealed",
            "13:69F-16.10(e)1", "nj_text",
            "the hand of {who} was not turned up", ("settled_before_reveal",), of_each_hand=True),
    Absence("reveal_progressive", hands.progressive_not_turned_up, "hand_not_revealed",
            "13:69F-16.10(f)1", "nj_text",
            "the hand of {who}, which had a progressive, was not turned up",
            ("settled_before_reveal",), of_each_hand=True),
    Absence("rack_held", hands.undocumented, "progressive_undocumented",
            "13:69F-16.10(e)3,(f)4", "nj_text",
            "the round was closed before the progressive of {who} was documented",
            ("hand_racked_early",), of_each_hand=True),
    Absence("rack", closing.not_racked, "hand_not_racked",
            "13:69F-16.10(g)", "nj_text",
            "the hand of {who} was not racked",
            ("dealer_racked_early", "progressive_undocumented"), of_each_hand=True),
)

# The steps whose order round the table is law.
TURNS: Final[tuple[Turn, ...]] = (
    Turn("deal",         "dealing_out_of_order",     needs.dealing(DEAL)),
    Turn("reveal",       "settlement_out_of_order",  hands.in_turn_up),
    Turn("collect",      "settlement_out_of_order",  hands.in_settling("lost")),
    Turn("rack_equal",   "hand_racked_out_of_order", hands.in_racking("equal")),
    Turn("pay",          "settlement_out_of_order",  hands.in_settling("won")),
    Turn("rack",     "hand_racked_out_of_order", hands.in_racking("won")),
    Turn("pay_ante",     "settlement_out_of_order",  hands.in_settling("no_hand")),
    Turn("rack_no_hand", "hand_racked_out_of_order", hands.in_racking("no_hand")),
)
# fmt: on
