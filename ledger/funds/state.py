"""What a fund is: the one fold of its own events and of what rounds say of it.

The meter is what a winner could be given: seed and contributions less what was
won.  What was won and not yet paid is owed.  So the balance of the fund's
account in the book is always meter and owed together.  Whole cents; the part
of a cent that a rate leaves over is carried to the next stake, as long as that
rate is in force.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from ledger.amounts import CHIP, DEFAULT_CURRENCY
from ledger.events.base import Event
from ledger.events.funds import (
    Contribution,
    ContributionAdjusted,
    FundClosed,
    FundEstablished,
    FundKind,
    FundReset,
    FundSeeded,
    PerHand,
    Rate,
)
from ledger.events.records import FundHeader
from ledger.funds.findings import finding
from ledger.games.seam import Finding

FactKind: TypeAlias = Literal["stake", "contribution", "won", "paid"]
Status: TypeAlias = Literal["not_established", "open", "closed"]


class Fact(NamedTuple):
    """What a round or session said that concerns funds; `amount` is negative where it took something back.

    `fund` None: a stake, of whichever funds it plays for.  `key` is that of the
    stream that said it (`stream` says of which kind), `version` its event.
    `at_cage`: paid there, `paid_on` in which gaming date, None: that of the round.
    """

    kind: FactKind
    fund: str | None
    amount: int
    currency: str
    table: str
    stream: str
    key: str
    version: int
    spot: int | None = None
    wager: str | None = None
    on: str | None = None
    patron: str | None = None
    at_cage: bool = False
    paid_on: date | None = None


class Fund:
    """A fund as far as it is known; version v is the v-th of its own events.

    `stands` is the sum under the meter in cents, also while nobody established
    the fund: `meter` is None then.  `owed` is what was won less what was paid,
    `contributed` all that play put in, `carry` the part of a cent still to come.
    """

    __slots__ = (
        "carry", "closed_at", "contributed", "contribution", "established", "log", "name", "owed", "remarks",
        "stands",
    )  # fmt: skip

    def __init__(self, header: FundHeader) -> None:
        self.name = header.name
        self.log: list[Event] = []
        self.established: FundEstablished | None = None
        self.contribution: Contribution | None = None
        self.closed_at: int | None = None
        self.stands = 0
        self.owed = 0
        self.contributed = 0
        self.carry = Fraction(0)
        self.remarks: list[Finding] = []

    @property
    def version(self) -> int:
        """How many events of its own are recorded."""
        return len(self.log)

    @property
    def status(self) -> Status:
        """Whether it is there, and still takes what is played for it."""
        if self.established is None:
            return "not_established"
        return "open" if self.closed_at is None else "closed"

    @property
    def meter(self) -> int | None:
        """What the meter shows in cents; None before anybody said what it began with."""
        return None if self.established is None else self.stands

    @property
    def kind(self) -> FundKind | None:
        """What it is for; None before it was established."""
        return None if self.established is None else self.established.kind

    @property
    def currency(self) -> str:
        """What the fund is kept in."""
        return (self.established and self.established.currency) or DEFAULT_CURRENCY

    def belongs(self, fact: Fact) -> bool:
        """Whether a fact is in the fund's money; before anybody said which that is, all money is."""
        return fact.currency == (self.currency if self.established else fact.currency) != CHIP

    @property
    def tables(self) -> Sequence[str]:
        """The tables whose rounds play for it."""
        return () if self.established is None else self.established.rules.tables

    def takes_of(self, fact: Fact) -> bool:
        """Whether a stake is one that this fund takes its share of."""
        if self.status != "open" or not isinstance(self.contribution, Rate) or not self.belongs(fact):
            return False
        assert self.established is not None
        rules = self.established.rules
        by_name = fact.fund == self.name
        return by_name or (fact.fund is None and fact.table in rules.tables and fact.wager == rules.wager)


