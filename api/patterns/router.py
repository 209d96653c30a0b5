"""GET /v1/patterns: mistakes by dealer and patron, ranked, each leading to its round."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from api.answering import Day, Known, answer
from api.auth import Watcher
from api.openapi import problems
from api.paging import DEFAULT, Limit
from api.services import Shared
from projections.patterns.answers import Order, Patterns
from projections.patterns.asked import FEW_BELOW
from projections.patterns.items import Kind

router = APIRouter(prefix="/v1/patterns", tags=["disputes"])

First = Annotated[Day, Query(alias="from", description="the first gaming date")]
Last = Annotated[Day | None, Query(alias="to", description="the last gaming date; absent: the first")]
OfKind = Annotated[Kind | None, Query(description="mistakes of this kind alone")]
OneTable = Annotated[str | None, Query(max_length=64, description="at this table alone")]
InOrder = Annotated[
    Order, Query(description="by what was at stake, or by how often for the rounds dealt, few rounds last")
]
Few = Annotated[
    int, Query(ge=1, le=1000, description="fewer rounds with such a mistake than these are marked `few`")
]


@router.get(
    "", operation_id="getPatterns", response_model=Patterns, responses=problems(401, 403, 404, 422, 503)
)
def get_patterns(
    *,
    _: Watcher,
    services: Shared,
    first: First,
    last: Last = None,
    kind: OfKind = None,
    table: OneTable = None,
    order: InOrder = "amount",
    few_below: Few = FEW_BELOW,
    known: Known,
    limit: Limit = DEFAULT,
) -> Response:
    """Mistakes by dealer, those of money by dealer and patron: what the record shows, not whose fault it was.

    Each row says how many rounds that dealer dealt, and is marked `few` where too few had such a mistake to
    conclude from; each mistake names its round, its event and the time to look at.  Amounts are cents.
    """
    found = services.views.patterns(
        first,
        last or first,
        kind=kind,
        table=table,
        order=order,
        few_below=few_below,
        **known,
        limit=limit,
    )
    return answer(found)
