"""The seal: signed checkpoints, and proofs against them that anybody can check with the public key."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse, Response

from api.answering import MOST_POSITIONS
from api.auth import Auditor
from api.openapi import problems
from api.services import Shared
from projections.checking.answers import Check
from projections.checking.running import newest
from projections.integrity import proofs
from projections.integrity.answers import ConsistencyProof, InclusionProof, SealKeys

router = APIRouter(prefix="/v1/integrity", tags=["integrity"])

READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 422, 503)
NOTE: Final = "text/plain; charset=utf-8"


@router.get(
    "/checkpoint",
    operation_id="getCheckpoint",
    response_class=Response,
    responses=problems(401, 403, 404, 503)
    | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def get_checkpoint(_: Auditor, services: Shared) -> Response:
    """The newest checkpoint, a C2SP signed note: origin, size, root, and the position of its last event.

    Whoever keeps a copy can prove later that nothing before it was changed.
    """
    return Response(services.read(proofs.checkpoint), media_type=NOTE)


@router.get("/keys", operation_id="listSealKeys", response_model=SealKeys, responses=problems(401, 403, 503))
def list_keys(_: Auditor, services: Shared) -> Response:
    """The public keys that signed, in the order of their use; each is endorsed by the one before it."""
    return JSONResponse(services.read(proofs.public_keys).model_dump())


@router.get(
    "/proofs/{event}",
    operation_id="getProof",
    response_model=InclusionProof,
    responses=READS | problems(409),
)
def get_proof(
    event: Annotated[str, Path(max_length=64, description="an event's position, or its id")],
    principal: Auditor,
    services: Shared,
) -> Response:
    """That an event is in the newest checkpoint: the hash of its leaf and the audit path (RFC 6962).

    The leaf is position, stream id, version, topic and stored state, each after
    its length.  Of a round that is open and hides a face, and of the deck that
    it is dealt from, it is given to `surveillance` alone: by its hash that face could be found.
    """
    found = services.read(lambda connection: proofs.included(connection, event))
    if not principal.sees_all:
        services.views.refuse_hidden([UUID(found.stream)])
    return JSONResponse(found.model_dump())


@router.get("/consistency", operation_id="getConsistency", response_model=ConsistencyProof, responses=READS)
def get_consistency(
    _: Auditor,
    services: Shared,
    from_: Annotated[int, Query(alias="from", ge=1, le=MOST_POSITIONS, description="a size, of events")],
    to: Annotated[
        int | None, Query(ge=1, le=MOST_POSITIONS, description="another; absent: the newest")
    ] = None,
) -> Response:
    """That the ledger of one checkpoint is the beginning of that of another."""
    found = services.read(lambda connection: proofs.consistent(connection, from_, to))
    return JSONResponse(found.model_dump())


@router.get("/check", operation_id="getCheck", response_model=Check, responses=problems(401, 403, 404, 503))
def get_check(_: Auditor, services: Shared) -> Response:
    """What came of the newest check of the whole ledger (`pitledger check`): its views, streams and seal.

    It is as of when it ended; `head` says up to which event.
    """
    return JSONResponse(services.read(newest))
