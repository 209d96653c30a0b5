"""A round as documents: its state, one hand, its resolutions, one frame of its replay."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from api.errors import HandNotFound
from ledger.application.ledger import Ledger, RoundSeen
from ledger.rounds import answers
from projections.reports.round import currency_of, described, pot, timeline, what_if
from projections.reports.words import Money

Document: TypeAlias = dict[str, Any]

NAMED_PLACES: Final = frozenset({"dealer", "board", "stand"})


def named(seen: RoundSeen) -> Document:
    """Which round."""
    return {"round": str(seen.recorded[0].stream_id), "key": seen.state.header.key}


def state(ledger: Ledger, seen: RoundSeen) -> Document:
    """A round as it stands: cards, wagers with their four truths, decisions, findings."""
    round_ = seen.state
    return {
        **named(seen),
        **described(seen, currency_of(ledger, round_.header)),
        "cards": answers.cards(round_),
        "wagers": [answers.truth(truth) for truth in seen.judgement.truths],
        **pot(round_),
        "decisions": [_decision(*one) for one in round_.decisions],
        "rack": [
            {
                "version": one.version,
                "owner": str(one.owner),
                "cards": [card.face for card in one.cards],
                "ordered": one.ordered,
                "size": one.size,
            }
            for one in round_.rack
        ],
        "findings": [answers.finding(one) for one in seen.judgement.findings],
        "submission": answers.submission(seen.judgement),
    }


def resolutions(seen: RoundSeen) -> Document:
    """What the rules give, in which order, and what was not as it should have been."""
    document = answers.adjudication(str(seen.recorded[0].stream_id), seen.judgement)
    header = {"key": seen.state.header.key, "rules_version": seen.state.rules.rules_version}
    return {**document, **header, **what_if(seen)}


def hand(ledger: Ledger, seen: RoundSeen, place: str) -> Document:
    """The cards at one place, and at a spot all that concerns it.  Raises HandNotFound."""
    spot = int(place) if place.isdecimal() else None
    round_ = seen.state
    known = place in NAMED_PLACES if spot is None else spot in round_.spots
    if not known:
        raise HandNotFound(round=round_.header.key, place=place)
    return {
        **named(seen),
        "place": place,
        "version": round_.version,
        "currency": currency_of(ledger, round_.header),
        "cards": answers.cards(round_).get(place, []),
        "decisions": [_decision(*one) for one in round_.decisions if one[1] == spot],
        "wagers": [answers.truth(truth) for truth in seen.judgement.truths if truth.wager.spot == spot],
        "resolutions": [
            answers.resolution(line) for line in seen.judgement.adjudication.resolutions if line.spot == spot
        ],
        "findings": [
            answers.finding(one)
            for one in seen.judgement.findings
            if place in {str(one.facts.get("spot")), str(one.facts.get("to"))}
        ],
    }


def frame(ledger: Ledger, seen: RoundSeen, versions: int) -> Document:
    """The round right after one event; `versions` is how many events it has."""
    round_, header = seen.state, seen.state.header
    money = Money(currency_of(ledger, header), header.unit or 1)
    *_, event = timeline(seen, money)
    return {
        **state(ledger, seen),
        "versions": versions,
        "previous": round_.version - 1 or None,
        "next": round_.version + 1 if round_.version < versions else None,
        "event": event,
    }


def _decision(version: int, spot: int, decision: str) -> Document:
    return {"version": version, "spot": spot, "decision": decision}
