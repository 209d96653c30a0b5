"""The report of a dispute: the one model of which JSON, HTML and PDF are renderings.

Null says that nothing of the kind was recorded, and so does an empty list;
`contents` goes through all that such a report must hold and says where it
stands or that it was not recorded.  Money is whole cents, seen from the patron
where a field says so, else from the house.  Source: disputes B.3.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field

from ledger.disputes.due import Kind
from ledger.disputes.state import Status
from projections.answers import Said, SignedCents
from projections.disputes.answers import WindowSaid

# The number says what is told and how it is made of the events: another one, where either changes.
FORMAT: Final = "pitledger/dispute-report/2"
Document: TypeAlias = dict[str, Any]
Mark: TypeAlias = Literal["rules", "settled"]


class Change(Said):
    """When the dispute came to a status, and by which event."""

    status: Status
    version: int
    position: int
    occurred_at: datetime | None
    by: str | None


class Complaint(Said):
    """What is complained of; `acknowledged_at` is when the patron was first given notice."""

    subject: Annotated[str, Field(description="opaque; name and address lie apart and are not in here")]
    claim: str
    amount: int | None
    rounds: list[str]
    table: str | None
    spot: int | None
    wager: str | None
    electronic: bool
    incident_at: datetime | None
    received_at: datetime | None
    recorded_at: datetime
    acknowledged_at: datetime | None
    resolved_at: datetime | None


class Step(Said):
    """One event of the dispute: in words, and as it was recorded (`event`)."""

    version: int
    position: int
    event_id: str
    type: str
    says: str
    occurred_at: datetime | None
    recorded_at: datetime
    source: str | None
    by: str | None
    approved_by: str | None
    recorded_by: str
    note: str | None
    corrected_by: Annotated[int | None, Field(description="version of the latest correction of it")]
    event: Document


class Evidence(Said):
    """Evidence that was asked for, and the step that secured it; null: nobody has."""

    request: Step
    preserved: Step | None


class Outcome(Said):
    """How it ended; savings and losses in cents."""

    outcome: str
    violation: str | None
    savings: int | None
    losses: int | None
    summary: str | None
    closed_at: datetime | None
    by: str | None
    approved_by: str | None


class Correction(Said):
    """An event of the dispute as first recorded and as corrected; null: it should not have been recorded."""

    version: int
    corrects: int
    first_recorded: Step
    as_corrected: str | None
    reason: str
    by: str | None
    approved_by: str
    occurred_at: datetime | None
    recorded_at: datetime


class Deadline(Said):
    """What is due by when, by which row of the jurisdiction's profile; `done` is the step that did it."""

    kind: Kind
    words: str
    by: datetime | None
    done: int | None
    done_at: datetime | None = None
    source: str
    evidence: str


class Person(Said):
    """Somebody who had a part in it, as what; ids of employees are opaque."""

    person: str
    as_what: list[str]


class PayRow(Said):
    """A row of a pay table; `pays` is what it gives on the stake, null where that hangs on a meter."""

    row: str
    prize: str
    pays: int | None
    marks: Annotated[list[Mark], Field(description="which row the rules give, and which was settled")]


class Decided(Said):
    """One wager in dispute, and the row of the pay table that decides it.

    `paid` are winnings beside the stake, `due` what the rules give of them.
    `to_patron` is by how much the patron has more than the rules give, before
    adjustments; negative: less.
    """

    round: str
    spot: int
    wager: str
    on: str | None
    patron: str | None
    stake: int
    outcome: str | None
    rank: str | None
    cards: list[str]
    odds: str | None
    rule: str | None
    evidence: str | None
    missing: str | None
    declared: str | None
    due: int | None
    paid: int
    collected: int
    returned: int
    adjusted: SignedCents
    to_patron: SignedCents
    table: str | None
    table_source: str | None
    table_evidence: str | None
    rows: list[PayRow]


class Amounts(Said):
    """The money of the wagers in dispute, in cents; `difference` is what patrons have beyond the rules.

    `ruled` and `settled` are to patrons, negative from them: what the last
    ruling that names wagers gives, and what was paid to settle the dispute.  Null:
    the rules cannot say, or the rounds were played in several currencies.
    """

    claimed: int | None
    due: int | None
    paid: int | None
    difference: SignedCents | None
    adjusted: SignedCents | None
    ruled: SignedCents | None
    settled: SignedCents | None


