"""What is answered of gaming days.  Money in cents, denominations in counts."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from projections.answers import Answer, ByDenomination, Instant, Said, SignedCents

State: TypeAlias = Literal["live", "preliminary", "audited"]
Evidence: TypeAlias = Annotated[
    Literal["V", "S", "B"],
    Field(description="V: read in the source named; S: secondary; B: not confirmed, thus configuration"),
]
AskedFor: TypeAlias = Literal["tell_at_once", "written_report", "regulator"]
OpenerStatus: TypeAlias = Literal["agrees", "differs", "first", "previous_not_closed", "not_counted"]


# --- openers against closers -----------------------------------------------------------


class VarianceReport(Said):
    """A report of an opener's difference, as recorded: `amount` as it says, `to` who was told."""

    version: int
    position: int
    amount: SignedCents
    slip: str | None
    to: list[str]
    by: str
    approved_by: str | None
    occurred_at: Instant | None


class Asked(Said):
    """What a difference asks for, and the rule that says so."""

    kind: AskedFor
    words: str
    within_hours: int | None = Field(description="null: no time was read")
    source: str
    evidence: Evidence


class SettledOpener(Said):
    """That an opener once differed from the closer before it, by how much, and which event put that right."""

    by_denomination: ByDenomination
    amount: SignedCents
    count: Literal["opener", "closer"] = Field(description="which of the two was put right")
    session: str = Field(description="whose count that is")
    version: int
    position: int
    recorded_at: Instant


class Opener(Said):
    """An opener laid against the closer before it at that table.

    `by_denomination` and `amount` are opener less closer: negative is short;
    what agrees is left out.  Of a short one `shortages` are the short openers of
    the table in the days of the pattern up to it, `pattern` whether it is one.
    `asked` is what the profile asks for, `reports` what was reported.  `settled`
    is of one that agrees and did not always.
    """

    session: str
    table: str
    gaming_date: date
    number: int
    currency: str
    previous: str | None = Field(description="the session before it at the table")
    status: OpenerStatus
    opener: SignedCents | None
    closer: SignedCents | None
    by_denomination: ByDenomination
    amount: SignedCents | None
    shortages: int
    pattern: bool
    asked: list[Asked]
    reports: list[VarianceReport]
    settled: SettledOpener | None = None


class Openers(Answer):
    """Every opener of a gaming date; `jurisdiction` names the profile asked."""

    gaming_date: date
    jurisdiction: str
    pattern_shortages: int
    pattern_days: int
    openers: list[Opener]


# --- the day -----------------------------------------------------------------------------


class Mark(Said):
    """When the day came into a state, and by whom; `position` is the one that its report is as of."""

    version: int
    position: int
    occurred_at: Instant | None
    recorded_at: Instant
    by: str
    approved_by: str | None


class DaySession(Said):
    """A session of the day; `hours` are those that passed from opener to closer."""

    session: str
    number: int
    status: Literal["open", "closed"]
    opened_at: Instant | None
    closed_at: Instant | None
    hours: float | None


class DayTable(Said):
    """A table in use on the day.

    `no_activity` is an answer: `said` if somebody recorded it, else inferred
    from the absence of a session and of rounds; `no_session` has rounds, and
    nobody opened a session.  One that was said shut and was played contradicts
    itself: `said` is true and the status another.
    """

    table: str
    pit: str | None
    status: Literal["no_activity", "no_session", "open", "closed"]
    said: bool
    reason: str | None
    sessions: list[DaySession]
    stray_rounds: int = Field(description="rounds of the day in no session that was opened")


class PlaceCount(Said):
    """Chips counted outside tables: the last count of a place and set up to a gaming date, and its date."""

    place: str
    chip_set: str | None = Field(description="null: chips of value, of whichever set")
    currency: str = Field(description="of the set; where none is named, of the first set of value")
    gaming_date: date
    by_denomination: ByDenomination
    amount: SignedCents
    position: int


class Warned(Said):
    """Something that a rule asks to be looked at."""

    code: Literal["gaming_day_too_long", "said_shut_and_opened", "negative_float", "no_chip_set"]
    words: str
    source: str | None
    evidence: Evidence | None


class DayState(Answer):
    """A gaming date as a whole.

    `jurisdiction` names the profile that its reports follow and `jurisdiction_by`
    who said so.  `hours` passed from `began_at` to `ended_at`, by UTC: from the
    day's own opening to that of the next (`by` opened); of a day that nobody
    recorded from the first opener to the last closer (`by` sessions).
    """

    gaming_date: date
    recorded: bool = Field(description="whether anybody recorded anything of the day itself")
    jurisdiction: str
    jurisdiction_by: Literal["asked", "day", "setting"]
    state: State
    preliminary: Mark | None
    audited: Mark | None
    shifts: list[str] | None
    began_at: Instant | None
    ended_at: Instant | None
    hours: float | None
    by: Literal["opened", "sessions"] | None
    tables: list[DayTable]
    counts: list[PlaceCount]
    poker_restated: dict[str, SignedCents] = Field(description="added to the revenue of a session, in cents")
    findings: list[str]
    warnings: list[Warned]


# --- the float ---------------------------------------------------------------------------


class TrayCount(Said):
    """What was in a table's tray at the end of a gaming date: counted, else as it should have been."""

    table: str
    session: str
    basis: Literal["counted", "expected"]
    by_denomination: ByDenomination
    amount: SignedCents


class FloatLine(Said):
    """One denomination: chips by their ledger, where they are, and how many nobody in the house has."""

    denomination: int
    ledger: int
    outside: int = Field(description="counted in vault, cage, lockers")
    trays: int
    float: int = Field(description="ledger less outside less trays: with patrons; negative: chips too many")
    amount: SignedCents


class ChipFloat(Answer):
    """Chips of value in the hands of patrons at the end of a gaming date, by denomination.

    Source: accounting A.4, formula 11: float = chips by the ledger - (vault + cage +
    lockers + tables); receipts = table win + (float - float of the date before).
    `complete` is whether every place was counted for that date and every tray
    was: else the figures rest on earlier counts and on what trays should hold,
    which `places` and `trays` name.  `previous`, `change` and `receipts` are null
    where nothing was counted by the date before, or the win is not known yet.
    """

    gaming_date: date
    currency: str
    jurisdiction: str
    complete: bool
    lines: list[FloatLine]
    amount: SignedCents
    previous: SignedCents | None
    change: SignedCents | None
    table_win: SignedCents | None
    receipts: SignedCents | None
    places: list[PlaceCount]
    trays: list[TrayCount]
    warnings: list[Warned]


# --- the list ----------------------------------------------------------------------------


class DayLine(Said):
    """A gaming date in the list: whether the day itself was recorded, and the state of its report."""

    gaming_date: date
    recorded: bool
    jurisdiction: str
    state: State


class DayPage(Answer):
    """Gaming dates, the latest first; `after` is the cursor of the next page."""

    days: list[DayLine]
    after: str | None
