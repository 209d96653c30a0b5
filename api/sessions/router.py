"""Sessions: listed, shown whole, with what they moved; continued as they go on."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.answering import Day, Jurisdiction, Known, answer
from api.auth import Accountant, Bookkeeper, Recorder
from api.bodies import JsonBody
from api.idempotency import Key
from api.openapi import accepts, problems
from api.paging import Paging
from api.preconditions import IfMatch
from api.records.recording import continue_one
from api.records.schemas import THERE_ALREADY, RecordAnswer
from api.rounds.references import Reference
from api.services import Shared
from projections.inventory.answers import Postings, TrialBalance
from projections.reconciliation.listed import SessionPage
from projections.sessions.answers import SessionReport

router = APIRouter(prefix="/v1/sessions")
balances = APIRouter(prefix="/v1/trial-balance", tags=["accounting"])

OfDate = Annotated[Day | None, Query(description="of this gaming date alone")]
OfTable = Annotated[str | None, Query(max_length=64, description="of this table alone")]
READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 422, 503)


@router.get(
    "",
    operation_id="searchSessions",
    tags=["accounting"],
    response_model=SessionPage,
    responses=problems(401, 403, 404, 422, 503),
)
def search_sessions(
    *,
    _: Accountant,
    services: Shared,
    table: OfTable = None,
    gaming_date: OfDate = None,
    known: Known,
    paging: Paging,
) -> Response:
    """The sessions of the property, the latest gaming date first, with openers and closers by chip."""
    return answer(services.views.sessions(table=table, gaming_date=gaming_date, **paging, **known))


@router.get(
    "/{id:play}",
    operation_id="getSession",
    tags=["accounting"],
    response_model=SessionReport,
    responses=READS,
)
def get_session(
    *, id: Reference, _: Bookkeeper, services: Shared, known: Known, jurisdiction: Jurisdiction = None
) -> Response:
    """One session whole: every event with the tray after it, slips, forms, boxes, documents, findings.

    Now, as of a position, or from what was recorded by a time.  Amounts are whole cents, chips are
    denomination to count.  The ETag is the version, for If-Match.
    """
    found = services.views.session(id, **known, jurisdiction=jurisdiction)
    return answer(found, version=found.version)


@router.get(
    "/{id:play}/postings",
    operation_id="getSessionPostings",
    tags=["accounting"],
    response_model=Postings,
    responses=READS,
)
def get_postings(*, id: Reference, _: Accountant, services: Shared, known: Known) -> Response:
    """What a session's own events moved, in double entry: the legs of one event sum to zero.

    Its rounds' legs are theirs.  Amounts are signed cents, counts chips of a denomination.
    """
    return answer(services.views.postings("session", id, **known))


@balances.get("", operation_id="getTrialBalance", response_model=TrialBalance, responses=READS)
def get_trial_balance(*, _: Accountant, services: Shared, known: Known) -> Response:
    """Every kind of account of the property summed, by currency; they sum to zero."""
    return answer(services.views.trial_balance(**known))


@router.post(
    "/{id:play}/events",
    operation_id="postSessionEvents",
    tags=["recording"],
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
    return continue_one(services, principal, request, ("session", id), body, after=after, key=key)