class Bet(Said):
    """Chips put on a wager, and the event after which it was closed; `late`: they came after it."""

    version: int
    occurred_at: datetime | None
    spot: int
    wager: str
    amount: int
    closed_by: int | None
    closed_at: datetime | None
    late: bool


class Movement(Said):
    """Money that moved at the table, by denomination where the chips are known."""

    version: int
    type: str
    spot: int
    wager: str
    amount: int
    chips: dict[str, int] | None


class Neighbour(Said):
    """A round at the table shortly before or after; `place` counts from the round in dispute.

    `house_win` is as settled, in cents; null where the round does not say.
    """

    place: int
    round: str
    status: str
    opened_at: datetime | None
    closed_at: datetime | None
    house_win: SignedCents | None
    mispaid: SignedCents
    findings: list[str]


class Equipment(Said):
    """Shoe, deck and shuffle of a round; `deck_events` are those of the deck by the report's position.

    `masked`: faces are withheld that were named while a round dealt from the deck was open.
    """

    masked: bool = False
    dealing: str | None
    deck: str | None
    shoe: str | None
    batch: str | None
    backs: str | None
    inspected: Document | None
    shuffles: list[Document]
    deck_events: list[Document]
    deck_findings: list[Document]
    burned: list[str | None]
    cuts: list[str]


class Played(Said):
    """A round in dispute: its own report, and what lies around it.

    `report` is that of the round itself, as it is given for any round: cards,
    the four truths of each wager, timeline, corrections, rules and limits in
    force, tray before and after.  `dealers` are those signed in as it opened.
    """

    round: str
    report: Document
    bets: list[Bet]
    movements: list[Movement]
    dealers: list[str]
    neighbours: list[Neighbour]
    equipment: Equipment


class Proof(Said):
    """One event cited, where it stands, and the proof that it is in the signed tree.

    `topic` and `state` are the event as it is stored: with position, stream and
    version they make the leaf.  They and the hash are withheld where a face in
    it was not shown yet.  `path` is null where it is not sealed.
    """

    kind: str
    key: str
    stream: str
    version: int
    position: int
    event_id: str
    topic: str | None
    state: str | None
    leaf_hash: str | None
    index: int | None
    path: list[str] | None


class Integrity(Said):
    """Where all that is cited stands in the ledger, and how to check that it was not altered.

    `checkpoint` is the first that was signed over all of it, `keys` the public
    keys of the seal until then; null: it is not sealed yet.
    """

    first_position: int
    last_position: int
    software: str
    checkpoint: str | None
    keys: list[str]
    events: list[Proof]


class Item(Said):
    """Something that a report must hold, who asks for it, and where it stands in here (JSON pointers)."""

    item: str
    asked_by: str
    where: list[str]
    recorded: bool


class DisputeReport(Said):
    """A dispute as of a position, whole.

    The same dispute, position and version of the software give the same bytes,
    to whoever may see as much; `masked` says that faces not yet shown at the
    table are withheld.  Who took it away, when and why stands in the dispute
    itself, in `accesses` of any later report.
    """

    format: Literal["pitledger/dispute-report/1", "pitledger/dispute-report/2"] = FORMAT
    dispute: str
    property: str
    as_of: int
    masked: bool
    jurisdiction: str
    jurisdiction_title: str | None
    video_days: Annotated[
        int | None, Field(description="for how long the property keeps its video; null: format 1 did not say")
    ] = None
    severity: str | None
    status: Status
    history: list[Change]
    complaint: Complaint
    decided: list[Decided]
    amounts: Amounts
    rulings: list[Step]
    settlements: list[Step]
    outcome: Outcome | None
    findings: list[Document]
    notices: list[Step]
    escalations: list[Step]
    statements: list[Step]
    reviews: list[Step]
    windows: list[WindowSaid]
    requests: list[Evidence]
    preserved: list[Step]
    linked: list[Step]
    promotion: Annotated[
        list[Step], Field(description="the terms of a promotion among what is linked", default_factory=list)
    ]
    accesses: list[Step]
    erasures: list[Step]
    corrections: list[Correction]
    deadlines: list[Deadline]
    people: list[Person]
    rounds: list[Played]
    events: list[Step]
    integrity: Integrity
    contents: list[Item]
