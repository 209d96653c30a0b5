"""Resolutions, findings and the four truths as JSON documents (CONTRACT §4).

One place, used by commands, HTTP and reports, so that all give the same shape.
Absent fields are left out; money is whole cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger.events.rounds import CardDealt
from ledger.games.resolution import Resolution
from ledger.games.seam import Finding, PotResolution
from ledger.rounds.judge import Judgement
from ledger.rounds.parts import CHIPS, Card, Wager
from ledger.rounds.state import Round
from ledger.rounds.truths import Truth

Document = dict[str, Any]

# Always said, even when zero.
_ALWAYS = ("spot", "wager", "stake", "outcome", "paid", "collected", "returned")
# Said where there is something to say.
_SOMETIMES = (
    "rule", "evidence", "odds", "rank", "cards", "table", "on", "patron", "tender", "missing", "limited_from",
)  # fmt: skip


def resolution(line: Resolution) -> Document:
    """A resolution line; `from` says what pays where it is not the table inventory."""
    found = {name: getattr(line, name) for name in _ALWAYS}
    for name in _SOMETIMES:
        value = getattr(line, name)
        if value not in {None, ""}:
            found[name] = [*value] if name == "cards" else value
    if line.paid_from is not None:
        found["from"] = line.paid_from
    if line.late:
        found["late"] = True
    return found


def pot(line: PotResolution) -> Document:
    """A pot and who wins it."""
    found: Document = {
        "pot": line.pot,
        "amount": line.amount,
        "outcome": line.outcome,
        "eligible": list(line.eligible),
        "winners": [
            {
                "spot": share.spot,
                "amount": share.amount,
                **({} if share.rank is None else {"rank": share.rank}),
            }
            for share in line.winners
        ],
        "rake": line.rake,
        **({"contributed": line.contributed} if line.contributed else {}),
        "rule": line.rule,
        "evidence": line.evidence,
    }
    return {**found, "missing": line.missing} if line.missing else found


def finding(found: Finding) -> Document:
    """A finding with its own facts beside the common fields."""
    return {
        "code": found.code,
        "rule": found.rule,
        "evidence": found.evidence,
        "event": found.event,
        "detail": found.detail,
        **found.facts,
    }


def adjudication(round_id: str, judgement: Judgement) -> Document:
    """What the rules give a round, and what was not as it should have been."""
    said = judgement.adjudication
    document: Document = {
        "round": round_id,
        "settlement_order": list(said.settlement_order),
        "resolutions": [resolution(line) for line in said.resolutions],
        "findings": [finding(one) for one in judgement.findings],
        "submission": submission(judgement),
    }
    if said.pots:
        document["pots"] = [pot(line) for line in said.pots]
    return document


def submission(judgement: Judgement) -> Document:
    """Which submission and which version of the rules code judged."""
    used = judgement.submission
    return {"name": used.name, "version": used.version, "game": used.game}


def wager_key(wager: Wager) -> Document:
    """The fields that name a wager."""
    named: Document = {"spot": wager.spot, "wager": wager.wager}
    if wager.on is not None:
        named["on"] = wager.on
    if wager.patron is not None:
        named["patron"] = wager.patron
    if wager.tender != CHIPS:
        named["tender"] = wager.tender
    return named


def truth(found: Truth) -> Document:
    """The four truths of a wager side by side, in cents."""
    wager = found.wager
    return {
        **wager_key(wager),
        "stake": wager.stake,
        "late": wager.late,
        "withdrawn": wager.withdrawn,
        "rules": [resolution(line) for line in found.rules],
        "declared": None
        if wager.declared is None
        else {"outcome": wager.declared, "rank": wager.declared_rank},
        "settled": {
            "paid": wager.paid,
            "collected": wager.collected,
            "returned": wager.returned,
            "left": wager.left,
            **({"won": wager.won, "paid_at_cage": wager.paid_at_cage} if wager.prizes else {}),
        },
        "adjusted": wager.adjusted,
        "house": {
            "settled": found.house_settled,
            "rules": found.house_rules,
            "mispaid": found.mispaid,
            "unjudged": found.unjudged,
        },
    }


def card(of: Card, position: int) -> Document:
    """A card in its hand: `recorded` is what was written down, `face` what counts; null while unknown."""
    return {
        "position": position,
        "card": of.face,
        "recorded": of.recorded,
        "face": of.side,
        "shown": of.shown,
        "version": of.version,
        "source": of.source,
        "shoe_position": of.shoe_position,
    }


def cards(state: Round) -> Mapping[str, list[Document]]:
    """The cards of each hand in the order dealt, the burned cards under `burned`."""
    hands = {str(place): hand for place, hand in state.hands.items() if hand}
    hands["burned"] = state.burned
    return {
        place: [
            {**card(one, position), **_dealt_elsewhere(state, one, place)}
            for position, one in enumerate(hand, 1)
        ]
        for place, hand in hands.items()
    }


def _dealt_elsewhere(state: Round, one: Card, place: str) -> Document:
    """Where a card was first dealt, where it was moved since."""
    event = state.events[one.version - 1]
    dealt_to = str(event.to) if isinstance(event, CardDealt) else place
    return {} if dealt_to == place else {"dealt_to": dealt_to}
