"""The steps of the fold that concern forms: commission, inventory slips, variance reports, reprints.

One form, one effect: a form recorded again as it was moves nothing and is
remarked; with another amount it is refused.  Source: 13:69D-1.21, 1.30; accounting A.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ledger.events.forms import (
    ChipValueOverridden,
    CommissionRecovered,
    CommissionUncollected,
    GameAccountCashedOut,
    SlipReprinted,
    VarianceReported,
)
from ledger.events.session_parts import Slip
from ledger.events.sessions import SessionClosed, SessionOpened, ShiftChanged
from ledger.sessions.parts import Commission, Document, Form, FormKind, Remark, slip_name

if TYPE_CHECKING:
    from ledger.sessions.state import Session

Owing: TypeAlias = CommissionUncollected | CommissionRecovered


def form_of(state: Session, event: Owing) -> Form | None:
    """The form that an event of commission came with, where one of that number is known."""
    if event.slip is None:
        return None
    kind: FormKind = "commission" if isinstance(event, CommissionUncollected) else "commission_recovery"
    return state.forms.get((kind, slip_name(event.slip)))


def repeats(state: Session, event: Owing) -> bool:
    """Whether the form of an event has had its effect by another event."""
    known = form_of(state, event)
    return known is not None and known.event is not event


def document(state: Session, number: str | None, amount: int, version: int) -> None:
    """A document is given for chips, or for color; one given before is remarked.  None is none."""
    if number is None:
        return
    found = state.documents.setdefault(number, Document())
    if found.issued_at is not None:
        state.remarks.append(Remark("document_repeated", version, {"document": number}))
    found.issued_at = found.issued_at or version
    found.issued += amount


def inventory_slip(state: Session, event: SessionOpened | SessionClosed | ShiftChanged, version: int) -> None:
    """The slip of a count of the tray, by its serial."""
    if event.slip is not None:
        _form(state, "table_inventory", event.slip, event, version)


def uncollected(state: Session, event: CommissionUncollected, version: int) -> None:
    """Commission is owed from now on."""
    if not _form(state, "commission", event.slip, event, version):
        return
    found = state.commissions.setdefault(slip_name(event.slip), Commission())
    found.owed = event.amount


def recovered(state: Session, event: CommissionRecovered, version: int) -> None:
    """Commission that was owed comes in, in part or whole."""
    if event.slip is not None and not _form(state, "commission_recovery", event.slip, event, version):
        return
    name = slip_name(event.of)
    found = state.commissions.setdefault(name, Commission())
    found.recovered += event.amount
    if event.chips is not None and (given := state.worth(event.chips)) != event.amount:
        facts = {"type": event.type, "amount": event.amount, "chips": given}
        state.remarks.append(Remark("taking_not_equal", version, facts))
    if found.owed is not None and found.recovered > found.owed:
        facts = {"slip": name, "owed": found.owed, "recovered": found.recovered}
        state.remarks.append(Remark("commission_overrecovered", version, facts))


def reported(state: Session, event: VarianceReported, version: int) -> None:
    """A form says by how much a count differed."""
    state.reported.append((version, event))
    if event.slip is not None:
        _form(state, "variance_report", event.slip, event, version)


def reprinted(state: Session, event: SlipReprinted, version: int) -> None:
    """A slip comes out of the printer once more; one that nothing else is known of is remarked."""
    name = slip_name(event.slip)
    state.reprints[name] = state.reprints.get(name, 0) + 1
    if not any(name == known for _, known in (*state.slips, *state.forms)):
        state.remarks.append(Remark("slip_reprinted_unknown", version, {"slip": name}))


def overridden(state: Session, event: ChipValueOverridden, version: int) -> None:
    """From now on exchanges are compared at another value of a chip."""
    state.overrides[event.denomination] = event.value
    facts = {
        "denomination": event.denomination,
        "value": event.value,
        "reason": event.reason,
        "approved_by": event.approved_by,
    }
    state.remarks.append(Remark("chip_value_overridden", version, facts))


def cashed_out(state: Session, event: GameAccountCashedOut, version: int) -> None:
    """The balance of a game account against the chips given for it."""
    document(state, event.document, event.amount, version)
    if (given := state.worth(event.chips)) != event.amount:
        facts = {"amount": event.amount, "chips": given, "difference": event.amount - given}
        state.remarks.append(Remark("account_cashout_not_equal", version, facts))


def _form(
    state: Session,
    kind: FormKind,
    slip: Slip,
    event: Owing | VarianceReported | SessionOpened | SessionClosed | ShiftChanged,
    version: int,
) -> bool:
    """Keep a form under its number; False where the number is taken."""
    known = state.forms.setdefault((kind, slip_name(slip)), Form(kind, slip, event, version))
    if known.event is event:
        return True
    facts = {"form": kind, "slip": known.name, "first": known.version}
    state.remarks.append(Remark("form_repeated", version, facts))
    return False