def fold(header: FundHeader, events: Iterable[Event]) -> Fund:
    """The fund after its own events alone."""
    found = Fund(header)
    for event in events:
        evolve(found, event)
    return found


def evolve(state: Fund, event: Event) -> None:
    """Take one more event of the fund's own, whatever it is."""
    state.log.append(event)
    if state.closed_at is not None:
        _remark(state, "fund_event_after_close", state.version, {"type": event.type})
    match event:
        case FundEstablished():
            state.established = event
            state.contribution = event.rules.contribution
            state.stands += event.seed
        case ContributionAdjusted():
            if event.contribution is not None:
                _begin_share(state, event.contribution)
            _move(state, event.amount or 0)
        case FundSeeded():
            state.stands += event.amount
        case FundReset():
            _move(state, (_reset_amount(state) if event.to is None else event.to - state.stands))
        case FundClosed():
            state.closed_at = state.closed_at or state.version


def take(state: Fund, fact: Fact) -> None:
    """Take what a round or session said of the fund.

    A stake gives its share, exactly: what is less than a cent waits for the next.
    """
    match fact.kind:
        case "stake":
            assert isinstance(state.contribution, Rate)
            exact = state.carry + Fraction(state.contribution.n * fact.amount, state.contribution.d)
            cents = exact.numerator // exact.denominator
            state.carry = exact - cents
            _contributed(state, cents)
        case "contribution":
            _compare(state, fact)
            _contributed(state, fact.amount)
        case "won":
            state.stands -= fact.amount
            state.owed += fact.amount
            if state.meter is not None and state.stands < 0 < fact.amount:
                facts = {"won": fact.amount, "meter": state.stands}
                _remark(state, "fund_meter_below_zero", fact.version, facts)
        case "paid":
            state.owed -= fact.amount


def shares_tables(state: Fund, others: Iterable[Fund]) -> None:
    """Remark, of a fund just established, a table that plays for a bad beat and a high hand at once."""
    for other in others:
        shared = sorted(set(state.tables).intersection(other.tables))
        if shared and other.status == "open" and {state.kind, other.kind} == {"bad_beat", "high_hand"}:
            _remark(state, "fund_excludes_another", state.version, {"table": shared[0], "fund": other.name})


def prescribed(state: Fund, fact: Fact) -> int | None:
    """What the fund's rules prescribe for a hand's contribution, in cents; None where they say nothing."""
    given = state.contribution
    recorded_at_play = fact.kind == "contribution" and fact.amount > 0
    return given.fixed if recorded_at_play and isinstance(given, PerHand) else None


def _contributed(state: Fund, cents: int) -> None:
    state.stands += cents
    state.contributed += cents


def _begin_share(state: Fund, contribution: Contribution) -> None:
    """Take another share from now on; a part of a cent that waits is given whole, to the players."""
    if state.carry:
        _contributed(state, 1)
    state.carry = Fraction(0)
    state.contribution = contribution


def _compare(state: Fund, fact: Fact) -> None:
    """Remark a contribution that is not what the rules prescribe, or that a closed fund was given."""
    due = prescribed(state, fact)
    if due is not None and due != fact.amount:
        facts = {"contributed": fact.amount, "due": due}
        _remark(state, "fund_contribution_differs", fact.version, facts)
    if state.closed_at is not None:
        _remark(state, "fund_event_after_close", fact.version, {"type": "fund_contributed"})


def _reset_amount(state: Fund) -> int:
    if state.established is None:
        return 0
    reset = state.established.rules.reset
    return state.established.seed if reset is None else reset


def _move(state: Fund, cents: int) -> None:
    """Move the meter by somebody's decision; the rules know few reasons for it to go down."""
    state.stands += cents
    if cents < 0:
        _remark(state, "fund_meter_lowered", state.version, {"lowered_by": -cents})


def _remark(state: Fund, code: str, version: int, facts: Mapping[str, object]) -> None:
    state.remarks.append(finding(code, version, facts))
