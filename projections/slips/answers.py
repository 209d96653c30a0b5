"""What the view of slips answers.  Money in cents, chips in counts by denomination."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ledger.games.seam import Evidence
from projections.answers import Answer, ByDenomination, Instant, Said, SignedCents, Vector
from projections.slips.coupons import Fate
from projections.slips.steps import Form, StepName

State: TypeAlias = Literal[
    "requested", "issued", "dispatched", "received", "voided", "signed", "reported", "open", "recovered"
]
Remarked: TypeAlias = Literal[
    "step_repeated",
    "on_two_tables",
    "two_forms",
    "chips_differ",
    "moved_after_void",
    "voided_after_transport",
]


@dataclass(frozen=True, slots=True)
class SlipFilter:
    """Which slips are wanted; every field that is given must hold.

    `since` and `until` bound the gaming date, both in; `type` is that of the
    number, `form` what kind of form it is.
    """

    gaming_date: date | None = None
    since: date | None = None
    until: date | None = None
    table: str | None = None
    type: str | None = None
    form: Form | None = None
    state: State | None = None


class SlipStep(Said):
    """One step as it stands in effect, and the event that recorded it.

    `version` is that of the fact in its session; where it was corrected,
    `corrected_by` is the version of the correction, and `position` and
    `recorded_at` are the correction's.  `moves` is false for a step of the same
    name recorded again: one slip, one effect.
    """

    step: StepName
    session: str
    table: str
    gaming_date: date
    version: int
    corrected_by: int | None
    position: int
    occurred_at: Instant | None
    recorded_at: Instant
    by: str | None
    approved_by: str | None
    source: str | None
    reason: str | None
    chips: ByDenomination | None
    amount: SignedCents | None
    moves: bool


class Commission(Said):
    """What a form for uncollected commission says is owed, what came in on it, and what is left, in cents."""

    owed: SignedCents
    recovered: SignedCents
    left: SignedCents


class Slip(Said):
    """One numbered form whole: `type`, `series` and `serial` are its number, `year` that of its gaming date.

    `state`: a fill or credit is requested, issued, dispatched, received or
    voided; an inventory slip is signed; a form for commission is open until all
    of it is recovered; others are issued or reported.  `amount` is what took
    effect: 0 of a void slip, which keeps its number.  `in_transit` left one end
    and has not been counted in at the other, null where nothing has.  `source`
    manual and `recorded_at` well after `occurred_at` is a slip of paper that was
    entered later: `entered_late_s` is the longest such delay of its steps, null
    where there is none.
    """

    name: str
    type: str
    series: str
    serial: int
    year: int
    form: Form | None
    state: State
    gaming_date: date
    tables: list[str]
    sessions: list[str]
    currency: str | None = Field(default=None, description="in which its first table plays")
    amount: SignedCents | None
    chips: ByDenomination | None
    in_transit: Vector | None
    commission: Commission | None
    of: str | None = Field(description="of a recovery: the form that it pays")
    reprints: int
    entered_late_s: int | None
    remarks: list[Remarked]
    occurred_at: Instant | None = Field(description="when its number was first used")
    position: int = Field(description="of the event that first used its number")
    steps: list[SlipStep]


class SlipPage(Answer):
    """Slips by number: type, series, serial; `after` is the cursor of the next page."""

    slips: list[Slip]
    after: str | None


class NumberedSlips(Answer):
    """What a number was used for: one slip, or one a year where numbers begin anew."""

    slips: list[Slip]


# --- the numbers ------------------------------------------------------------------


class Numbers(Said):
    """The numbers of a type and series that were used on the dates asked for, the lowest and the highest.

    `missing` are those of `gaps`: below one of these, above the next that was ever used.
    """

    type: str
    series: str
    year: int | None
    first: int
    last: int
    used: int
    missing: int


class SerialGap(Said):
    """Numbers between two that were used, of which nothing is recorded.

    They are told with the gaming date on which the next number was used.
    """

    type: str
    series: str
    year: int | None
    first_missing: int
    last_missing: int
    count: int
    gaming_date: date
    table: str
    session: str


class OutOfOrder(Said):
    """A number used before the one below it."""

    name: str
    year: int | None
    used_at: Instant
    below: int
    below_used_at: Instant
    gaming_date: date
    table: str
    session: str
    version: int
    position: int


class SlipNumbers(Answer):
    """The numbers of slips, and what is wrong with them, of those used on some gaming dates.

    `by_year` says whether numbers begin anew each year, as the jurisdiction has
    it.  Void slips keep their numbers and are no gap.  `complete` is false where
    one of the lists was cut at 500.
    """

    since: date
    until: date
    jurisdiction: str
    by_year: bool
    series: list[Numbers]
    gaps: list[SerialGap]
    out_of_order: list[OutOfOrder]
    repeated: list[Slip]
    voided: list[Slip]
    in_transit: list[Slip]
    rule: str
    evidence: Evidence
    complete: bool


# --- coupons ----------------------------------------------------------------------


class CouponLine(Said):
    """One match-play coupon: where it was played, and whether it is in the drop box.

    `serial` is null where nobody recorded it.  `repeated`: a coupon of this
    serial was dropped before.  `deductible` is a coupon that was dropped, is
    known by its serial, and was not dropped before.
    """

    serial: str | None
    face: SignedCents
    currency: str
    fate: Fate
    stream: Literal["round", "session"]
    key: str
    version: int
    position: int
    table: str
    gaming_date: date | None
    session: str | None
    spot: int | None
    wager: str | None
    occurred_at: Instant | None
    repeated: bool
    deductible: bool


class CouponTotals(Said):
    """Coupons and their face in cents, null where they are in several currencies: `by_currency` has each."""

    count: int
    face: Annotated[SignedCents | None, Field(description="whole cents")]
    by_currency: dict[str, SignedCents]


class CouponList(Answer):
    """The match-play coupons of some gaming dates, for the deduction of promotional credit.

    `dropped` is what the count room should find, `deductible` the part of which
    the ledger shows which coupon was received as a wager.  That a coupon was the
    operator's own has to be shown elsewhere: who issued it is not recorded here.
    Source: accounting A.2, coupons.
    """

    since: date
    until: date
    coupons: list[CouponLine]
    dropped: CouponTotals
    deductible: CouponTotals
    without_serial: CouponTotals
    repeated: CouponTotals
    complete: bool
