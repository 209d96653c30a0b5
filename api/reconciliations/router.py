"""GET /v1/reconciliations: what each tray, box and win should be, and by how much it differs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.answering import GamingDate, Jurisdiction, Known
from api.auth import Accountant
from api.openapi import problems
from api.questions import InState, OneTable
from api.services import Shared
from api.sheets.answering import OneSheet, given, in_forms
from projections.reconciliation.answers import Reconciliation
from projections.reports.reconciliation_sheets import workbook

router = APIRouter(prefix="/v1/reconciliations", tags=["accounting"])

OnePit = Annotated[str | None, Query(max_length=256, description="the tables of this pit alone")]


@in_forms(
    router,
    "",
    operation_id="reconcile",
    response_model=Reconciliation,
    responses=problems(401, 403, 404, 406, 422, 503),
)
def reconcile(
    *,
    request: Request,
    gaming_date: GamingDate,
    _: Accountant,
    services: Shared,
    table: OneTable = None,
    pit: OnePit = None,
    state: InState = None,
    known: Known,
    jurisdiction: Jurisdiction = None,
    sheet: OneSheet = None,
) -> Response:
    """The reconciliation of a gaming date: sessions, by game, pit and shift, in total; what stands apart.

    Money is in cents, denominations in counts.  Accounting win = round win + match play + exceptions + tray
    and drop over or short; `identity_holds` says whether it does.  What no record explains has `candidates`,
    offered with their evidence and never booked.
    """
    found = services.views.reconcile(
        gaming_date,
        table=table,
        pit=pit,
        state=state,
        **known,
        jurisdiction=jurisdiction,
    )
    return given(request, lambda: found, lambda: workbook(found), sheet)
