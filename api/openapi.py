"""The OpenAPI document: what routes share is declared once, and examples are real ones.

The examples in `examples/` are what the tests send and are given; those of
refusals are made from the refusals themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter

from api.alternatives.schemas import Question
from api.bodies import JSON, NDJSON
from api.feed.schemas import FeedEvent
from api.problems import MEDIA_TYPE, STATUS, Problem, problem
from api.records.schemas import Continuation
from api.scopes import MEANS, Scope
from api.tables.schemas import CardsFound
from ledger.errors import LedgerError
from ledger.events.records import AnyRecord
from ledger.personal.particulars import Particulars

Document: TypeAlias = dict[str, Any]

# Models that routes name without FastAPI's knowing of them.
BY_REFERENCE: Final[Sequence[type[BaseModel]]] = (
    CardsFound,
    Continuation,
    FeedEvent,
    Particulars,
    Problem,
    Question,
)
COMPONENTS: Final = "#/components/schemas/{model}"
TITLES: Final[Mapping[int, str]] = MappingProxyType(
    {
        400: "It could not be read.",
        401: "Nobody said who asks, or the key or token does not hold.",
        403: "Whoever asks may not: a scope is missing.",
        404: "There is no such thing.",
        405: "This method is not possible here.",
        406: "It is not given in any form that is accepted.",
        409: "It contradicts what is stored.",
        412: "The stream is not at the version of If-Match.",
        413: "It is longer than a record may be.",
        415: "This media type is not understood.",
        422: "It was read, and cannot be a record, or is no question.",
        428: "If-Match is missing.",
        500: "A fault of ours.",
        503: "The ledger cannot answer now; the same request may succeed later.",
    }
)
# What stands in the example of a refusal, by the name of the fact.
FACTS: Final[Mapping[str, object]] = MappingProxyType(
    {
        "after": 12, "amount": 2500, "at": "2026-11-28T20:14:03-05:00", "card": "1s",
        "chip_set": "value-2024", "chips_total": 2000, "deck": "B7", "denomination": 250,
        "dispute": "D-2026-014",
        "field": "wager", "findings": "burn_card_missing", "form": "TABLE/DATE/NUMBER or a uuid",
        "fund": "CS-PROG", "game": "texas_holdem_bonus", "gaming_date": "2026-11-28", "header": "If-Match",
        "id": "terminal-7/1881", "jurisdiction": "XX", "key": "9f2a61c07b1e",
        "known": "ante, flop, turn, river, bonus", "limit": 10_000, "method": "DELETE", "option": "breakage",
        "path": "/v1/round", "person": "D-1187", "place": "9", "principal": "recorder", "prize": "3-1",
        "property": "north", "reference": "THB-03", "refused": 17,
        "round": "THB-03/2026-11-28/412", "row": "royal_flush", "slip": "fill/2026/1001",
        "scope": "accounting", "sent": "c1…", "served": "demo", "session": "THB-03/2026-11-28/1", "spot": 4,
        "stored": 12, "stream": "round/THB-03/2026-11-28/412", "submission": "thb-2026-01", "table": "THB-03",
        "type": "wager_plcaed", "unit": "events", "value": "dealer", "version": 12, "wager": "ante",
    }
)  # fmt: skip


def problems(*statuses: int) -> dict[int | str, Document]:
    """The refusals of a route, by status, each declared once for the whole document."""
    return {status: {"$ref": f"#/components/responses/Problem{status}"} for status in statuses}


def accepts(model: str, example: str, *, lines: bool = False) -> Document:
    """A route that reads its body itself: what it takes, with an example of `examples/`."""
    reference = {"$ref": COMPONENTS.format(model=model)}
    content: Document = {JSON: {"schema": reference, "example": read_example(example)}}
    if lines:
        content[NDJSON] = {
            "schema": {"type": "string", "description": "one record a line"},
            "example": json.dumps(read_example(example)),
        }
    return {"requestBody": {"required": True, "content": content}}


def answers(example: str, *, media_type: str = JSON) -> Document:
    """The answer of a route as an example of `examples/` shows it."""
    return {"content": {media_type: {"example": read_example(example)}}}


def read_example(name: str) -> Any:  # noqa: ANN401 - any JSON
    """A document of `examples/`."""
    return json.loads(resources.files("api").joinpath("examples", f"{name}.json").read_text())


def install(app: FastAPI, routers: Sequence[APIRouter]) -> None:
    """Give an application of some routers its document, made when first asked for."""

    def document() -> Document:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app, routers)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # as FastAPI's manual has it


def _document(app: FastAPI, routers: Sequence[APIRouter]) -> Document:
    made = get_openapi(
        title=app.title,
        version=app.version,
        summary=app.summary,
        description=app.description,
        tags=app.openapi_tags,
        routes=app.routes,
    )
    components = made.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    # FastAPI's own shape of a refusal is never given here.
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas.update(record_schemas())
    for model in BY_REFERENCE:
        schema = model.model_json_schema(ref_template=COMPONENTS)
        schemas.update(schema.pop("$defs", {}))
        schemas[model.__name__] = schema
    components["responses"] = {
        f"Problem{status}": _refusals(status) for status in sorted(set(STATUS.values()) | {412})
    }
    for router in routers:
        for route in router.routes:
            assert isinstance(route, APIRoute), "our routers hold nothing else"
            for method in route.methods or ():
                _complete(made["paths"][route.path_format][method.lower()], route)
    return made


def record_schemas() -> Document:
    """The schemas of records and of all that they hold, by name; `Record` is any of them."""
    schema = TypeAdapter[Any](AnyRecord).json_schema(ref_template=COMPONENTS)
    found: Document = schema.pop("$defs")
    return {**found, "Record": {"title": "Record", **schema}}


def _complete(operation: Document, route: APIRoute) -> None:
    """Say which scopes open a route, and take out FastAPI's own 422."""
    responses = operation["responses"]
    if "HTTPValidationError" in json.dumps(responses.get("422", {})):
        responses["422"] = problems(422)[422]
    scopes = scopes_of(route)
    if scopes is None:
        operation.pop("security", None)
        return
    wanted = " or ".join(f"`{scope}`" for scope in scopes or Scope)
    operation["description"] = f"{operation.get('description', '')}\n\nScope: {wanted}.".strip()
    operation["security"] = [{"HTTPBearer": []}, {"APIKeyHeader": []}]


