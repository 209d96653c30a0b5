"""A progressive that the simulated pit keeps: established, fed by stakes, lowered by prizes.

Those who settle a round know what the meter showed as it opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from ledger.book.funds import news, said_by_round
from ledger.events.funds import FundEstablished, FundRules, Rate
from ledger.events.records import FundHeader
from ledger.funds.state import Fact, Fund, fold, take
from ledger.rounds.state import Round
from ledger.simulate.telling import document

SEED: Final = 10_000_00  # cents
# Of each dollar staked 71 cents go to the meter: a figure of ours.
SHARE: Final = Rate(n=71, d=100)


class KeptFund:
    """The fund of some tables of an evening, as it stands after the rounds dealt so far."""

    def __init__(self, name: str, tables: Sequence[str], at: datetime) -> None:
        self.established = FundEstablished(
            occurred_at=at,
            source="manual",
            by="A-1",
            kind="progressive",
            seed=SEED,
            rules=FundRules(tables=list(tables), contribution=SHARE),
            title="Caribbean stud progressive",
        )
        self._header = FundHeader(name=name)
        self._fund: Fund = fold(self._header, [self.established])

    def record(self) -> str:
        """The record that establishes it."""
        return document(self._header, [self.established])

    @property
    def meters(self) -> Mapping[str, int]:
        """What its meter shows, in cents by its name."""
        return {self._fund.name: self._fund.stands}

    def take(self, played: Round) -> None:
        """Take what a round said of it, once the round is over."""
        table = played.header.table
        of = Fact("stake", None, 0, played.currency, table, "round", played.key, played.version)
        for fact in news(said_by_round(played, (self.established.rules.wager,)), {}, of):
            if fact.kind != "stake" or self._fund.takes_of(fact):
                take(self._fund, fact)
