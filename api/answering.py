"""What the answers of all resources share: position and lag, ETag, JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias, TypedDict

from fastapi import Depends, Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, Field

from api.preconditions import etag
from ledger.application.ledger import Ledger
from ledger.events import base

Document: TypeAlias = dict[str, Any]

MOST_VERSIONS: Final = 2**31 - 1
MOST_POSITIONS: Final = 2**63 - 1


def _written_as_a_date(given: object) -> object:
    """Refuse a number: 20261128 would be taken for seconds since 1970."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", str(given)):
        raise ValueError("a date is written as 2026-11-28")
    return given


def _written_as_a_time(given: object) -> object:
    """The same of a time; the + of its offset is a space where a query was not encoded."""
    text = str(given)
    if not re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:", text):
        raise ValueError("a time is written as in RFC 3339, 2026-11-28T20:14:03-05:00")
    return f"{text[:-6]}+{text[-5:]}" if text[-6] == " " else text


Day: TypeAlias = Annotated[base.GamingDate, BeforeValidator(_written_as_a_date)]
Instant: TypeAlias = Annotated[base.Moment, BeforeValidator(_written_as_a_time)]
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


class AsItWas(TypedDict):
    """The state of the ledger that a question asks about; both absent: as it is now."""

    as_of: int | None
    as_known_at: datetime | None


# Not a plain function, for which FastAPI would wait for a thread.
async def as_it_was(as_of: AsOf = None, as_known_at: AsKnownAt = None) -> AsItWas:
    """What a request says of it."""
    return {"as_of": as_of, "as_known_at": as_known_at}


Known: TypeAlias = Annotated[AsItWas, Depends(as_it_was)]
GamingDate: TypeAlias = Annotated[
    Day, Query(description="as assigned when the session opened, not a calendar date")
]
Jurisdiction: TypeAlias = Annotated[
    str | None, Query(max_length=64, description="by what this jurisdiction asks; absent: that of the day")
]


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
