"""GET /v1/feed: every event once, in order, a page at a time or as they happen."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from api.answering import MOST_POSITIONS
from api.auth import Follower
from api.bodies import NDJSON
from api.errors import CursorInvalid
from api.openapi import problems, read_example
from api.paging import cursor, place
from api.services import Shared
from api.strictness import said_once
from ledger.errors import StoreUnavailable
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

    At the end of the log a page is empty and its cursor stays as it was; a position beyond it is refused.
    Faces that the table had not seen are withheld, and follow with `hand_revealed` and in `data.faces` of
    `closed`.
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


# --- as they happen ---------------------------------------------------------------------

# Events read at a time for a stream: what is held of it while its consumer is slow.
PIECE: Final = 200
# How long a stream waits for news before it looks by itself.
LOOK_S: Final = 1.0
# How soon a consumer whose connection broke comes again, and a stream looks again that could not read.
AGAIN_MS: Final = 500

LastEventID = Annotated[
    str | None,
    Header(description="the id of the last event that you have: its `position`; it goes before `after`"),
]


def _first(request: Request, services: Shared, last_event_id: LastEventID = None, after: After = None) -> int:
    """The position after which a stream begins.

    Raises CursorInvalid, HeaderInvalid, InvalidQuery, StoreUnavailable.
    """
    said_once(request, "Last-Event-ID")
    wanted = after if last_event_id is None else last_event_id
    position = 0 if not wanted else _position(f"feed/{services.settings.property}", wanted)
    services.feed.reaches(position)
    return position


def _streaming(services: Shared) -> Iterator[None]:
    """A place among the streams, until the consumer is gone.  Raises StoreBusy, StoreUnavailable."""
    with services.waker.streaming():
        yield


@router.get(
    "/stream",
    operation_id="streamFeed",
    response_class=EventSourceResponse,
    responses=problems(400, 401, 403, 422, 503),
    dependencies=[Depends(_streaming)],
)
async def stream_feed(
    _: Follower, services: Shared, first: Annotated[int, Depends(_first)]
) -> AsyncIterator[ServerSentEvent]:
    """The same events as server-sent events, what is recorded already and then each as it happens.

    `data` is the CloudEvent, `id` its `position`.  A consumer that sends the last id it has done with as
    `Last-Event-ID`, as browsers do by themselves, is given what follows and nothing twice, also after the
    server was started anew.  Lines that begin with a colon only keep the connection open.
    """
    position = first
    yield ServerSentEvent(comment="pitledger feed", retry=AGAIN_MS)
    while True:
        try:
            page = await run_in_threadpool(services.feed.page, position, PIECE)
        except StoreUnavailable:
            yield ServerSentEvent(comment="the ledger cannot be read now")
            await asyncio.sleep(AGAIN_MS / 1000)
            continue
        for one in page.lines:
            yield ServerSentEvent(raw_data=one.line.decode(), id=str(one.position))
        position = page.after
        if not page.lines:
            await services.waker.beyond(position, LOOK_S)
