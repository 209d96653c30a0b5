"""What the events of a session say of numbered forms: slips, commission, recoveries, reports of a variance.

Pure.  Source: accounting A.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.events.base import Event
from ledger.events.forms import CommissionRecovered, CommissionUncollected, SlipReprinted, VarianceReported
from ledger.events.session_parts import Slip, SlipEvent
from ledger.events.sessions import SessionClosed, SessionOpened, ShiftChanged
from ledger.money import value
from ledger.sessions.parts import FormKind, Kind, slip_name
from ledger.sessions.slips import SLIP_STEPS

Form: TypeAlias = Kind | FormKind
StepName: TypeAlias = Literal[
    "requested", "issued", "dispatched", "received", "voided",
    "opened", "shift_changed", "closed", "reported", "recovered", "reprinted",
]  # fmt: skip

# Steps that tell of a number in use already: a closer's duplicate is the next opener, a form is
# recovered and reprinted later.  Never where a number is counted as used.
LATER: Final = frozenset({"opened", "recovered", "reprinted"})
# With which the number of a slip for chips is used, and how it goes on: in a session of the next year, too,
# where the chips were under way as it began.
FIRST: Final = frozenset({"requested", "issued"})
UNDER_WAY: Final = frozenset({"dispatched", "received", "voided"})
# What an inventory slip counts, by the event that was signed for.
COUNTED: Final[Mapping[str, str]] = MappingProxyType(
    {"opened": "opener", "shift_changed": "count", "closed": "closer"}
)


class Step(NamedTuple):
    """One step in the life of a numbered form; `form` None where the event says only its number.

    `chips` are what the step counted, `amount` is in cents.  `of` is the
    number of the form that a recovery is of.
    """

    slip: Slip
    form: Form | None
    step: StepName
    chips: Mapping[int, int] | None = None
    amount: int | None = None
    reason: str | None = None
    of: str | None = None


def steps(event: Event) -> Iterator[Step]:
    """The steps that one event records; a recovery is one of its own form and of the one it pays."""
    if isinstance(event, SlipEvent):
        form, step = SLIP_STEPS[event.type]
        yield Step(event.slip, form, step, event.chips, value(event.chips), event.reason)
    elif isinstance(event, SlipReprinted):
        yield Step(event.slip, None, "reprinted", reason=event.reason)
    elif isinstance(event, SessionOpened | ShiftChanged | SessionClosed):
        if event.slip is not None:
            chips = event.__dict__[COUNTED[event.type]]
            yield Step(event.slip, "table_inventory", event.type, chips, value(chips))
    elif isinstance(event, CommissionUncollected):
        yield Step(event.slip, "commission", "issued", amount=event.amount)
    elif isinstance(event, CommissionRecovered):
        if event.slip is not None:
            yield Step(
                event.slip, "commission_recovery", "issued", event.chips, event.amount, of=slip_name(event.of)
            )
        yield Step(event.of, "commission", "recovered", event.chips, event.amount)
    elif isinstance(event, VarianceReported) and event.slip is not None:
        yield Step(
            event.slip, "variance_report", "reported", amount=event.amount, reason=f"of the {event.of}"
        )
