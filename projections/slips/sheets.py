"""Slips, their numbers and coupons as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Final

from ledger.amounts import DEFAULT_CURRENCY
from projections.asking import MOST_ROWS
from projections.reports.sheet import Column, Fact, Row, Sheet, Workbook
from projections.reports.wording import amount
from projections.slips.answers import CouponList, Slip, SlipFilter, SlipNumbers
from projections.slips.asked import SlipsAsked

SLIP: Final = (
    Column("slip", "slip"),
    Column("form", "form"),
    Column("state", "state"),
    Column("gaming_date", "gaming date", "date"),
    Column("tables", "tables"),
    Column("sessions", "sessions"),
    Column("currency", "currency"),
    Column("amount", "amount", "money"),
    Column("in_transit", "in transit", "money"),
    Column("owed", "owed", "money"),
    Column("recovered", "recovered", "money"),
    Column("left", "left", "money"),
    Column("reprints", "reprints", "count"),
    Column("entered_late_s", "entered late, seconds", "count"),
    Column("occurred_at", "first used", "time"),
    Column("position", "position", "count"),
    Column("remarks", "remarks"),
)
STEP: Final = (
    Column("slip", "slip"),
    Column("step", "step"),
    Column("session", "session"),
    Column("version", "event", "count"),
    Column("corrected_by", "corrected by event", "count"),
    Column("position", "position", "count"),
    Column("occurred_at", "occurred", "time"),
    Column("recorded_at", "recorded", "time"),
    Column("by", "by"),
    Column("approved_by", "approved by"),
    Column("source", "source"),
    Column("currency", "currency"),
    Column("amount", "amount", "money"),
    Column("chips", "chips"),
    Column("reason", "reason"),
)
NUMBERS: Final = (
    Column("type", "type"),
    Column("series", "series"),
    Column("year", "year", "count"),
    Column("first", "lowest used", "count"),
    Column("last", "highest used", "count"),
    Column("used", "used", "count"),
    Column("missing", "missing", "count"),
)
GAP: Final = (
    Column("type", "type"),
    Column("series", "series"),
    Column("year", "year", "count"),
    Column("first_missing", "first missing", "count"),
    Column("last_missing", "last missing", "count"),
    Column("count", "how many", "count"),
    Column("gaming_date", "next used on", "date"),
    Column("table", "at table"),
    Column("session", "in session"),
)
DISORDER: Final = (
    Column("slip", "slip"),
    Column("used_at", "used", "time"),
    Column("below", "number below", "count"),
    Column("below_used_at", "used", "time"),
    Column("gaming_date", "gaming date", "date"),
    Column("session", "session"),
    Column("version", "event", "count"),
    Column("position", "position", "count"),
)
COUPON: Final = (
    Column("serial", "serial"),
    Column("face", "face", "money"),
    Column("fate", "what became of it"),
    Column("gaming_date", "gaming date", "date"),
    Column("table", "table"),
    Column("key", "round or session"),
    Column("spot", "spot", "count"),
    Column("wager", "wager"),
    Column("occurred_at", "played", "time"),
    Column("repeated", "dropped before", "flag"),
    Column("deductible", "deductible", "flag"),
    Column("currency", "currency"),
)


def slips(
    views: SlipsAsked,
    wanted: SlipFilter,
    *,
    as_of: int | None = None,
    as_known_at: datetime | None = None,
) -> Workbook:
    """All slips that a filter wants, and their steps, read page by page."""
    asked = views.slips(wanted, limit=1, as_of=as_of, as_known_at=as_known_at).as_of
    about = (Fact("as_of", "as of position", asked, "count"),)
    return Workbook(
        "slips",
        asked,
        (
            Sheet("slips", "Slips", SLIP, map(_slip, _every(views, wanted, asked)), about),
            Sheet("steps", "Steps of slips", STEP, _steps(_every(views, wanted, asked)), about),
        ),
    )


def numbers(found: SlipNumbers) -> Workbook:
    """What is wrong with the numbers of slips."""
    about = (*_of_dates(found.since, found.until, found.as_of), Fact("rule", "rule", found.rule))
    sheets = (
        Sheet("gaps", "Numbers missing", GAP, (_named(one, GAP) for one in found.gaps), about),
        Sheet("series", "Series", NUMBERS, (_named(one, NUMBERS) for one in found.series), about),
        Sheet(
            "out of order",
            "Numbers out of order",
            DISORDER,
            ((one.name, *_named(one, DISORDER[1:])) for one in found.out_of_order),
            about,
        ),
        Sheet("repeated", "Numbers used twice", SLIP, map(_slip, found.repeated), about),
        Sheet("voided", "Void slips", SLIP, map(_slip, found.voided), about),
        Sheet("in transit", "In transit", SLIP, map(_slip, found.in_transit), about),
    )
    return Workbook(f"slip-numbers-{found.since}-{found.until}", found.as_of, sheets)


def coupons(found: CouponList) -> Workbook:
    """The match-play coupons, for the deduction of promotional credit."""
    about = _of_dates(found.since, found.until, found.as_of)
    totals: list[Row] = [
        ("deductible", cents, *[None] * (len(COUPON) - 3), currency)
        for currency, cents in found.deductible.by_currency.items()
    ]
    sheet = Sheet(
        "coupons",
        "Match-play coupons",
        COUPON,
        (_named(one, COUPON) for one in found.coupons),
        about,
        ("That a coupon was the operator's own has to be shown elsewhere.",),
        totals,
    )
    return Workbook(f"coupons-{found.since}-{found.until}", found.as_of, (sheet,))


def _of_dates(since: date, until: date, as_of: int) -> tuple[Fact, ...]:
    return (
        Fact("from", "from", since, "date"),
        Fact("to", "to", until, "date"),
        Fact("as_of", "as of position", as_of, "count"),
    )


def _every(views: SlipsAsked, wanted: SlipFilter, as_of: int) -> Iterator[Slip]:
    after: str | None = None
    while True:
        page = views.slips(wanted, after=after, limit=MOST_ROWS, as_of=as_of)
        yield from page.slips
        if page.after is None:
            return
        after = page.after


def _slip(one: Slip) -> Row:
    owed = one.commission
    of_commission: Row = (None,) * 3 if owed is None else (owed.owed, owed.recovered, owed.left)
    return (
        one.name, one.form, one.state, one.gaming_date, " ".join(one.tables), " ".join(one.sessions),
        one.currency, one.amount, None if one.in_transit is None else one.in_transit.total, *of_commission,
        one.reprints, one.entered_late_s, one.occurred_at, one.position, " ".join(one.remarks),
    )  # fmt: skip


def _steps(found: Iterator[Slip]) -> Iterator[Row]:
    for slip in found:
        for one in slip.steps:
            yield (
                slip.name, one.step, one.session, one.version, one.corrected_by, one.position,
                one.occurred_at, one.recorded_at, one.by, one.approved_by, one.source,
                slip.currency, one.amount,
                _chips(one.chips or {}, slip.currency), one.reason,
            )  # fmt: skip


def _chips(chips: Mapping[int, int], currency: str | None) -> str:
    """Chips as people read them, `40x5.00 8x25.00`."""
    return " ".join(
        f"{count}x{amount(face, currency or DEFAULT_CURRENCY)}" for face, count in sorted(chips.items())
    )


def _named(one: object, columns: tuple[Column, ...]) -> Row:
    """The fields of an answer that columns are named after."""
    return [getattr(one, column.key) for column in columns]
