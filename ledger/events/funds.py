"""The events of a fund: what is put by for the players, progressive, bad beat or high hand.

A fund's own stream says what was decided about it.  What plays into it and
what is won of it are events of rounds that name it, or follow from its rules.
Amounts are whole cents.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from ledger.events.base import Event, GamingDate, Line, Model, Note, Person, Word
from ledger.events.registry import Currency
from ledger.identity import Name
from ledger.money import Cents, PositiveCents, SignedCents

FundKind: TypeAlias = Literal["progressive", "bad_beat", "high_hand"]


class Rate(Model):
    """What goes to the fund of each progressive stake: `n` cents of every `d`."""

    n: Annotated[int, Field(ge=1, le=1_000_000)]
    d: Annotated[int, Field(ge=1, le=1_000_000)]


class PerHand(Model):
    """What is to be taken of each hand's pot, in cents; what was taken is `fund_contributed` of its round."""

    fixed: PositiveCents


Contribution: TypeAlias = Rate | PerHand


class FundRules(Model):
    """How a fund grows and starts anew, as filed.

    `tables` are those whose rounds play for it, `wager` the one on their felt
    that does.  `contribution` None: it grows by recorded contributions alone.
    `rounding` names what becomes of a part of a cent: `carry` keeps it for the
    next stake.  `reset` is what a reset puts under the meter; absent: the seed.
    """

    tables: Annotated[list[Name], Field(max_length=1000)] = Field(default_factory=list)
    wager: Word = "progressive"
    contribution: Contribution | None = None
    rounding: Literal["carry"] = "carry"
    reset: Cents | None = None


class FundEvent(Event):
    """Something decided about a fund."""

    STREAM: ClassVar[str] = "fund"


class FundPutBy(FundEvent):
    """Something that puts money under the meter, or takes it off, in the books of a gaming date."""

    gaming_date: Annotated[
        GamingDate | None, Field(description="in whose journal it is; absent: it is in none")
    ] = None


class FundEstablished(FundPutBy):
    """A fund exists, with a seed under its meter."""

    TOPIC = "fund.established.v1"
    type: Literal["established"] = "established"
    kind: FundKind
    seed: Cents
    rules: FundRules
    currency: Annotated[Currency | None, Field(description="absent: USD")] = None
    title: Line | None = None


class ContributionAdjusted(FundPutBy):
    """Contributions were put right by an amount, or are another share from now on, or both."""

    TOPIC = "fund.contribution_adjusted.v1"
    type: Literal["contribution_adjusted"] = "contribution_adjusted"
    amount: Annotated[SignedCents | None, Field(description="added to the meter; negative: taken off")] = None
    contribution: Contribution | None = None
    reason: Note
    approved_by: Person


class FundSeeded(FundPutBy):
    """The house put money under the meter."""

    TOPIC = "fund.seeded.v1"
    type: Literal["seeded"] = "seeded"
    amount: PositiveCents
    reason: Note | None = None
    approved_by: Person | None = None


class FundReset(FundPutBy):
    """The meter began anew, as a rule after a win.

    `to` is what it showed then; absent: the reset amount of the rules on top of
    what the win left, so that what was staked since is not lost.
    """

    TOPIC = "fund.reset.v1"
    type: Literal["reset"] = "reset"
    to: Cents | None = None
    reason: Note
    approved_by: Person


class FundClosed(FundEvent):
    """The fund takes no more; what is left under its meter is still the players'."""

    TOPIC = "fund.closed.v1"
    type: Literal["closed"] = "closed"
    reason: Note
    approved_by: Person | None = None


AnyFundEvent: TypeAlias = Annotated[
    FundEstablished | ContributionAdjusted | FundSeeded | FundReset | FundClosed,
    Field(discriminator="type"),
]
