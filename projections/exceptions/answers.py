"""What the exception report answers.  Money in cents: what a matter is about."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from ledger.games.seam import Evidence
from projections.answers import Answer, Instant, Said, SignedCents


class ExceptionLine(Said):
    """One exception: where it stands, what it is, and the event that shows it.

    `stream` and `key` name the stream of that event, `version` and `position`
    the event; both null of what no event shows, a number that was never used
    or a record that was refused.  `slip` is the number of a slip, of a range
    the first and last; `incident` that of the report that the floor wrote.
    """

    gaming_date: date
    table: str | None
    stream: Literal["session", "round", "fund", "gaming_day", "refused"]
    key: str
    version: int | None
    position: int | None
    code: str = Field(description="permanent; listed at /v1/findings")
    detail: str
    amount: SignedCents | None
    currency: str | None = Field(default=None, description="of the amount; null where there is none")
    slip: str | None
    incident: str | None
    rule: str
    evidence: Evidence
    occurred_at: Instant | None


class RoundFindings(Said):
    """How many rounds of a gaming date have a finding; `rounds` lists them, at `link`."""

    gaming_date: date
    code: str
    rounds: int
    link: str


class Counted(Said):
    """How often a code stands in the report, and what those lines add up to in cents.

    `amount` is null where they are in several currencies; `by_currency` has each of them.
    """

    code: str
    count: int
    amount: SignedCents | None
    by_currency: dict[str, SignedCents]


class ExceptionReport(Answer):
    """The exceptions of some gaming dates, day by day.

    `by_code` and `rounds` are of all the dates and stand on the first page
    alone.  `jurisdictions` are those whose rules the dates follow.  `after` is
    the cursor of the next page.
    """

    since: date
    until: date
    jurisdictions: list[str]
    lines: list[ExceptionLine]
    by_code: list[Counted]
    rounds: list[RoundFindings]
    after: str | None


class RefusedRecord(Said):
    """A record that was refused, `times` times from `first_at` to `last_at`.

    `stream` is empty where the record did not say it, and of a row that only
    counts what came beyond what is kept one by one; that has no `digest`
    (SHA-256 of what was sent), nor has what may tell a face that nobody at the
    table has been shown, but for surveillance.  `size` is null where what was
    sent was too long to keep.
    """

    refused: int
    stream: str
    code: str
    pointer: str | None
    detail: str
    digest: str | None
    size: int | None
    refused_by: str
    times: int
    first_at: Instant
    last_at: Instant
    gaming_date: date | None


class RefusedList(Said):
    """What was refused, the latest first; `after` is the cursor of the next page."""

    refused: list[RefusedRecord]
    after: str | None


class RefusedBody(RefusedRecord):
    """A refused record with what was sent.

    `body` is null where it was too long to keep, or may tell a face that nobody
    at the table has been shown: then only surveillance is given it.
    """

    body: str | None
