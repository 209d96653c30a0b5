"""The events of a session's forms: reprints, commission that is owed, reports of a variance.

Beside them what else a closed list or an authoriser stands behind.  Money is
whole cents.  Source: accounting A.2, row 3; A.3, slips, uncollected vigorish; A.6, O5, O11.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ledger.events.base import Line, Note, Person
from ledger.events.session_parts import SessionEvent, Slip
from ledger.identity import Name, PlayKey
from ledger.money import Chips, Denomination, PositiveCents, SignedCents


class SlipReprinted(SessionEvent):
    """A slip was printed again, under its own number."""

    TOPIC = "session.slip_reprinted.v1"
    type: Literal["slip_reprinted"] = "slip_reprinted"
    slip: Slip
    reason: Note | None = None
    approved_by: Person | None = None


class CommissionUncollected(SessionEvent):
    """Commission was due and not collected: the form issued for it."""

    TOPIC = "session.commission_uncollected.v1"
    type: Literal["commission_uncollected"] = "commission_uncollected"
    slip: Slip
    amount: PositiveCents
    round: PlayKey | None = None
    spot: Annotated[int, Field(ge=1, le=255)] | None = None
    patron: Name | None = None
    approved_by: Person | None = None


class CommissionRecovered(SessionEvent):
    """Commission that was owed came in, in part or whole: `of` is the form that it was owed on."""

    TOPIC = "session.commission_recovered.v1"
    type: Literal["commission_recovered"] = "commission_recovered"
    of: Slip
    amount: PositiveCents
    slip: Annotated[Slip | None, Field(description="the recovery form")] = None
    chips: Chips | None = None
    into: Literal["table_inventory", "drop_box", "cage"] = "table_inventory"
    approved_by: Person | None = None


class GameAccountCashedOut(SessionEvent):
    """The balance of an electronic game account was paid out of the tray."""

    TOPIC = "session.game_account_cashed_out.v1"
    type: Literal["game_account_cashed_out"] = "game_account_cashed_out"
    amount: PositiveCents
    chips: Chips
    document: Line | None = None


class ChipValueOverridden(SessionEvent):
    """Somebody let chips of a denomination stand for another value at this table."""

    TOPIC = "session.chip_value_overridden.v1"
    type: Literal["chip_value_overridden"] = "chip_value_overridden"
    denomination: Denomination
    value: Annotated[PositiveCents, Field(description="cents that one such chip stands for from now on")]
    reason: Note
    approved_by: Person


class VarianceReported(SessionEvent):
    """A difference was reported on a form: of an opener, a closer or a drop box."""

    TOPIC = "session.variance_reported.v1"
    type: Literal["variance_reported"] = "variance_reported"
    of: Literal["opener", "closer", "drop"]
    amount: SignedCents
    slip: Annotated[Slip | None, Field(description="the form, by its serial")] = None
    to: Annotated[list[Line], Field(max_length=16, description="who was told: security, the regulator")]
    approved_by: Person | None = None
