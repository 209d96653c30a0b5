"""Tables: what is registered, what should be in tray and discard rack, which sessions there were."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from pydantic import TypeAdapter, ValidationError

from api.answering import At, Day, Instant, Known, answer, current
from api.auth import Accountant, Investigator
from api.bodies import JsonBody
from api.openapi import accepts, problems
from api.paging import DEFAULT, After, Limit, Paging, cursor, place
from api.services import Shared
from api.tables.schemas import CardsFound, TableList
from ledger.application.registry import Registry
from ledger.events.refusals import refusal
from ledger.tables.state import Table
from projections.inventory.answers import Tray
from projections.racks.answers import Rack, RackCheck
from projections.racks.checking import faces_of
from projections.reconciliation.listed import SessionPage

router = APIRouter(prefix="/v1/tables", tags=["accounting"])

_READER: Final = TypeAdapter(CardsFound)

LISTED: Final = "tables"
Name = Annotated[str, Path(max_length=64, description="a table")]
OfDate = Annotated[Day | None, Query(description="of this gaming date alone")]
Until = Annotated[
    str | None,
    Query(
        max_length=128, description="right after this round, by key or uuid; absent: the last of the table"
    ),
]
OverBy = Annotated[
    Instant | None,
    Query(description="after the last round that was over by this time of the floor's clock (RFC 3339)"),
]
READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 422, 503)


@router.get("", operation_id="listTables", response_model=TableList, responses=problems(401, 403, 422, 503))
def list_tables(_: Accountant, services: Shared, after: After = None, limit: Limit = DEFAULT) -> Response:
    """Every table by name, with the game that it offers and the limits that it posts now (cents)."""
    seen_at = current(services.ledger)
    registry = _current(services.ledger.registry)
    tables = sorted(registry.tables.items())
    if after is not None:
        last = place(LISTED, after)
        tables = [(name, table) for name, table in tables if name > last]
    page = tables[:limit]
    following = cursor(LISTED, page[-1][0]) if len(tables) > limit else None
    return answer({"tables": [_entry(*one) for one in page], "after": following, **seen_at})


@router.get("/{name}/inventory", operation_id="getTray", response_model=Tray, responses=READS)
def get_tray(*, name: Name, _: Accountant, services: Shared, at: At = None, known: Known) -> Response:
    """What should be in a table's tray: now, as of a position, or at a time as known at a time.

    Denominations and totals are in cents, chips in counts.
    """
    return answer(services.views.tray(name, at=at, **known))


@router.get("/{name}/sessions", operation_id="listSessions", response_model=SessionPage, responses=READS)
def list_sessions(
    *, name: Name, _: Accountant, services: Shared, gaming_date: OfDate = None, known: Known, paging: Paging
) -> Response:
    """The sessions of a table, the latest gaming date first, with openers and closers by denomination."""
    return answer(services.views.sessions(table=name, gaming_date=gaming_date, **paging, **known))


@router.get("/{name}/rack", operation_id="getRack", response_model=Rack, responses=READS)
def get_rack(
    *,
    name: Name,
    principal: Investigator,
    services: Shared,
    until: Until = None,
    at: OverBy = None,
    known: Known,
) -> Response:
    """The discard rack of a table right after a round, back to front, since its cards were taken out last.

    `begins` says with which round the rack began and what that rests on.  A face that was not shown in an
    open round is null but for surveillance.
    """
    return answer(services.views.rack(name, until=until, at=at, **known, sees_all=principal.sees_all))


@router.post(
    "/{name}/rack/check",
    operation_id="checkRack",
    response_model=RackCheck,
    responses=problems(400, 401, 403, 404, 413, 415, 422, 503),
    openapi_extra=accepts("CardsFound", "cards_found"),
)
def check_rack(
    *,
    name: Name,
    body: JsonBody,
    principal: Investigator,
    services: Shared,
    until: Until = None,
    at: OverBy = None,
    known: Known,
) -> Response:
    """The rack on record laid against the cards as found, back to front: where they part, and whose hands.

    Nothing is recorded.  A card that nobody could read is null or `?`.
    """
    try:
        found = _READER.validate_json(body)
    except ValidationError as error:
        raise refusal(error, body) from None
    told = services.views.rack_check(
        faces_of(found.cards),
        name,
        until=until,
        at=at,
        **known,
        sees_all=principal.sees_all,
    )
    return answer(told)


def _current(registry: Registry) -> Registry:
    registry.refresh()
    return registry


def _entry(name: str, table: Table) -> dict[str, Any]:
    registered, offer = table.registered, table.offer(table.version, None)
    return {
        "table": name,
        "version": table.version,
        "kind": registered and registered.kind,
        "spots": registered and registered.spots,
        "currency": registered and registered.currency,
        "chip_set": registered and registered.chip_set,
        "game": offer and offer.game,
        "submission": offer and offer.submission,
        "title": offer and offer.title,
        "limits": {
            wager: {"minimum": low, "maximum": high}
            for wager, (low, high) in table.limits(table.version, None).items()
        },
        "retired": table.retired_at is not None,
    }
