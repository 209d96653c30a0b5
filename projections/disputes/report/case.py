"""What a dispute itself says in its report: history, steps, evidence, rulings, how it ended.  Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from ledger.disputes.state import Dispute, fold
from ledger.events.base import Event, Recorded
from ledger.events.corrections import in_effect
from ledger.events.disputes import (
    DisputeClosed,
    DisputeCorrected,
    DisputeOpened,
    DisputeRuled,
    NoticeGiven,
    SettlementPaid,
)
from ledger.identity import event_id
from projections.disputes.report.model import (
    Amounts,
    Change,
    Complaint,
    Correction,
    Decided,
    Evidence,
    Outcome,
    Step,
)
from projections.disputes.report.words import SEVERAL, Moneys, sentence
from projections.reports.round import event_document

PROMOTION: Final = "promotion_terms"
# To whom a notice has to be that acknowledges the complaint.
COMPLAINANTS: Final = ("patron", "complainant")


class Case:
    """A dispute with its events as they stand in the ledger up to a position; its amounts are of `moneys`."""

    def __init__(self, state: Dispute, recorded: Sequence[Recorded], moneys: Moneys) -> None:
        self.state = state
        self.recorded = recorded
        self.moneys = moneys
        corrected = {
            one.event.corrects: one.version for one in recorded if isinstance(one.event, DisputeCorrected)
        }
        self.steps = [_step(one, corrected.get(one.version), moneys) for one in recorded]
        # As the events should have been recorded; what was undone is not among them.
        effective = enumerate(in_effect(state.log), 1)
        self._in_effect = [
            self._as_it_is(version, event) for version, event in effective if event is not None
        ]

    def _as_it_is(self, version: int, event: Event) -> Step:
        """A step in its corrected form."""
        first = self.recorded[version - 1]
        step = self.steps[version - 1]
        if event is first.event:
            return step
        return _step(first._replace(event=event), step.corrected_by, self.moneys)

    @property
    def opened(self) -> DisputeOpened:
        """The complaint as it stands."""
        opened = self.state.opened
        assert opened is not None, "a dispute begins with its complaint"
        return opened

    def of(self, type: str) -> list[Step]:
        """The steps of one type in effect, in order."""
        return [step for step in self._in_effect if step.type == type]


def _step(one: Recorded, corrected_by: int | None, moneys: Moneys) -> Step:
    document = event_document(one.event)
    assert one.position is not None, "what is read back has its position"
    return Step(
        version=one.version,
        position=one.position,
        event_id=str(event_id(one.stream_id, one.version)),
        type=one.event.type,
        says=sentence(document, moneys),
        occurred_at=one.event.occurred_at,
        recorded_at=one.recorded_at,
        source=one.event.source,
        by=one.event.by,
        approved_by=document.get("approved_by"),
        recorded_by=one.recorded_by,
        note=one.event.note,
        corrected_by=corrected_by,
        event=document,
    )


def history(case: Case) -> Iterator[Change]:
    """Each status that the dispute came to, as its events were recorded."""
    header, last = case.state.header, ""
    for count, step in enumerate(case.steps, 1):
        status = fold(header, case.state.log[:count]).status
        if status != last:
            last = status
            yield Change(
                status=status, version=count, position=step.position, occurred_at=step.occurred_at, by=step.by
            )


def complaint(case: Case) -> Complaint:
    """What is complained of, with the times that matter."""
    opened, state = case.opened, case.state
    notices = [
        event for _, event in state.of(NoticeGiven) if any(who in event.to.casefold() for who in COMPLAINANTS)
    ]
    closed = state.closed
    return Complaint(
        subject=opened.subject,
        claim=opened.claim,
        amount=opened.amount,
        rounds=list(opened.rounds),
        table=opened.table,
        spot=opened.spot,
        wager=opened.wager,
        electronic=opened.electronic,
        incident_at=opened.incident_at,
        received_at=opened.occurred_at,
        recorded_at=case.recorded[0].recorded_at,
        acknowledged_at=notices[0].occurred_at if notices else None,
        resolved_at=None if closed is None else closed.occurred_at,
    )


def evidence(case: Case) -> list[Evidence]:
    """What was asked for, each with the step that secured it."""
    steps = {step.version: step for step in case.of("evidence_requested") + case.of("evidence_preserved")}
    return [
        Evidence(
            request=steps[one.version], preserved=None if one.preserved is None else steps[one.preserved]
        )
        for one in case.state.requests
    ]


def outcome(case: Case) -> Outcome | None:
    """How it ended, by the last event that ends it."""
    closed = case.state.of(DisputeClosed)
    if not closed:
        return None
    _, event = closed[-1]
    return Outcome(
        outcome=event.outcome,
        violation=event.violation,
        savings=event.savings,
        losses=event.losses,
        summary=event.summary,
        closed_at=event.occurred_at,
        by=event.by,
        approved_by=event.approved_by,
    )


def corrections(case: Case) -> Iterator[Correction]:
    """Every correction of the dispute's own events."""
    for one in case.recorded:
        event = one.event
        if not isinstance(event, DisputeCorrected):
            continue
        yield Correction(
            version=one.version,
            corrects=event.corrects,
            first_recorded=case.steps[event.corrects - 1],
            as_corrected=None if event.event is None else sentence(event_document(event.event), case.moneys),
            reason=event.reason,
            by=event.by,
            approved_by=event.approved_by,
            occurred_at=event.occurred_at,
            recorded_at=one.recorded_at,
        )


def amounts(case: Case, decided: Iterable[Decided]) -> Amounts:
    """The money of the wagers in dispute, in cents; of several currencies nothing is added up."""
    wagers = list(decided)
    dues = [one.due for one in wagers if one.due is not None]
    of_one = case.moneys.of_all != SEVERAL
    added = of_one and bool(wagers)
    judged = added and len(dues) == len(wagers)
    ruled = [event for _, event in case.state.of(DisputeRuled) if event.wagers]
    settled = of_one and bool(case.state.of(SettlementPaid))
    return Amounts(
        claimed=case.opened.amount,
        due=sum(dues) if judged else None,
        paid=sum(one.paid for one in wagers) if added else None,
        difference=sum(one.to_patron for one in wagers) if judged else None,
        adjusted=sum(one.adjusted for one in wagers) if added else None,
        ruled=sum(one.to_patron for one in ruled[-1].wagers) if ruled and of_one else None,
        settled=case.state.to_patron if settled else None,
    )


def told(case: Case) -> dict[str, Any]:
    """The parts of a report that the events of the dispute make alone, by name."""
    return {
        "severity": case.opened.severity,
        "status": case.state.status,
        "history": list(history(case)),
        "complaint": complaint(case),
        "rulings": case.of("ruling_made"),
        "settlements": case.of("settlement_paid"),
        "outcome": outcome(case),
        "notices": case.of("notice_given"),
        "escalations": case.of("escalated"),
        "statements": case.of("statement_recorded"),
        "reviews": case.of("reviewed"),
        "requests": evidence(case),
        "preserved": case.of("evidence_preserved"),
        "linked": case.of("evidence_linked"),
        "promotion": [one for one in case.of("evidence_linked") if one.event["what"] == PROMOTION],
        "accesses": case.of("accessed"),
        "erasures": case.of("personal_data_erased"),
        "corrections": list(corrections(case)),
        "events": case.steps,
    }
