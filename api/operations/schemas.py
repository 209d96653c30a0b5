"""Whether the API lives, and whether it can work."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from projections.answers import ViewStatus


class Health(BaseModel):
    """The process lives."""

    status: Literal["ok"]
    software: str


class Readiness(BaseModel):
    """Whether requests can be answered.

    A projector that is behind makes answers older, not impossible, and so does
    a view in quarantine: both are told, against the true head, and are no reason
    to be taken out of service.
    """

    status: Literal["ready", "not_ready"]
    database: bool
    schema_current: bool
    head: int | None = Field(description="position of the last event")
    views: list[ViewStatus]
    code: str | None = Field(None, description="why it is not ready")
