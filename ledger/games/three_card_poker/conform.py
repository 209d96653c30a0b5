"""What was not done as the procedure says: the rows by which a round is walked.

Until the dealer turns up, the rows are the same for every licensee; then there
are those of the alternative elected.  A record may tell cards and wagers alone,
so that a forfeit or a hand of which nothing is told is missed at the close only.

Source: 13:69F-20.10(b), (c); where the evidence of a row is less, SOURCES.md 7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from ledger.events.rounds import WagerCollected, WagerPaid
from ledger.games.conduct import (
    Absence,
    Condition,
    Conduct,
    Deal,
    Ratio,
    Settlement,
    Stage,
    Turn,
    Walk,
    closing,
    needs,
    walked,
)
from ledger.games.conduct.rows import Need, Place, Places
from ledger.games.orders import counterclockwise
from ledger.games.seam import EMPTY, Adjudication, Finding, Submission
from ledger.games.three_card_poker.findings import KINDS
from ledger.games.three_card_poker.procedure import STEPS, WAGERS
from ledger.games.view import RoundView

THREE: Final = Deal("deal", "hands", 3)
ALONE: Final = ("pair_plus", "six_card_bonus")
DECIDED: Final = needs.decided("play_decision")


def conform(seen: RoundView, submission: Submission, said: Adjudication) -> Sequence[Finding]:
    """The findings of a round's procedure, in the order in which they showed."""
    options = submission.options
    return walked(CONDUCTS[options["settlement"]], seen, said, options["late_wagers"])


# --- what a step needs in this game alone -------------------------------------------------


def _before_showdown(walk: Walk, place: Place) -> Places:
    """The dealer's cards are still down."""
    return [] if walk.showdown_at is None else [place]


def _decided_before(walk: Walk, place: Place) -> Places:
    """All have decided; when the dealer has turned up that is what was found."""
    return [] if walk.showdown_at is not None else DECIDED(walk, place)


def _turned_up(walk: Walk, place: Place) -> Places:
    """The hand of the spot is up, if it is one that is compared."""
    return [place] if place in walk.standing and place not in walk.up else []


def _waiting(walk: Walk, how: str, *, right_of: int = 0) -> Places:
    """Where something is still due in a way among the hands that the passes settle, right of a spot."""
    due = [spot for spot, left in walk.unmoved.items() if spot > right_of and how in left.values()]
    standing = walk.standing if due else ()
    return [spot for spot in counterclockwise(due) if spot in standing and _is_due(walk, spot, how)]


def _is_due(walk: Walk, spot: int, how: str) -> bool:
    """Whether a wager waits for its pass; one never touched at all is missed at its hand and the close."""
    left = [wager for wager, due in walk.unmoved.get(spot, EMPTY).items() if due == how]
    if not left or walk.seen.closed_at is None:
        return bool(left)
    return not all(_is_forgotten(walk, spot, wager) for wager in left)


def _is_forgotten(walk: Walk, spot: int, wager: str) -> bool:
    laid = walk.seen.by_name.get((spot, wager), ())
    return not any(one.collected or one.paid or one.returned for one in laid)


def _done(how: str) -> Need:
    """A pass is finished before the next is begun; a hand handed back is racked in none."""

    def lacking(walk: Walk, place: Place) -> Places:
        return [] if place in walk.void else _waiting(walk, how)

    return lacking


def _in_order(how: str) -> Need:
    """Counterclockwise among the spots of a pass."""

    def passed(walk: Walk, place: Place) -> Places:
        return _waiting(walk, how, right_of=int(place))

    return passed


# --- which step an event is ---------------------------------------------------------------


def _forfeited(walk: Walk, spot: int) -> bool:
    """Whether a spot gave up its ante; without one there is nothing to give up."""
    return walk.is_folded(spot) and walk.is_on_layout(spot, "ante")


def _settles(walk: Walk, event: Settlement) -> str:
    if _forfeited(walk, event.spot):
        return "settle_folded" if event.wager == "six_card_bonus" else "forfeit"
    if type(event) is WagerCollected:
        return "collect"
    return "pay" if type(event) is WagerPaid else "hand_back"


def _racks(walk: Walk, spot: int) -> str:
    if not _forfeited(walk, spot):
        return "rack"
    return "rack_folded" if walk.is_on_layout(spot, "six_card_bonus") else "rack_fold"


# --- the rows -----------------------------------------------------------------------------

