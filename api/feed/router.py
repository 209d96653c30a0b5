"""GET /v1/feed: every event once, in order, a page at a time."""

from __future__ import annotations

import re
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi.responses import Response

from api.answering import MOST_POSITIONS
from api.auth import Follower
from api.bodies import NDJSON
from api.errors import CursorInvalid
from api.openapi import problems, read_example
from api.paging import cursor, place
from api.services import Shared
from projections.feed import MOST

router = APIRouter(prefix="/v1/feed", tags=["feed"])

NEXT: Final = "Next-Cursor"
# No more digits than the highest position has; no cursor is made of digits alone.
POSITION: Final = re.compile(r"[0-9]{1,19}")
After = Annotated[
    str | None,
    Query(
        description="the `position` of the last event that you have, or the cursor that a page ended with;"
        " absent: from the beginning"
    ),
]
Limit = Annotated[int, Query(ge=1, le=MOST, description=f"events at most; {MOST} are never exceeded")]


@router.get(
    "",
    operation_id="getFeed",
    response_class=Response,
    responses=problems(401, 403, 422, 503)
    | {
        200: {
            "description": "Events as CloudEvents, one a line, in order of position.",
            "headers": {
                NEXT: {"schema": {"type": "string"}, "description": "the cursor of what follows"},
                "Link": {"schema": {"type": "string"}, "description": "the same, as a link of rel next"},
            },
            "content": {
                NDJSON: {
                    "schema": {"$ref": "#/components/schemas/FeedEvent"},
                    "example": read_example("feed_event"),
                }
            },
        }
    },
)
def get_feed(_: Follower, services: Shared, after: After = None, limit: Limit = 100) -> Response:
    """Every event once, in order of position, each a CloudEvent on a line of its own.

    Pass on the cursor that a page ends with once you have done with its events: whatever happens to you,
    you are given what follows, and nothing twice.  If you stop in the middle of a page, go on with the
    `position` of the last event that you have done with, as with a cursor.

    At the end of the log a page is empty and its cursor stays as it was.  Faces that the table had not seen
    are withheld, and follow with `hand_revealed` and in `data.faces` of `closed`.
    """
    listed = f"feed/{services.settings.property}"
    page = services.feed.page(0 if after is None else _position(listed, after), limit)
    body = b"".join(one.line + b"\n" for one in page.lines)
    following = cursor(listed, str(page.after))
    link = f'</v1/feed?{urlencode({"after": following, "limit": limit})}>; rel="next"'
    return Response(body, media_type=NDJSON, headers={NEXT: following, "Link": link})


def _position(listed: str, after: str) -> int:
    """The position that a consumer names, by itself or as the cursor of a page.  Raises CursorInvalid."""
    found = after if POSITION.fullmatch(after) else place(listed, after)
    if POSITION.fullmatch(found) is None or int(found) > MOST_POSITIONS:
        raise CursorInvalid(parameter="after")
    return int(found)
