"""The procedure of a round as rows: who acts, in which order, what must come before.

`STEPS` is the round from the first wager to the discard rack.  `CONDITIONS`
says of a step what must have been done when it is taken; where it was not,
that is a finding.  `ABSENCES` is asked of a round that is over, `TURNS` are the
steps whose order round the table is law.

Source: 13:69F-28.10 as read; where the evidence says `derived` or less, SOURCES.md 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.conduct import Absence, Condition, Deal, Ratio, Stage, Turn, closing, needs
from ledger.games.seam import Step, WagerKind

# fmt: off
WAGERS: Final[Mapping[str, WagerKind]] = MappingProxyType({
    "ante":  WagerKind("ante",  "before_the_deal", "Ante"),
    "bonus": WagerKind("bonus", "before_the_deal", "Bonus", optional=True, side=True),
    "flop":  WagerKind("flop",  "flop_decision",   "Flop"),
    "turn":  WagerKind("turn",  "turn_decision",   "Turn",  optional=True),
    "river": WagerKind("river", "river_decision",  "River", optional=True),
})
MAIN_WAGERS: Final = ("ante", "flop", "turn", "river")
STAYS_BY: Final = "flop"  # who places it plays on

STEPS: Final[tuple[Step, ...]] = (
    Step("before_the_deal", "player", "any",
         "An ante is placed, and with it a bonus if wished.", "13:69F-28.10(a)", "mixed"),
    Step("no_more_bets",   "dealer", "once",
         "The dealer calls no more bets.", "", "not_nj_text"),
    Step("deal",           "dealer", "clockwise",
         "Two cards face down to each player from the farthest left, then two to the dealer.",
         "13:69F-28.7 to 28.9", "derived"),
    Step("cover_card",     "dealer", "once",
         "The dealer's two cards lie under the cover card.", "13:69F-28.10(g)", "derived"),
    Step("flop_decision",  "player", "any",
         "Each player looks at the two cards and places the flop wager or folds.",
         "13:69F-28.10(a)", "nj_text"),
    Step("forfeit",        "dealer", "any",
         "After a fold the ante is collected.", "13:69F-28.10(a)2", "nj_text"),
    Step("rack_fold",      "dealer", "any",
         "A folded hand without a bonus is at once spread face down, collected and racked.",
         "13:69F-28.10(a)2ii", "nj_text"),
    Step("burn_flop",      "dealer", "once",
         "When all have decided, one card is burned.", "13:69F-28.10(b)", "nj_text"),
    Step("flop",           "dealer", "once",
         "Three community cards are dealt face up.", "13:69F-28.10(b)", "nj_text"),
    Step("turn_decision",  "player", "clockwise",
         "Who placed the flop wager places the turn wager or checks.", "13:69F-28.10(c)", "nj_text"),
    Step("burn_turn",      "dealer", "once",
         "One card is burned.", "13:69F-28.10(d)", "nj_text"),
    Step("turn",           "dealer", "once",
         "The fourth community card is dealt face up.", "13:69F-28.10(d)", "nj_text"),
    Step("river_decision", "player", "clockwise",
         "Who placed the flop wager places the river wager or checks.", "13:69F-28.10(e)", "nj_text"),
    Step("burn_river",     "dealer", "once",
         "One card is burned.", "13:69F-28.10(f)", "nj_text"),
    Step("river",          "dealer", "once",
         "The fifth community card is dealt face up.", "13:69F-28.10(f)", "nj_text"),
    Step("showdown",       "dealer", "once",
         "The cover card comes off, the dealer's cards are turned up and the best five announced.",
         "13:69F-28.10(g)", "nj_text"),
    Step("reveal",         "dealer", "counterclockwise",
         "A player's two cards are turned up and the best five announced.", "13:69F-28.10(h)", "nj_text"),
    Step("settle",         "dealer", "counterclockwise",
         "That player's ante, flop, turn and river are resolved before the next player's.",
         "13:69F-28.10(h)", "nj_text"),
    Step("settle_bonus",   "dealer", "counterclockwise",
         "Only then that player's bonus is resolved.", "13:69F-28.10(h)4", "nj_text"),
    Step("rack",           "dealer", "counterclockwise",
         "That player's cards go to the discard rack.", "13:69F-28.10(h)4", "nj_text"),
    Step("settle_folded",  "dealer", "any",
         "At the conclusion of the round the bonuses of folded hands are resolved.",
         "13:69F-28.10(a)2i", "derived"),
    Step("rack_folded",    "dealer", "any",
         "A folded hand goes to the rack when its bonus is resolved.", "13:69F-28.10(a)2i", "nj_text"),
    Step("rack_dealer",    "dealer", "once",
         "The dealer's hand and the board are racked last.", "13:69F-28.10(i)", "derived"),
)

# What is dealt when.  Source: 28.10(b), (d), (f); hole cards derived from 28.10(b) to (h).
HOLE: Final = Deal("deal", "hands", 2)
FLOP: Final = Deal("flop", "board", 3, burn="burn_flop")
TURN: Final = Deal("turn", "board", 1, before=3, burn="burn_turn")
RIVER: Final = Deal("river", "board", 1, before=4, burn="burn_river")
DEALS: Final = (HOLE, FLOP, TURN, RIVER)

# When wagers are placed, and what is said where none is.  Source: 28.10(a), (c), (e).
STAGES: Final = (
    Stage("before_the_deal", None),
    Stage("flop_decision",   "deal", ("fold",),  asks="antes"),
    Stage("turn_decision",   "flop", ("check",), asks="playing"),
    Stage("river_decision",  "turn", ("check",), asks="playing"),
)

# How a later wager stands to the ante.  13:69F-28.6 was not read: SOURCES.md 6.
RATIOS: Final = (
    Ratio("flop",  2, "ante", "", "not_nj_text"),
    Ratio("turn",  1, "ante", "", "not_nj_text"),
    Ratio("river", 1, "ante", "", "not_nj_text"),
)

ANTE_PLACED: Final = needs.wager("ante")
FLOP_DECIDED: Final = needs.decided("flop_decision")
TURN_DECIDED: Final = needs.decided("turn_decision")
RIVER_DECIDED: Final = needs.decided("river_decision")
MAIN_SETTLED: Final = needs.settled(*MAIN_WAGERS)
BONUS_SETTLED: Final = needs.settled("bonus")

CONDITIONS: Final[tuple[Condition, ...]] = (
    Condition("deal",           ANTE_PLACED,        "ante_missing",            "13:69F-28.10(a)",   "mixed",
              "{who} was dealt in without an ante"),
    Condition("flop_decision",  ANTE_PLACED,        "ante_missing",            "13:69F-28.10(a)",   "mixed",
              "{who} had no ante"),
    Condition("flop_decision",  needs.hands(HOLE),  "hole_cards_wrong",        "13:69F-28.10(a)",   "nj_text",
              "{who} had not two cards when the decisions began"),
    Condition("burn_flop",      FLOP_DECIDED,       "decision_missing",        "13:69F-28.10(b)",   "nj_text",
              "{who} had not decided when the flop was begun"),
    Condition("flop",           FLOP_DECIDED,       "decision_missing",        "13:69F-28.10(b)",   "nj_text",
              "{who} had not decided when the flop was dealt"),
    Condition("flop",           needs.burned,       "burn_card_missing",       "13:69F-28.10(b)",   "nj_text",
              "no card was burned before the flop"),
    Condition("turn_decision",  needs.plays,        "flop_wager_missing",      "13:69F-28.10(c)",   "nj_text",
              "{who} had placed no flop wager"),
    Condition("burn_turn",      TURN_DECIDED,       "decision_missing",        "13:69F-28.10(c)",   "nj_text",
              "{who} had not been asked when the turn was begun"),
    Condition("turn",           TURN_DECIDED,       "decision_missing",        "13:69F-28.10(c)",   "nj_text",
              "{who} had not been asked when the turn was dealt"),
    Condition("turn",           needs.burned,       "burn_card_missing",       "13:69F-28.10(d)",   "nj_text",
              "no card was burned before the turn"),
    Condition("river_decision", needs.plays,        "flop_wager_missing",      "13:69F-28.10(e)",   "nj_text",
              "{who} had placed no flop wager"),
    Condition("burn_river",     RIVER_DECIDED,      "decision_missing",        "13:69F-28.10(e)",   "nj_text",
              "{who} had not been asked when the river was begun"),
    Condition("river",          RIVER_DECIDED,      "decision_missing",        "13:69F-28.10(e)",   "nj_text",
              "{who} had not been asked when the river was dealt"),
    Condition("river",          needs.burned,       "burn_card_missing",       "13:69F-28.10(f)",   "nj_text",
              "no card was burned before the river"),
    Condition("forfeit",        needs.taken_before_showdown, "forfeit_collected_late",
              "13:69F-28.10(a)2", "derived",
              "the forfeited ante of {who} was still there when the dealer's cards were turned up"),
    Condition("showdown",       needs.board,        "dealer_revealed_early",   "13:69F-28.10(g)",   "nj_text",
              "the dealer's cards were turned up before the board was complete"),
    Condition("reveal",         needs.shown_down,   "hand_revealed_early",     "13:69F-28.10(h)",   "nj_text",
              "a card of spot {spot} was turned up before the dealer's"),
    Condition("reveal",         needs.last_racked,  "hand_racked_out_of_order", "13:69F-28.10(h)",  "nj_text",
              "the hand of {who} was not racked when the next player was begun"),
    Condition("settle",         needs.shown_down,   "settled_before_showdown", "13:69F-28.10(h)",   "nj_text",
              "a wager of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("settle",         needs.turned_up,    "settled_before_reveal",   "13:69F-28.10(h)",   "nj_text",
              "a wager of {who} was settled before its cards were turned up"),
    Condition("settle_bonus",   needs.shown_down,   "settled_before_showdown", "13:69F-28.10(h)4",  "nj_text",
              "the bonus of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("settle_bonus",   needs.turned_up,    "settled_before_reveal",   "13:69F-28.10(h)4",  "nj_text",
              "the bonus of {who} was settled before its cards were turned up"),
    Condition("settle_bonus",   MAIN_SETTLED,       "bonus_settled_early",     "13:69F-28.10(h)4",  "nj_text",
              "the bonus of {who} was settled before its other wagers"),
    Condition("rack",           MAIN_SETTLED,       "hand_racked_early",       "13:69F-28.10(h)",   "nj_text",
              "the hand of {who} was racked before its wagers were settled"),
    Condition("rack",           BONUS_SETTLED,      "hand_racked_early",       "13:69F-28.10(h)4",  "nj_text",
              "the hand of {who} was racked before its bonus was settled"),
    Condition("rack",           needs.played_out,   "hand_racked_early",       "13:69F-28.10(a)",   "nj_text",
              "the hand of {who} was racked before it was compared or folded"),
    Condition("settle_folded",  needs.pass_done,    "folded_bonus_early",      "13:69F-28.10(a)2i", "derived",
              "the bonus of a folded hand was settled before {who}"),
    Condition("rack_folded",    BONUS_SETTLED,      "hand_racked_early",       "13:69F-28.10(a)2i", "nj_text",
              "the folded hand of {who} was racked before its bonus was settled"),
    Condition("rack_dealer",    needs.hands_racked, "dealer_racked_early",     "13:69F-28.10(i)",   "derived",
              "the dealer's hand was racked before that of {who}"),
)

# In the order of the steps: the first that is missing says why the later ones are.
ABSENCES: Final[tuple[Absence, ...]] = (
    Absence("deal",           closing.no_deal,                     "deal_missing",
            "13:69F-28.7 to 28.9", "derived",
            "antes were placed and no card was dealt", ("hole_cards_wrong",)),
    Absence("deal",           closing.short_hands(HOLE),           "hole_cards_wrong",
            "13:69F-28.10(a)",     "nj_text",
            "{who} was never dealt two cards"),
    Absence("cover_card",     closing.uncovered,                   "cover_card_missing",
            "13:69F-28.10(g)",     "derived",
            "no cover card was laid over the dealer's cards"),
    Absence("flop_decision",  closing.undecided("flop_decision"),  "decision_missing",
            "13:69F-28.10(a)",     "nj_text",
            "{who} neither placed the flop wager nor folded"),
    Absence("flop",           closing.short_board(FLOP),           "community_cards_wrong",
            "13:69F-28.10(b)",     "nj_text",
            "the board had {board} cards"),
    Absence("turn_decision",  closing.undecided("turn_decision"),  "decision_missing",
            "13:69F-28.10(c)",     "nj_text",
            "{who} was not asked for the turn wager"),
    Absence("turn",           closing.short_board(TURN),           "community_cards_wrong",
            "13:69F-28.10(d)",     "nj_text",
            "the board had {board} cards"),
    Absence("river_decision", closing.undecided("river_decision"), "decision_missing",
            "13:69F-28.10(e)",     "nj_text",
            "{who} was not asked for the river wager"),
    Absence("river",          closing.short_board(RIVER),          "community_cards_wrong",
            "13:69F-28.10(f)",     "nj_text",
            "the board had {board} cards"),
    Absence("showdown",       closing.no_showdown,                 "showdown_missing",
            "13:69F-28.10(g)",     "nj_text",
            "the dealer's cards were not turned up", ("hand_revealed_early", "settled_before_showdown")),
    Absence("reveal",         closing.not_turned_up,               "hand_not_revealed",
            "13:69F-28.10(h)",     "nj_text",
            "the hand of {who} was not turned up", ("settled_before_reveal",), of_each_hand=True),
    Absence("rack",           closing.not_racked,                  "hand_not_racked",
            "13:69F-28.10(i)",     "nj_text",
            "the hand of {who} was not racked", ("dealer_racked_early",), of_each_hand=True),
)

# The steps whose order round the table is law.
TURNS: Final[tuple[Turn, ...]] = (
    Turn("deal",           "dealing_out_of_order",     needs.dealing(HOLE)),
    Turn("turn_decision",  "decision_out_of_order",    needs.deciding("turn_decision")),
    Turn("river_decision", "decision_out_of_order",    needs.deciding("river_decision")),
    Turn("reveal",         "settlement_out_of_order",  needs.single_pass),
    Turn("settle",         "settlement_out_of_order",  needs.single_pass),
    Turn("settle_bonus",   "settlement_out_of_order",  needs.single_pass),
    Turn("rack",           "hand_racked_out_of_order", needs.as_settled),
)
# fmt: on
