"""Cursors: where a page ended, as a text that means something to us alone."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Final, TypeAlias, TypedDict

from fastapi import Depends, Query

from api.errors import CursorInvalid

MOST: Final = 500
DEFAULT: Final = 50

After: TypeAlias = Annotated[
    str | None, Query(description="the cursor that the page before ended with; absent: from the beginning")
]
Limit: TypeAlias = Annotated[
    int, Query(ge=1, le=MOST, description=f"how many at most; {MOST} are never exceeded")
]


class Page(TypedDict):
    """Which page of a list is asked for."""

    after: str | None
    limit: int


# Not a plain function, for which FastAPI would wait for a thread.
async def page(after: After = None, limit: Limit = DEFAULT) -> Page:
    """What a request says of it."""
    return {"after": after, "limit": limit}


Paging: TypeAlias = Annotated[Page, Depends(page)]


def cursor(of: str, place: str) -> str:
    """The cursor of a place in a list; `of` says which list, so that no other takes it."""
    return base64.urlsafe_b64encode(f"{of}\0{place}".encode()).rstrip(b"=").decode()


def place(of: str, given: str) -> str:
    """The place that a cursor of a list means.  Raises CursorInvalid."""
    try:
        text = base64.b64decode(given + "=" * (-len(given) % 4), altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        raise CursorInvalid(parameter="after") from None
    listed, _, found = text.partition("\0")
    if listed != of or not found:
        raise CursorInvalid(parameter="after")
    return found
