"""The exception report of a gaming date or a month, and the records that were refused."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.answering import MOST_POSITIONS, Day, Jurisdiction, Known, answer
from api.auth import Accountant, Examiner
from api.openapi import problems
from api.paging import Paging
from api.questions import Dates
from api.services import Shared
from api.sheets.answering import OneSheet, given, in_forms
from projections.exceptions import sheets
from projections.exceptions.answers import ExceptionReport, RefusedBody, RefusedList

router = APIRouter(prefix="/v1", tags=["accounting"])

OfDate = Annotated[Day | None, Query(description="that name this gaming date")]
Number = Annotated[int, Path(ge=1, le=MOST_POSITIONS, description="its number in the list")]


@in_forms(
    router,
    "/reports/exceptions",
    operation_id="exceptionReport",
    response_model=ExceptionReport,
    responses=problems(401, 403, 404, 406, 422, 503),
)
def exception_report(
    *,
    request: Request,
    _: Accountant,
    services: Shared,
    dates: Dates,
    jurisdiction: Jurisdiction = None,
    known: Known,
    paging: Paging,
    sheet: OneSheet = None,
) -> Response:
    """What was not as it should have been on some gaming dates, day by day: JSON in pages, a file whole.

    Findings of sessions, numbers missing, out of order or used twice, void slips, what is in transit or owed,
    goodwill, funds, refused records; of rounds how many have which finding, with the way to them.
    Money is in cents.
    """
    views = services.views
    return given(
        request,
        lambda: views.exceptions(
            *dates, jurisdiction=jurisdiction, **paging,
            **known,
        ),
        lambda: sheets.exceptions(
            views, *dates, jurisdiction=jurisdiction, **known
        ),
        sheet,
    )  # fmt: skip


@router.get(
    "/refused", operation_id="listRefused", response_model=RefusedList, responses=problems(401, 403, 422, 503)
)
def list_refused(
    *, principal: Examiner, services: Shared, gaming_date: OfDate = None, paging: Paging
) -> Response:
    """Records that were read and refused, the latest first: who sent what, why, how often.

    They are no events and never in the feed.  The digest of a record that may tell a face is told to
    surveillance alone.
    """
    return answer(services.views.refused(gaming_date=gaming_date, **paging, sees_all=principal.sees_all))


@router.get(
    "/refused/{number}",
    operation_id="getRefused",
    response_model=RefusedBody,
    responses=problems(401, 403, 404, 422, 503),
)
def get_refused(*, number: Number, principal: Examiner, services: Shared) -> Response:
    """One refused record with what was sent; a record that may tell a face is given to surveillance alone."""
    return answer(services.views.refused_record(number, sees_all=principal.sees_all))
