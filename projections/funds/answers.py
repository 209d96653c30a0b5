"""What the view of funds answers: meters, what fed and lowered them, what is owed."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from ledger.events.funds import Contribution, FundKind, FundRules
from ledger.games.seam import Evidence
from projections.answers import Answer, Said, SignedCents


class FundLine(Said):
    """One fund as it stands; money in cents of its currency.

    `meter` is what a winner could be given: null while nobody established the
    fund, which a round may name all the same.  `owed` is what was won less what
    was paid.  Meter and owed together are the balance of the fund's account.
    """

    fund: str
    kind: FundKind | None
    title: str | None
    currency: str
    status: Literal["not_established", "open", "closed"]
    tables: list[str]
    meter: SignedCents | None
    owed: SignedCents
    contributed: SignedCents


class FundPage(Answer):
    """Funds by name; `after` is the cursor of the next page, null on the last."""

    funds: list[FundLine]
    after: str | None


class FundMovement(Said):
    """Something that happened to a fund, and the fund after it.

    `kind` is an event of its own (established, seeded, reset,
    contribution_adjusted, closed) or what play said: stake (`amount` is what
    was staked, `change` the fund's share), contribution, won, paid.  `due` is
    what the rules prescribe for a hand's contribution.
    """

    position: int
    kind: str
    amount: SignedCents | None
    change: Annotated[SignedCents, Field(description="of the meter")]
    meter: SignedCents | None
    owed: SignedCents
    due: int | None
    stream: Literal["fund", "round", "session"]
    key: str
    version: int
    table: str | None
    spot: int | None
    wager: str | None
    on: str | None
    patron: str | None
    gaming_date: date | None = Field(
        default=None, description="in whose journal it is: of what the cage paid, the one in which it did"
    )
    findings: list[str]
    occurred_at: datetime | None
    recorded_at: datetime


class Obligation(Said):
    """What a wager won of a fund where it is not what was paid: `outstanding` = `won` - `paid`.

    Below zero where more was paid than was won.  `won_at` is by the floor's
    clock, else when it was recorded; `age_s` whole seconds from then to the
    time that was asked about.  `in_dispute` are the disputes about its round
    that nothing has settled yet: what is won by it is owed still, and is nobody's until then.
    """

    round: str
    spot: int
    wager: str
    on: str | None
    patron: str | None
    won: SignedCents
    paid: SignedCents
    outstanding: SignedCents
    position: Annotated[int, Field(description="where it was first won or paid")]
    won_at: datetime
    age_s: int
    in_dispute: list[str]


class FundFinding(Said):
    """Something that was not as it should have been; `event` is a version of the stream of `key`."""

    code: str
    rule: str
    evidence: Evidence
    event: int
    detail: str
    stream: Literal["fund", "round", "session"]
    key: str
    position: int


class FundState(Answer, FundLine):
    """A fund as of a position, or as known at a time.

    `in_dispute` is what of `owed` is won by rounds in dispute.
    `contribution` is the share in force, `carry` the part of a cent that waits
    for the next stake (`1/2`).  `winners`, `obligations` and `findings` are the
    latest 500; `history` is a page of all movements, the latest first, `after`
    the cursor of the next.
    """

    as_known_at: datetime | None = None
    seed: int | None
    rules: FundRules | None
    contribution: Contribution | None
    carry: str
    in_dispute: SignedCents
    winners: list[FundMovement]
    obligations: list[Obligation]
    findings: list[FundFinding]
    history: list[FundMovement]
    after: str | None
