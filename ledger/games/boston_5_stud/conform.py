"""What was not done as the procedure says: the rows of this game, walked by `conduct`.

Source: 13:69F-24.10; the rule and evidence of each finding stand in its row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ledger.events.rounds import CardDealt, HandRevealed, WagerReturned
from ledger.games.boston_5_stud.findings import KINDS
from ledger.games.boston_5_stud.procedure import STEPS, WAGERS
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
    following,
    needs,
    walked,
)
from ledger.games.conduct.rows import ANTE, Place, Places
from ledger.games.seam import Adjudication, Finding, Submission
from ledger.games.view import RoundView

# Three cards by hand or from a manual shoe may come one by one or running: 24.7 and 24.8 were not read.
FIRST_DEAL: Final = Deal("deal", "hands", 3, shoe="either")
SECOND_DEAL: Final = Deal("second_deal", "hands", 2, before=3, shoe="stacks")

STAGES: Final[tuple[Stage, ...]] = (
    Stage("before_the_deal", None),
    Stage("election", "deal", ("expose", "decline")),
    Stage("second_decision", "deal", ("fold",), "antes"),
)

# Whether an optional bonus is paid, and whether another wager is of a spot gone out -> the step it is.
OPTIONAL: Final[Mapping[bool, str]] = MappingProxyType({True: "pay_optional", False: "collect_optional"})
MAIN: Final[Mapping[bool, str]] = MappingProxyType({True: "forfeit", False: "settle"})


def _settles(walk: Walk, event: Settlement) -> str:
    """The step that a settlement is."""
    if event.wager == "optional_bonus":
        return OPTIONAL[event.type == "wager_paid"]
    if event.wager == "ante_bonus":
        return "settle_bonus"
    return MAIN[walk.is_folded(event.spot)]


# --- what a step needs that only this game has ------------------------------------------------


def _not_folded(walk: Walk, place: Place) -> Places:
    return [place] if isinstance(place, int) and walk.is_folded(place) else []


def _has_cards(walk: Walk, place: Place) -> Places:
    """The spot has as many of its three cards as it ever gets; that it gets too few is another finding."""
    events, hand = walk.seen.events, walk.seen.hands.get(place, ())[: FIRST_DEAL.through]
    dealt = [type(events[card.version - 1]) for card in hand].count(CardDealt)
    return [place] if walk.cards.get(place, 0) < dealt else []


def _second_wagers_not_begun(walk: Walk, place: Place) -> Places:
    return [place] if "second_decision" in walk.taken else []


def _dealer_has_five(walk: Walk, _: Place) -> Places:
    """Nothing is asked where all have folded: no text says that the dealer then draws."""
    plays_on = walk.playing or any(spot not in walk.decided["second_decision"] for spot in walk.antes)
    return ["dealer"] if plays_on and walk.cards.get("dealer", 0) < SECOND_DEAL.through else []


def _claims(walk: Walk, spot: Place) -> bool:
    """Whether cards turned up at a spot claim its optional bonus: in time, and where it did not decline."""
    return (
        isinstance(spot, int)
        and walk.is_on_layout(spot, "optional_bonus")
        and spot not in walk.decided["second_decision"]
        and walk.decided["election"].get(spot) != "decline"
    )


def _revealed(walk: Walk, event: HandRevealed, version: int) -> None:
    """Three cards exposed to claim a bonus, or by mistake, are not the hand turned up to be compared."""
    spot = event.to
    lying = {card.version for card in walk.seen.hands.get(spot, ()) if card.version < version}
    walk.faced.setdefault(spot, set()).update(lying)
    if not isinstance(spot, int) or walk.fullest > FIRST_DEAL.through:
        following.revealed(walk, event, version)
    elif _claims(walk, spot):
        walk.take("election", spot, version)
    elif not walk.is_folded(spot):
        detail = f"the hand of spot {spot} was turned up before the last two cards"
        walk.report("hand_revealed_early", version, detail, {"spot": spot})
    if isinstance(spot, int) and walk.is_folded(spot):
        _folded_hand_exposed(walk, spot, version)


def _returned(walk: Walk, event: WagerReturned, version: int) -> None:
    """A winner's ante goes back when first and second wager are paid.  Source: 24.10(f)3."""
    spot = event.spot
    if event.wager == ANTE and event.reason == "unpaid":
        owed = [wager for wager in ("first", "second") if walk.unsettled(spot, (wager,), ("win",))]
        if any(one.paid for wager in owed for one in walk.seen.by_name.get((spot, wager), ())):
            detail = f"the ante of spot {spot} was handed back with {' and '.join(owed)} still to be paid"
            walk.report("ante_returned_early", version, detail, {"spot": spot})
    following.settled(walk, event, version)


