"""Stakes handed back as void though nothing in the record makes them so.

A ruling, an irregularity, a wager late or against its rule, cards that cannot be
or came wrongly: each is a reason that the record shows, and so is a rule that
nobody read.  That there is none can be said when the round is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ledger.amounts import amount_written
from ledger.events.rounds import IrregularityNoted, RulingMade, WagerReturned
from ledger.games.findings import COMMON
from ledger.games.seam import Finding
from ledger.rounds.parts import Wager
from ledger.rounds.state import Round
from ledger.rounds.truths import Truth

CODE: Final = "return_unexplained"
BACK: Final = frozenset({"push", "void", "unpaid"})
# What went wrong with the cards of a round, beside what is found of cards by its group.
CARDS_WENT_WRONG: Final = frozenset(
    {
        "burn_card_missing",
        "burn_card_unexpected",
        "card_dealt_to_folded",
        "card_faced_wrong",
        "dealer_revealed_early",
        "dealing_out_of_order",
        "hand_revealed_early",
    }
)
# What was wrong with a wager, or with an ante on which it rests, so that it may go back.
WAGER_WAS_WRONG: Final = frozenset(
    {
        "ante_missing",
        "decision_contradicted",
        "first_missing",
        "wager_above_maximum",
        "wager_below_minimum",
        "wager_carried_unexpected",
        "wager_out_of_stage",
        "wager_ratio_wrong",
        "wager_withdrawn_late",
    }
)
# A return that is found already, for another reason.
FOUND_ALREADY: Final = frozenset({"return_misstated", "settled_before_showdown"})


def unexplained(state: Round, wagers: Sequence[Truth], found: Sequence[Finding]) -> Iterator[Finding]:
    """What is to be said of a closed round's returns, where `found` is all that was found beside them."""
    if state.closed_at is None or state.voided_at is not None or state.rules.banked != "house":
        return
    odd = [
        truth for truth in wagers if truth.wager.returned and not truth.wager.paid and _is_odd(state, truth)
    ]
    if not odd or _is_explained(state, found):
        return
    for truth in odd:
        wager = truth.wager
        if _rests_on_late(state, wager) or _was_wrong(wager, found):
            continue
        returns = _returns(state, wager)
        if sum(event.amount for _, event in returns) <= wager.late:
            continue
        for version, event in returns:
            if event.source != "supervisor" and not _is_found(version, found):
                yield _finding(state, truth, version, event)


def _is_odd(state: Round, truth: Truth) -> bool:
    """Whether the rules say that a wager placed in time does not go back, or ask for nothing but a fact.

    Where it is a rule that is missing, or the hand of the dealer may make the
    wager void, nobody can say so.
    """
    may_be_void = truth.wager.wager in state.rules.voidable
    for line in truth.rules:
        verdict = line.verdict
        if line.late or verdict.outcome in BACK:
            continue
        if verdict.judged or (verdict.evidence == "nj_text" and not may_be_void):
            return True
    return False


def _is_explained(state: Round, found: Sequence[Finding]) -> bool:
    """Whether the floor said something, or something went wrong with the cards of the round."""
    if any(isinstance(event, IrregularityNoted | RulingMade) for event in state.events):
        return True
    kinds = (*COMMON.values(), *state.rules.findings)
    cards = {kind.code for kind in kinds if kind.group == "cards"} | CARDS_WENT_WRONG
    return any(finding.code in cards for finding in found)


def _rests_on_late(state: Round, wager: Wager) -> bool:
    """Whether all that lies on the ante of a wager's spot came late."""
    antes = state.by_name.get((wager.spot, "ante"), ())
    return bool(antes) and all(ante.late and not ante.stake for ante in antes)


def _was_wrong(wager: Wager, found: Sequence[Finding]) -> bool:
    """Whether it was found that a wager, or the ante of its spot, should not have been as it was."""
    meant = {None, "ante", wager.wager}
    return any(
        finding.code in WAGER_WAS_WRONG
        and finding.facts.get("spot") == wager.spot
        and finding.facts.get("wager") in meant
        for finding in found
    )


def _returns(state: Round, wager: Wager) -> list[tuple[int, WagerReturned]]:
    """The returns of a wager as void between the first card and the close, by version."""
    dealt_at = min(state.cards, default=state.version)
    return [
        (version, event)
        for version, event in enumerate(state.events[: state.closed_at], 1)
        if isinstance(event, WagerReturned)
        and event.reason == "void"
        and version > dealt_at
        and wager in state.matching(event)
    ]


def _is_found(version: int, found: Sequence[Finding]) -> bool:
    return any(finding.event == version and finding.code in FOUND_ALREADY for finding in found)


def _finding(state: Round, truth: Truth, version: int, event: WagerReturned) -> Finding:
    """By the paragraph of what the rules give the wager."""
    wager, line = truth.wager, truth.rules[0]
    amount = amount_written(event.amount, state.currency)
    detail = (
        f"{amount} of the {wager.wager} of spot {wager.spot} went back as void, the rules give {line.outcome}"
    )
    facts = {"spot": wager.spot, "wager": wager.wager, "amount": event.amount}
    kind = COMMON[CODE]
    return Finding(CODE, line.rule or kind.rule, kind.evidence, version, detail, facts)
