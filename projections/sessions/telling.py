"""A session's parts as its report says them, from the one fold of its events.  Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ledger.events.base import Event, Recorded
from ledger.events.sessions import BoxCount, SessionCorrected
from ledger.games.seam import Finding
from ledger.sessions.attendance import reliefs
from ledger.sessions.state import Session, effective
from projections.answers import Vector
from projections.sessions.answers import (
    SessionBox,
    SessionColor,
    SessionCommission,
    SessionDocument,
    SessionEntry,
    SessionForm,
    SessionRelief,
    SessionSlip,
    Shift,
    SlipStep,
    Standing,
)
from projections.slips.elsewhere import Elsewhere


def document(event: Event) -> dict[str, object]:
    """An event as in a record: absent fields left out."""
    found: dict[str, object] = json.loads(event.__pydantic_serializer__.to_json(event, exclude_none=True))
    return found


def entries(
    state: Session,
    recorded: Sequence[Recorded],
    found: Sequence[Finding],
    trays: tuple[Mapping[int, Vector], Mapping[int, Vector]],
) -> Iterator[SessionEntry]:
    """Every event; `trays` is what each moved in the tray, and what lay there after it, by position."""
    moved, after = trays
    by_event: dict[int, list[str]] = {}
    for finding in found:
        by_event.setdefault(finding.event, []).append(finding.code)
    corrected = {
        effective(state, event.corrects): version
        for version, event in enumerate(state.log, 1)
        if isinstance(event, SessionCorrected)
    }
    for one, now in zip(recorded, state.events, strict=True):
        assert one.position is not None, "what is stored has a position"
        instead = None if now is None or now is one.event else now
        yield SessionEntry(
            version=one.version,
            position=one.position,
            type=one.event.type,
            standing=_standing(one.event, now),
            corrected_by=corrected.get(one.version),
            occurred_at=one.event.occurred_at,
            recorded_at=one.recorded_at,
            recorded_by=one.recorded_by,
            source=one.event.source,
            by=one.event.by,
            approved_by=one.event.__dict__.get("approved_by"),
            shift=state.shift_at(one.version),
            findings=by_event.get(one.version, []),
            event=document(one.event),
            instead=None if instead is None else document(instead),
            moved=moved.get(one.position),
            tray=after.get(one.position),
        )


def _standing(logged: Event, now: Event | None) -> Standing:
    if isinstance(logged, SessionCorrected):
        return "correction"
    if now is None:
        return "struck_out"
    return "in_effect" if now is logged else "corrected"


def shifts(state: Session) -> list[Shift]:
    return [Shift(shift=one.name, since=one.since, version=one.version) for one in state.shifts]


def across(state: Session, found: Sequence[Finding], known: Elsewhere) -> list[Finding]:
    """The findings of a session, of slips as all sessions of the table together know them."""
    told = [(one, known.words(state.key, _slip(one), one.code)) for one in found]
    return [
        replace(one, detail=f"{one.detail}, {words}") if words else one
        for one, words in told
        if words is not None
    ]


def _slip(finding: Finding) -> str | None:
    name = finding.facts.get("slip")
    return None if name is None else str(name)


def slips(state: Session, known: Elsewhere) -> list[SessionSlip]:
    return [
        SessionSlip(
            slip=one.name,
            kind=one.kind,
            steps=[
                SlipStep(
                    step=name,
                    version=step.version,
                    chips=dict(step.chips),
                    by=step.by,
                    approved_by=step.approved_by,
                    reason=step.reason,
                )
                for name, step in one.steps.items()
            ],
            in_transit=dict(known.on_the_way(state.key, one.name, one.kind, one.in_transit)[0]),
            elsewhere=known.steps(state.key, one.name),
            reprints=state.reprints.get(one.name, 0),
        )
        for one in state.slips.values()
    ]


def forms(state: Session) -> list[SessionForm]:
    return [
        SessionForm(
            slip=one.name, kind=one.kind, version=one.version, reprints=state.reprints.get(one.name, 0)
        )
        for one in state.forms.values()
    ]


def documents(state: Session) -> list[SessionDocument]:
    return [
        SessionDocument(document=number, issued=one.issued, issued_at=one.issued_at, redeemed=one.redeemed)
        for number, one in state.documents.items()
    ]


def commissions(state: Session) -> list[SessionCommission]:
    return [
        SessionCommission(slip=name, owed=one.owed, recovered=one.recovered, open=one.open)
        for name, one in state.commissions.items()
    ]


def colors(state: Session) -> list[SessionColor]:
    return [
        SessionColor(
            color=name,
            marker=one.marker,
            sold=one.sold,
            sold_for=one.sold_for,
            cashed=one.cashed,
            cashed_for=one.cashed_for,
        )
        for name, one in state.colors.items()
    ]


def boxes(state: Session) -> list[SessionBox]:
    return [
        SessionBox(
            box=name,
            dropped_at=one.dropped_at,
            counted_at=one.counted_at,
            first=_count(one.first),
            second=_count(one.second),
            settled=_count(one.settled),
            counted=_count(one.counted),
        )
        for name, one in state.boxes.items()
    ]


def _count(found: BoxCount | None) -> dict[str, int] | None:
    return None if found is None else found.model_dump()


def relieved(state: Session) -> list[SessionRelief]:
    return [
        SessionRelief(
            out=one.out,
            into=one.into,
            since=one.since,
            until=one.until,
            gap_s=one.gap_s,
            version=one.version,
        )
        for one in reliefs(state)
    ]
