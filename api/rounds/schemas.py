"""Rounds as they are answered.  Money is whole cents of `currency`, or units of a chip game."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.answering import Seen
from api.records.schemas import Finding
from ledger.games.seam import Evidence, Outcome
from projections.answers import Vector
from projections.rounds.answers import House


class Named(BaseModel):
    """Which round."""

    round: str = Field(description="uuid of its stream")
    key: str = Field(description="table, gaming date (`-` where unknown) and number")


class Described(Named):
    """What a round says of itself, and how far it has come."""

    table: str
    gaming_date: str | None = Field(description="null in imports that do not know it")
    number: int
    session: str | None = Field(description="key of the session whose tray it touches, null for none")
    shift: str | None
    game: str
    game_title: str
    title: str | None
    variant: str | None
    dealing: str | None
    deck: str | None
    currency: str = Field(description="`chip` in chip-denominated play")
    unit: int | None = Field(description="units a chip, in chip-denominated play")
    status: Literal["open", "closed", "voided"]
    version: int = Field(description="events that this answer reflects")
    masked: bool = Field(description="whether faces are withheld that nobody has been shown yet")
    spots: list[int]
    opened_at: str | None = Field(description="the floor's clock")
    closed_at: str | None = Field(description="the floor's clock")


class Card(BaseModel):
    """A card in its hand."""

    position: int = Field(description="in the order dealt, from 1")
    card: str | None = Field(description="the face that counts; null while unknown or withheld")
    recorded: str | None = Field(description="the face first written down")
    face: Literal["up", "down"]
    shown: bool = Field(description="whether it has been seen at the table")
    version: int = Field(description="the event that dealt it")
    source: str | None
    shoe_position: int | None
    dealt_to: str | None = Field(None, description="where it was dealt, where it lies elsewhere now")


class Resolution(BaseModel):
    """What the rules give one wager; collected + returned = stake.  Absent fields do not apply."""

    model_config = ConfigDict(extra="allow")

    spot: int
    wager: str
    stake: int
    outcome: Outcome
    paid: int = Field(description="winnings")
    collected: int = Field(description="stake taken")
    returned: int = Field(description="stake handed back")
    rule: str | None = Field(None, description="the paragraph")
    evidence: Evidence = Field(
        description="how well the rule is known; only `nj_text` is the text of the law"
    )
    odds: str | None = Field(None, description="n:d, meaning n to d")
    rank: str | None = None
    cards: list[str] | None = None
    table: str | None = Field(None, description="the pay table that decided")
    missing: str | None = Field(
        None, description="the fact or choice of rule without which it is undetermined"
    )
    late: bool | None = Field(None, description="placed after its betting was closed")


class Declared(BaseModel):
    """What the dealer announced."""

    outcome: str
    rank: str | None


class Settled(BaseModel):
    """What was moved."""

    paid: int
    collected: int
    returned: int
    left: int = Field(description="still on the layout when the round was closed")
    won: int | None = Field(None, description="recorded as won of a fund")
    paid_at_cage: int | None = Field(None, description="paid of a fund without touching the tray")


class Wager(BaseModel):
    """One wager with its four truths side by side."""

    model_config = ConfigDict(extra="allow")

    spot: int
    wager: str
    stake: int
    late: int
    withdrawn: int
    rules: list[Resolution] = Field(description="what the rules give; empty where they say nothing")
    declared: Declared | None
    settled: Settled
    adjusted: int = Field(description="moved later, to the patron; negative from the patron")
    house: House


class Submitted(BaseModel):
    """Which rules submission judged: its name, and its version in its stream (0: inline or the defaults)."""

    name: str
    version: int
    game: str


class Superseded(BaseModel):
    """Which submission took the place of another, and from which date."""

    by: str
    from_: str = Field(alias="from")


class WhatIf(BaseModel):
    """Judged by another submission than its own (`submission` names it); nothing of it is recorded."""

    says: str = Field(description="the same for people")
    instead_of: Submitted = Field(description="the round's own")
    effective: str | None = Field(description="from when the version used is in force; null where inline")
    superseded: Superseded | None
    remarks: list[str] = Field(description="why it could not have been in force on the gaming date")


class Decision(BaseModel):
    """A player decided where no chips moved."""

    version: int
    spot: int
    decision: str


class Racked(BaseModel):
    """Cards that went into the discard rack together, in pick-up order where `ordered`."""

    version: int
    owner: str
    cards: list[str | None]
    ordered: bool
    size: int


class RoundState(Described, Seen):
    """A round as it stands, at a version, as known at a time."""

    cards: dict[str, list[Card]] = Field(description="by place, and the burned cards under `burned`")
    wagers: list[Wager]
    pot: dict[str, Any] | None = Field(None, description="of a poker round")
    decisions: list[Decision]
    rack: list[Racked]
    findings: list[Finding]
    submission: Submitted


class TimelineEntry(BaseModel):
    """One event: both clocks, who acted, who recorded, and what became of it."""

    version: int
    position: int = Field(description="in the whole ledger")
    event_id: str
    type: str
    says: str = Field(description="one sentence for a person")
    occurred_at: str | None = Field(description="the floor's clock; null: unknown")
    recorded_at: str = Field(description="our clock")
    source: str | None
    by: str | None
    approved_by: str | None
    recorded_by: str
    note: str | None
    masked: bool
    corrected_by: int | None = Field(description="version of the correction that took its place")
    findings: list[str]
    event: dict[str, Any] = Field(description="as in a record")


class Frame(RoundState):
    """A round right after one event."""

    versions: int
    previous: int | None
    next: int | None
    event: TimelineEntry


class Hand(Named, Seen):
    """One place of a round, and at a spot all that concerns it."""

    place: str
    version: int
    currency: str
    cards: list[Card]
    decisions: list[Decision]
    wagers: list[Wager]
    resolutions: list[Resolution]
    findings: list[Finding]


class Adjudicated(Named, Seen):
    """What the rules give a round."""

    settlement_order: list[str] = Field(description="the dealer's steps due after the cards are dealt")
    resolutions: list[Resolution]
    pots: list[dict[str, Any]] | None = Field(None, description="of a poker round")
    findings: list[Finding]
    submission: Submitted
    what_if: WhatIf | None = Field(None, description="only where another submission was asked for")
    rules_version: str


class TrayChange(BaseModel):
    """What the round did to the table inventory: before + change + between = after.

    All null where the view has not come so far.
    """

    before: Vector | None = Field(description="before the round's first event; null while not counted")
    after: Vector | None = Field(
        description="after its last event that moved the tray; null while not counted"
    )
    change: Vector | None = Field(description="moved by the round itself, corrections too")
    between: Vector | None = Field(
        description="moved by others between its first event and its last movement"
    )
    elsewhere: dict[str, Vector] = Field(description="moved in the trays of other sessions, by session")


class Correction(BaseModel):
    """What was first recorded, and as what it was corrected (null: it should not have been)."""

    version: int
    corrects: int
    first_recorded: dict[str, Any]
    as_corrected: dict[str, Any] | None
    reason: str
    by: str | None
    approved_by: str
    occurred_at: str | None
    recorded_at: str


class Unsettled(BaseModel):
    """A fact that is open: not recorded, contradicted, or missing to judge; and what would settle it."""

    kind: Literal["unknown", "contradiction", "undetermined"]
    about: str = Field(description="what it is about: a code of a finding, or card, suit, pick_up, chips, …")
    event: int
    what: str
    settled_by: list[str] = Field(description="evidence, in plain words, the best first")
    window: dict[str, str | None] = Field(description="table, and since and until when to look at it")


class RoundReport(Described, Seen):
    """All that is needed to follow one round, and to see where people and rules differ."""

    house: House
    cards: dict[str, list[Card]]
    wagers: list[Wager]
    settlement_order: list[str]
    resolutions: list[Resolution]
    pots: list[dict[str, Any]] | None = None
    pot: dict[str, Any] | None = Field(
        None, description="of a poker round: what was put in and awarded, by spot"
    )
    findings: list[Finding]
    submission: Submitted
    what_if: WhatIf | None = Field(None, description="only where another submission was asked for")
    timeline: list[TimelineEntry]
    corrections: list[Correction]
    unsettled: list[Unsettled] = Field(description="what the record leaves open")
    people: dict[str, list[str]] = Field(description="who acted and who approved, in order")
    limits: dict[str, dict[str, int | None]] = Field(description="minimum and maximum by wager")
    rules_in_force: dict[str, Any] = Field(
        description="pay tables and options, each with source and evidence"
    )
    tray: TrayChange
    integrity: dict[str, Any] = Field(description="where the events stand, and which software read them")