def _folded_hand_exposed(walk: Walk, spot: int, version: int) -> None:
    """A folded hand is not exposed; that a second wager taken back in time is a fold is derived."""
    kind = walk.conduct.kind["folded_hand_exposed"]
    withdrawn = walk.decided["second_decision"].get(spot) == following.WITHDRAWN
    evidence = "derived" if withdrawn else kind.evidence
    detail = f"the folded hand of spot {spot} was exposed"
    walk.found.append(Finding(kind.code, kind.rule, evidence, version, detail, {"spot": spot}))


def _reveals(walk: Walk, place: Place) -> str | None:
    """The step that turning up cards is; those of a claim that was made are seen rightly."""
    if place == "dealer":
        return "showdown"
    if _claims(walk, place) and walk.decided["election"].get(int(place)) == "expose":
        return "election"
    return "reveal" if place in walk.standing else None


# fmt: off
CONDITIONS: Final[tuple[Condition, ...]] = (
    Condition("deal", needs.wager("ante"), "ante_missing", "13:69F-24.10(b)", "mixed",
              "{who} was dealt in without an ante"),
    Condition("deal", needs.wager("first"), "first_missing", "13:69F-24.10(b)", "mixed",
              "{who} was dealt in without a first wager"),
    Condition("election", needs.hands(FIRST_DEAL), "hand_size_wrong", "13:69F-24.10(a)", "nj_text",
              "{who} had not three cards when the bonuses were called"),
    Condition("election", needs.wager("optional_bonus"), "decision_not_offered", "13:69F-24.10(a)", "nj_text",
              "{who} had no optional bonus to claim"),
    Condition("election", _second_wagers_not_begun, "election_late", "13:69F-24.10(a),(b)", "nj_text",
              "{who} exposed or declined after the second wagers had begun"),
    Condition("collect_optional", _has_cards, "bonus_settled_early", "13:69F-24.10(a)", "nj_text",
              "the optional bonus of {who} was collected before it had cards to expose"),
    Condition("collect_optional", _second_wagers_not_begun, "optional_settled_late",
              "13:69F-24.10(b)", "nj_text",
              "the optional bonus of {who} was collected after the second wagers had begun"),
    Condition("pay_optional", _second_wagers_not_begun, "optional_settled_late", "13:69F-24.10(b)", "nj_text",
              "the optional bonus of {who} was paid after the second wagers had begun"),
    Condition("pay_optional", needs.all_settled("lose", among=("optional_bonus",)), "winner_paid_early",
              "13:69F-24.10(a)", "nj_text",
              "the optional bonus of spot {spot} was paid before all losing ones were collected"),
    Condition("second_decision", needs.wager("ante"), "ante_missing", "13:69F-24.10(b)", "mixed",
              "{who} had no ante"),
    Condition("second_decision", needs.wager("first"), "first_missing", "13:69F-24.10(b)", "mixed",
              "{who} had no first wager"),
    Condition("second_decision", needs.hands(FIRST_DEAL), "hand_size_wrong", "13:69F-24.10(a)", "nj_text",
              "{who} had not three cards when the second wagers began"),
    Condition("second_deal", needs.decided("second_decision"), "decision_missing",
              "13:69F-24.10(b),(d)", "nj_text",
              "{who} had not decided when the last two cards were begun"),
    Condition("second_deal", _not_folded, "card_dealt_to_folded", "13:69F-24.10(d)", "nj_text",
              "{who} has no second wager and was dealt another card"),
    Condition("forfeit", needs.taken_before_showdown, "forfeit_collected_late", "13:69F-24.10(b)", "derived",
              "what {who} forfeited was still there when the dealer's cards were turned up"),
    Condition("showdown", _dealer_has_five, "dealer_revealed_early", "13:69F-24.10(e)", "nj_text",
              "the dealer's cards were turned up before there were five"),
    Condition("reveal", needs.shown_down, "hand_revealed_early", "13:69F-24.10(f)", "nj_text",
              "the hand of spot {spot} was turned up before the dealer's"),
    Condition("reveal", needs.last_racked, "hand_racked_out_of_order", "13:69F-24.10(f)1 to 3", "nj_text",
              "the hand of {who} was not racked when the next player was begun"),
    Condition("settle", needs.shown_down, "settled_before_showdown", "13:69F-24.10(f)", "nj_text",
              "a wager of spot {spot} was settled before the dealer's cards were turned up"),
    Condition("settle", needs.turned_up, "settled_before_reveal", "13:69F-24.10(f)", "nj_text",
              "a wager of {who} was settled before its cards were turned up"),
    Condition("settle_bonus", needs.shown_down, "settled_before_showdown", "13:69F-24.10(f)", "nj_text",
              "the ante bonus of spot {spot} was paid before the dealer's cards were turned up"),
    Condition("settle_bonus", needs.turned_up, "settled_before_reveal", "13:69F-24.10(f)", "nj_text",
              "the ante bonus of {who} was paid before its cards were turned up"),
    Condition("settle_bonus", needs.settled("first", "second"), "bonus_settled_early",
              "13:69F-24.10(f)3", "nj_text",
              "the ante bonus of {who} was paid before its other wagers were settled"),
    Condition("rack", needs.settled(), "hand_racked_early", "13:69F-24.10(f)1 to 3", "nj_text",
              "the hand of {who} was racked before its wagers were settled"),
    Condition("rack", needs.played_out, "hand_racked_early", "13:69F-24.10(b),(f)", "nj_text",
              "the hand of {who} was racked before it was compared or folded"),
    Condition("rack_fold", needs.settled("optional_bonus"), "hand_racked_early",
              "13:69F-24.10(a),(b)", "nj_text",
              "the folded hand of {who} was racked before its optional bonus was settled"),
    Condition("rack_dealer", needs.hands_racked, "dealer_racked_early", "13:69F-24.10(g)", "derived",
              "the dealer's hand was racked before that of {who}"),
)

