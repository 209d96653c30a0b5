"""Tables as they are registered."""

from __future__ import annotations

from pydantic import BaseModel, Field

from api.answering import Seen


class Limit(BaseModel):
    """The posted limits of a wager in cents; null for none."""

    minimum: int | None
    maximum: int | None


class TableEntry(BaseModel):
    """One table: what is registered of it, what it offers and posts now."""

    table: str
    version: int = Field(description="events in its stream")
    kind: str | None
    spots: int | None
    currency: str | None
    chip_set: list[int] | None = Field(description="denominations in cents")
    game: str | None = Field(description="offered now")
    submission: str | None = Field(description="the rules submission that it offers the game under")
    title: str | None
    limits: dict[str, Limit]
    retired: bool


class TableList(Seen):
    """Tables by name; `after` is the cursor of the next page, null on the last."""

    tables: list[TableEntry]
    after: str | None
