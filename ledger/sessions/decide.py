"""What cannot be a record of a session, and the state that follows from what can.

A fill that nobody requested, an unequal exchange or a movement outside the
list is not refused here: it happened.  Refused are a count below zero, a
taking of nothing, one person for two, a correction of nothing, and what a
document cannot be: a number with two meanings, a void after transport.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ledger.errors import (
    AmountNotPositive,
    InvalidField,
    MissingField,
    NotOpened,
    OpenedTwice,
    SamePerson,
    SlipConflict,
    SlipNotVoidable,
    UnknownVersion,
)
from ledger.events.base import Event
from ledger.events.color import ColorIssued
from ledger.events.forms import CommissionRecovered, CommissionUncollected
from ledger.events.people import same_person
from ledger.events.records import SessionHeader
from ledger.events.session_parts import SlipEvent
from ledger.events.sessions import (
    SessionClosed,
    SessionCorrected,
    SessionOpened,
    ShiftChanged,
    TrayTaking,
)
from ledger.money import value
from ledger.sessions.findings import findings
from ledger.sessions.forms import form_of
from ledger.sessions.slips import SLIP_STEPS, same_chips, trail
from ledger.sessions.state import Session, effective, evolve

__all__ = ["begin", "check", "extend", "findings"]


def begin(header: SessionHeader) -> Session:
    """A session of which nothing is recorded yet."""
    return Session(header)


def extend(state: Session, events: Iterable[Event], *, first: int = 0) -> Session:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Raises NotARecord; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        check(state, event, index)
        evolve(state, event)
    return state


def check(state: Session, event: Event, index: int) -> None:
    """Refuse an event that cannot follow; `index` is its place in its record.  Raises NotARecord."""
    at = f"/events/{index}"
    if isinstance(event, SessionCorrected):
        _corrects(state, event, at)
        return
    _holds(event, at)
    rule = AGAINST.get(event.type)
    if rule is not None:
        rule(state, event, at)


def _holds(event: Event, at: str) -> None:
    """What must hold within an event, recorded at once or by a correction."""
    rule = CHECKS.get(event.type)
    if rule is not None:
        rule(event, at)


def _counts(chips: Mapping[int, int], at: str) -> None:
    """Chips that were counted are none or more: only what moves can go the other way."""
    for denomination, count in chips.items():
        if count < 0:
            raise InvalidField(
                detail=f"{count} chips of {denomination} cannot be counted", pointer=f"{at}/{denomination}"
            )


def _opened(event: SessionOpened, at: str) -> None:
    _counts(event.opener, f"{at}/opener")


def _closed(event: SessionClosed, at: str) -> None:
    _counts(event.closer, f"{at}/closer")


def _shift_changed(event: ShiftChanged, at: str) -> None:
    _counts(event.count, f"{at}/count")


def _slip(event: SlipEvent, at: str) -> None:
    _counts(event.chips, f"{at}/chips")


def _taken(event: TrayTaking, at: str) -> None:
    if event.chips is None and event.amount is None:
        raise MissingField(field="amount", pointer=f"{at}/amount")
    if event.chips is not None and value(event.chips) <= 0:
        raise AmountNotPositive(pointer=f"{at}/chips")


def _color_issued(event: ColorIssued, at: str) -> None:
    """Chips come with color only where chips were what was tendered."""
    if event.chips is not None and event.tender != "chips":
        raise InvalidField(detail=f"color was sold for {event.tender}, not for chips", pointer=f"{at}/chips")


def _recovered(event: CommissionRecovered, at: str) -> None:
    if event.chips is not None and value(event.chips) <= 0:
        raise AmountNotPositive(pointer=f"{at}/chips")


# --- against what is recorded: documents, where one number has one meaning ----------


def _step(state: Session, event: SlipEvent, at: str) -> None:
    """A step of a slip is what it was: other chips under its number are another slip, or a mistake.

    A void is an act on the document, not something that happened to chips:
    after transport it is none.  Source: 13:69D-1.22, 1.23.
    """
    kind, step = SLIP_STEPS[event.type]
    known = trail(state, event)
    if known is None:
        return
    stored = known.steps.get(step)
    if stored is not None:
        if not same_chips(stored.chips, event.chips):
            raise SlipConflict(
                slip=known.name,
                step=step,
                version=stored.version,
                stored=_chips(stored.chips),
                sent=_chips(event.chips),
                pointer=f"{at}/chips",
            )
        return
    gone = next((name for name in ("received", "dispatched") if name in known.steps), None)
    if step == "voided" and gone is not None:
        raise SlipNotVoidable(
            slip=known.name,
            step=gone,
            version=known.steps[gone].version,
            other="credit" if kind == "fill" else "fill",
            pointer=f"{at}/type",
        )


def _form(state: Session, event: CommissionUncollected | CommissionRecovered, at: str) -> None:
    """A form of commission is for what it was: another amount under its number is a mistake."""
    known = form_of(state, event)
    if known is None:
        return
    stored = known.event
    assert isinstance(stored, CommissionUncollected | CommissionRecovered)
    if stored.amount != event.amount:
        raise SlipConflict(
            slip=known.name,
            step="recorded",
            version=known.version,
            stored=stored.amount,
            sent=event.amount,
            pointer=f"{at}/amount",
        )


def _chips(chips: Mapping[int, int]) -> str:
    """Chips in a sentence, by denomination in cents: `200×500`."""
    return " ".join(f"{count}×{face}" for face, count in sorted(chips.items()) if count) or "no chips"


def _corrects(state: Session, event: SessionCorrected, at: str) -> None:
    """The event named exists, the opener stays one, and the event put in its place can be a record."""
    if event.corrects > state.version:
        raise UnknownVersion(version=event.corrects, pointer=f"{at}/corrects")
    instead, names = event.event, {"stream": "session", "first": "opened"}
    of_opener = effective(state, event.corrects) == 1
    undoes = instead is None and event.corrects > 1
    if of_opener and not undoes and not isinstance(instead, SessionOpened):
        raise NotOpened(**names, pointer=f"{at}/event")
    if not of_opener and isinstance(instead, SessionOpened):
        raise OpenedTwice(**names, pointer=f"{at}/event/type")
    if instead is None:
        return
    if same_person(instead.__dict__.get("approved_by"), instead.by):
        raise SamePerson(person=instead.by, pointer=f"{at}/event/approved_by")
    _holds(instead, f"{at}/event")


CHECKS: Mapping[str, Callable[..., None]] = {
    "opened": _opened,
    "closed": _closed,
    "shift_changed": _shift_changed,
    "coin_taken": _taken,
    "rake_taken": _taken,
    "progressive_swept": _taken,
    "color_issued": _color_issued,
    "commission_recovered": _recovered,
    **dict.fromkeys(SLIP_STEPS, _slip),
}

AGAINST: Mapping[str, Callable[..., None]] = {
    "commission_uncollected": _form,
    "commission_recovered": _form,
    **dict.fromkeys(SLIP_STEPS, _step),
}
