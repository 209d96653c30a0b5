"""ETag and If-Match: the version of a stream, which is the number of its events."""

from __future__ import annotations

import re
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.params import Header

from api.errors import HeaderInvalid, PreconditionRequired
from api.strictness import said_once

VERSION: Final = re.compile(r'"?(0|[1-9][0-9]{0,9})"?')


def etag(version: int) -> str:
    """The ETag of a stream at a version."""
    return f'"{version}"'


def expected_version(
    request: Request,
    if_match: Annotated[
        str | None,
        Header(
            alias="If-Match",
            description="The ETag of the stream as you know it: the number of events you continue after.",
            examples=['"17"'],
        ),
    ] = None,
) -> int:
    """How many events a request continues after.  Raises PreconditionRequired, HeaderInvalid."""
    said_once(request, "If-Match")
    if if_match is None:
        raise PreconditionRequired
    found = VERSION.fullmatch(if_match.strip())
    if found is None or int(found[1]) >= 2**31:
        raise HeaderInvalid(header="If-Match", detail='one ETag of a stream, such as "17"')
    return int(found[1])


IfMatch = Annotated[int, Depends(expected_version)]
