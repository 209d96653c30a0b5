"""Disputes: opened, listed by what is due, shown whole, continued to their end."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.answering import AsOf, answer
from api.auth import DisputeDesk
from api.bodies import JsonBody
from api.idempotency import Key
from api.openapi import accepts, problems
from api.paging import Paging
from api.preconditions import IfMatch
from api.records.recording import continue_one, opening, record_one
from api.records.schemas import THERE_ALREADY, RecordAnswer
from api.services import Shared
from ledger.disputes.state import Status
from ledger.events.records import DisputeHeader
from projections.disputes.answers import DisputePage, DisputeState
from projections.disputes.asked import Wanted

router = APIRouter(prefix="/v1/disputes", tags=["disputes"])

Name = Annotated[str, Path(max_length=64, description="a dispute")]
InStatus = Annotated[Status | None, Query(description="as far as this alone")]
OfTable = Annotated[str | None, Query(max_length=64, description="about this table alone")]
OfRound = Annotated[str | None, Query(max_length=160, description="about this round alone, by its key")]
READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 422, 503)


@router.get(
    "", operation_id="listDisputes", response_model=DisputePage, responses=problems(401, 403, 422, 503)
)
def list_disputes(
    *,
    _: DisputeDesk,
    services: Shared,
    status: InStatus = None,
    table: OfTable = None,
    round: OfRound = None,
    as_of: AsOf = None,
    paging: Paging,
) -> Response:
    """Disputes, the latest recorded first, each with what is to be done first: the video before all.

    Amounts are whole cents; the complainant is an opaque subject.
    """
    wanted = Wanted(status, table, round)
    return answer(services.views.disputes(wanted, as_of=as_of, **paging))


@router.get("/{name}", operation_id="getDispute", response_model=DisputeState, responses=READS)
def get_dispute(*, name: Name, _: DisputeDesk, services: Shared, as_of: AsOf = None) -> Response:
    """A dispute as it stands: complaint, what is due and by which source, evidence, rulings, findings.

    `windows` say which table's cameras to look at, and when.  The ETag is the version, for If-Match.
    """
    found = services.views.dispute(name, as_of=as_of)
    return answer(found, version=found.version)


@router.post(
    "",
    operation_id="openDispute",
    status_code=201,
    response_model=RecordAnswer,
    responses=THERE_ALREADY | problems(400, 401, 403, 409, 413, 415, 422, 503),
    openapi_extra=accepts("DisputeRecord", "dispute"),
)
def open_dispute(
    *, request: Request, principal: DisputeDesk, services: Shared, body: JsonBody, key: Key
) -> Response:
    """Open a dispute: a record of its stream, `format`, `stream` and `after` filled in where they are absent.

    201 where something was appended; 200 where all of it was there.  A ruling in it wants the scope `ruling`.
    """
    document = opening(DisputeHeader.STREAM, body)
    return record_one(services, principal, request, document, key=key, sent=body)


@router.post(
    "/{name}/events",
    operation_id="postDisputeEvents",
    status_code=201,
    response_model=RecordAnswer,
    responses=THERE_ALREADY | problems(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503),
    openapi_extra=accepts("Continuation", "dispute_continuation"),
)
def post_dispute_events(
    *,
    name: Name,
    request: Request,
    principal: DisputeDesk,
    services: Shared,
    after: IfMatch,
    body: JsonBody,
    key: Key,
) -> Response:
    """Continue a dispute: as a record whose `after` is If-Match.

    Rulings, settlements, endings and erasures want the scope `ruling`.
    """
    return continue_one(services, principal, request, ("dispute", name), body, after=after, key=key)