# In the order of the steps: the first that is missing says why the later ones are.
ABSENCES: Final[tuple[Absence, ...]] = (
    Absence("deal", closing.no_deal, "deal_missing", "13:69F-24.7 to 24.9", "derived",
            "wagers were placed and no card was dealt", ("hand_size_wrong",)),
    Absence("deal", closing.short_hands(FIRST_DEAL), "hand_size_wrong", "13:69F-24.10(a)", "nj_text",
            "{who} was never dealt three cards"),
    Absence("second_decision", closing.undecided("second_decision"), "decision_missing",
            "13:69F-24.10(b)", "nj_text",
            "{who} neither placed the second wager nor folded"),
    Absence("second_deal", closing.short_hands(SECOND_DEAL), "hand_size_wrong", "13:69F-24.10(d)", "nj_text",
            "{who} was never dealt the last two cards", ("dealer_revealed_early",)),
    Absence("showdown", closing.no_showdown, "showdown_missing", "13:69F-24.10(e)", "nj_text",
            "the dealer's cards were not turned up", ("hand_revealed_early", "settled_before_showdown")),
    Absence("reveal", closing.not_turned_up, "hand_not_revealed", "13:69F-24.10(f)", "nj_text",
            "the hand of {who} was not turned up", ("settled_before_reveal",), of_each_hand=True),
    Absence("rack", closing.not_racked, "hand_not_racked", "13:69F-24.10(f),(g)", "nj_text",
            "the hand of {who} was not racked", ("dealer_racked_early",), of_each_hand=True),
)

TURNS: Final[tuple[Turn, ...]] = (
    Turn("deal",         "dealing_out_of_order",     needs.dealing(FIRST_DEAL)),
    Turn("second_deal",  "dealing_out_of_order",     needs.dealing(SECOND_DEAL)),
    Turn("reveal",       "settlement_out_of_order",  needs.single_pass),
    Turn("settle",       "settlement_out_of_order",  needs.single_pass),
    Turn("settle_bonus", "settlement_out_of_order",  needs.single_pass),
    Turn("rack",         "hand_racked_out_of_order", needs.as_settled),
)
# fmt: on

EQUAL: Final = Ratio("second", 1, "first", "13:69F-24.10(b)", "nj_text")


def _conduct(first_times_ante: int) -> Conduct:
    return Conduct(
        wagers=WAGERS,
        steps=STEPS,
        kinds=KINDS,
        deals=(FIRST_DEAL, SECOND_DEAL),
        stages=STAGES,
        stays="second",
        conditions=CONDITIONS,
        absences=ABSENCES,
        turns=TURNS,
        settles=_settles,
        reveals=_reveals,
        ratios=(Ratio("first", first_times_ante, "ante", "", "not_nj_text"), EQUAL),
        pass_steps=frozenset({"reveal", "settle", "settle_bonus"}),
        withdrawal_folds=True,
        follow=MappingProxyType({HandRevealed: _revealed, WagerReturned: _returned}),
    )


# By how many times the ante the first wager is, which the licensee elects.
CONDUCT: Final[Mapping[int, Conduct]] = MappingProxyType({times: _conduct(times) for times in (1, 2)})


def conform(seen: RoundView, submission: Submission, said: Adjudication) -> Sequence[Finding]:
    """The findings of a round's procedure, in the order in which they showed."""
    options = submission.options
    return walked(CONDUCT[options["first_times_ante"]], seen, said, options["late_wagers"])
