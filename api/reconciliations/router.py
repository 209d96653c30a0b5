"""GET /v1/reconciliations: what each tray, box and win should be, and by how much it differs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.answering import AsOf, GamingDate, answer
from api.auth import Accountant
from api.bodies import JSON
from api.negotiation import preferred
from api.openapi import problems
from api.services import Shared
from projections.reconciliation.answers import Reconciliation

router = APIRouter(prefix="/v1/reconciliations", tags=["accounting"])

OneTable = Annotated[str | None, Query(max_length=64, description="this table alone; absent: the property")]


@router.get(
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
    as_of: AsOf = None,
) -> Response:
    """The reconciliation of a gaming date: sessions, by game, in total; rounds that stand apart.

    Money is in cents, denominations in counts.  Accounting win = round win + match play + exceptions + tray
    and drop over or short; `identity_holds` says whether it does.
    """
    preferred(request.headers.get("accept"), (JSON,))
    return answer(services.views.reconcile(gaming_date, table=table, as_of=as_of))