# fmt: off
BEFORE: Final[tuple[Condition, ...]] = (
    Condition("deal",          needs.wager("ante", *ALONE), "ante_missing", "13:69F-20.10(b)", "derived",
              "{who} was dealt in without a wager"),
    Condition("play_decision", needs.wager("ante"), "ante_missing", "13:69F-20.10(b)", "nj_text",
              "{who} had no ante"),
    Condition("play_decision", needs.hands(THREE), "hand_size_wrong", "13:69F-20.10(b)", "derived",
              "{who} had not three cards when the decisions began"),
    Condition("forfeit",       _decided_before, "forfeit_collected_early",
              "13:69F-20.10(b)", "nj_text", "{who} had not decided when the forfeits were collected"),
    Condition("forfeit",       _before_showdown, "forfeit_collected_late", "13:69F-20.10(b)", "nj_text",
              "the forfeit of {who} was collected after the dealer's cards were turned up"),
    Condition("rack_fold",     _decided_before, "folded_hand_racked_early",
              "13:69F-20.10(b)", "nj_text", "{who} had not decided when a folded hand was racked"),
    Condition("rack_fold",     _before_showdown, "folded_hand_racked_late", "13:69F-20.10(b)", "nj_text",
              "the folded hand of {who} was racked after the dealer's cards were turned up"),
    Condition("showdown",      DECIDED, "dealer_revealed_early",
              "13:69F-20.10(b)", "nj_text", "{who} had not decided when the dealer's cards were turned up"),
)
AFTER: Final[tuple[Condition, ...]] = (
    Condition("hand_back",     needs.shown_down, "settled_before_showdown", "13:69F-20.10(c)", "nj_text",
              "a wager of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("settle_folded", needs.shown_down, "settled_before_showdown", "13:69F-20.10(b)", "derived",
              "the six-card bonus of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("rack_folded",   needs.settled("six_card_bonus"), "hand_racked_early",
              "13:69F-20.10(b)", "derived",
              "the folded hand of {who} was racked before its six-card bonus was settled"),
    Condition("rack",          needs.played_out, "hand_racked_early", "13:69F-20.10(b),(c)", "nj_text",
              "the hand of {who} was racked before it was compared or folded"),
    Condition("rack_dealer",   needs.hands_racked, "dealer_racked_early", "13:69F-20.10(c)", "nj_text",
              "the dealer's hand was racked before that of {who}"),
)

# Four passes, each finished for all players before the next begins.  Source: 20.10(c)1.
TABLE_WIDE: Final[tuple[Condition, ...]] = (
    Condition("reveal",  needs.shown_down, "hand_revealed_early", "13:69F-20.10(c)1i", "nj_text",
              "a card of spot {spot} was turned up before the dealer's"),
    Condition("collect", needs.shown_down, "settled_before_showdown", "13:69F-20.10(c)1ii", "nj_text",
              "a wager of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("collect", needs.all_turned_up, "settled_before_reveal", "13:69F-20.10(c)1ii", "nj_text",
              "the hand of {who} was not turned up when losing wagers were collected"),
    Condition("pay",     needs.shown_down, "settled_before_showdown", "13:69F-20.10(c)1iii", "nj_text",
              "a wager of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("pay",     needs.all_turned_up, "settled_before_reveal", "13:69F-20.10(c)1iii", "nj_text",
              "the hand of {who} was not turned up when winning wagers were paid"),
    Condition("pay",     _done("lose"), "winner_paid_early", "13:69F-20.10(c)1iii", "nj_text",
              "a losing wager of {who} was not collected when winning wagers were paid"),
    Condition("rack",    needs.settled(), "hand_racked_early", "13:69F-20.10(c)1iv", "nj_text",
              "the hand of {who} was racked before its wagers were settled"),
    Condition("rack",    _done("lose"), "hand_racked_early", "13:69F-20.10(c)1iv", "nj_text",
              "a losing wager of {who} was not collected when hands were racked"),
    Condition("rack",    _done("win"), "hand_racked_early", "13:69F-20.10(c)1iv", "nj_text",
              "{who} was not paid when hands were racked"),
)
IN_PASSES: Final[tuple[Turn, ...]] = (
    Turn("reveal",  "settlement_out_of_order",  needs.counterclockwise_among(needs.to_turn_up)),
    Turn("collect", "settlement_out_of_order",  _in_order("lose")),
    Turn("pay",     "settlement_out_of_order",  _in_order("win")),
    Turn("rack",    "hand_racked_out_of_order", needs.counterclockwise_among(needs.to_rack)),
)

