"""Slips: every numbered form with its steps; what is wrong with the numbers; coupons."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response

from api.answering import Jurisdiction, Known, answer
from api.auth import Accountant
from api.openapi import problems
from api.paging import Paging
from api.questions import AnyDates, Dates
from api.services import Shared
from api.sheets.answering import OneSheet, given, in_forms
from ledger.identity import MOST_NUMBER
from projections.slips import sheets
from projections.slips.answers import (
    CouponList,
    NumberedSlips,
    SlipFilter,
    SlipNumbers,
    SlipPage,
    State,
)
from projections.slips.steps import Form

router = APIRouter(prefix="/v1/slips", tags=["accounting"])

READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 406, 422, 503)
WithTable = Annotated[str | None, Query(max_length=64, description="with a step at this table")]
OfType = Annotated[str | None, Query(max_length=64, description="of this type, as in its number")]
OfForm = Annotated[Form | None, Query(description="what kind of form it is")]
InState = Annotated[
    State | None, Query(description="as it stands; `open` is a form for commission of which some is owed")
]
Type = Annotated[str, Path(max_length=64, description="the type of its number")]
Series = Annotated[str, Path(max_length=200, description="the series of its number, slashes and all")]
Serial = Annotated[int, Path(ge=0, le=MOST_NUMBER, description="the number itself")]


def wanted(
    *,
    dates: AnyDates,
    table: WithTable = None,
    type: OfType = None,
    form: OfForm = None,
    state: InState = None,
) -> SlipFilter:
    """The slips that a request asks for.  Raises InvalidQuery."""
    since, until = dates or (None, None)
    return SlipFilter(since=since, until=until, table=table, type=type, form=form, state=state)


Wanted = Annotated[SlipFilter, Depends(wanted)]


@in_forms(router, "", operation_id="listSlips", response_model=SlipPage, responses=READS)
def list_slips(
    *,
    request: Request,
    _: Accountant,
    services: Shared,
    which: Wanted,
    known: Known,
    paging: Paging,
    sheet: OneSheet = None,
) -> Response:
    """Slips by number, each with its state and every step, as JSON in pages; as a file all of them.

    Fills, credits, table inventory slips, commission and its recovery, reports of a variance.  Money is in
    cents, chips are denomination to count.
    """
    views = services.views
    return given(
        request,
        lambda: views.slips(which, **paging, **known),
        lambda: sheets.slips(views, which, **known),
        sheet,
    )


@in_forms(router, "/gaps", operation_id="slipNumbers", response_model=SlipNumbers, responses=READS)
def slip_numbers(
    *,
    request: Request,
    _: Accountant,
    services: Shared,
    dates: Dates,
    jurisdiction: Jurisdiction = None,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """What is missing, out of order or repeated among the numbers used on some gaming dates.

    Void slips keep their numbers and stand beside, as does what is in transit, which is to be nothing at the
    end of a gaming day.
    """
    found = services.views.slip_numbers(*dates, jurisdiction=jurisdiction, **known)
    return given(request, lambda: found, lambda: sheets.numbers(found), sheet)


@in_forms(router, "/coupons", operation_id="listCoupons", response_model=CouponList, responses=READS)
def list_coupons(
    *,
    request: Request,
    _: Accountant,
    services: Shared,
    dates: Dates,
    table: WithTable = None,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """Match-play coupons played on some gaming dates: which are in the drop, and which may be deducted.

    Faces are in cents.  A coupon goes into the box when its wager wins or loses; one that pushes is the
    patron's to play again.
    """
    found = services.views.coupons(*dates, table=table, **known)
    return given(request, lambda: found, lambda: sheets.coupons(found), sheet)


@router.get(
    "/{type}/{series:path}/{serial}",
    operation_id="getSlip",
    response_model=NumberedSlips,
    responses=problems(401, 403, 404, 422, 503),
)
def get_slip(
    *, type: Type, series: Series, serial: Serial, _: Accountant, services: Shared, known: Known
) -> Response:
    """All that a number was used for: one slip, or one a year where numbers begin anew."""
    return answer(services.views.slip(type, series, serial, **known))
