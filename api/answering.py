"""What the answers of all resources share: position and lag, ETag, JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Final, TypeAlias

from fastapi import Query
from fastapi.responses import JSONResponse
from pydantic import AwareDatetime, BaseModel, BeforeValidator, Field

from api.preconditions import etag
from ledger.application.ledger import Ledger

Document: TypeAlias = dict[str, Any]

MOST_VERSIONS: Final = 2**31 - 1
MOST_POSITIONS: Final = 2**63 - 1


def _plus_is_no_space(given: object) -> object:
    """The + of an offset from UTC, which a query that was not encoded turns into a space."""
    if isinstance(given, str) and given[-6:-5] == " ":
        return f"{given[:-6]}+{given[-5:]}"
    return given


Instant: TypeAlias = Annotated[AwareDatetime, BeforeValidator(_plus_is_no_space)]
AsOf: TypeAlias = Annotated[
    int | None,
    Query(ge=0, le=MOST_POSITIONS, description="as the ledger stood at this position; absent: now"),
]
At: TypeAlias = Annotated[
    Instant | None, Query(description="when it occurred, by the floor's clock (RFC 3339)")
]
AsKnownAt: TypeAlias = Annotated[
    Instant | None, Query(description="as it was known at this time, by our clock (RFC 3339); absent: now")
]
GamingDate: TypeAlias = Annotated[
    date, Query(description="as assigned when the session opened, not a calendar date")
]
TableName: TypeAlias = Annotated[str, Query(max_length=64, description="a table")]


class Seen(BaseModel):
    """How current an answer is."""

    as_of: int = Field(description="position of the ledger that the answer reflects")
    lag: int = Field(description="events between that position and the last one; 0: none")


def current(ledger: Ledger) -> Document:
    """The position of an answer that is read from the events themselves.  Ask before reading them."""
    return {"as_of": ledger.recorder.head(), "lag": 0}


def answer(
    document: Document | BaseModel, *, version: int | None = None, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """A document as the answer; `version` of its stream is its ETag."""
    given = document.model_dump(mode="json") if isinstance(document, BaseModel) else document
    tag = {} if version is None else {"ETag": etag(version)}
    return JSONResponse(given, headers={**tag, **(headers or {})})


def known_at(at: datetime | None) -> Document:
    """What an answer repeats of the question."""
    return {} if at is None else {"as_known_at": at.isoformat()}
