"""What a report says that its events cannot prove: item by item, where it stands and why.

The events of a report are those of the dispute, of its rounds, of their
submissions and decks.  What is said of other streams (table, session, other
rounds), of the property's settings and of what is not there nobody can check
who has the report alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from ledger.application.ledger import RoundSeen
from projections.disputes.report.case import Case
from projections.disputes.report.model import DisputeReport, Played
from projections.disputes.report.stored import Carried
from projections.reports.round import METERS

# The rounds that could be made again from their events, by key.
Seen: TypeAlias = Mapping[str, RoundSeen]


class Unproven(NamedTuple):
    """Where something stands (a JSON pointer: all under it), and why nothing in the report proves it."""

    where: str
    why: str


TABLE: Final = "it is told by the table's own events, which are not in the report"
SESSION: Final = "it is told by the session's events, which are not in the report"
FUND: Final = "it is told by the events of a fund and of other rounds, which are not in the report"
OTHERS: Final = "it is of other rounds, whose events are not in the report"
SETTING: Final = "it is the property's own setting"
LATER: Final = (
    "that nothing more was recorded up to this position no proof can say:"
    " who made it could end it before a later ruling, adjustment or correction"
)
# Parts that are made of every round in dispute.
OF_ALL: Final = ("decided", "amounts", "people", "findings", "windows", "deadlines")


def unproven(report: DisputeReport, held: Carried, case: Case, seen: Seen) -> Iterator[Unproven]:
    """All of it, in the order in which it stands there."""
    yield from _outside(report, case)
    yield from _of_all_rounds(report, case, seen)
    yield from _absent(report, case)
    yield from _withheld(report)
    for place, one in enumerate(report.rounds):
        if one.round in seen:
            yield from _around(f"/rounds/{place}", one, seen, held)
        else:
            yield Unproven(f"/rounds/{place}", "faces, its submission or what a meter showed are not in it")


def _outside(report: DisputeReport, case: Case) -> Iterator[Unproven]:
    """What is said of the ledger, the program, the property and the table."""
    if report.integrity.checkpoint is None:
        yield Unproven("", "nothing in it is sealed: it was taken before it was, or without its proofs")
    yield Unproven("/as_of", LATER)
    yield Unproven("/integrity/software", "which program made it is its own word")
    yield Unproven("/integrity/keys", "whose keys they are: compare them with those that you were told")
    if case.opened.jurisdiction is None:
        yield Unproven("/jurisdiction", f"the complaint names none: {SETTING}")
    if report.video_days is not None:
        yield Unproven("/video_days", SETTING)
    for place in range(len(report.windows)):
        yield Unproven(f"/windows/{place}/cameras", TABLE)


def _of_all_rounds(report: DisputeReport, case: Case, seen: Seen) -> Iterator[Unproven]:
    """What is made of all rounds in dispute, where not each can be made again or none says its currency."""
    if len(seen) < len(report.rounds):
        for part in OF_ALL:
            yield Unproven(f"/{part}", "it is of rounds that cannot be made again here")
    elif not money_known(report, case):
        yield Unproven("/findings", f"in which currency was ruled and settled: {TABLE}")
        yield Unproven("/deadlines", f"in which currency the amount is: {TABLE}")
    elif report.video_days is None:
        yield Unproven("/deadlines", "those of video: format 1 does not say how long the property keeps it")


def money_known(report: DisputeReport, case: Case) -> bool:
    """Whether each round that the complaint names is in the report: it says in what it was played."""
    return bool(case.opened.rounds) and set(case.opened.rounds) <= {one.round for one in report.rounds}


def _absent(report: DisputeReport, case: Case) -> Iterator[Unproven]:
    """That something was not recorded no proof can say."""
    there = {(proof.kind, proof.key) for proof in report.integrity.events}
    for key in dict.fromkeys(case.opened.rounds):
        if ("round", key) not in there:
            yield Unproven("/rounds", f"that round {key} is not recorded no proof can say")
    for place, one in enumerate(report.rounds):
        deck = one.equipment.deck
        if deck is not None and ("deck", deck) not in there:
            yield Unproven(
                f"/rounds/{place}/equipment", f"that nothing is recorded of deck {deck} no proof can say"
            )


def _withheld(report: DisputeReport) -> Iterator[Unproven]:
    """Events that are cited without what is stored."""
    for at, proof in enumerate(report.integrity.events):
        if proof.state is None:
            yield Unproven(
                f"/integrity/events/{at}", "it is withheld, as one that names a face not shown yet"
            )


def _around(at: str, one: Played, seen: Seen, held: Carried) -> Iterator[Unproven]:
    """What is told of a round beside its own events."""
    state = seen[one.round].state
    if state.header.currency is None and (state.in_force is None or state.in_force.currency is None):
        yield Unproven(f"{at}/report/currency", TABLE)
    if METERS in one.report:
        yield Unproven(f"{at}/report/{METERS}", f"and by how much a share of them is won: {FUND}")
    yield Unproven(f"{at}/report/limits", f"but those that the round itself says: {TABLE}")
    if one.report["tray"]["change"] is None:
        yield Unproven(f"{at}/report/tray", "what lay in the tray was not known as it was made")
    else:
        for part in ("before", "between", "after"):
            yield Unproven(f"{at}/report/tray/{part}", SESSION)
    yield Unproven(f"{at}/dealers", SESSION)
    yield Unproven(f"{at}/neighbours", f"which they are; and of them {OTHERS}")
    if ("deck", one.equipment.deck or "") in held.withheld:
        yield Unproven(f"{at}/equipment", "events of its deck are withheld")
