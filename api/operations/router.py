"""Liveness, readiness and metrics, for those who run the service."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from api import metrics
from api.auth import Operator
from api.openapi import problems
from api.operations.schemas import Health, Readiness
from api.services import Services, Shared
from api.version import SOFTWARE
from ledger.errors import SchemaNotCurrent, Unavailable
from ledger.postgres.migrate import pending

router = APIRouter(tags=["operations"])


@router.get("/healthz", operation_id="healthz", response_model=Health)
async def healthz() -> Response:
    """The process lives.  Asks nothing of the database, and waits for no thread that does."""
    return JSONResponse({"status": "ok", "software": SOFTWARE})


@router.get(
    "/readyz",
    operation_id="readyz",
    response_model=Readiness,
    responses={503: {"model": Readiness, "description": "Requests cannot be answered now."}},
)
def readyz(services: Shared) -> Response:
    """Whether the database answers, its schema is current, and how far each view is behind the last event."""
    found = _readiness(services)
    return JSONResponse(found, 200 if found["status"] == "ready" else 503)


def _readiness(services: Services) -> dict[str, Any]:
    found: dict[str, Any] = {
        "status": "not_ready", "database": False, "schema_current": False, "head": None, "views": [],
    }  # fmt: skip
    try:
        # Not what was found at the start: a newer release may have been put beside this one since.
        current = not pending(services.url, services.settings.property)
        found |= {"database": True, "schema_current": current}
        if not current:
            raise SchemaNotCurrent(property=services.settings.property)
        found["head"] = services.ledger.recorder.head()
        found["views"] = [view.model_dump(mode="json") for view in services.views.status()]
    except Unavailable as trouble:
        return {**found, "code": trouble.code}
    return {**found, "status": "ready"}


@router.get(
    "/metrics",
    operation_id="metrics",
    response_class=Response,
    responses=problems(401, 403, 503) | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def read_metrics(_: Operator, services: Shared) -> Response:
    """Requests, refusals, the head of the ledger and the lag of each view, for Prometheus."""
    return Response(services.metrics.text(), media_type=metrics.MEDIA_TYPE)
