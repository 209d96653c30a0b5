"""What the reconciliation view answers (CONTRACT §4).  Money in cents, denominations in counts."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

from pydantic import Field, computed_field

from projections.answers import Answer, ByDenomination, Said, SignedCents, Vector
from projections.days.answers import Opener
from projections.reconciliation.ratios import ratio
from projections.theory.answers import Theoretical


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


Ratio: TypeAlias = Annotated[float, Field(description="a ratio, 0.394 for 39.4 %; six places")]


class Figures(Said):
    """The figures of accounting A.4, of one session or summed.

    Null is what cannot be said yet: nothing of the tray before an opener, no
    variance before a closer, no accounting win before the drop is counted.
    `identity_holds` only if the accounting win is explained by the round win and
    what stands beside it, and the round win by its three parts; it is false as
    soon as one of them fails.

    `handle` is the money staked, null where some of the play is recorded in
    totals or none at all.  `hold` is win by drop, `cash_hold` win by the cash in
    it, `pc` round win by handle; null where there is nothing to divide by.
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
    handle: int | None = Field(description="money staked in cents, coupons and pots left out")
    theoretical: Theoretical | None = Field(
        default=None,
        description="what the wagers of closed rounds should have won, and how far from it they did",
    )

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def hold(self) -> Ratio | None:
        """Win by drop.  Source: A.4, formula 8."""
        return ratio(self.accounting_win, self.drop.counted)

    @computed_field  # type: ignore[prop-decorator]  # as above
    @property
    def cash_hold(self) -> Ratio | None:
        """Win by the cash in the drop."""
        return None if self.drop.counted is None else ratio(self.accounting_win, self.drop.cash)

    @computed_field  # type: ignore[prop-decorator]  # as above
    @property
    def pc(self) -> Ratio | None:
        """Round win by handle."""
        return ratio(self.round_win.total, self.handle)


class TrayRow(Said):
    """One line of the tray by denomination: a kind of movement, or what should be and what was counted.

    `running` is the tray after it in cents; null in the lines that are no movement.
    """

    movement: str
    by_denomination: ByDenomination
    unspecified: SignedCents
    total: SignedCents
    running: SignedCents | None


class PeriodFigures(Said):
    """What can be said of a shift inside a session, or of a shift on all tables.

    `expected` is the tray at the end of the shift by its own opener and what
    moved in it.  `drop` and `accounting_win` are of the shift alone, thus null
    where it had no drop box of its own that was counted.  The round win is as
    posted: rules and mispayments are the session's to say.
    """

    opener: SignedCents | None
    fills: SignedCents
    credits: SignedCents
    expected: SignedCents | None
    counted: SignedCents | None
    variance: Vector | None
    drop_expected: SignedCents
    drop_counted: SignedCents | None
    drop_variance: SignedCents | None
    accounting_win: SignedCents | None
    round_win: SignedCents
    match_play: SignedCents
    exceptions: SignedCents
    identity_holds: bool | None


class ShiftFigures(PeriodFigures):
    """A shift of a session: from one count of the tray to the next.

    A movement belongs to the shift in which it occurred, whenever it was
    recorded; one at the instant of a count is in that count.  `boxes` are those
    taken at its end.
    """

    shift: str
    since: datetime | None
    until: datetime | None
    hours: float | None
    boxes: list[str]


class Evidence(Said):
    """An event that a candidate points at, and what it says in words."""

    stream: str
    version: int | None = Field(description="null where no one event says it")
    position: int | None
    sentence: str


class Transit(Said):
    """A slip whose chips left one end and were not counted in at the other."""

    slip: str
    kind: str
    by_denomination: ByDenomination
    amount: SignedCents
    evidence: Evidence


class Explanation(Said):
    """One thing that may have happened, and what of a tray's variance it would explain.

    `by_denomination` are the chips it would account for, empty where it is known
    by its amount alone.
    """

    kind: str
    sentence: str
    amount: SignedCents
    by_denomination: ByDenomination
    evidence: list[Evidence]
    more: int = Field(description="events that would do as well and are not listed")


class Candidate(Said):
    """What may explain a tray's variance: offered, never booked.

    Whole explanations come first, then by `score`, how much has to have gone
    wrong: the lower, the likelier.  `reason` says why it stands where it stands,
    `remains` what would still be unexplained.
    """

    rank: int
    score: float
    reason: str
    amount: SignedCents
    explanations: list[Explanation]
    remains: Vector


class SessionFigures(Figures):
    """One session: `table/gaming_date/number` is its key.

    `in_transit` and `outstanding_color` are what explains part of a variance
    (accounting A.4, formulas 13 and 14); they are stated beside it and never
    taken out of it.  `candidates` is null where nothing is off or where too
    much is to be looked through at once: ask for the table then.
    """

    table: str
    gaming_date: date
    number: int
    status: Literal["not_counted", "open", "closed"]
    game: str | None = Field(description="as the table offered it when the session opened")
    pit: str | None = Field(description="as the table belonged to it when the session opened")
    opened_at: datetime | None
    closed_at: datetime | None
    hours: float | None = Field(description="from opener to closer, in hours that passed")
    exception_items: list[ExceptionItem]
    tray: list[TrayRow]
    shifts: list[ShiftFigures]
    continuity: Opener | None = Field(description="its opener against the closer before it")
    in_transit: list[Transit]
    outstanding_color: SignedCents
    candidates: list[Candidate] | None


class StrayRound(Said):
    """A round that a session does not cover."""

    round: UUID
    key: str
    session: str | None
    opened_at: datetime | None
    why: Literal["in_no_session", "session_not_opened", "before_opener", "after_closer"]


class NoActivity(Said):
    """A table in use that no session opened: `said` if somebody recorded it, else inferred."""

    table: str
    pit: str | None
    said: bool
    reason: str | None


class Reconciliation(Answer):
    """A gaming date: its sessions, by game, pit and shift, in total, and what stands apart.

    `by_game`, `by_pit` and `total` sum the sessions, `by_shift` the shifts;
    where a figure cannot be said of one of them it is null.  `state` says which
    of its states is shown: as it is now, as the count room first printed it, or
    as revenue audit left it.  `no_activity` are tables that did not open.
    """

    gaming_date: date
    state: Literal["live", "preliminary", "audited"] = "live"
    as_known_at: datetime | None = None
    jurisdiction: str = Field(description="whose rules its openers are looked at by")
    sessions: list[SessionFigures]
    by_game: dict[str, Figures]
    by_pit: dict[str, Figures]
    by_shift: dict[str, PeriodFigures]
    total: Figures
    no_activity: list[NoActivity]
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
