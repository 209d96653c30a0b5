"""The forms of a session: everything with a number or a signature that its events entered.

Source: accounting A.3: the preliminary master game report lists all forms entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.events.base import Event, Recorded
from ledger.events.forms import CommissionRecovered, CommissionUncollected, SlipReprinted, VarianceReported
from ledger.events.records import SessionHeader
from ledger.events.session_parts import SlipEvent
from ledger.events.sessions import (
    BuyIn,
    CounterCheckIssued,
    CounterCheckRedeemed,
    SessionClosed,
    SessionOpened,
    ShiftChanged,
)
from ledger.money import value
from ledger.sessions.parts import slip_name
from ledger.sessions.slips import SLIP_STEPS
from ledger.sessions.state import Session, evolve
from projections.answers import ByDenomination, Instant, Said, SignedCents

FormKind: TypeAlias = Literal[
    "opener", "shift_count", "closer", "fill", "credit", "counter_check", "payment_slip", "card_document",
    "redemption", "chip_coupon", "uncollected_commission", "commission_recovery", "variance_report",
    "reprint", "drop_box", "drop_count", "incident", "correction",
]  # fmt: skip


class Form(Said):
    """One form: what it is, its number, what it says, who signed.

    `state` is how far a slip has come, null for other forms.  `version` is that
    of the event in its session; `corrected` says that it was recorded otherwise
    at first.  `recorded_at` lies long after `occurred_at` where a paper form was
    entered later.
    """

    session: str
    table: str
    shift: str | None
    kind: FormKind
    number: str | None
    state: str | None
    amount: SignedCents | None
    by_denomination: ByDenomination | None
    by: str | None
    approved_by: str | None
    occurred_at: Instant | None
    recorded_at: Instant
    version: int
    position: int
    corrected: bool
    reason: str | None


Slipped: TypeAlias = (
    SessionOpened | ShiftChanged | SessionClosed | SlipReprinted | CommissionUncollected | CommissionRecovered
    | VarianceReported
)  # fmt: skip


class Rule(NamedTuple):
    """How an event is a form: its number, its chips, its amount where it says no chips."""

    kind: FormKind
    number: Callable[..., str | None]
    chips: Callable[..., Mapping[int, int] | None]
    amount: Callable[..., int | None]


def _nothing(_: Event) -> None:
    return None


def _slip(event: Slipped) -> str | None:
    return None if event.slip is None else slip_name(event.slip)


def _document(event: CounterCheckIssued | CounterCheckRedeemed) -> str:
    return event.document


TENDERS: Final[Mapping[str, FormKind]] = MappingProxyType(
    {
        "coupon": "chip_coupon",
        "counter_check": "counter_check",
        "redemption": "redemption",
        "card": "card_document",
    }
)
RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "opened": Rule("opener", _slip, lambda event: event.opener, _nothing),
        "shift_changed": Rule("shift_count", _slip, lambda event: event.count, _nothing),
        "closed": Rule("closer", _slip, lambda event: event.closer, _nothing),
        "counter_check_issued": Rule(
            "counter_check", _document, lambda event: event.chips, lambda event: event.amount
        ),
        "counter_check_redeemed": Rule(
            "payment_slip", _document, lambda event: event.chips, lambda event: event.amount
        ),
        "commission_uncollected": Rule("uncollected_commission", _slip, _nothing, lambda event: event.amount),
        "commission_recovered": Rule(
            "commission_recovery", _slip, lambda event: event.chips, lambda event: event.amount
        ),
        "variance_reported": Rule("variance_report", _slip, _nothing, lambda event: event.amount),
        "slip_reprinted": Rule("reprint", _slip, _nothing, _nothing),
        "box_dropped": Rule("drop_box", lambda event: event.box, _nothing, _nothing),
        "drop_counted": Rule("drop_count", lambda event: event.box, _nothing, _nothing),
        "movement_recorded": Rule(
            "incident", lambda event: event.incident, lambda event: event.chips, _nothing
        ),
    }
)


def forms(events: Sequence[Recorded]) -> Iterator[Form]:
    """The forms of one session in the order of record, slips where they were first named.

    `events` are those of its stream up to the position that is asked for.
    """
    if not events:
        return
    header = events[0].header
    assert isinstance(header, SessionHeader), "a stream begins with its header"
    state = Session(header)
    for one in events:
        evolve(state, one.event)
    seen: set[str] = set()
    for version, event in enumerate(state.events, 1):
        if event is not None:
            made = _form(state, events[version - 1], event, version, seen)
            if made is not None:
                yield made


def _form(state: Session, one: Recorded, event: Event, version: int, seen: set[str]) -> Form | None:
    """An event as a form; None where it is none, or a later step of a slip."""
    if isinstance(event, SlipEvent):
        kind, _ = SLIP_STEPS[event.type]
        name = f"{kind} {slip_name(event.slip)}"
        if name in seen:
            return None
        seen.add(name)
        return _of_slip(state, one, event, version)
    if event.type == "corrected":
        return _made(state, one, event, version, kind="correction")
    rule = RULES.get(event.type)
    if rule is None:
        return _tendered(state, one, event, version)
    chips, amount = rule.chips(event), rule.amount(event)
    if event.type == "drop_counted":
        counted = state.boxes[rule.number(event) or ""].counted
        amount = None if counted is None else counted.cash + counted.documents + counted.coupons
    return _made(
        state, one, event, version,
        kind=rule.kind,
        number=rule.number(event),
        by_denomination=None if chips is None else dict(chips),
        amount=value(chips) if amount is None and chips is not None else amount,
    )  # fmt: skip


def _tendered(state: Session, one: Recorded, event: Event, version: int) -> Form | None:
    """What was tendered for chips, where it is a document and no cash."""
    if not isinstance(event, BuyIn) or event.tender not in TENDERS:
        return None
    return _made(
        state, one, event, version,
        kind=TENDERS[event.tender],
        number=event.document,
        by_denomination=dict(event.chips),
        amount=event.tendered,
    )  # fmt: skip


def _of_slip(state: Session, one: Recorded, event: SlipEvent, version: int) -> Form:
    """A fill or credit: the chips as last counted, the people of its last step; void: no chips."""
    kind, _ = SLIP_STEPS[event.type]
    trail = state.slips[kind, slip_name(event.slip)]
    step, last = max(trail.steps.items(), key=lambda each: each[1].version)
    chips = {} if step == "voided" else dict(last.chips)
    return _made(
        state, one, event, version,
        kind=kind,
        number=slip_name(event.slip),
        state=step,
        by_denomination=chips,
        amount=value(chips),
        by=last.by,
        approved_by=last.approved_by,
        reason=last.reason,
    )  # fmt: skip


def _made(told: Session, one: Recorded, event: Event, version: int, **said: object) -> Form:
    fields: dict[str, object] = {
        "number": None,
        "state": None,
        "amount": None,
        "by_denomination": None,
        "by": event.by or one.event.by,
        "approved_by": getattr(event, "approved_by", None),
        "reason": getattr(event, "reason", None),
    }
    return Form.model_validate(
        {
            **fields,
            "session": told.key,
            "table": told.header.table,
            "shift": told.shift_at(version),
            "occurred_at": event.occurred_at,
            "recorded_at": one.recorded_at,
            "version": version,
            "position": one.position,
            "corrected": version in told.corrections,
            **said,
        }
    )
