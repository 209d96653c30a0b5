"""What a check of the whole ledger says."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from projections.answers import Said


class Mismatch(Said):
    """Two things that should say the same and do not; `kind` is a permanent code of `kinds`."""

    kind: str
    subject: Annotated[str, Field(description="the event, stream, row, account, view or right it is about")]
    position: Annotated[int | None, Field(description="of the event that it is about; null: of none")] = None
    detail: str


class Check(Said):
    """What came of a check.

    `ok` says that nothing was found but what the floor itself recorded at odds
    (`floor` among the kinds): that is no fault of the ledger.  `counts` has every
    kind that was looked for; at most so many of one are listed in `mismatches`.
    """

    ok: bool
    since: Annotated[int, Field(description="position from which events were read")]
    head: Annotated[int, Field(description="position of the last event as the check began")]
    events: Annotated[int, Field(description="how many events were read")]
    begun_at: datetime
    ended_at: datetime
    counts: Annotated[dict[str, int], Field(description="by kind, how many were found")]
    skipped: Annotated[dict[str, str], Field(description="kinds that could not be looked for now, and why")]
    mismatches: tuple[Mismatch, ...]
