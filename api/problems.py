"""Refusals as RFC 9457 problems: one table gives every class its status.

A problem has `type title status detail code` and, where they exist, `pointer`
(RFC 6901, into the document sent), `parameter` and further `facts`.  Its code
is permanent, its wording is not.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from traceback import format_tb
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast
from uuid import uuid4

import psycopg
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from api import errors as http
from ledger import errors
from ledger.disputes import errors as disputes
from ledger.events.errors import EventUnreadable
from ledger.personal import errors as personal
from projections import errors as asked
from projections.quarantine import described

Document: TypeAlias = dict[str, Any]

MEDIA_TYPE: Final = "application/problem+json"
REALM: Final = 'Bearer realm="pitledger"'
RETRY_AFTER_S: Final = 1
# Not structlog's own renderer: it prints the values of variables, and those may be faces nobody has seen yet.
LOG: Final = logging.getLogger("pitledger.api")

_BY_STATUS: Final[Mapping[int, Sequence[type[errors.LedgerError]]]] = {
    400: (errors.MalformedJson, http.BodyDamaged, http.HeaderInvalid, http.RequestRefused),
    401: (http.CredentialsMissing, http.CredentialsInvalid),
    403: (http.ScopeMissing,),
    404: (
        errors.RoundNotFound, errors.SessionNotFound, errors.TableNotFound, errors.FundNotFound,
        errors.PitNotFound, errors.DayNotFound, asked.DayNotPreliminary, asked.DayNotAudited,
        asked.ChapterNotFound,
        asked.NotChecked,
        errors.ChipSetNotFound,
        errors.DeckNotFound, errors.DisputeNotFound, personal.PersonalDataNotFound,
        errors.JurisdictionNotFound,
        errors.EventNotFound, errors.NotSealed, errors.SlipNotFound, errors.RefusedNotFound, http.KeyNotFound,
        http.HandNotFound, http.SchemaNotFound, http.RouteNotFound,
    ),
    405: (http.MethodNotAllowed,),
    406: (http.NotAcceptable,),
    409: (errors.VersionConflict, errors.VersionGap, errors.IdConflict, errors.KeyReused,
          errors.SlipConflict, errors.SlipNotVoidable, asked.FacesWithheld),
    413: (http.BodyTooLarge,),
    415: (http.MediaTypeUnsupported,),
    422: (
        errors.InvalidField, errors.MissingField, errors.UnknownField, errors.UnknownFormat,
        errors.UnknownStream, errors.UnknownEventType, errors.AmountNotPositive, errors.AmountNotWhole,
        errors.ChipsMismatch, errors.ImpossibleCard, errors.NaiveTime, errors.InvalidTime, errors.TimeMissing,
        errors.InvalidOdds, errors.SamePerson, errors.WrongProperty, errors.RecordTooLarge,
        errors.UnknownTable, errors.UnknownGame, errors.UnknownSubmission, errors.UnknownWager,
        errors.UnknownRow, errors.MissingRow, errors.UnknownOption, errors.InvalidOption,
        errors.UnknownDenomination,
        errors.UnknownCondition, errors.WagerAmbiguous, errors.UnknownVersion,
        errors.NotOpened, errors.OpenedTwice,
        errors.GameMismatch, errors.ProcedureFindings, errors.InvalidReference, errors.InvalidQuery,
        disputes.NotedByLedger, asked.RackUnreadable, asked.TooManyCards,
        errors.InvalidCheckpoint, errors.InvalidVerifierKey, asked.ReportUnreadable, asked.ChapterUnreadable,
        http.CursorInvalid, http.ScopeUnknown, http.KeyNameInvalid,
    ),
    428: (http.PreconditionRequired,),
    500: (http.InternalError,),
    503: (
        errors.StoreUnavailable, errors.StoreBusy, errors.UnknownTopic, EventUnreadable,
        errors.SchemaNotCurrent,
        errors.SealDamaged, errors.ChaptersDamaged, errors.SealKeyUnusable, personal.PersonalKeyUnusable,
        asked.ChartUnreadable, http.IssuerUnavailable,
    ),
}  # fmt: skip

STATUS: Final[Mapping[type[errors.LedgerError], int]] = MappingProxyType(
    {refusal: status for status, refusals in _BY_STATUS.items() for refusal in refusals}
)


class Problem(BaseModel):
    """A refusal, as RFC 9457 has it."""

    type: str = Field(description="urn:pitledger:problem: and the code")
    title: str = Field(description="the code in words")
    status: int = Field(description="the HTTP status")
    detail: str = Field(description="one sentence for a person; its wording may change")
    code: str = Field(description="what is wrong; permanent")
    pointer: str | None = Field(None, description="JSON pointer (RFC 6901) to the field at fault")
    facts: dict[str, str | int | bool | None] | None = Field(None, description="what the sentence is made of")


def status_of(refused: errors.LedgerError, *, conditional: bool = False) -> int:
    """The HTTP status; a stale version is 412 where the request said what it continues (If-Match)."""
    if conditional and isinstance(refused, errors.StaleVersion):
        return 412
    return STATUS[type(refused)]


def problem(refused: errors.LedgerError, *, conditional: bool = False) -> Document:
    """The document of a refusal; None is left out."""
    said: Document = {
        "type": f"urn:pitledger:problem:{refused.code}",
        "title": refused.code.replace("_", " ").capitalize(),
        "status": status_of(refused, conditional=conditional),
        "detail": refused.message,
        "code": refused.code,
    }
    if refused.pointer is not None:
        said["pointer"] = refused.pointer
    if refused.facts:
        said["facts"] = {name: _plain(value) for name, value in refused.facts.items()}
    return said


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, str | int | bool) else str(value)


def headers_of(refused: errors.LedgerError) -> dict[str, str]:
    """What a refusal says in headers."""
    if isinstance(refused, http.CredentialsMissing):
        return {"WWW-Authenticate": REALM}
    if isinstance(refused, http.CredentialsInvalid):
        return {"WWW-Authenticate": f'{REALM}, error="invalid_token"'}
    if isinstance(refused, http.ScopeMissing):
        scope = str(refused.facts["scope"]).replace(" or ", " ")
        return {"WWW-Authenticate": f'{REALM}, error="insufficient_scope", scope="{scope}"'}
    if isinstance(refused, errors.Unavailable) and not isinstance(refused, http.InternalError):
        return {"Retry-After": str(RETRY_AFTER_S)}
    return {}


def answer(refused: errors.LedgerError, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The response to a request that is refused."""
    said = problem(refused)
    return JSONResponse(
        said, said["status"], headers={**headers_of(refused), **(headers or {})}, media_type=MEDIA_TYPE
    )


