"""The exceptions among the slips and coupons of one gaming date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

from ledger.amounts import DEFAULT_CURRENCY, amount_written
from ledger.application.ledger import Ledger
from projections.asking import Look
from projections.exceptions.answers import ExceptionLine
from projections.exceptions.queries import of_kind
from projections.reconciliation.queries import currency_of
from projections.slips import listing, numbering, queries
from projections.slips.answers import Slip
from projections.slips.elsewhere import Elsewhere, concerns

# The step that shows what a code says; else the first of the slip.
SHOWN: Final[Mapping[str, str]] = MappingProxyType(
    {"slip_voided": "voided", "slip_reprinted": "reprinted", "slip_in_transit": "dispatched"}
)


def of_numbers(look: Look, gaming_date: date, *, by_year: bool) -> Iterator[ExceptionLine]:
    """Numbers that are missing below those used on the date, and those used out of order."""
    _, gaps, out_of_order = numbering.told(look, gaming_date, gaming_date, by_year=by_year)
    for gap in gaps:
        series = f"{gap.type}/{gap.series}"
        numbers = f"{series}/{gap.first_missing}"
        if gap.count > 1:
            numbers += f" to {series}/{gap.last_missing}"
        yield of_kind(
            "serial_missing", gaming_date, gap.table, stream="session", key=gap.session,
            slip=numbers, detail=f"{numbers}, {gap.count} in all",
        )  # fmt: skip
    for one in out_of_order:
        yield of_kind(
            "serial_out_of_order", gaming_date, one.table, stream="session", key=one.session,
            version=one.version, position=one.position, slip=one.name, occurred_at=one.used_at,
            detail=f"{one.name} before number {one.below}",
        )  # fmt: skip


def of_slips(ledger: Ledger, look: Look, gaming_date: date, *, by_year: bool) -> Iterator[ExceptionLine]:
    """What the slips of a date show; a slip stands with the date on which its number was first used."""
    for slip, in_other_years in queries.departing(look, gaming_date, gaming_date):
        if slip.gaming_date == gaming_date:
            of_it = slip.model_copy(update={"currency": currency_of(ledger, slip.tables[0])})
            for code, detail, amount in _matters(of_it, reused=in_other_years and not by_year):
                yield _line(slip, code, detail, amount)


def across(look: Look, lines: Iterable[ExceptionLine]) -> Iterator[ExceptionLine]:
    """The lines of sessions, of slips as all sessions of the table together know them."""
    every = list(lines)
    names = (one.slip for one in every if concerns(one.code) and one.slip is not None)
    known = Elsewhere(look, names)
    for line in every:
        words = known.words(line.key, line.slip, line.code) if concerns(line.code) else ""
        if words is not None:
            yield line.model_copy(update={"detail": f"{line.detail}, {words}"}) if words else line


def of_coupons(ledger: Ledger, look: Look, gaming_date: date) -> Iterator[ExceptionLine]:
    """Coupons of the date that had been dropped before."""
    for one in listing.lines(ledger, look, gaming_date, gaming_date, None):
        if one.repeated:
            yield of_kind(
                "coupon_repeated", gaming_date, one.table, stream=one.stream, key=one.key,
                version=one.version, position=one.position, amount=one.face, occurred_at=one.occurred_at,
                detail=f"serial {one.serial}",
            )  # fmt: skip


def _matters(slip: Slip, *, reused: bool) -> Iterator[tuple[str, str, int | None]]:
    """The codes of a slip, each with a few words and the cents it is about."""
    where = ", ".join(slip.sessions)
    if reused or not {"step_repeated", "two_forms"}.isdisjoint(slip.remarks):
        yield "serial_repeated", f"{slip.name} in {where}", None
    if "on_two_tables" in slip.remarks:
        yield "slip_on_two_tables", f"{slip.name} at {', '.join(slip.tables)}", slip.amount
    if slip.state == "voided":
        reason = next((step.reason for step in slip.steps if step.step == "voided"), None)
        yield "slip_voided", f"{slip.name}, {reason or 'no reason given'}", None
    if slip.reprints:
        yield "slip_reprinted", f"{slip.name}, {slip.reprints} times", None
    if slip.entered_late_s is not None:
        yield "slip_entered_late", f"{slip.name}, {slip.entered_late_s} s after it happened", slip.amount
    if slip.in_transit is not None:
        more = ", more was counted in than had left" if slip.in_transit.total < 0 else ""
        yield "slip_in_transit", f"{slip.name}{more}", slip.in_transit.total
    if slip.commission is not None and slip.commission.left > 0:
        owed, currency = slip.commission, slip.currency or DEFAULT_CURRENCY
        recovered, whole = (amount_written(one, currency) for one in (owed.recovered, owed.owed))
        yield "commission_open", f"{slip.name}, {recovered} of {whole} recovered", owed.left


def _line(slip: Slip, code: str, detail: str, amount: int | None) -> ExceptionLine:
    step = next((one for one in slip.steps if one.step == SHOWN.get(code)), slip.steps[0])
    return of_kind(
        code,
        slip.gaming_date,
        step.table,
        stream="session",
        key=step.session,
        version=step.corrected_by or step.version,
        position=step.position,
        amount=amount,
        slip=slip.name,
        detail=detail,
        occurred_at=step.occurred_at,
    )
