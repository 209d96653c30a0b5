"""The events of a session: one opener to one closer at one table.

Chips are denomination in cents to count; amounts are whole cents.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ledger.events.base import Line, Model, Note, Patron, Person, Version
from ledger.events.color import ColorCashed, ColorIssued, ImpressmentCounted, MarkerSet
from ledger.events.forms import (
    ChipValueOverridden,
    CommissionRecovered,
    CommissionUncollected,
    GameAccountCashedOut,
    SlipReprinted,
    VarianceReported,
)
from ledger.events.session_parts import SessionEvent, Slip, SlipEvent
from ledger.identity import Name
from ledger.money import Cents, Chips, PositiveCents, SignedCents


class SessionOpened(SessionEvent):
    """The opener was counted and signed for."""

    TOPIC = "session.opened.v1"
    type: Literal["opened"] = "opened"
    opener: Chips
    shift: Line
    approved_by: Person
    slip: Annotated[Slip | None, Field(description="the table inventory slip, by its serial")] = None


class DealerSignedIn(SessionEvent):
    """A dealer took the table."""

    TOPIC = "session.dealer_signed_in.v1"
    type: Literal["dealer_signed_in"] = "dealer_signed_in"
    dealer: Person


class DealerSignedOut(SessionEvent):
    """A dealer left the table."""

    TOPIC = "session.dealer_signed_out.v1"
    type: Literal["dealer_signed_out"] = "dealer_signed_out"
    dealer: Person


class BuyIn(SessionEvent):
    """Something tendered went to the drop box, chips came out of the tray."""

    TOPIC = "session.buy_in.v1"
    type: Literal["buy_in"] = "buy_in"
    tender: Literal["cash", "coupon", "counter_check", "redemption", "card"]
    tendered: PositiveCents
    chips: Chips
    document: Line | None = None


class Exchange(SessionEvent):
    """Chips came into the tray and others went out, at equal face."""

    in_: Annotated[Chips, Field(alias="in")]
    out: Chips


class ColorChanged(Exchange):
    """A patron's chips were changed up or down."""

    TOPIC = "session.color_changed.v1"
    type: Literal["color_changed"] = "color_changed"


class TipChanged(Exchange):
    """Toke box chips were changed."""

    TOPIC = "session.tip_changed.v1"
    type: Literal["tip_changed"] = "tip_changed"


class BadBeatChanged(Exchange):
    """Chips of a bad-beat fund were changed."""

    TOPIC = "session.bad_beat_changed.v1"
    type: Literal["bad_beat_changed"] = "bad_beat_changed"


class FillRequested(SlipEvent):
    """The floor asked the cage for chips."""

    TOPIC = "session.fill_requested.v1"
    type: Literal["fill_requested"] = "fill_requested"


class FillIssued(SlipEvent):
    """The cage made the fill up and printed its slip."""

    TOPIC = "session.fill_issued.v1"
    type: Literal["fill_issued"] = "fill_issued"


class FillDispatched(SlipEvent):
    """The fill left the cage."""

    TOPIC = "session.fill_dispatched.v1"
    type: Literal["fill_dispatched"] = "fill_dispatched"


class FillReceived(SlipEvent):
    """The dealer counted the fill into the tray: these chips."""

    TOPIC = "session.fill_received.v1"
    type: Literal["fill_received"] = "fill_received"


class FillVoided(SlipEvent):
    """The fill slip was voided and keeps its number."""

    TOPIC = "session.fill_voided.v1"
    type: Literal["fill_voided"] = "fill_voided"


class CreditRequested(SlipEvent):
    """The floor asked to send chips to the cage."""

    TOPIC = "session.credit_requested.v1"
    type: Literal["credit_requested"] = "credit_requested"


class CreditIssued(SlipEvent):
    """The credit slip was printed."""

    TOPIC = "session.credit_issued.v1"
    type: Literal["credit_issued"] = "credit_issued"


class CreditDispatched(SlipEvent):
    """The dealer counted the credit out of the tray: these chips."""

    TOPIC = "session.credit_dispatched.v1"
    type: Literal["credit_dispatched"] = "credit_dispatched"


class CreditReceived(SlipEvent):
    """The cage counted the credit in."""

    TOPIC = "session.credit_received.v1"
    type: Literal["credit_received"] = "credit_received"


class CreditVoided(SlipEvent):
    """The credit slip was voided and keeps its number."""

    TOPIC = "session.credit_voided.v1"
    type: Literal["credit_voided"] = "credit_voided"


class CounterCheckIssued(SessionEvent):
    """A patron signed a counter check for chips."""

    TOPIC = "session.counter_check_issued.v1"
    type: Literal["counter_check_issued"] = "counter_check_issued"
    document: Line
    amount: PositiveCents
    chips: Chips | None = None
    approved_by: Person | None = None


class CounterCheckRedeemed(SessionEvent):
    """A patron redeemed a counter check at the table, in chips or in cash."""

    TOPIC = "session.counter_check_redeemed.v1"
    type: Literal["counter_check_redeemed"] = "counter_check_redeemed"
    document: Line
    amount: PositiveCents
    chips: Chips | None = None
    cash: PositiveCents | None = None
    approved_by: Person | None = None


