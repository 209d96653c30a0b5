"""Chapters: gaming days closed and signed, and each as a file that is verified without us."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response, StreamingResponse

from api.answering import Day, answer
from api.auth import Auditor, Follower
from api.bodies import NDJSON
from api.openapi import problems
from api.paging import DEFAULT, After, Limit
from api.services import Shared
from projections.chapters.answers import ChapterPage, ChapterShown
from projections.chapters.exporting import exported

router = APIRouter(prefix="/v1/chapters", tags=["integrity"])

OfDay = Annotated[Day, Path(description="a gaming date")]
Edition = Annotated[
    int | None,
    Query(ge=1, le=2**31 - 1, description="how often the day was closed by then; absent: the last"),
]


@router.get(
    "", operation_id="listChapters", response_model=ChapterPage, responses=problems(401, 403, 422, 503)
)
def list_chapters(*, _: Auditor, services: Shared, after: After = None, limit: Limit = DEFAULT) -> Response:
    """Gaming days that were closed and signed, the latest signed first.

    A day is closed by its audit, and anew by each later one; `waiting` are audits that are not signed yet.
    """
    return answer(services.views.chapters(after=after, limit=limit))


@router.get(
    "/{gaming_date}",
    operation_id="getChapter",
    response_model=ChapterShown,
    responses=problems(401, 403, 404, 422, 503),
)
def get_chapter(*, gaming_date: OfDay, _: Auditor, services: Shared, edition: Edition = None) -> Response:
    """A gaming day as it was signed: root, counts, totals in cents, checkpoint and the chapter before it."""
    return answer(services.views.chapter(gaming_date, edition=edition))


@router.get(
    "/{gaming_date}/export",
    operation_id="exportChapter",
    response_class=Response,
    responses=problems(401, 403, 404, 409, 422, 503)
    | {200: {"description": "Notes, events and proofs, one a line.", "content": {NDJSON: {}}}},
)
def export_chapter(
    *,
    gaming_date: OfDay,
    _: Auditor,
    principal: Follower,
    services: Shared,
    edition: Edition = None,
) -> Response:
    """A chapter with every event of the day as it is stored, and the proofs.

    `pitledger chapter verify` checks it with nothing but a public key.  The scope `reporting` is needed
    beside it.  While a round of the day is open and hides a face, only surveillance is given it.
    """
    chapter = services.views.chapter_to_export(gaming_date, edition=edition, sees_all=principal.sees_all)
    name = f"chapter-{chapter.gaming_date}-{chapter.edition}.ndjson"
    return StreamingResponse(
        exported(services.settings, chapter),
        media_type=NDJSON,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
