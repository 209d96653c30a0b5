"""Gaming days: states and tables, openers against closers, the chip float."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.answering import Day, GamingDate, Jurisdiction, Known, answer
from api.auth import Accountant
from api.openapi import problems
from api.paging import Paging
from api.questions import OneTable
from api.services import Shared
from api.sheets.answering import OneSheet, given, in_forms
from projections.days.answers import ChipFloat, DayPage, DayState, Openers
from projections.days.sheet import workbook

router = APIRouter(prefix="/v1", tags=["accounting"])

OfDay = Annotated[Day, Path(description="a gaming date")]
Currency = Annotated[
    str | None,
    Query(pattern="^[A-Z]{3}$", description="of chips in this currency; absent: the house's own"),
]


@router.get("/days", operation_id="listDays", response_model=DayPage, responses=problems(401, 403, 422, 503))
def list_days(*, _: Accountant, services: Shared, known: Known, paging: Paging) -> Response:
    """Gaming dates that were recorded or had a session, the latest first, with the state of each."""
    return answer(services.views.days(**paging, **known))


@router.get(
    "/days/{gaming_date}",
    operation_id="getDay",
    response_model=DayState,
    responses=problems(401, 403, 404, 422, 503),
)
def get_day(
    *, gaming_date: OfDay, _: Accountant, services: Shared, jurisdiction: Jurisdiction = None, known: Known
) -> Response:
    """A gaming date as a whole: jurisdiction, states, hours, every table, chips counted outside tables.

    A table without a session had no activity, which is an answer: said, or inferred.
    """
    return answer(services.views.day(gaming_date, jurisdiction=jurisdiction, **known))


@router.get(
    "/days/{gaming_date}/openers",
    operation_id="listOpeners",
    response_model=Openers,
    responses=problems(401, 403, 404, 422, 503),
)
def list_openers(
    *,
    gaming_date: OfDay,
    _: Accountant,
    services: Shared,
    table: OneTable = None,
    jurisdiction: Jurisdiction = None,
    known: Known,
) -> Response:
    """Each opener against the closer before it, by denomination; what a difference asks for, by which rule.

    Amounts are opener less closer in cents: negative is short.
    """
    return answer(services.views.openers(gaming_date, table=table, jurisdiction=jurisdiction, **known))


@in_forms(
    router,
    "/reports/chip-float",
    operation_id="chipFloat",
    response_model=ChipFloat,
    responses=problems(401, 403, 404, 406, 422, 503),
)
def chip_float(
    *,
    request: Request,
    gaming_date: GamingDate,
    _: Accountant,
    services: Shared,
    currency: Currency = None,
    jurisdiction: Jurisdiction = None,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """Chips of value with patrons at the end of a gaming date, by denomination.

    Float = chips by their ledger - (vault, cage, lockers + trays); receipts = table win + change of the
    float.  Money is in cents, denominations in counts.  `complete`: all was counted for that date.
    """
    found = services.views.chip_float(gaming_date, currency=currency, jurisdiction=jurisdiction, **known)
    return given(request, lambda: found, lambda: workbook(found), sheet)
