"""What the reconciliation view answers (CONTRACT §4).  Money in cents, denominations in counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Annotated, Literal, NamedTuple, TypeAlias
from uuid import UUID

from pydantic import Field, computed_field

from projections.answers import Answer, ByDenomination, Instant, Said, SignedCents, Vector
from projections.days.answers import Opener, State
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
    mispayment).  `rules` is null where nothing can be judged, `mispayments` too
    unless something was put right.
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
    occurred_at: Instant | None


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

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
    @property
    def cash_hold(self) -> Ratio | None:
        """Win by the cash in the drop."""
        return None if self.drop.counted is None else ratio(self.accounting_win, self.drop.cash)

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorated property
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
    since: Instant | None
    until: Instant | None
    hours: float | None
    boxes: list[str]


class BoxFigures(PeriodFigures):
    """The shifts of a session that one drop box, or several taken at once, served: from one box to the next.

    It is the smallest unit of which an accounting win can be said.  Null is the
    drop of the last one where its box was not taken or not counted.
    """

    shifts: list[str]
    since: Instant | None
    until: Instant | None
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
    `remains` what would still be unexplained.  Where the tray was counted between
    shifts, each shift that is off has its own, ranked from 1.
    """

    shift: str | None = Field(description="whose variance it would explain; null: that of the session")
    since: Instant | None = Field(description="when that shift began")
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
    currency: str
    opened_at: Instant | None
    closed_at: Instant | None
    hours: float | None = Field(description="from opener to closer, in hours that passed")
    exception_items: list[ExceptionItem]
    tray: list[TrayRow]
    shifts: list[ShiftFigures]
    by_box: list[BoxFigures]
    continuity: Opener | None = Field(description="its opener against the closer before it")
    in_transit: list[Transit]
    drop_offset_by: list[str] = Field(default=[], description="whose box is off by as much, the other way")
    outstanding_color: SignedCents
    other_currencies: dict[str, SignedCents] = Field(
        default={},
        description="cents of another currency that rounds moved in its tray and box: they stand in its"
        " figures as if they were its own",
    )
    candidates: list[Candidate] | None


class StrayRound(Said):
    """A round that a session does not cover."""

    round: UUID
    key: str
    session: str | None
    opened_at: Instant | None
    why: Literal["in_no_session", "session_not_opened", "before_opener", "after_closer"]


class NoActivity(Said):
    """A table in use that no session opened: `said` if somebody recorded it, else inferred."""

    table: str
    pit: str | None
    said: bool
    reason: str | None


class Moved(Said):
    """A figure of a session that a report said and that is another now, in cents; null: not known any more.

    `was` is 0 where the session was not there, so that the report was without it.
    `figure` is named as in the reconciliation, `drop.counted`, or is what the
    gaming day restates of the session's poker revenue; in a journal it may be
    `fund.contributed`, `fund.paid`, `fund.at_cage`, `fund.seeded` or
    `fund.adjusted`: `session` names the fund then.
    """

    session: str
    figure: str
    currency: str
    was: SignedCents
    now: SignedCents | None
    by: SignedCents | None


class Standing(NamedTuple):
    """The state that a report shows, the one that its day had reached, and what moved after that."""

    state: State
    last_state: State
    changed_since: bool = False
    moved: Sequence[Moved] = ()

    @property
    def in_words(self) -> str:
        """The same as a person reads it."""
        if self.state == self.last_state or self.state != "live":
            return self.state
        change = "changed" if self.changed_since else "no figure changed"
        return f"live, {change} since {self.last_state}"

    def with_moved(self, more: Iterable[Moved]) -> Standing:
        """The same where more has moved than figures of sessions."""
        found = list(more)
        if not found:
            return self
        return self._replace(state="live", changed_since=True, moved=[*self.moved, *found])


class DayReport(Answer):
    """What every report of a gaming date says of the day's state.

    `state` is the state asked for, else the one that the day has reached, unless
    something of it was recorded after that: what is shown is then `live`, whatever
    was printed or audited before.  `changed_since` says whether a figure moved
    that was said in the last state, `moved` which and by how much; a drop that
    was not counted then, and is now, has not moved.
    """

    gaming_date: date
    state: State = "live"
    last_state: State = Field(default="live", description="which the day had reached")
    changed_since: bool = Field(default=False, description="whether a figure is another than it was then")
    moved: list[Moved] = Field(default=[], description="the figures that are, and by how much")
    as_known_at: datetime | None = None

    @property
    def state_in_words(self) -> str:
        """The state as a person reads it."""
        return Standing(self.state, self.last_state, self.changed_since).in_words


class CurrencySums(Said):
    """The sums of what is played in one currency."""

    by_game: dict[str, Figures]
    by_pit: dict[str, Figures]
    by_shift: dict[str, PeriodFigures]
    total: Figures


class Reconciliation(DayReport):
    """A gaming date: its sessions, by game, pit and shift, in total, and what stands apart.

    `by_game`, `by_pit` and `total` sum the sessions, `by_shift` the shifts;
    where a figure cannot be said of one of them it is null.  Currencies are never
    added together: a sum over several is null, and `by_currency` has each of them.
    `no_activity` are tables without a session or a round, `said_shut` those of
    which that was said although they have one.
    """

    jurisdiction: str = Field(description="whose rules its openers are looked at by")
    sessions: list[SessionFigures]
    by_game: dict[str, Figures | None]
    by_pit: dict[str, Figures | None]
    by_shift: dict[str, PeriodFigures | None]
    total: Figures | None
    by_currency: dict[str, CurrencySums]
    no_activity: list[NoActivity]
    said_shut: list[str]
    stray_rounds: list[StrayRound]
