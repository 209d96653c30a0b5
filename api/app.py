"""The API as one ASGI application.

    app = create_app(settings)

Routers parse, call and answer; what a route needs comes from `services`, what
may go wrong is `problems`'.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from api import openapi, problems
from api.alternatives.router import router as alternatives
from api.chapters.router import router as chapters
from api.days.router import router as days
from api.decks.router import router as decks
from api.disputes.reports import router as dispute_reports
from api.disputes.router import router as disputes
from api.disputes.subject import router as subjects
from api.exceptions.router import router as exceptions
from api.feed.router import router as feed
from api.funds.router import router as funds
from api.integrity.router import router as integrity
from api.jurisdictions.router import router as jurisdictions
from api.middleware import Around
from api.operations.router import router as operations
from api.patterns.router import router as patterns
from api.reconciliations.router import router as reconciliations
from api.records.router import router as records
from api.reference.router import router as reference
from api.reports.router import router as reports
from api.rounds.router import router as rounds
from api.services import Services
from api.sessions.router import balances
from api.sessions.router import router as sessions
from api.slips.router import router as slips
from api.strictness import no_unknown_parameters
from api.tables.router import router as tables
from api.theory.router import router as theory
from api.version import SOFTWARE
from ledger.errors import Unavailable
from ledger.settings import Settings

ROUTERS: Final = (
    records,
    rounds,
    sessions,
    balances,
    tables,
    decks,
    disputes,
    dispute_reports,
    subjects,
    patterns,
    alternatives,
    funds,
    reconciliations,
    reports,
    days,
    slips,
    exceptions,
    theory,
    feed,
    integrity,
    chapters,
    reference,
    jurisdictions,
    operations,
)
TAGS: Final = [
    {"name": "recording", "description": "Records in: whole, in bulk, or continued as it happens."},
    {"name": "rounds", "description": "Rounds found, rebuilt at any version, judged and reported."},
    {"name": "disputes", "description": "Complaints, evidence, rulings, and what is due."},
    {"name": "accounting", "description": "Trays, sessions, funds and reconciliations."},
    {"name": "feed", "description": "Every event once, in order, as CloudEvents."},
    {"name": "integrity", "description": "The seal: signed checkpoints and proofs."},
    {"name": "reference", "description": "Finding codes, games, submissions, JSON Schemas."},
    {"name": "operations", "description": "Liveness, readiness, metrics."},
]
DESCRIPTION: Final = f"""\
The append-only ledger of a casino's table games. Money is whole cents with its currency beside it (units of
a chip where that is `chip`), times are RFC 3339, a `gaming_date` is assigned when a session opens and is no
calendar date.

A round or session is named by uuid or by its key with the slashes in it (`THB-03/2026-11-28/412`). Refusals
are RFC 9457 problems with a permanent `code`. Lists page by an opaque `after`. Answers say which position
of the ledger they reflect (`as_of`) and how many events came since (`lag`). Faces that nobody at the table
has been shown are withheld while a round is open.

{openapi.SCOPES_TABLE}
"""


def create_app(settings: Settings) -> FastAPI:
    """The application that serves the property of the settings.

    It opens its database when it starts, or as soon as there is one.
    """
    services = Services(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        with suppress(Unavailable):
            await run_in_threadpool(lambda: services.ledger)
        yield
        await run_in_threadpool(services.close)

    app = FastAPI(
        title="Pitledger",
        summary=f"Property {settings.property}",
        description=DESCRIPTION,
        version=SOFTWARE.partition(" ")[2],
        openapi_tags=TAGS,
        redoc_url=None,
        lifespan=lifespan,
        dependencies=[no_unknown_parameters],
    )
    app.state.services = services
    app.add_middleware(Around, metrics=services.metrics)
    problems.install(app)
    openapi.install(app, ROUTERS)
    for router in ROUTERS:
        app.include_router(router)
    return app