# One pass, each player finished before the next.  Source: 20.10(c)2.
PLAYER_BY_PLAYER: Final[tuple[Condition, ...]] = (
    Condition("reveal",  needs.shown_down, "hand_revealed_early", "13:69F-20.10(c)2i", "nj_text",
              "a card of spot {spot} was turned up before the dealer's"),
    Condition("reveal",  needs.last_racked, "hand_racked_out_of_order", "13:69F-20.10(c)2iii", "nj_text",
              "the hand of {who} was not racked when the next player was begun"),
    Condition("collect", needs.shown_down, "settled_before_showdown", "13:69F-20.10(c)2ii", "nj_text",
              "a wager of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("collect", _turned_up, "settled_before_reveal", "13:69F-20.10(c)2ii", "nj_text",
              "a wager of {who} was collected before its cards were turned up"),
    Condition("pay",     needs.shown_down, "settled_before_showdown", "13:69F-20.10(c)2ii", "nj_text",
              "a wager of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("pay",     _turned_up, "settled_before_reveal", "13:69F-20.10(c)2ii", "nj_text",
              "a wager of {who} was paid before its cards were turned up"),
    Condition("rack",    needs.settled(), "hand_racked_early", "13:69F-20.10(c)2iii", "nj_text",
              "the hand of {who} was racked before its wagers were settled"),
)
IN_ONE_PASS: Final[tuple[Turn, ...]] = (
    Turn("reveal",  "settlement_out_of_order",  needs.single_pass),
    Turn("collect", "settlement_out_of_order",  needs.single_pass),
    Turn("pay",     "settlement_out_of_order",  needs.single_pass),
    Turn("rack",    "hand_racked_out_of_order", needs.as_settled),
)

# In the order of the steps: the first that is missing says why the later ones are.
ABSENCES: Final[tuple[Absence, ...]] = (
    Absence("deal",          closing.no_deal, "deal_missing", "13:69F-20.7 to 20.9", "derived",
            "wagers were placed and no card was dealt", ("hand_size_wrong",)),
    Absence("deal",          closing.short_hands(THREE), "hand_size_wrong", "13:69F-20.7 to 20.9", "derived",
            "{who} was never dealt three cards"),
    Absence("play_decision", closing.undecided("play_decision"), "decision_missing",
            "13:69F-20.10(b)", "nj_text",
            "{who} neither placed the play wager nor folded", ("dealer_revealed_early",)),
    Absence("showdown",      closing.no_showdown, "showdown_missing", "13:69F-20.10(b)", "nj_text",
            "the dealer's cards were not turned up", ("hand_revealed_early", "settled_before_showdown")),
    Absence("reveal",        closing.not_turned_up, "hand_not_revealed", "13:69F-20.10(c)1i, 2i", "nj_text",
            "the hand of {who} was not turned up", ("settled_before_reveal",), of_each_hand=True),
    Absence("rack",          closing.not_racked, "hand_not_racked", "13:69F-20.10(b),(c)", "nj_text",
            "the hand of {who} was not racked", ("dealer_racked_early",), of_each_hand=True),
)
# fmt: on


# Where the steps of settlement stand in the alternative elected.
CITED: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "table_wide": {
            "reveal": "13:69F-20.10(c)1i",
            "collect": "13:69F-20.10(c)1ii",
            "pay": "13:69F-20.10(c)1iii",
            "rack": "13:69F-20.10(c)1iv",
        },
        "player_by_player": {
            "reveal": "13:69F-20.10(c)2i",
            "collect": "13:69F-20.10(c)2ii",
            "pay": "13:69F-20.10(c)2ii",
            "rack": "13:69F-20.10(c)2iii",
        },
    }
)


def _conduct(
    alternative: str, conditions: tuple[Condition, ...], turns: tuple[Turn, ...], passes: frozenset[str]
) -> Conduct:
    cited = CITED[alternative]
    return Conduct(
        wagers=WAGERS,
        steps=tuple(replace(step, rule=cited.get(step.code, step.rule)) for step in STEPS),
        kinds=KINDS,
        deals=(THREE,),
        stages=(
            Stage("before_the_deal", None),
            Stage("play_decision", "deal", ("fold",), asks="antes"),
        ),
        stays="play",
        conditions=(*BEFORE, *conditions, *AFTER),
        absences=ABSENCES,
        turns=(
            Turn("deal", "dealing_out_of_order", needs.dealing(THREE)),
            Turn("play_decision", "decision_out_of_order", needs.deciding("play_decision")),
            *turns,
        ),
        settles=_settles,
        racks=_racks,
        ratios=(Ratio("play", 1, "ante", "13:69F-20.10(b)", "nj_text"),),
        alone=ALONE,
        pass_steps=passes,
        folds_racked_at_once=False,
    )


CONDUCTS: Final[Mapping[str, Conduct]] = MappingProxyType(
    {
        "table_wide": _conduct("table_wide", TABLE_WIDE, IN_PASSES, frozenset()),
        "player_by_player": _conduct(
            "player_by_player", PLAYER_BY_PLAYER, IN_ONE_PASS, frozenset({"reveal", "collect", "pay"})
        ),
    }
)
