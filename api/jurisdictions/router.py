"""What jurisdictions ask of the books, row by row with its source."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from api.answering import answer
from api.auth import Anyone
from api.jurisdictions import documents
from api.jurisdictions.schemas import JurisdictionProfile, Jurisdictions
from api.openapi import problems

router = APIRouter(prefix="/v1/jurisdictions", tags=["reference"])

Name = Annotated[str, Path(max_length=64, description="as listed at /v1/jurisdictions")]


@router.get(
    "", operation_id="listJurisdictions", response_model=Jurisdictions, responses=problems(401, 403, 503)
)
def list_jurisdictions(_: Anyone) -> Response:
    """The jurisdictions that there are profiles of."""
    return answer(documents.profiles())


@router.get(
    "/{name}",
    operation_id="getJurisdiction",
    response_model=JurisdictionProfile,
    responses=problems(401, 403, 404, 503),
)
def get_jurisdiction(name: Name, _: Anyone) -> Response:
    """Thresholds, parts of forms, deadlines, retention: each with its source; null where it is not known.

    A row with evidence B was not confirmed: configuration, never law.  Nothing is borrowed from another.
    """
    return answer(documents.profile(name))
