"""The events of a dispute: who complains of what, what is to be kept as evidence, what was ruled and paid.

One stream a dispute.  A complainant is an opaque subject: name and address lie
apart, encrypted, and can be erased without touching an event.  A statement is
a claim and never a card.  Money is whole cents.  Source: disputes B.1 to B.5.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field, StringConstraints

from ledger.events.base import Event, Line, Model, Moment, Note, Person, Spot, Version, Word
from ledger.identity import Name, PlayKey
from ledger.money import Cents, PositiveCents, SignedCents

Subject: TypeAlias = Annotated[Name, Field(description="opaque id of a person, never a name")]
Digest: TypeAlias = Annotated[
    str, StringConstraints(pattern=r"^[0-9a-f]{64}$"), Field(description="SHA-256 of the media, in hex")
]
# What a notice may do of what a jurisdiction asks.
Duty: TypeAlias = Literal[
    "tell_regulator", "tell_patron", "written_notice", "answer", "final_answer", "offer_adr", "report_adr"
]
Instance: TypeAlias = Annotated[
    Literal["regulator", "adr", "court"], Field(description="who decides outside the house")
]
Camera: TypeAlias = Annotated[Line, Field(description="camera or recorder, by its number")]


class DisputeEvent(Event):
    """Something that happened in a dispute."""

    STREAM: ClassVar[str] = "dispute"


class DisputeOpened(DisputeEvent):
    """A complaint was received.

    `amount` is what is in dispute, None where nobody said.  `jurisdiction`
    names the profile whose deadlines hold; absent: the property's.
    """

    TOPIC = "dispute.opened.v1"
    type: Literal["opened"] = "opened"
    rounds: Annotated[list[PlayKey], Field(max_length=1000)]
    table: Annotated[Name | None, Field(description="where it is about no round in particular")] = None
    spot: Spot | None = None
    wager: Word | None = None
    subject: Subject
    claim: Note
    amount: Cents | None = None
    incident_at: Annotated[Moment | None, Field(description="absent: as the rounds say")] = None
    severity: Literal["low", "medium", "high"] | None = None
    jurisdiction: Name | None = None
    electronic: Annotated[bool, Field(description="the game is dealt or recorded by a device")] = False


class Window(DisputeEvent):
    """What cameras saw in a time: where evidence is asked for, kept, linked or looked at."""

    cameras: Annotated[list[Camera], Field(max_length=64)] = Field(default_factory=list)
    from_: Annotated[Moment | None, Field(alias="from")] = None
    until: Moment | None = None


class EvidenceRequested(Window):
    """Somebody is to secure evidence before it is erased."""

    TOPIC = "dispute.evidence_requested.v1"
    type: Literal["evidence_requested"] = "evidence_requested"
    what: Literal["video", "cards", "device_history", "machine_log", "document"] = "video"
    expires_at: Annotated[Moment | None, Field(description="when it is erased if nobody acts")] = None
    reason: Note | None = None


class EvidencePreserved(Window):
    """Evidence was secured; `request` is the version that asked for it."""

    TOPIC = "dispute.evidence_preserved.v1"
    type: Literal["evidence_preserved"] = "evidence_preserved"
    request: Version | None = None
    location: Line
    sha256: Digest | None = None


class EvidenceLinked(Window):
    """A piece of evidence belongs to the dispute: where it lies, and the digest by which it is known.

    `promotion_terms` are those that were posted when it happened.
    """

    TOPIC = "dispute.evidence_linked.v1"
    type: Literal["evidence_linked"] = "evidence_linked"
    what: Literal["video", "photo", "cards", "device_history", "machine_log", "document", "promotion_terms"]
    location: Line
    sha256: Digest
    description: Note | None = None


class StatementRecorded(DisputeEvent):
    """Somebody said something: a claim, whoever said it, and never a card."""

    TOPIC = "dispute.statement_recorded.v1"
    type: Literal["statement_recorded"] = "statement_recorded"
    role: Literal["complainant", "patron", "dealer", "floor", "surveillance", "witness"]
    of: Annotated[Line, Field(description="opaque id of who said it")]
    text: Note


class DisputeReviewed(Window):
    """Surveillance looked at what was recorded, and came to a conclusion."""

    TOPIC = "dispute.reviewed.v1"
    type: Literal["reviewed"] = "reviewed"
    method: Line
    conclusion: Note
    requested_by: Person | None = None


class RuledWager(Model):
    """What a ruling gives for one wager: cents to the patron, negative from them."""

    round: PlayKey
    spot: Spot
    wager: Word
    to_patron: SignedCents


class DisputeRuled(DisputeEvent):
    """Somebody with the authority decided, and a second person agreed.

    `instance` names who decided outside the house; absent: the house itself.
    """

    TOPIC = "dispute.ruling_made.v1"
    type: Literal["ruling_made"] = "ruling_made"
    ruling: Note
    rule: Line | None = None
    wagers: Annotated[list[RuledWager], Field(max_length=1000)] = Field(default_factory=list)
    instance: Instance | None = None
    approved_by: Person


class SettlementPaid(DisputeEvent):
    """Money changed hands to settle the dispute.

    At the table it is an `adjustment_posted` of the round, named by `round` and
    `version`; at the cage it is posted from here.
    """

    TOPIC = "dispute.settlement_paid.v1"
    type: Literal["settlement_paid"] = "settlement_paid"
    amount: PositiveCents
    direction: Literal["to_patron", "from_patron"]
    at: Literal["table", "cage"]
    round: PlayKey | None = None
    version: Annotated[Version | None, Field(description="of the adjustment in its round")] = None
    document: Line | None = None
    approved_by: Person


class DisputeEscalated(DisputeEvent):
    """The dispute went to somebody outside: a regulator, a mediator, a court."""

    TOPIC = "dispute.escalated.v1"
    type: Literal["escalated"] = "escalated"
    to: Line
    instance: Instance | None = None
    reference: Line | None = None
    reason: Note | None = None


class NoticeGiven(DisputeEvent):
    """The complainant or an authority was told what the rules want them to be told."""

    TOPIC = "dispute.notice_given.v1"
    type: Literal["notice_given"] = "notice_given"
    to: Line
    what: Note
    does: Annotated[Duty | None, Field(description="which duty it does; absent: as its addressee says")] = (
        None
    )


class DisputeAccessed(DisputeEvent):
    """Somebody read, took away or changed what is not for everybody: who (`by`), what and why.

    `personal_data_kept`: they told who complains, in the place of what was told before;
    `personal_data_rekeyed`: it was opened, and encrypted anew with another master key.
    """

    TOPIC = "dispute.accessed.v1"
    type: Literal["accessed"] = "accessed"
    what: Literal["report", "personal_data", "personal_data_kept", "personal_data_rekeyed"]
    format: Literal["json", "html", "pdf"] | None = None
    sha256: Digest | None = None
    as_of: Annotated[int | None, Field(ge=0, description="position that the report reflects")] = None
    reason: Note


class PersonalDataErased(DisputeEvent):
    """The key of a subject's personal data was destroyed: nobody can read it any more."""

    TOPIC = "dispute.personal_data_erased.v1"
    type: Literal["personal_data_erased"] = "personal_data_erased"
    subject: Subject
    reason: Note
    approved_by: Person


