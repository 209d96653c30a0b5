"""Funds: what their meters show, what fed and lowered them, what is owed."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from fastapi.responses import Response

from api.answering import Known, answer
from api.auth import Accountant
from api.openapi import problems
from api.paging import Paging
from api.services import Shared
from projections.funds.answers import FundPage, FundState

router = APIRouter(prefix="/v1/funds", tags=["accounting"])

Name = Annotated[str, Path(max_length=64, description="a fund")]
READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 422, 503)


@router.get("", operation_id="listFunds", response_model=FundPage, responses=problems(401, 403, 422, 503))
def list_funds(*, _: Accountant, services: Shared, known: Known, paging: Paging) -> Response:
    """Every fund by name, with its meter and what is owed of it, in cents.

    A fund that a round names and nobody established is listed too, without a meter.
    """
    return answer(services.views.funds(**known, **paging))


@router.get("/{name}", operation_id="getFund", response_model=FundState, responses=READS)
def get_fund(*, name: Name, _: Accountant, services: Shared, known: Known, paging: Paging) -> Response:
    """A fund as of a position, or as known at a time: meter, rules, winners, obligations, findings, history.

    Amounts are in cents.  `after` and `limit` page its history, the latest first.
    """
    return answer(services.views.fund(name, **known, **paging))
