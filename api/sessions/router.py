"""Sessions: continued as they go on.  They are listed by table (`api/tables`)."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.auth import Recorder
from api.bodies import JsonBody
from api.idempotency import Key
from api.openapi import accepts, problems
from api.preconditions import IfMatch
from api.records.recording import continuation, record_one
from api.records.schemas import THERE_ALREADY, RecordAnswer
from api.rounds.references import Reference
from api.services import Shared

router = APIRouter(prefix="/v1/sessions", tags=["recording"])


@router.post(
    "/{id:play}/events",
    operation_id="postSessionEvents",
    status_code=201,
    response_model=RecordAnswer,
    responses=THERE_ALREADY | problems(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503),
    openapi_extra=accepts("Continuation", "session_continuation"),
)
def post_session_events(
    *,
    id: Reference,
    request: Request,
    principal: Recorder,
    services: Shared,
    after: IfMatch,
    body: JsonBody,
    key: Key,
) -> Response:
    """Continue an open session: as a record whose `after` is If-Match.

    The ETag of a stream is its version, and stands in the answer.  201 where something was appended, also
    after an equal overlap; 200 where all of it was there.  Amounts are whole cents, chips are denomination
    to count.
    """
    header = services.ledger.stream("session", id)[0].header
    assert header is not None, "a stream has a first event"
    return record_one(
        services, principal, request, continuation(header, body, after), key=key, sent=body, conditional=True
    )
