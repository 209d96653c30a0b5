"""POST /v1/records: one record or many."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.auth import Recorder
from api.bodies import OneOrLines
from api.errors import HeaderInvalid
from api.idempotency import Key
from api.openapi import accepts, answers, problems
from api.records.recording import record_one
from api.records.schemas import THERE_ALREADY, RecordAnswer
from api.records.streaming import record_many
from api.services import Shared

router = APIRouter(prefix="/v1/records", tags=["recording"])

Enforce = Annotated[
    Literal["procedure"] | None,
    Query(description="`procedure`: refuse a round with findings of procedure, instead of recording it"),
]


@router.post(
    "",
    operation_id="postRecords",
    status_code=201,
    response_model=RecordAnswer,
    responses=THERE_ALREADY
    | {201: answers("record_answer")}
    | problems(400, 401, 403, 409, 413, 415, 422, 503),
    openapi_extra=accepts("Record", "record", lines=True),
)
def post_records(
    *,
    request: Request,
    principal: Recorder,
    services: Shared,
    sent: OneOrLines,
    key: Key,
    enforce: Enforce = None,
) -> Response:
    """Append one record (`application/json`) or many (`application/x-ndjson`, one a line).

    One record is answered with 201 (appended), 200 (all of it was there), or its problem.  Many are
    answered with 200 and a line for each in order, as they are decided; a refused record does not stop the
    rest.  A record of a dispute wants the scope `disputes` as well, and `ruling` where it decides, pays or
    ends one.  What is stored already and equal is recognised, so that any request may be repeated.
    Amounts are whole cents.
    """
    enforced = enforce is not None
    if sent.document is not None:
        return record_one(services, principal, request, sent.document, key=key, enforce=enforced)
    if key is not None:
        raise HeaderInvalid(header="Idempotency-Key", detail="NDJSON takes none: each record is its own")
    return record_many(services, principal, request, enforce=enforced)