class DisputeClosed(DisputeEvent):
    """The dispute is over: whose error it was, what was saved and what was lost."""

    TOPIC = "dispute.closed.v1"
    type: Literal["closed"] = "closed"
    outcome: Literal["no_error", "patron_error", "dealer_error", "withdrawn", "undecided"]
    savings: Cents | None = None
    losses: Cents | None = None
    violation: Line | None = None
    summary: Note | None = None
    approved_by: Person | None = None


DisputeFact: TypeAlias = Annotated[
    DisputeOpened
    | EvidenceRequested
    | EvidencePreserved
    | EvidenceLinked
    | StatementRecorded
    | DisputeReviewed
    | DisputeRuled
    | SettlementPaid
    | DisputeEscalated
    | NoticeGiven
    | DisputeAccessed
    | PersonalDataErased
    | DisputeClosed,
    Field(discriminator="type"),
]


class DisputeCorrected(DisputeEvent):
    """An earlier event was recorded wrongly: as it should have been, or null."""

    TOPIC = "dispute.corrected.v1"
    type: Literal["corrected"] = "corrected"
    corrects: Version
    event: DisputeFact | None = None
    reason: Note
    approved_by: Person


AnyDisputeEvent: TypeAlias = Annotated[DisputeFact | DisputeCorrected, Field(discriminator="type")]
