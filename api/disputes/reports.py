"""The report of a dispute over HTTP; that it was taken, by whom and why is recorded before it is given."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from api.answering import AsOf
from api.auth import DisputeDesk
from api.disputes.printing.forms import MEDIA_TYPES, Form
from api.disputes.taking import Access, Wanted, taken
from api.negotiation import preferred
from api.openapi import problems
from api.rounds.pages import POLICY
from api.services import Shared
from api.sheets.answering import AS_OF
from projections.disputes.report.model import DisputeReport

router = APIRouter(prefix="/v1/disputes", tags=["disputes"])

Name = Annotated[str, Path(max_length=64, description="a dispute")]
Reason = Annotated[
    str, Query(min_length=1, max_length=4000, description="why it is taken; it is recorded, so name nobody")
]
WithProofs = Annotated[
    bool, Query(description="false: JSON without proofs, as one that was taken before it was sealed")
]
FORMS: Final[Mapping[str, Form]] = MappingProxyType({media: form for form, media in MEDIA_TYPES.items()})
FILE: Final[dict[str, Any]] = {"schema": {"type": "string", "format": "binary"}}
HEADERS: Final[dict[str, Any]] = {
    AS_OF: {"description": "position of the ledger that the report reflects", "schema": {"type": "integer"}},
    "Content-Digest": {"description": "SHA-256 of the bytes given (RFC 9530)", "schema": {"type": "string"}},
}
REFUSED: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 409, 422, 503)


def _given(*media: str) -> dict[int | str, dict[str, Any]]:
    """What the OpenAPI document says of an answer in these forms."""
    return {200: {"content": {one: FILE for one in media if one != MEDIA_TYPES["json"]}, "headers": HEADERS}}


@router.get(
    "/{name}/report",
    operation_id="getDisputeReport",
    response_model=DisputeReport,
    responses=REFUSED | problems(406) | _given(*FORMS),
)
def get_report(
    *,
    name: Name,
    request: Request,
    principal: DisputeDesk,
    services: Shared,
    reason: Reason,
    as_of: AsOf = None,
    sealed: WithProofs = True,
) -> Response:
    """The report of a dispute as JSON, HTML or PDF (Accept), as of a position.

    That it was taken, by whom and why is recorded in the dispute first.  The same dispute, position and
    version of the software give the same bytes; JSON carries proofs from when it is sealed on.
    """
    media = request.headers.get("accept")
    for form, own in MEDIA_TYPES.items():
        if request.url.path.endswith(f".{form}"):
            media = own
    form = FORMS[preferred(media, tuple(FORMS))]
    now = datetime.now(UTC)
    given = taken(
        services.ledger,
        services.views,
        Wanted(name, form, as_of, sealed, principal.sees_all),
        Access(principal.name, reason, now, principal.name),
    )
    digest = b64encode(bytes.fromhex(given.sha256)).decode()
    return Response(
        given.content,
        media_type=MEDIA_TYPES[form],
        headers={
            AS_OF: str(given.as_of),
            "Content-Digest": f"sha-256=:{digest}:",
            "Content-Disposition": f'inline; filename="{name}-{given.as_of}.{form}"',
            "Content-Security-Policy": POLICY,
            # Whoever reads it again is recorded again.
            "Cache-Control": "no-store",
        },
    )


for _form, _media in MEDIA_TYPES.items():
    router.add_api_route(
        f"/{{name}}/report.{_form}",
        get_report,
        methods=["GET"],
        operation_id=f"getDisputeReport{_form.capitalize()}",
        response_model=DisputeReport if _form == "json" else None,
        response_class=Response,
        responses=REFUSED | _given(_media),
    )
