"""Records over HTTP: one with one answer, many with a line each."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from pydantic_core import from_json

from api import problems
from api.auth import Principal
from api.disputes.ruling import may_record
from api.idempotency import digest_of, once
from api.preconditions import etag
from api.services import Services
from ledger.application import receipts
from ledger.application.ledger import Receipt
from ledger.application.remembering import Remembered
from ledger.errors import InvalidField, MalformedJson
from ledger.events.base import Header
from ledger.events.records import FORMAT

APPENDED: Final = 201
ALREADY_THERE: Final = 200
# Where a stream that was recorded is to be seen.
PLACES: Final = {"round": "/v1/rounds", "dispute": "/v1/disputes"}


def record_one(
    services: Services,
    principal: Principal,
    request: Request,
    document: bytes,
    *,
    key: str | None,
    sent: bytes | None = None,
    enforce: bool = False,
    conditional: bool = False,
) -> Response:
    """Append what is new of one record and say what became of it.

    `sent` is the body as it came, where the record was made from it;
    `conditional` says that its `after` came as If-Match.
    """

    def record(remember: Callable[[Receipt], Remembered | None] | None) -> Receipt:
        receipt = services.ledger.record(
            document,
            by=principal.name,
            enforce=enforce,
            sees_all=principal.sees_all,
            may=may_record(principal),
            remember=remember,
        )
        services.metrics.recorded(receipt)
        return receipt

    digest = digest_of(request, document if sent is None else sent)
    return once(
        services.ledger,
        principal,
        key,
        digest=digest,
        record=record,
        say=lambda receipt: said(receipt, conditional=conditional),
    )


def continue_one(
    services: Services,
    principal: Principal,
    request: Request,
    stream: tuple[str, str],
    body: bytes,
    *,
    after: int,
    key: str | None,
    enforce: bool = False,
) -> Response:
    """Append a body's events to a stream, its kind and its key, that stands at version `after`.

    Raises what tells an unknown stream of that kind, MalformedJson, InvalidField.
    """
    header = services.ledger.stream(*stream)[0].header
    assert header is not None, "a stream has a first event"
    document = continuation(header, body, after)
    return record_one(
        services, principal, request, document, key=key, sent=body, enforce=enforce, conditional=True
    )


def said(receipt: Receipt, *, conditional: bool = False) -> Response:
    """The answer to one record: 201 appended, 200 all of it there, else its problem."""
    if receipt.problem is not None:
        document = problems.problem(receipt.problem, conditional=conditional)
        return JSONResponse(
            document, document["status"], problems.headers_of(receipt.problem), problems.MEDIA_TYPE
        )
    status = APPENDED if receipt.status == "appended" else ALREADY_THERE
    headers = {"ETag": etag(receipt.version)}
    kind, _, key = receipt.stream.partition("/")
    if kind in PLACES:
        headers["Location"] = f"{PLACES[kind]}/{key}"
    return JSONResponse(receipts.receipt(1, receipt), status, headers)


def opening(stream: str, body: bytes) -> bytes:
    """The record that begins a stream with what a body says.  Raises MalformedJson, InvalidField."""
    return _completed(body, {"format": FORMAT, "stream": stream})


def continuation(header: Header, body: bytes, after: int) -> bytes:
    """The record that continues a stream with the events of a body.

    The body may repeat what the path and the header say; it may not say
    otherwise.  Raises MalformedJson, InvalidField.
    """
    return _completed(body, _fixed(header, after))


def _completed(body: bytes, fixed: dict[str, Any]) -> bytes:
    try:
        # The parser that reads records: what is not JSON there is not JSON here, in the same words.
        given = from_json(body)
    except ValueError as damage:
        raise MalformedJson(detail=str(damage), pointer="") from damage
    if not isinstance(given, dict):
        raise InvalidField(detail='a JSON object is wanted, {"events": […]}', pointer="")
    for name, value in fixed.items():
        if given.setdefault(name, value) != value:
            raise InvalidField(detail=f"{name} is {value} here", pointer=f"/{name}")
    return json.dumps(given).encode()


def _fixed(header: Header, after: int) -> dict[str, Any]:
    """What the path and If-Match have said already: both kinds of play are keyed alike, the rest by name."""
    own = json.loads(header.canonical_json())
    names = ("name",) if "name" in own else ("table", "gaming_date", "number")
    key = {name: own.get(name) for name in names}
    return {"format": FORMAT, "stream": header.STREAM, "after": after, **key}
