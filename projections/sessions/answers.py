"""What is answered about one session whole.  Money in cents, denominations in counts."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias
from uuid import UUID

from pydantic import Field

from projections.answers import Answer, ByDenomination, Instant, Said, SignedCents, Vector

Standing: TypeAlias = Literal["in_effect", "corrected", "struck_out", "correction"]


class SessionEntry(Said):
    """One event as recorded, with both clocks, and what it did to the tray.

    `standing` says what became of it: it is in effect, was corrected (`instead`
    is then as it should have been), was struck out, or is a correction itself.
    `moved` is what it moved in the tray of the session, null where nothing;
    `tray` what should have been there after it, in the order of record, rounds
    and all; null before the opener.
    """

    version: int
    position: int
    type: str
    standing: Standing
    corrected_by: int | None
    occurred_at: Instant | None
    recorded_at: Instant
    recorded_by: str
    source: str | None
    by: str | None
    approved_by: str | None
    shift: str | None = Field(description="in which it occurred, whenever it was recorded")
    findings: list[str]
    event: dict[str, object]
    instead: dict[str, object] | None
    moved: Vector | None
    tray: Vector | None


class Shift(Said):
    """A shift: since when by the floor's clock, and the version of the event that began it."""

    shift: str
    since: Instant | None
    version: int


class SlipStep(Said):
    """One step of a fill or credit: the event, the chips it says, and who signed."""

    step: str
    version: int
    chips: ByDenomination
    by: str | None
    approved_by: str | None
    reason: str | None


class SessionSlip(Said):
    """A fill or credit slip; `in_transit` left one end and was not counted in at the other.

    Not what came in here and was sent in another session of the table.
    """

    slip: str
    kind: Literal["fill", "credit"]
    steps: list[SlipStep]
    in_transit: ByDenomination
    elsewhere: dict[str, str] = Field(
        description="steps that other sessions of the table recorded: step to session"
    )
    reprints: int


class SessionForm(Said):
    """Another numbered form, and the event that it came with."""

    slip: str
    kind: str
    version: int
    reprints: int


class SessionDocument(Said):
    """A counter check or another document given for chips."""

    document: str
    issued: SignedCents
    issued_at: int | None = Field(description="version; null where it was issued elsewhere")
    redeemed: SignedCents


class SessionCommission(Said):
    """Commission by its form; `owed` and `open` are null where another session issued it."""

    slip: str
    owed: SignedCents | None
    recovered: SignedCents
    open: SignedCents | None


class SessionColor(Said):
    """A color of non-value chips: cents a chip by its marker; sold and cashed in chips and cents."""

    color: str
    marker: int | None
    sold: int
    sold_for: SignedCents
    cashed: int
    cashed_for: SignedCents


class SessionBox(Said):
    """A drop box: the versions at which it was dropped and counted, the counts, and the one that stands."""

    box: str
    dropped_at: int | None
    counted_at: int | None
    first: dict[str, int] | None
    second: dict[str, int] | None
    settled: dict[str, int] | None
    counted: dict[str, int] | None


class SessionRelief(Said):
    """A dealer gone and the next one there (null: the closer came first); seconds in which nobody was."""

    out: str
    into: str | None
    since: Instant
    until: Instant
    gap_s: float
    version: int


class SessionReport(Answer):
    """One session whole, as of a position.

    `tray` is what should be in it, null before the opener.  `outstanding_color`
    is color in the hands of patrons at marker value, as far as the session's own
    events say.  `findings` have their code, rule, evidence, event, detail and
    facts; those that only the jurisdiction asks for are among them.
    """

    session: str
    stream: UUID
    table: str
    currency: str
    gaming_date: date
    number: int
    title: str | None
    version: int
    status: Literal["open", "closed"]
    jurisdiction: str
    opened_at: Instant | None
    closed_at: Instant | None
    opener: ByDenomination | None
    closer: ByDenomination | None
    tray: Vector | None
    shifts: list[Shift]
    dealers: list[str] = Field(description="signed in and not out")
    reliefs: list[SessionRelief]
    slips: list[SessionSlip]
    forms: list[SessionForm]
    documents: list[SessionDocument]
    commissions: list[SessionCommission]
    colors: list[SessionColor]
    outstanding_color: SignedCents
    overrides: ByDenomination = Field(description="cents that a chip of a denomination was let stand for")
    boxes: list[SessionBox]
    events: list[SessionEntry]
    findings: list[dict[str, object]]
