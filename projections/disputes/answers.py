"""What is answered about disputes: a list, and one with all that is due."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from ledger.disputes.due import Kind
from ledger.disputes.due import State as DueState
from ledger.disputes.state import Status
from projections.answers import Answer, Said, SignedCents


class DueSaid(Said):
    """Something that somebody is to do, and by when; `by` null: at once, or no time is known.

    `source` and `evidence` (V read, S secondary, B not confirmed) are those of the
    row that asks for it.  `done` is the version of the event that did it, and `done_at` when that was.
    """

    kind: Kind
    state: DueState
    by: datetime | None
    words: str
    source: str
    evidence: str
    done: int | None
    done_at: datetime | None


class DisputeRow(Said):
    """One dispute in a list; money in cents.

    `to_patron` is what was paid to settle it, null where in several currencies;
    `settled` is the same by currency.
    """

    dispute: str
    status: Status
    version: int
    received_at: datetime | None
    closed_at: datetime | None
    rounds: list[str]
    tables: list[str]
    subject: str
    amount: int | None
    jurisdiction: str
    outcome: str | None
    savings: int | None
    losses: int | None
    to_patron: SignedCents | None
    settled: dict[str, SignedCents]
    next: Annotated[DueSaid | None, Field(description="what is to be done first")]


class DisputePage(Answer):
    """Disputes, the latest recorded first; `after` is the cursor of the next page."""

    disputes: list[DisputeRow]
    after: str | None


class WindowSaid(Said):
    """What to look at: a table's cameras in a time; `rounds` are those it is about."""

    table: str
    since: datetime
    until: datetime
    cameras: list[str]
    rounds: list[str]


class RequestSaid(Said):
    """Evidence that was asked for: by which event, and which secured it; null: nothing yet."""

    version: int
    what: str
    cameras: list[str]
    expires_at: datetime | None
    preserved: int | None


class DisputeState(Answer):
    """A dispute as it stands: the complaint, what is due, the evidence, what was said, ruled and paid.

    `events` are those in effect; `findings` what was not as it should have been.
    `to_patron` is what was paid to settle it, in cents, null where in several
    currencies; `settled` is the same by currency.
    """

    dispute: str
    status: Status
    version: int
    jurisdiction: str
    complaint: dict[str, Any]
    due: list[DueSaid]
    windows: list[WindowSaid]
    requests: list[RequestSaid]
    to_patron: SignedCents | None
    settled: dict[str, SignedCents]
    outcome: str | None
    findings: list[dict[str, Any]]
    events: list[dict[str, Any]]
