"""Rounds: found, rebuilt at any version, judged, reported, continued."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.answering import MOST_VERSIONS, Known, answer, current
from api.auth import Investigator, Onlooker, Recorder, Searcher
from api.bodies import JSON, JsonBody
from api.idempotency import Key
from api.negotiation import preferred
from api.openapi import accepts, answers, problems
from api.paging import Paging
from api.preconditions import IfMatch
from api.records.recording import continue_one
from api.records.router import Enforce
from api.records.schemas import THERE_ALREADY, RecordAnswer
from api.rounds import documents
from api.rounds.looking import Look
from api.rounds.pages import HTML, page
from api.rounds.references import Reference
from api.rounds.schemas import Adjudicated, Frame, Hand, RoundReport, RoundState
from api.rounds.searching import Wanted
from api.services import Shared
from projections.rounds.answers import Neighbours, RoundPage
from projections.rounds.neighbours import MOST, USUAL

router = APIRouter(prefix="/v1/rounds", tags=["rounds"])

What = Annotated[
    str | None, Query(max_length=64, description="what if: judged by this registered submission instead")
]
Place = Annotated[str, Path(max_length=8, description="a spot, `dealer`, `board` or `stand`")]
Beside = Annotated[int, Query(ge=0, le=MOST, description="so many before, and so many after")]
AtVersion = Annotated[int, Path(ge=1, le=MOST_VERSIONS, description="right after this many events")]
READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 422, 503)


@router.get(
    "", operation_id="findRounds", response_model=RoundPage, responses=problems(401, 403, 404, 422, 503)
)
def find_rounds(principal: Searcher, services: Shared, wanted: Wanted, paging: Paging) -> Response:
    """Find rounds by what happened in them, the latest opened first.

    Every filter that is given must hold.  Money is in cents, or units where `currency` is `chip`.
    """
    return answer(services.views.rounds(wanted, **paging, sees_all=principal.sees_all))


@router.get("/{id:play}/hands/{place}", operation_id="getHand", response_model=Hand, responses=READS)
def get_hand(id: Reference, place: Place, principal: Investigator, services: Shared, look: Look) -> Response:
    """One hand: its cards in the order dealt, and at a spot its decisions, wagers and findings."""
    seen_at = current(services.ledger)
    seen = look.round(services.ledger, id, principal)
    return answer({**documents.hand(services.ledger, seen, place), **seen_at}, version=seen.state.version)


@router.get(
    "/{id:play}/resolutions",
    operation_id="getResolutions",
    response_model=Adjudicated,
    responses=READS | {200: answers("resolutions")},
)
def get_resolutions(
    id: Reference, principal: Investigator, services: Shared, look: Look, submission: What = None
) -> Response:
    """What the rules give each wager, in which order the dealer settles, and what was found.

    Amounts are whole cents, or units of a chip game.
    """
    seen_at = current(services.ledger)
    seen = look.round(services.ledger, id, principal, submission)
    return answer({**documents.resolutions(seen), **seen_at}, version=seen.state.version)


@router.get(
    "/{id:play}/report",
    operation_id="getRoundReport",
    response_model=RoundReport,
    responses=READS | problems(406) | {200: {"content": {JSON: {}, HTML: {"schema": {"type": "string"}}}}},
)
def get_report(
    *,
    id: Reference,
    request: Request,
    principal: Investigator,
    services: Shared,
    look: Look,
    submission: What = None,
) -> Response:
    """The report of a round as JSON or, for people, as one self-contained page of HTML (Accept).

    Cards by hand, wagers with their four truths, findings with citations, the timeline with both clocks, and
    the table inventory before and after.  `…/report.html` and `…/report.json` give one form, whatever is
    accepted.
    """
    form = preferred(request.headers.get("accept"), (JSON, HTML))
    document = look.report(services.views, id, principal, submission)
    return page(document) if form == HTML else answer(document, version=document["version"])


@router.get(
    "/{id:play}/report.json", operation_id="getRoundReportJson", response_model=RoundReport, responses=READS
)
def get_report_json(
    id: Reference, principal: Investigator, services: Shared, look: Look, submission: What = None
) -> Response:
    """The report of a round as JSON."""
    document = look.report(services.views, id, principal, submission)
    return answer(document, version=document["version"])


@router.get(
    "/{id:play}/report.html",
    operation_id="getRoundReportHtml",
    response_class=Response,
    responses=READS | {200: {"content": {HTML: {"schema": {"type": "string"}}}}},
)
def get_report_html(
    id: Reference, principal: Investigator, services: Shared, look: Look, submission: What = None
) -> Response:
    """The report of a round as one self-contained page, which prints."""
    return page(look.report(services.views, id, principal, submission))


@router.get("/{id:play}/neighbours", operation_id="getNeighbours", response_model=Neighbours, responses=READS)
def get_neighbours(
    *, id: Reference, principal: Investigator, services: Shared, n: Beside = USUAL, known: Known
) -> Response:
    """The rounds dealt at the table before and after this one, in the order dealt, each with its outcome.

    What the house won, in cents, is split into what the rules give, mispayments, and what nobody can judge.
    """
    return answer(services.views.neighbours(id, n, **known, sees_all=principal.sees_all))


@router.get("/{id:play}/replay/{at}", operation_id="replayRound", response_model=Frame, responses=READS)
def replay_round(id: Reference, at: AtVersion, principal: Investigator, services: Shared) -> Response:
    """The round right after one of its events, with that event and the way to the ones beside it."""
    seen_at = current(services.ledger)
    versions = len(services.ledger.stream("round", id))
    seen = services.ledger.round(id, version=at, sees_all=principal.sees_all)
    return answer({**documents.frame(services.ledger, seen, versions), **seen_at}, version=at)


@router.post(
    "/{id:play}/events",
    operation_id="postRoundEvents",
    status_code=201,
    response_model=RecordAnswer,
    responses=THERE_ALREADY | problems(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503),
    openapi_extra=accepts("Continuation", "continuation"),
)
def post_round_events(
    *,
    id: Reference,
    request: Request,
    principal: Recorder,
    services: Shared,
    after: IfMatch,
    body: JsonBody,
    key: Key,
    enforce: Enforce = None,
) -> Response:
    """Continue a round that is being dealt: as a record whose `after` is If-Match.

    The ETag of a stream is its version, and stands in the answer.

    201 where something was appended, also after an equal overlap; 200 where all of it was there.
    """
    return continue_one(
        services, principal, request, ("round", id), body, after=after, key=key, enforce=enforce is not None
    )


@router.get("/{id:play}", operation_id="getRound", response_model=RoundState, responses=READS)
def get_round(id: Reference, principal: Onlooker, services: Shared, look: Look) -> Response:
    """A round rebuilt: cards, wagers with their four truths, findings.  Its version is the ETag."""
    seen_at = current(services.ledger)
    seen = look.round(services.ledger, id, principal)
    return answer({**documents.state(services.ledger, seen), **seen_at}, version=seen.state.version)
