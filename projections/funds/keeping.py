"""Funds kept while the log is followed: every fact of rounds, sessions and funds in the order of record.

What a round says of a fund needs that fund as it stood just then, whichever
table it was played at; so they are folded apart from the streams, by position.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from ledger.book.funds import post
from ledger.book.postings import Posting
from ledger.events.base import Event
from ledger.events.funds import FundEstablished
from ledger.events.records import FundHeader
from ledger.funds.state import Fact, Fund, evolve, prescribed, shares_tables, take
from ledger.games.seam import Finding
from ledger.rounds.state import Round

# What a fund showed is remembered for so many of its movements at least, and twice as many at most.
REMEMBERED: Final = 10_000

# The meters that a round plays for, as of a position before those remembered.
Earlier: TypeAlias = Callable[[Round, int], Mapping[str, int]]


class Saying(NamedTuple):
    """Something said that concerns funds, by which event of which stream, and when.

    `key` is that of the stream: the fund itself for an event of its own.
    """

    position: int
    said: Fact | Event
    key: str
    version: int
    type: str
    occurred_at: datetime | None
    recorded_at: datetime


class FundMoved(NamedTuple):
    """What something said did to one fund, and what the fund was like after it; amounts in signed cents.

    `change` is of the meter.  `fresh` marks the first that is known of the fund.
    """

    saying: Saying
    fund: str
    currency: str
    kind: str
    amount: int | None
    change: int
    status: str
    meter: int | None
    stands: int
    owed: int
    contributed: int
    carry: str
    due: int | None
    findings: Sequence[Finding]
    legs: Sequence[Posting]
    fresh: bool


@dataclass(slots=True)
class Showed:
    """What the meter of one fund showed, in order of position; None while it was not open."""

    at: list[tuple[int, int | None]] = field(default_factory=list)

    def as_of(self, position: int) -> int | None:
        """What it showed as of a position."""
        place = bisect_right(self.at, position, key=itemgetter(0))
        return self.at[place - 1][1] if place else None


class Keeper:
    """All funds as they stand at one position, and what they showed since an earlier one."""

    def __init__(self, earlier: Earlier, funds: Iterable[Fund] = (), since: int = 0) -> None:
        self._earlier = earlier
        self._since = since
        self.funds = {fund.name: fund for fund in funds}
        self._showed = {name: Showed([(since, _shown(fund))]) for name, fund in self.funds.items()}

    def playing(self) -> Iterator[tuple[str, str]]:
        """The tables and wagers that play for a fund."""
        for fund in self.funds.values():
            if fund.established is not None:
                yield from ((table, fund.established.rules.wager) for table in fund.tables)

    def take(self, saying: Saying) -> list[FundMoved]:
        """Take what was said next; what it did to each fund that it concerns."""
        said = saying.said
        if not isinstance(said, Fact):
            return [self._moved(saying, saying.key)]
        if said.kind == "stake":
            takers = sorted(name for name, fund in self.funds.items() if fund.takes_of(said))
            return [self._moved(saying, name) for name in takers]
        assert said.fund is not None, "only stakes leave open which fund they play for"
        known = self.funds.get(said.fund)
        fund = Fund(FundHeader(name=said.fund)) if known is None else known
        return [self._moved(saying, said.fund)] if fund.belongs(said) else []

    def _moved(self, saying: Saying, name: str) -> FundMoved:
        fresh = name not in self.funds
        fund = self.funds.setdefault(name, Fund(FundHeader(name=name)))
        stood, said = fund.stands, saying.said
        kind = said.kind if isinstance(said, Fact) else said.type
        amount = said.amount if isinstance(said, Fact) else said.__dict__.get("amount")
        due = prescribed(fund, said) if isinstance(said, Fact) else None
        if isinstance(said, Fact):
            take(fund, said)
        else:
            evolve(fund, said)
            if isinstance(said, FundEstablished):
                shares_tables(fund, self.funds.values())
        change = fund.stands - stood
        self._remember(name, saying.position, fund)
        found, legs = list(fund.remarks), post(name, kind, change)
        fund.remarks.clear()  # they are kept in the view
        return FundMoved(
            saying, name, fund.currency, kind, amount, change, fund.status, fund.meter, fund.stands,
            fund.owed, fund.contributed, str(fund.carry), due, found, legs, fresh,
        )  # fmt: skip

    # --- what meters showed ----------------------------------------------------------

    def meters(self, state: Round, position: int) -> Mapping[str, int]:
        """The meters that a round plays for as of a position: its table's, and of the funds it names."""
        if position < self._since:
            return self._earlier(state, position)
        shown = {name: self._showed[name].as_of(position) for name in playing_for(state, self.funds.values())}
        return {name: meter for name, meter in shown.items() if meter is not None}

    def _remember(self, name: str, position: int, fund: Fund) -> None:
        at = self._showed.setdefault(name, Showed()).at
        at.append((position, _shown(fund)))
        if len(at) > 2 * REMEMBERED:
            del at[:REMEMBERED]
            self._since = max(self._since, at[0][0])


def playing_for(state: Round, funds: Collection[Fund]) -> list[str]:
    """The funds that a round plays for: those of its table, and those that its events name."""
    named = set(state.pot.funds)
    for wager in state.wagers:
        named.update(wager.prizes)
    return [fund.name for fund in funds if state.header.table in fund.tables or fund.name in named]


def _shown(fund: Fund) -> int | None:
    return fund.meter if fund.status == "open" else None