# --- from any exception to one of ours --------------------------------------------


def install(app: FastAPI) -> None:
    """Answer what an application raises with a problem; what nobody expected is `middleware`'s."""
    app.add_exception_handler(errors.LedgerError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _framework)
    app.add_exception_handler(psycopg.OperationalError, _database)


async def _refused(request: Request, refused: Exception) -> JSONResponse:
    known = cast("errors.LedgerError", refused)
    request.app.state.services.metrics.refused(known)
    return answer(known)


async def _invalid(_: Request, refused: Exception) -> JSONResponse:
    """A parameter of the path, the query or a header that is not what it should be."""
    first = cast("RequestValidationError", refused).errors()[0]
    name = str(first["loc"][-1])
    if first["type"] == "timezone_aware":
        return answer(errors.NaiveTime(parameter=name))
    detail = f"{name}: {first['msg'][0].lower()}{first['msg'][1:]}"
    return answer(errors.InvalidQuery(detail=detail, parameter=name))


async def _framework(request: Request, refused: Exception) -> JSONResponse:
    """What the router or the framework refuses."""
    known = cast("HTTPException", refused)
    if known.status_code == 404:
        return answer(http.RouteNotFound(path=request.url.path))
    if known.status_code == 405:
        return answer(http.MethodNotAllowed(method=request.method, path=request.url.path), known.headers)
    return answer(http.RequestRefused(detail=str(known.detail)))


async def _database(_: Request, trouble: Exception) -> JSONResponse:
    return answer(errors.StoreUnavailable(detail=type(trouble).__name__))


def unexpected(method: str, path: str, trouble: Exception) -> JSONResponse:
    """A fault of ours: whoever asked gets a number, the log what happened under that number."""
    incident = uuid4().hex[:12]
    LOG.error("incident %s: %s %s%s", incident, method, path, "".join(_traced(trouble)))
    return answer(http.InternalError(incident=incident))


def _traced(trouble: BaseException) -> Iterator[str]:
    """Where it went wrong and what led to it, without a value: that may be a face nobody has been shown."""
    yield "\n" + (described(trouble) if isinstance(trouble, Exception) else type(trouble).__name__) + "\n"
    yield from format_tb(trouble.__traceback__)
    before = trouble.__cause__ or trouble.__context__
    if before is not None:
        yield from _traced(before)
