"""Who complains in a dispute: told, read and erased by those whose scope it is, and recorded there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from api.answering import answer
from api.auth import Confidant, Principal
from api.bodies import JsonBody
from api.errors import ScopeMissing
from api.openapi import accepts, problems
from api.scopes import Scope
from api.services import Shared
from ledger.application import personal
from ledger.application.personal import AS_TOLD, Access
from ledger.personal.particulars import Particulars

router = APIRouter(prefix="/v1/disputes", tags=["disputes"])

Name = Annotated[str, Path(max_length=64, description="a dispute")]
Reason = Annotated[
    str, Query(min_length=1, max_length=4000, description="why; it is recorded, so name nobody in it")
]
Told = Annotated[
    str,
    Query(
        min_length=1, max_length=4000, description="why it is told, or told anew; recorded, so name nobody"
    ),
]
Second = Annotated[str, Query(min_length=1, max_length=200, description="the second person, who agreed")]
REFUSED: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 422, 503)


class SubjectKept(BaseModel):
    """Which particulars are kept of a subject; not what they are."""

    dispute: str
    subject: str = Field(description="the opaque id in the events")
    held: list[str]


class SubjectRead(BaseModel):
    """Who a subject is."""

    dispute: str
    subject: str = Field(description="the opaque id in the events")
    particulars: Particulars


class SubjectErased(BaseModel):
    """Whose particulars are gone, and in which disputes that was recorded."""

    subject: str
    disputes: list[str]


@router.put(
    "/{name}/subject",
    operation_id="putSubject",
    response_model=SubjectKept,
    responses=problems(400, 401, 403, 404, 409, 413, 415, 422, 503),
    openapi_extra=accepts("Particulars", "particulars"),
)
def put_subject(
    *, name: Name, principal: Confidant, services: Shared, body: JsonBody, reason: Told = AS_TOLD
) -> Response:
    """Keep who complains, in the place of what was kept: name, address, phone, account; one at least.

    It is encrypted with a key of their own, in no event, and in no other answer than the one to GET.
    That it was told, by whom and why, is recorded in the dispute.
    """
    told = personal.put(services.ledger, services.settings, name, body, _access(principal, reason))
    return answer(SubjectKept(dispute=name, subject=told.subject, held=told.particulars.held))


@router.get(
    "/{name}/subject",
    operation_id="getSubject",
    response_model=SubjectRead,
    responses=REFUSED | problems(409),
)
def get_subject(*, name: Name, principal: Confidant, services: Shared, reason: Reason) -> Response:
    """Who complains.  That it was read, by whom and why, is recorded in the dispute before it is answered."""
    told = personal.read(services.ledger, services.settings, name, _access(principal, reason))
    return answer(SubjectRead(dispute=name, subject=told.subject, particulars=told.particulars))


@router.delete(
    "/{name}/subject",
    operation_id="eraseSubject",
    response_model=SubjectErased,
    responses=REFUSED | problems(409),
)
def erase_subject(
    *, name: Name, principal: Confidant, services: Shared, reason: Reason, approved_by: Second
) -> Response:
    """Erase who complains, their key with it; recorded in each of their disputes, which stay as they are.

    It wants the scope `ruling` beside `personal`, and a second person.
    """
    _may_erase(principal)
    disputes = services.views.disputes_of_subject(name)
    former = services.views.former_subjects(name)
    subject = personal.erase(
        services.ledger,
        services.settings,
        disputes,
        _access(principal, reason),
        approved_by=approved_by,
        former=former,
    )
    return answer(SubjectErased(subject=subject, disputes=disputes))


def _access(principal: Principal, reason: str) -> Access:
    return Access(principal.name, reason, datetime.now(UTC), principal.name)


def _may_erase(principal: Principal) -> None:
    if Scope.RULING not in principal.scopes:
        raise ScopeMissing(principal=principal.name, scope=str(Scope.RULING))
