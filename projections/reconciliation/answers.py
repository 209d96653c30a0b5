"""What the reconciliation view answers (CONTRACT §4).  Money in cents, denominations in counts."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from projections.answers import Answer, ByDenomination, Said, SignedCents, Vector


class Drop(Said):
    """The drop box: `cash`, `documents` and `coupons` are what was counted, else what is expected.

    `counted` and `variance` are null until the count room has counted.
    """

    expected: SignedCents
    counted: SignedCents | None
    variance: SignedCents | None
    cash: SignedCents
    documents: SignedCents
    coupons: SignedCents


class RoundWin(Said):
    """What the table took and paid: `total` = `rules` + `mispayments` + `unjudged`.

    `total` is what was posted.  The three are summed apart from it: from the
    rounds one by one, what the session's own events took and the rake that
    rounds dropped (both `unjudged`), and what was put right later (a
    mispayment).  `rules` and `mispayments` are null where nothing can be judged.
    """

    total: SignedCents
    rules: SignedCents | None
    mispayments: SignedCents | None
    unjudged: SignedCents


class ExceptionItem(Said):
    """One exchange whose sides differ, movement outside the list, or goodwill: from the house's side."""

    stream: str
    version: int
    position: int
    type: str
    account: str
    reason: str
    amount: SignedCents
    occurred_at: datetime | None


class Figures(Said):
    """The figures of accounting A.4, of one session or summed.

    Null is what cannot be said yet: nothing of the tray before an opener, no
    variance before a closer, no accounting win before the drop is counted.
    `identity_holds` only if the accounting win is explained by the round win and
    what stands beside it, and the round win by its three parts; it is false as
    soon as one of them fails.
    """

    opener: SignedCents | None
    fills: SignedCents
    credits: SignedCents
    expected_closer: SignedCents | None
    counted_closer: SignedCents | None
    variance: Vector | None
    drop: Drop
    accounting_win: SignedCents | None
    round_win: RoundWin
    match_play: SignedCents
    exceptions: SignedCents
    identity_holds: bool | None


class SessionFigures(Figures):
    """One session: `table/gaming_date/number` is its key."""

    table: str
    gaming_date: date
    number: int
    status: Literal["not_counted", "open", "closed"]
    game: str | None = Field(description="as the table offered it when the session opened")
    exception_items: list[ExceptionItem]


class StrayRound(Said):
    """A round that a session does not cover."""

    round: UUID
    key: str
    session: str | None
    opened_at: datetime | None
    why: Literal["in_no_session", "session_not_opened", "before_opener", "after_closer"]


class Reconciliation(Answer):
    """A gaming date: its sessions, by game, in total, and the rounds that stand apart.

    `by_game` and `total` sum the sessions; where a figure cannot be said of
    one of them it is null.
    """

    gaming_date: date
    sessions: list[SessionFigures]
    by_game: dict[str, Figures]
    total: Figures
    stray_rounds: list[StrayRound]


class SessionRow(Said):
    """One session in a list."""

    session: str
    table: str
    gaming_date: date
    number: int
    status: Literal["not_counted", "open", "closed"]
    shift: str | None
    game: str | None
    opened_at: datetime | None
    closed_at: datetime | None
    version: int
    opener: ByDenomination | None
    closer: ByDenomination | None


class SessionPage(Answer):
    """Sessions by gaming date, latest first, then by table and number; `after` is the next page's cursor."""

    sessions: list[SessionRow]
    after: str | None
