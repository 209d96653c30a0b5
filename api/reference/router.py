"""What the software knows, and the licensee's submissions: for whoever may ask anything at all."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path
from fastapi.responses import JSONResponse, Response

from api.answering import answer, current
from api.auth import Anyone
from api.openapi import problems
from api.paging import DEFAULT, After, Limit, cursor, place
from api.reference import catalogue, documents
from api.reference.schemas import FindingKinds, Games, SchemaNames, Submissions
from api.services import Shared
from ledger.games.registry import GAMES

router = APIRouter(prefix="/v1", tags=["reference"])

LISTED: Final = "submissions"
SchemaName = Annotated[
    str, Path(alias="name", max_length=64, description="one of those listed at /v1/schemas")
]


@router.get(
    "/findings", operation_id="listFindings", response_model=FindingKinds, responses=problems(401, 403, 503)
)
def list_findings(_: Anyone) -> Response:
    """Every code of a finding, with its rule and how well that is known.  Codes are permanent."""
    return answer(documents.findings())


@router.get("/games", operation_id="listGames", response_model=Games, responses=problems(401, 403, 503))
def list_games(_: Anyone) -> Response:
    """Every game: felt, procedure, pay tables, options, irregularities, findings, each with its source.

    Odds are n:d, meaning n to d.  Only what has evidence `nj_text` was read in the text of the law.
    """
    return answer({"games": [documents.game(game) for game in GAMES.values()]})


@router.get(
    "/submissions",
    operation_id="listSubmissions",
    response_model=Submissions,
    responses=problems(401, 403, 422, 503),
)
def list_submissions(_: Anyone, services: Shared, after: After = None, limit: Limit = DEFAULT) -> Response:
    """The licensee's rules submissions by name, each with all of its versions."""
    seen_at = current(services.ledger)
    registry = services.ledger.registry
    registry.refresh()
    last = "" if after is None else place(LISTED, after)
    registered = registry.submissions
    found = sorted(name for name in registered if name > last)
    following = cursor(LISTED, found[limit - 1]) if len(found) > limit else None
    listed = [documents.submission(name, registered) for name in found[:limit]]
    return answer({"submissions": listed, "after": following, **seen_at})


@router.get(
    "/schemas", operation_id="listSchemas", response_model=SchemaNames, responses=problems(401, 403, 503)
)
def list_schemas(_: Anyone) -> Response:
    """The names of the JSON Schemas."""
    return answer({"schemas": catalogue.names()})


@router.get(
    "/schemas/{name}",
    operation_id="getSchema",
    response_class=Response,
    responses=problems(401, 403, 404, 503)
    | {200: {"content": {catalogue.MEDIA_TYPE: {"schema": {"type": "object"}}}}},
)
def get_schema(name: SchemaName, _: Anyone) -> Response:
    """The JSON Schema (2020-12) of what is sent or answered under a name."""
    return JSONResponse(catalogue.schema(name), media_type=catalogue.MEDIA_TYPE)
