"""The report of a dispute, put together as of a position.

Everything in it is made of events up to that position, so that it can be made
again, byte for byte, whatever is recorded later.  Its one part that can come
to be later is the seal: the first checkpoint over what it cites.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ledger.application.ledger import Ledger, RoundSeen
from ledger.disputes.state import Dispute, fold
from ledger.errors import DisputeNotFound
from ledger.events.base import Recorded
from ledger.events.records import DisputeHeader
from projections.decks.hiding import SeenDeck
from projections.disputes.answers import DisputeState
from projections.disputes.report import case as cases
from projections.disputes.report.around import deadlines, title_of
from projections.disputes.report.case import Case
from projections.disputes.report.contents import contents
from projections.disputes.report.deciding import decided
from projections.disputes.report.model import Decided, DisputeReport, Integrity, Played
from projections.disputes.report.people import people
from projections.disputes.report.played import played, recorded_by, seen_round, seen_with
from projections.disputes.report.proven import Cited, integrity
from projections.disputes.report.words import moneys_of
from projections.reports.round import currency_of
from projections.reports.words import Money
from projections.views import Views

# What stands for the proofs until they are made.
NOT_YET: Final = Integrity(
    first_position=0, last_position=0, software="", checkpoint=None, keys=[], events=[]
)


def dispute_report(
    views: Views,
    name: str,
    *,
    as_of: int | None = None,
    sees_all: bool = False,
    sealed: bool = True,
    software: str,
) -> DisputeReport:
    """The report of a dispute as of a position; absent: as far as all views have read.

    With `sees_all` (surveillance) faces not shown yet are told.  Without
    `sealed` it carries no proofs, as one made before it was sealed.  Raises
    DisputeNotFound, InvalidQuery, StoreUnavailable.
    """
    ledger = views.ledger
    if as_of is None:
        as_of = views.reached().position
    said = views.dispute(name, as_of=as_of)
    ledger.registry.refresh()
    state, recorded = _dispute(ledger, name, as_of)
    assert state.opened is not None, "a dispute begins with its complaint"
    asked = [seen_round(ledger, key, as_of, sees_all=sees_all) for key in dict.fromkeys(state.opened.rounds)]
    seen = [one for one in asked if one is not None]
    case = Case(state, recorded, moneys_of({one.state.key: _money(ledger, one) for one in seen}))
    wagers = [one for round_ in seen for one in decided(round_, case.opened)]
    rounds = [played(views, one, as_of, sees_all=sees_all, software=software) for one in seen]
    found = _whole(case, said, _Around(name, ledger, views.video_days, as_of, wagers, rounds))
    decks = [seen_with(views, one.state, as_of, sees_all=sees_all) for one in seen]
    cited = list(_cited(ledger, name, case, seen)) + list(_of_decks(one for one in decks if one is not None))
    # As long as a face is withheld nothing is proven: it could be found by the hashes beside its own.
    proven = integrity(ledger, cited, sealed=sealed and not found.masked, software=software)
    found = found.model_copy(update={"people": people(case, seen, rounds), "integrity": proven})
    return found.model_copy(update={"contents": list(contents(found.model_dump(mode="json")))})


class _Around(NamedTuple):
    """What a report is made of beside the dispute."""

    name: str
    ledger: Ledger
    video_days: int
    as_of: int
    decided: list[Decided]
    rounds: list[Played]


def _whole(case: Case, said: DisputeState, around: _Around) -> DisputeReport:
    """All but people, proofs and contents, which are made of the rest."""
    name, ledger, video_days, as_of, decided, rounds = around
    return DisputeReport(
        dispute=name, property=ledger.property, as_of=as_of,
        masked=any(one.report["masked"] or one.equipment.masked for one in rounds),
        jurisdiction=said.jurisdiction, jurisdiction_title=title_of(said.jurisdiction),
        video_days=video_days,
        decided=decided, amounts=cases.amounts(case, decided), findings=said.findings, windows=said.windows,
        deadlines=deadlines(said.due), people=[], rounds=rounds, integrity=NOT_YET, contents=[],
        **cases.told(case),
    )  # fmt: skip


def _dispute(ledger: Ledger, name: str, until: int) -> tuple[Dispute, list[Recorded]]:
    recorded = recorded_by(ledger, "dispute", name, until)
    if not recorded:
        raise DisputeNotFound(dispute=name)
    header = recorded[0].header
    assert isinstance(header, DisputeHeader), header
    return fold(header, (one.event for one in recorded)), recorded


def _money(ledger: Ledger, seen: RoundSeen) -> Money:
    header = seen.state.header
    return Money(currency_of(ledger, header), header.unit or 1)


def _cited(ledger: Ledger, name: str, case: Case, seen: Sequence[RoundSeen]) -> Iterator[Cited]:
    """Every event of the dispute and of the rounds that it is about, and the submissions that judge them."""
    for one in case.recorded:
        yield Cited("dispute", name, one, hidden=False)
    for round_ in seen:
        state = round_.state
        for one, logged in zip(round_.recorded, state.log, strict=True):
            yield Cited("round", state.key, one, hidden=logged is not one.event)
    for submission, version in dict.fromkeys(_elected(seen)):
        yield Cited(
            "submission", submission, ledger.stream("submission", submission)[version - 1], hidden=False
        )


def _of_decks(decks: Iterable[SeenDeck]) -> Iterator[Cited]:
    """Every event of the decks that the rounds were dealt from, each deck once."""
    for one in {one.deck.header.name: one for one in decks}.values():
        for recorded, told in zip(one.recorded, one.deck.log, strict=True):
            yield Cited("deck", one.deck.header.name, recorded, hidden=told is not recorded.event)


def _elected(seen: Sequence[RoundSeen]) -> Iterator[tuple[str, int]]:
    """The registered submissions that rounds were dealt under, each with its version."""
    for round_ in seen:
        held = round_.state.in_force
        if held is not None and held.submission is not None:
            yield held.submission, held.version
