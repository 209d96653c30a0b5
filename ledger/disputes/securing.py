"""Whether the video of a window is secured: what was asked for of it, else anything that covers it.  Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from ledger.disputes.state import Dispute
from ledger.events.disputes import EvidenceLinked, EvidencePreserved, EvidenceRequested
from ledger.events.disputes import Window as Seen

# How much of what happened before and after is looked at beside the rounds themselves.
MARGIN: Final = timedelta(minutes=5)


class Window(NamedTuple):
    """What cameras saw at a table in a time; no cameras: nobody said which look at it."""

    table: str
    since: datetime
    until: datetime
    cameras: tuple[str, ...] = ()


def secured(dispute: Dispute, window: Window | None) -> tuple[int, datetime | None] | None:
    """The event that secured the last of it; None while any of it is not.  Of no window: of any.

    What was asked for of the window must be secured, all of it; where nothing was, one
    piece of evidence that covers the rounds will do.
    """
    asked = [one for one in dispute.requests if one.event.what == "video" and _meets(window, [one.event])]
    if any(one.preserved is None for one in asked):
        return None
    found = [(version, said[0].occurred_at) for version, said in _pieces(dispute) if _meets(window, said)]
    return max(found, default=None, key=lambda one: one[0])


def _pieces(dispute: Dispute) -> Iterator[tuple[int, list[Seen]]]:
    """Video that is secured: its event, and the request that it answers, if any."""
    preserved = dict(dispute.of(EvidencePreserved))
    answered: dict[int | None, EvidenceRequested] = {one.preserved: one.event for one in dispute.requests}
    for version, event in preserved.items():
        request = answered.get(version)
        if request is None or request.what == "video":
            yield version, [event, *([] if request is None else [request])]
    for version, linked in dispute.of(EvidenceLinked):
        if linked.what == "video":
            yield version, [linked]


def _meets(window: Window | None, said: Iterable[Seen]) -> bool:
    """Whether evidence is of a window and covers its rounds; what it does not say speaks for it."""
    told = list(said)
    if window is None:
        return True
    cameras = next((one.cameras for one in told if one.cameras), [])
    since = next((one.from_ for one in told if one.from_), None)
    until = next((one.until for one in told if one.until), None)
    elsewhere = bool(cameras and window.cameras) and not set(cameras) & set(window.cameras)
    starts = since is None or since <= window.since + MARGIN
    ends = until is None or until >= window.until - MARGIN
    return starts and ends and not elsewhere