def scopes_of(route: APIRoute) -> tuple[Scope, ...] | None:
    """The scopes of which one opens a route: empty for any, None where the route is open to all."""
    for dependant in _within(route.dependant):
        scopes: tuple[Scope, ...] | None = getattr(dependant.call, "scopes", None)
        if scopes is not None:
            return scopes
    return None


def _within(dependant: Dependant) -> Iterator[Dependant]:
    for one in dependant.dependencies:
        yield one
        yield from _within(one)


def _refusals(status: int) -> Document:
    kinds = sorted(
        (kind for kind, its in STATUS.items() if its == (409 if status == 412 else status)),
        key=lambda kind: kind.code,
    )
    conditional = status == 412
    examples = {
        kind.code: {"value": problem(example_of(kind), conditional=conditional)}
        for kind in kinds
        if not conditional or problem(example_of(kind), conditional=True)["status"] == 412
    }
    schema = {"$ref": COMPONENTS.format(model="Problem")}
    return {
        "description": TITLES[status],
        "content": {MEDIA_TYPE: {"schema": schema, "examples": examples}},
    }


def example_of(kind: type[LedgerError]) -> LedgerError:
    """A refusal as it may come."""
    names = sorted({name for _, name, _, _ in Formatter().parse(kind.text) if name})
    facts: dict[str, Any] = {name: FACTS.get(name, "…") for name in names}
    return kind(**facts)


SCOPES_TABLE: Final = "\n".join(
    ["| Scope | Opens |", "|---|---|"] + [f"| `{one}` | {MEANS[one]} |" for one in Scope]
)
