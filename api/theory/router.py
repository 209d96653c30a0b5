"""GET /v1/reports/theoretical-win: what should have been won, and how far from it the win is."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.answering import AsKnownAt, AsOf, Day
from api.auth import Accountant
from api.openapi import problems
from api.services import Shared
from api.sheets.answering import OneSheet, given, in_forms
from ledger.errors import InvalidQuery
from projections.theory.answers import TheoreticalWin
from projections.theory.sheet import workbook

router = APIRouter(prefix="/v1/reports", tags=["accounting"])

GamingDate = Annotated[Day | None, Query(description="this gaming date; or name `from` and `to`")]
First = Annotated[Day | None, Query(alias="from", description="the first gaming date")]
Last = Annotated[Day | None, Query(alias="to", description="the last gaming date; absent: the first")]
OneTable = Annotated[str | None, Query(max_length=64, description="this table alone; absent: the property")]
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
    gaming_date: GamingDate = None,
    first: First = None,
    last: Last = None,
    table: OneTable = None,
    by: By = "session",
    alarm: Alarm = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    sheet: OneSheet = None,
) -> Response:
    """Stake times edge of the wagers of closed rounds, sigma, and by how many sigma the win differs.

    Money is in cents.  An edge is counted from the rules and pay tables (`counted`), published elsewhere
    (`published`) or put down by the licensee (`configured`); where nothing is known (`not_known`) the figures
    are null.  `alarm` is configuration.
    """
    begin = gaming_date or first
    if begin is None or (gaming_date is not None and (first is not None or last is not None)):
        raise InvalidQuery(detail="name gaming_date, or from and to")
    found = services.views.theory(
        begin, last, table=table, by=by, alarm=alarm, as_of=as_of, as_known_at=as_known_at
    )
    return given(request, lambda: found, lambda: workbook(found), sheet)
