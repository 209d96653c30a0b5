"""What a report makes of its events, made again from the events that it carries; no ledger at hand.

History, rulings, evidence, the four truths, resolutions, findings, the rows
that decide, deck and shuffle are functions of those events alone.  What lies
around a round is not: tray, rounds beside it, dealers, cameras, deadlines and
limits; nor a deck of which an event is withheld.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from ledger.application.ledger import RoundSeen
from ledger.application.offline import Kept, judged, recorded
from ledger.decks import state as decks
from ledger.disputes.findings import findings
from ledger.disputes.state import fold
from ledger.events.base import Recorded
from ledger.events.records import DeckHeader, DisputeHeader
from ledger.events.registry import SubmissionSubmitted
from ledger.rounds.answers import finding
from projections.disputes.report.case import Case, amounts, told
from projections.disputes.report.contents import held
from projections.disputes.report.deciding import decided
from projections.disputes.report.equipment import equipment
from projections.disputes.report.model import DisputeReport, Played
from projections.disputes.report.people import people
from projections.disputes.report.played import bets, movements
from projections.disputes.report.words import money_of
from projections.disputes.windows import dealers
from projections.reports.round import report as round_report
from projections.reports.words import Money

Stored: TypeAlias = Mapping[tuple[str, str], Sequence[Recorded]]
# What a round's own report says that its events do not.
AROUND = frozenset({"tray", "limits"})


class Derived(NamedTuple):
    """What is not as its events make it, and the rounds and decks that cannot be judged without more."""

    wrong: list[str]
    unjudged: list[str]


def derived(report: DisputeReport) -> Derived:
    """A report against its events, each part by its JSON pointer.

    Raises what reading events raises that are none.
    """
    stored, withheld = _stored(report)
    wrong, unjudged = list(_of_the_dispute(report, stored)), []
    seen: list[RoundSeen] = []
    for place, one in enumerate(report.rounds):
        found = None if one.round in withheld else _judged(one, stored)
        if found is None:
            unjudged.append(one.round)
        else:
            seen.append(found)
            wrong += _of_a_round(f"/rounds/{place}", one, found, report.integrity.software)
            if found.state.header.deck in withheld:
                unjudged.append(f"deck {found.state.header.deck}")
            else:
                wrong += _of_its_deck(f"/rounds/{place}", one, found, stored)
    if len(seen) == len(report.rounds):
        wrong += _of_the_wagers(report, stored, seen)
    if [one.recorded for one in report.contents] != list(held(report)):
        wrong.append("/contents: it is not what stands in the report")
    return Derived(wrong, unjudged)


def _stored(report: DisputeReport) -> tuple[Stored, set[str]]:
    """The events by stream, and the rounds of which some are withheld."""
    kept: dict[tuple[str, str], list[Kept]] = defaultdict(list)
    withheld: set[str] = set()
    for one in report.integrity.events:
        if one.topic is None or one.state is None:
            withheld.add(one.key)
            continue
        state = one.state.encode()
        kept[one.kind, one.key].append(Kept(UUID(one.stream), one.version, one.position, one.topic, state))
    told = {
        stream: events for stream, events in kept.items() if stream[0] != "deck" or stream[1] not in withheld
    }
    return {stream: recorded(events) for stream, events in told.items()}, withheld


def _case(report: DisputeReport, stored: Stored) -> Case:
    events = stored["dispute", report.dispute]
    header = events[0].header
    assert isinstance(header, DisputeHeader), header
    money = money_of(Money(one.report["currency"], one.report["unit"] or 1) for one in report.rounds)
    return Case(fold(header, (one.event for one in events)), events, money)


def _of_the_dispute(report: DisputeReport, stored: Stored) -> Iterator[str]:
    case = _case(report, stored)
    found = told(case)
    # The property's own is named where the complaint names none.
    if case.opened.jurisdiction is not None:
        found["jurisdiction"] = case.opened.jurisdiction
    if any(one.report["masked"] or one.equipment.masked for one in report.rounds) != report.masked:
        yield "/masked: it is not what its rounds say"
    yield from _differing("", found, report.model_dump(mode="json"))


def _judged(one: Played, stored: Stored) -> RoundSeen | None:
    events = stored["round", one.round]
    held = events[0].in_force
    submitted = None
    if held is not None and held.submission is not None:
        for cited in stored.get(("submission", held.submission), ()):
            if cited.version == held.version and isinstance(cited.event, SubmissionSubmitted):
                submitted = cited.event
    limits = {wager: (limit["minimum"], limit["maximum"]) for wager, limit in one.report["limits"].items()}
    return judged(events, submitted, limits)


def _of_a_round(at: str, one: Played, seen: RoundSeen, software: str) -> Iterator[str]:
    found = round_report(seen, None, limits={}, currency=one.report["currency"], software=software)
    own = {name: value for name, value in found.items() if name not in AROUND}
    yield from _differing(f"{at}/report", own, one.report)
    said = one.model_dump(mode="json")
    around = {"bets": list(bets(seen.state)), "movements": list(movements(seen.state))}
    yield from _differing(at, around, said)


def _of_its_deck(at: str, one: Played, seen: RoundSeen, stored: Stored) -> Iterator[str]:
    """Shoe, deck and shuffle, of a deck of which every event is in the report."""
    kit, name = one.equipment, seen.state.header.deck
    events = stored.get(("deck", name or ""))
    if events is None and kit.deck_events:
        yield f"{at}/equipment: it is told and not cited"
        return
    header = events[0].header if events else None
    assert header is None or isinstance(header, DeckHeader), header
    deck = (
        decks.fold(header, (told.event for told in events or ())) if isinstance(header, DeckHeader) else None
    )
    found = equipment(seen.state, deck, masked=False)
    if found != kit:
        yield f"{at}/equipment: it is not what the events make of it"


def _of_the_wagers(report: DisputeReport, stored: Stored, seen: Sequence[RoundSeen]) -> Iterator[str]:
    case = _case(report, stored)
    wagers = [one for round_ in seen for one in decided(round_, case.opened)]
    found = {
        "decided": wagers,
        "amounts": amounts(case, wagers),
        "people": people(case, seen, report.rounds),
        "findings": [
            finding(one) for one in findings(case.state, [by for one in seen for by in dealers(one.state)])
        ],
    }
    return _differing("", found, report.model_dump(mode="json"))


def _differing(at: str, found: Mapping[str, Any], said: Mapping[str, Any]) -> Iterator[str]:
    """The parts that are said otherwise than they are found, by pointer."""
    for name, value in found.items():
        if _plain(value) != said.get(name):
            yield f"{at}/{name}: it is not what the events make of it"


def _plain(value: object) -> Any:  # noqa: ANN401 - a JSON document
    return json.loads(json.dumps(value, default=lambda one: one.model_dump(mode="json")))
