"""What the list of sessions answers."""

from __future__ import annotations

from datetime import date
from typing import Literal

from projections.answers import Answer, ByDenomination, Instant, Said


class SessionRow(Said):
    """One session in a list."""

    session: str
    table: str
    currency: str
    gaming_date: date
    number: int
    status: Literal["not_counted", "open", "closed"]
    shift: str | None
    game: str | None
    opened_at: Instant | None
    closed_at: Instant | None
    version: int
    opener: ByDenomination | None
    closer: ByDenomination | None


class SessionPage(Answer):
    """Sessions by gaming date, latest first, then by table and number; `after` is the next page's cursor."""

    sessions: list[SessionRow]
    after: str | None