class TrayTaking(SessionEvent):
    """Revenue that went into the tray or the box."""

    chips: Chips | None = None
    amount: PositiveCents | None = None
    into: Literal["table_inventory", "drop_box"] | None = None


class CoinTaken(TrayTaking):
    """Coin or a hand fee was taken in."""

    TOPIC = "session.coin_taken.v1"
    type: Literal["coin_taken"] = "coin_taken"


class SessionRakeTaken(TrayTaking):
    """The rake held beside the box was dropped or put in the tray."""

    TOPIC = "session.rake_taken.v1"
    type: Literal["rake_taken"] = "rake_taken"


class ProgressiveSwept(TrayTaking):
    """Progressive stakes of rounds that are not captured were swept."""

    TOPIC = "session.progressive_swept.v1"
    type: Literal["progressive_swept"] = "progressive_swept"
    fund: Name | None = None


class PlayTotaled(SessionEvent):
    """The play of a table whose rounds are not captured, in totals."""

    TOPIC = "session.play_totaled.v1"
    type: Literal["play_totaled"] = "play_totaled"
    collected: Chips
    paid: Chips
    cash_collected: Cents | None = None
    swept: Chips | None = None
    coupons: (
        Annotated[
            list[PositiveCents],
            Field(max_length=10_000, description="face of each match-play coupon counted"),
        ]
        | None
    ) = None
    color_collected: Annotated[Cents | None, Field(description="color lost, at marker value")] = None
    color_paid: Annotated[Cents | None, Field(description="color won, at marker value")] = None


class MovementRecorded(SessionEvent):
    """Chips moved for a reason outside the closed list: an exception."""

    TOPIC = "session.movement_recorded.v1"
    type: Literal["movement_recorded"] = "movement_recorded"
    chips: Annotated[Chips, Field(description="signed from the tray's side")]
    reason: Note
    incident: Line


class ShiftChanged(SessionEvent):
    """One shift handed the open table to the next, the tray counted."""

    TOPIC = "session.shift_changed.v1"
    type: Literal["shift_changed"] = "shift_changed"
    from_: Annotated[Line, Field(alias="from")]
    to: Line
    count: Chips
    approved_by: Person
    slip: Annotated[Slip | None, Field(description="the table inventory slip, by its serial")] = None


class BoxDropped(SessionEvent):
    """The drop box was taken from the table."""

    TOPIC = "session.box_dropped.v1"
    type: Literal["box_dropped"] = "box_dropped"
    box: Line
    approved_by: Person | None = None


class BoxCount(Model):
    """One blind count of a drop box, in cents."""

    cash: Cents
    documents: Annotated[
        SignedCents,
        Field(description="whole cents, net: payment slips lower them, below 0 if need be"),
    ]
    coupons: Cents


class DropCounted(SessionEvent):
    """The count room counted a box twice, each count blind to the other."""

    TOPIC = "session.drop_counted.v1"
    type: Literal["drop_counted"] = "drop_counted"
    box: Line
    first: BoxCount
    second: BoxCount
    settled: BoxCount | None = None
    approved_by: Person | None = None


class AccommodationGranted(SessionEvent):
    """Somebody was granted something unusual: a private table, one shoe for the night, cards to be turned."""

    TOPIC = "session.accommodation_granted.v1"
    type: Literal["accommodation_granted"] = "accommodation_granted"
    request: Note
    requested_by: Annotated[Patron | None, Field(description="absent: not known")] = None
    approved_by: Annotated[Person, Field(description="who granted it")]


class SessionClosed(SessionEvent):
    """The closer was counted and signed for."""

    TOPIC = "session.closed.v1"
    type: Literal["closed"] = "closed"
    closer: Chips
    approved_by: Person
    slip: Annotated[Slip | None, Field(description="the table inventory slip, by its serial")] = None


SessionFact: TypeAlias = Annotated[
    SessionOpened
    | DealerSignedIn
    | DealerSignedOut
    | BuyIn
    | ColorChanged
    | TipChanged
    | BadBeatChanged
    | FillRequested
    | FillIssued
    | FillDispatched
    | FillReceived
    | FillVoided
    | CreditRequested
    | CreditIssued
    | CreditDispatched
    | CreditReceived
    | CreditVoided
    | CounterCheckIssued
    | CounterCheckRedeemed
    | CoinTaken
    | SessionRakeTaken
    | ProgressiveSwept
    | PlayTotaled
    | MovementRecorded
    | ShiftChanged
    | BoxDropped
    | DropCounted
    | ColorIssued
    | ColorCashed
    | MarkerSet
    | ImpressmentCounted
    | SlipReprinted
    | CommissionUncollected
    | CommissionRecovered
    | GameAccountCashedOut
    | ChipValueOverridden
    | VarianceReported
    | AccommodationGranted
    | SessionClosed,
    Field(discriminator="type"),
]


class SessionCorrected(SessionEvent):
    """An earlier event was recorded wrongly: as it should have been, or null."""

    TOPIC = "session.corrected.v1"
    type: Literal["corrected"] = "corrected"
    corrects: Version
    event: SessionFact | None = None
    reason: Note
    approved_by: Person


AnySessionEvent: TypeAlias = Annotated[SessionFact | SessionCorrected, Field(discriminator="type")]
