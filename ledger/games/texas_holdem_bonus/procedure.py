"""The procedure of a round as rows: who acts, in which order, what must come before.

`STEPS` is the round from the first wager to the discard rack.  `CONDITIONS`
says of a step what must have been done when it is taken; where it was not,
that is a finding.  `conform` walks the recorded events against these rows, and
`closing` asks `ABSENCES` of a round that is over.

Source: 13:69F-28.10 as read; where the evidence says `derived` or less, SOURCES.md 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.games.seam import Evidence, Step, WagerKind

# fmt: off
WAGERS: Final[Mapping[str, WagerKind]] = MappingProxyType({
    "ante":  WagerKind("ante",  "before_the_deal", "Ante"),
    "bonus": WagerKind("bonus", "before_the_deal", "Bonus", optional=True, side=True),
    "flop":  WagerKind("flop",  "flop_decision",   "Flop"),
    "turn":  WagerKind("turn",  "turn_decision",   "Turn",  optional=True),
    "river": WagerKind("river", "river_decision",  "River", optional=True),
})
MAIN_WAGERS: Final = ("ante", "flop", "turn", "river")

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
# fmt: on
STEP: Final[Mapping[str, Step]] = MappingProxyType({step.code: step for step in STEPS})


class Street(NamedTuple):
    """A part of the board: how many cards lie there before it, the step of its decisions, the words for them.

    `instead` is what a player says who does not place the wager.
    """

    name: str
    before: int
    decision: str
    instead: str


STREETS: Final[tuple[Street, ...]] = (
    Street("flop", 0, "flop_decision", "fold"),
    Street("turn", 3, "turn_decision", "check"),
    Street("river", 4, "river_decision", "check"),
)
BOARD: Final = 5


def closed_by(board: int, *, dealt: bool) -> frozenset[str]:
    """The wagers that "no more bets" closes when it names none: those whose time is then over.

    `board` counts the community cards, `dealt` is whether any card was dealt.
    """
    if not dealt:
        return frozenset(wager for wager, kind in WAGERS.items() if kind.stage == "before_the_deal")
    over = {street.decision for street in STREETS if street.before <= board}
    return frozenset(wager for wager, kind in WAGERS.items() if kind.stage in over)


class Condition(NamedTuple):
    """When `step` is taken, `needs` must have been done; else the finding `code`.

    In `detail`, {who} is where it was not done and {spot} where the step was taken.
    """

    step: str
    needs: str
    code: str
    rule: str
    evidence: Evidence
    detail: str


# fmt: off
CONDITIONS: Final[tuple[Condition, ...]] = (
    Condition("deal",           "ante",            "ante_missing",            "13:69F-28.10(a)",    "mixed",
              "{who} was dealt in without an ante"),
    Condition("flop_decision",  "ante",            "ante_missing",            "13:69F-28.10(a)",    "mixed",
              "{who} had no ante"),
    Condition("flop_decision",  "two_cards",       "hole_cards_wrong",        "13:69F-28.10(a)",    "nj_text",
              "{who} had not two cards when the decisions began"),
    Condition("burn_flop",      "flop_decisions",  "decision_missing",        "13:69F-28.10(b)",    "nj_text",
              "{who} had not decided when the flop was begun"),
    Condition("flop",           "flop_decisions",  "decision_missing",        "13:69F-28.10(b)",    "nj_text",
              "{who} had not decided when the flop was dealt"),
    Condition("flop",           "burn",            "burn_card_missing",       "13:69F-28.10(b)",    "nj_text",
              "no card was burned before the flop"),
    Condition("turn_decision",  "flop_wager",      "flop_wager_missing",      "13:69F-28.10(c)",    "nj_text",
              "{who} had placed no flop wager"),
    Condition("burn_turn",      "turn_decisions",  "decision_missing",        "13:69F-28.10(c)",    "nj_text",
              "{who} had not been asked when the turn was begun"),
    Condition("turn",           "turn_decisions",  "decision_missing",        "13:69F-28.10(c)",    "nj_text",
              "{who} had not been asked when the turn was dealt"),
    Condition("turn",           "burn",            "burn_card_missing",       "13:69F-28.10(d)",    "nj_text",
              "no card was burned before the turn"),
    Condition("river_decision", "flop_wager",      "flop_wager_missing",      "13:69F-28.10(e)",    "nj_text",
              "{who} had placed no flop wager"),
    Condition("burn_river",     "river_decisions", "decision_missing",        "13:69F-28.10(e)",    "nj_text",
              "{who} had not been asked when the river was begun"),
    Condition("river",          "river_decisions", "decision_missing",        "13:69F-28.10(e)",    "nj_text",
              "{who} had not been asked when the river was dealt"),
    Condition("river",          "burn",            "burn_card_missing",       "13:69F-28.10(f)",    "nj_text",
              "no card was burned before the river"),
    Condition("showdown",       "board",           "dealer_revealed_early",   "13:69F-28.10(g)",    "nj_text",
              "the dealer's cards were turned up before the board was complete"),
    Condition("reveal",         "showdown",        "hand_revealed_early",     "13:69F-28.10(h)",    "nj_text",
              "a card of spot {spot} was turned up before the dealer's"),
    Condition("settle",         "showdown",        "settled_before_showdown", "13:69F-28.10(h)",    "nj_text",
              "a wager of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("settle",         "reveal",          "settled_before_reveal",   "13:69F-28.10(h)",    "nj_text",
              "a wager of {who} was settled before its cards were turned up"),
    Condition("settle_bonus",   "showdown",        "settled_before_showdown", "13:69F-28.10(h)4",   "nj_text",
              "the bonus of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("settle_bonus",   "reveal",          "settled_before_reveal",   "13:69F-28.10(h)4",   "nj_text",
              "the bonus of {who} was settled before its cards were turned up"),
    Condition("settle_bonus",   "settle",          "bonus_settled_early",     "13:69F-28.10(h)4",   "nj_text",
              "the bonus of {who} was settled before its other wagers"),
    Condition("rack",           "settle",          "hand_racked_early",       "13:69F-28.10(h)",    "nj_text",
              "the hand of {who} was racked before its wagers were settled"),
    Condition("rack",           "settle_bonus",    "hand_racked_early",       "13:69F-28.10(h)4",   "nj_text",
              "the hand of {who} was racked before its bonus was settled"),
    Condition("settle_folded",  "pass",            "folded_bonus_early",      "13:69F-28.10(a)2i",  "derived",
              "the bonus of a folded hand was settled before {who}"),
    Condition("rack_folded",    "settle_bonus",    "hand_racked_early",       "13:69F-28.10(a)2i",  "nj_text",
              "the folded hand of {who} was racked before its bonus was settled"),
    Condition("rack_dealer",    "racks",           "dealer_racked_early",     "13:69F-28.10(i)",    "derived",
              "the dealer's hand was racked before that of {who}"),
)



class Absence(NamedTuple):
    """A round that is over must have come through `step`; where `needs` was not done, the finding `code`.

    `found_as` are the codes by which a later step has found the same absence
    already.  In `detail`, {who} is where it was not done, {board} how many
    community cards lay there.
    """

    step: str
    needs: str
    code: str
    rule: str
    evidence: Evidence
    detail: str
    found_as: tuple[str, ...] = ()


# In the order of the steps: the first that is missing says why the later ones are.
ABSENCES: Final[tuple[Absence, ...]] = (
    Absence("deal",           "deal",            "deal_missing",          "13:69F-28.7 to 28.9", "derived",
            "antes were placed and no card was dealt", ("hole_cards_wrong",)),
    Absence("deal",           "two_cards",       "hole_cards_wrong",      "13:69F-28.10(a)",     "nj_text",
            "{who} was never dealt two cards"),
    Absence("flop_decision",  "flop_decisions",  "decision_missing",      "13:69F-28.10(a)",     "nj_text",
            "{who} neither placed the flop wager nor folded"),
    Absence("flop",           "flop",            "community_cards_wrong", "13:69F-28.10(b)",     "nj_text",
            "the board had {board} cards"),
    Absence("turn_decision",  "turn_decisions",  "decision_missing",      "13:69F-28.10(c)",     "nj_text",
            "{who} was not asked for the turn wager"),
    Absence("turn",           "turn",            "community_cards_wrong", "13:69F-28.10(d)",     "nj_text",
            "the board had {board} cards"),
    Absence("river_decision", "river_decisions", "decision_missing",      "13:69F-28.10(e)",     "nj_text",
            "{who} was not asked for the river wager"),
    Absence("river",          "river",           "community_cards_wrong", "13:69F-28.10(f)",     "nj_text",
            "the board had {board} cards"),
    Absence("showdown",       "showdown",        "showdown_missing",      "13:69F-28.10(g)",     "nj_text",
            "the dealer's cards were not turned up", ("hand_revealed_early", "settled_before_showdown")),
    Absence("reveal",         "reveals",         "hand_not_revealed",     "13:69F-28.10(h)",     "nj_text",
            "the hand of {who} was not turned up", ("settled_before_reveal",)),
    Absence("rack",           "racks",           "hand_not_racked",       "13:69F-28.10(i)",     "nj_text",
            "the hand of {who} was not racked", ("dealer_racked_early",)),
)

# A step whose order round the table is law, and the finding where a spot was passed over.
OUT_OF_ORDER: Final[Mapping[str, str]] = MappingProxyType({
    "deal":           "dealing_out_of_order",
    "turn_decision":  "decision_out_of_order",
    "river_decision": "decision_out_of_order",
    "reveal":         "settlement_out_of_order",
    "settle":         "settlement_out_of_order",
    "settle_bonus":   "settlement_out_of_order",
    "rack":           "hand_racked_out_of_order",
})
# fmt: on
