"""GET /v1/reports/theoretical-win: what should have been won, and how far from it the win is."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.answering import Known
from api.auth import Accountant
from api.openapi import problems
from api.questions import Dates, OneTable
from api.services import Shared
from api.sheets.answering import OneSheet, given, in_forms
from projections.theory.answers import TheoreticalWin
from projections.theory.sheet import workbook

router = APIRouter(prefix="/v1/reports", tags=["accounting"])

By = Annotated[Literal["session", "table", "game", "pit", "property"], Query(description="what to add up by")]
Alarm = Annotated[
    int | None,
    Query(ge=1, le=100, description="from how many sigma on is an alarm; absent: PITLEDGER_ALARM_SIGMA"),
]


@in_forms(
    router,
    "/theoretical-win",
    operation_id="theoreticalWin",
    response_model=TheoreticalWin,
    responses=problems(401, 403, 404, 406, 422, 503),
)
def theoretical_win(
    *,
    request: Request,
    _: Accountant,
    services: Shared,
    dates: Dates,
    table: OneTable = None,
    by: By = "session",
    alarm: Alarm = None,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """Stake times edge of the wagers of closed rounds, sigma, and by how many sigma the win differs.

    Money is in cents.  An edge is counted from the rules and pay tables (`counted`), published elsewhere
    (`published`) or put down by the licensee (`configured`); where nothing is known (`not_known`) the figures
    are null.  `alarm` is configuration.
    """
    found = services.views.theory(*dates, table=table, by=by, alarm=alarm, **known)
    return given(request, lambda: found, lambda: workbook(found), sheet)
