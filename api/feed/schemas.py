"""An event as downstream services are given it."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, Field


class FeedEvent(BaseModel):
    """One event as a CloudEvent 1.0 in JSON."""

    specversion: Literal["1.0"]
    id: UUID = Field(description="of the event; an id has one content for ever")
    source: str = Field(description="/pitledger/ and the property")
    type: str = Field(description="stream, event and version of its shape: `round.wager_placed.v1`")
    subject: str = Field(description="the key of its stream")
    time: AwareDatetime = Field(
        description="when it occurred by the floor's clock, else when it was recorded; UTC"
    )
    position: str = Field(description="in the whole ledger; text, since CloudEvents integers have 32 bits")
    version: int = Field(description="in its stream, from 1")
    recordedat: AwareDatetime = Field(description="when it was recorded, by our clock; UTC")
    data: dict[str, Any] = Field(description="the event as in a record, source and by filled in")
