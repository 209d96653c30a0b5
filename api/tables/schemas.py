"""Tables as they are registered."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from api.answering import Seen
from ledger.events.base import Model
from ledger.events.decks import MOST_CARDS


class CardsFound(Model):
    """The cards of a discard rack as they were found, back to front: the first is the one at the back."""

    cards: Annotated[
        list[Annotated[str, Field(max_length=8)] | None],
        Field(max_length=MOST_CARDS, description="As, 10h; null or ? where nobody could read it"),
    ]


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
