"""What is answered about patterns: whose mistakes, how many, in which rounds, and how much that says."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from projections.answers import Answer, Said, SignedCents
from projections.patterns.items import Kind

Order: TypeAlias = Literal["amount", "rate"]


class Mistake(Said):
    """One mistake, and where to look: the event of its round, and from when until when the round was dealt.

    `amount` is in cents: paid beyond what was due, due and not collected (negative:
    paid short, taken and not due), placed late, beyond the maximum.
    """

    round: str
    event: int
    table: str
    since: datetime | None
    until: datetime | None
    spot: int
    wager: str | None
    amount: SignedCents
    put_right: Annotated[SignedCents, Field(description="moved later for the wager, to the patron")]
    code: str
    detail: str


class PatternRow(Said):
    """The mistakes of one kind of one dealer in one currency, of money also with one patron.

    `dealt` is how many rounds that dealer dealt in the time asked about, `rounds`
    how many of them had such a mistake, `rate` that in 10,000.  `few` says that it
    is too little to conclude from.
    """

    kind: Kind
    dealer: Annotated[str | None, Field(description="null: nobody is recorded as dealing")]
    patron: Annotated[str | None, Field(description="opaque id, else table/spot; null: any")]
    currency: str
    times: int
    rounds: int
    dealt: int
    rate: int
    few: bool
    amount: SignedCents
    put_right: SignedCents
    mistakes: Annotated[list[Mistake], Field(description="the largest first")]
    more: Annotated[int, Field(description="mistakes beyond those listed")]


class Patterns(Answer):
    """Mistakes by dealer over some gaming dates, ranked.

    `few_below` is the number of rounds with a mistake below which a row is marked
    `few`: configuration, no text read sets it.
    """

    first: date
    last: date
    table: str | None
    kind: Kind | None
    order: Order
    few_below: int
    patterns: list[PatternRow]
    more: Annotated[int, Field(description="rows beyond those listed")]
