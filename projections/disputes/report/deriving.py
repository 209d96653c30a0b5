"""What a report makes of its events, made again from the events that it carries; no ledger at hand.

History, rulings, evidence, the four truths, resolutions, findings, the rows
that decide, deck and shuffle, what the round moved in the tray, the times to
look at and the deadlines are functions of those events and of what the
property has settled.  What is not among them `covering` names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final, NamedTuple

from pydantic_core import to_jsonable_python

from ledger.application.ledger import RoundSeen
from ledger.decks import state as decks
from ledger.disputes.findings import findings
from ledger.events.records import DeckHeader
from ledger.rounds.answers import finding
from projections.disputes.asked import Looked, asked_of
from projections.disputes.report.around import deadlines, title_of, tray_differs, unseen
from projections.disputes.report.case import Case, amounts, told
from projections.disputes.report.contents import contents
from projections.disputes.report.covering import Unproven, money_known, unproven
from projections.disputes.report.deciding import decided
from projections.disputes.report.equipment import equipment
from projections.disputes.report.model import FORMAT, DisputeReport, Document, Played
from projections.disputes.report.people import people
from projections.disputes.report.played import bets, movements, neighbour
from projections.disputes.report.stored import Carried, Streams, carried, case_of, seen_of
from projections.disputes.windows import dealers, looked_at, span
from projections.reports.round import report as round_report

# What a round's own report says that its events do not, or not alone.
AROUND: Final = frozenset({"tray", "limits"})
# The findings of a dispute that hang on what its rounds were played in.
OF_MONEY: Final = frozenset({"settlement_currency_unsaid", "settlement_beside_ruling"})
# The one kind of deadline that hangs on how long the property keeps its video.
VIDEO: Final = frozenset({"preserve_video"})
NOT_SO: Final = "it is not what the events make of it"


class Derived(NamedTuple):
    """What is not as its events make it; what cannot be judged without more; what they do not prove.

    `otherwise` says why this program may make something else of the same events.
    """

    wrong: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    unproven: tuple[Unproven, ...] = ()
    otherwise: tuple[str, ...] = ()


class _Whole(NamedTuple):
    """A report with what it carries; `document` is it as JSON, `seen` the rounds made again."""

    report: DisputeReport
    document: Document
    held: Carried
    case: Case
    seen: Mapping[str, RoundSeen]


def derived(report: DisputeReport) -> Derived:
    """A report against its events, each part by its JSON pointer.

    Raises what reading events raises that are none.
    """
    held = carried(report)
    case = case_of(report, held.events)
    again = (seen_of(one, held.events) for one in report.rounds if ("round", one.round) not in held.withheld)
    seen = {one.state.key: one for one in again if one is not None}
    whole = _Whole(report, report.model_dump(mode="json"), held, case, seen)
    rounds = (_of_a_round(place, one, whole) for place, one in enumerate(report.rounds))
    wrong = [*_of_the_dispute(whole), *chain.from_iterable(rounds)]
    if len(seen) == len(report.rounds):
        wrong += _of_all_rounds(whole)
    return Derived(
        tuple(wrong),
        tuple(_unjudged(whole)),
        tuple(unproven(report, held, case, seen)),
        tuple(_otherwise(whole)),
    )


def _unjudged(whole: _Whole) -> Iterator[str]:
    for one in whole.report.rounds:
        deck = one.equipment.deck
        if one.round not in whole.seen:
            yield one.round
        elif ("deck", deck or "") in whole.held.withheld:
            yield f"deck {deck}"


def _otherwise(whole: _Whole) -> Iterator[str]:
    """What of it was made by other rules than those of this program."""
    if whole.report.format != FORMAT:
        yield f"it is of format {whole.report.format}, and this program makes {FORMAT}"
    for one in whole.report.rounds:
        own = whole.seen[one.round].state.rules if one.round in whole.seen else None
        version = one.report["rules_in_force"]["rules_version"]
        if own is not None and version != own.rules_version:
            yield (
                f"{one.round} is judged by rules version {version} of {own.name},"
                f" and this program has {own.rules_version}"
            )


# --- the dispute itself -------------------------------------------------------------


def _of_the_dispute(whole: _Whole) -> Iterator[str]:
    report, case = whole.report, whole.case
    found = {
        **told(case),
        "jurisdiction_title": title_of(report.jurisdiction),
        "masked": any(one.report["masked"] or one.equipment.masked for one in report.rounds),
        "contents": list(contents(whole.document)),
    }
    # The property's own is named where the complaint names none.
    if case.opened.jurisdiction is not None:
        found["jurisdiction"] = case.opened.jurisdiction
    yield from _differing("", found, whole.document)
    if report.video_days is None and report.format == FORMAT:
        yield "/video_days: it is missing"
    yield from _not_cited(whole)


def _not_cited(whole: _Whole) -> Iterator[str]:
    """Submissions that rounds were dealt under, by their first events, and that the report leaves away."""
    for (kind, key), told_ in whole.held.events.items():
        held = told_[0].in_force
        if kind != "round" or held is None or held.submission is None:
            continue
        cited = whole.held.events.get(("submission", held.submission), ())
        if held.version not in {one.version for one in cited}:
            name = f"submission {held.submission} #{held.version}"
            yield f"{name}: {key} was dealt under it, and it is not cited"


def _of_all_rounds(whole: _Whole) -> Iterator[str]:
    """What is made of all rounds in dispute: the wagers, the times to look at, what is due."""
    report, case, seen = whole.report, whole.case, list(whole.seen.values())
    opened = case.opened
    wagers = [one for round_ in seen for one in decided(round_, opened)]
    played = [one for round_ in seen if (one := span(round_.state)) is not None]
    windows, untimed = looked_at(opened, played, lambda _table, _at: [])
    money = {one.round: one.report["currency"] for one in report.rounds}
    dealt = [by for one in seen for by in dealers(one.state)]
    found: dict[str, Any] = {
        "decided": wagers,
        "amounts": amounts(case, wagers),
        "people": people(case, seen, report.rounds),
    }
    made = [finding(one) for one in findings(case.state, dealt, money)]
    if money_known(report, case):
        found["findings"] = made
    elif _but_of(OF_MONEY, to_jsonable_python(made)) != _but_of(OF_MONEY, report.findings):
        yield f"/findings: {NOT_SO}"
    if money_known(report, case):
        looked = Looked(report.windows, untimed, {*money.values()})
        due = deadlines(asked_of(case.state, report.jurisdiction, looked, report.video_days or 0))
        if report.video_days is not None:
            found["deadlines"] = due
        elif _but_of(VIDEO, to_jsonable_python(due)) != _but_of(VIDEO, whole.document["deadlines"]):
            yield f"/deadlines: {NOT_SO}"
    yield from _differing("", found, whole.document)
    if unseen(windows) != unseen(report.windows):
        yield f"/windows: {NOT_SO}"


def _but_of(what: frozenset[str], found: Iterable[Document]) -> list[Document]:
    """Findings without those of some codes, or deadlines without those of some kinds."""
    return [one for one in found if not what & {one.get("code"), one.get("kind")}]


# --- its rounds -----------------------------------------------------------------------


def _of_a_round(place: int, one: Played, whole: _Whole) -> Iterator[str]:
    at, seen = f"/rounds/{place}", whole.seen.get(one.round)
    if seen is None:
        if whole.report.format == FORMAT and ("round", one.round) not in whole.held.withheld:
            yield f"{at}/report: what the round was judged by is missing"
        return
    yield from _of_its_report(f"{at}/report", one.report, seen, whole.report.integrity.software)
    around = {"bets": list(bets(seen.state)), "movements": list(movements(seen.state))}
    yield from _differing(at, around, whole.document["rounds"][place])
    for near in one.neighbours:
        beside = whole.seen.get(near.round)
        if beside is not None and near != neighbour(near.place, beside):
            yield f"{at}/neighbours: {NOT_SO}"
    if ("deck", one.equipment.deck or "") not in whole.held.withheld:
        yield from _of_its_deck(at, one, seen, whole.held.events)


def _of_its_report(at: str, said: Document, seen: RoundSeen, software: str) -> Iterator[str]:
    """A round's own report: all that its events make, and what they say of tray and limits."""
    found = round_report(seen, None, limits={}, currency=said["currency"], software=software)
    own = {name: value for name, value in found.items() if name not in AROUND}
    header, in_force = seen.state.header, seen.state.in_force
    if header.currency is not None or (in_force is not None and in_force.currency is not None):
        own["currency"] = seen.state.currency
    yield from _differing(at, own, said)
    for name in sorted(set(said) - set(found)):
        yield f"{at}/{name}: it is no part of the report of a round"
    if any(said["limits"].get(wager) != limit for wager, limit in found["limits"].items()):
        yield f"{at}/limits: they are not those that the round itself says"
    for differs in tray_differs(said["tray"], seen):
        yield f"{at}/tray: {differs}"


def _of_its_deck(at: str, one: Played, seen: RoundSeen, events: Streams) -> Iterator[str]:
    """Shoe, deck and shuffle, of a deck of which every event is in the report."""
    kit, name = one.equipment, seen.state.header.deck
    told_ = events.get(("deck", name or ""))
    if told_ is None and kit.deck_events:
        yield f"{at}/equipment: it is told and not cited"
        return
    header = told_[0].header if told_ else None
    assert header is None or isinstance(header, DeckHeader), header
    deck = None if header is None else decks.fold(header, (one.event for one in told_ or ()))
    if equipment(seen.state, deck, masked=False) != kit:
        yield f"{at}/equipment: {NOT_SO}"


def _differing(at: str, found: Mapping[str, Any], said: Mapping[str, Any]) -> Iterator[str]:
    """The parts that are said otherwise than they are found, by pointer."""
    for name, value in found.items():
        if to_jsonable_python(value) != said.get(name):
            yield f"{at}/{name}: {NOT_SO}"
