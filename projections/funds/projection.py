"""View funds: every movement of every fund, with what the fund was like after it.

A fund as of a position is its last movement up to there: one index seek.
"""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Final, NamedTuple

from psycopg.types.json import Jsonb

from ledger.funds.state import Fact
from ledger.rounds.answers import finding
from projections.batch import Batch
from projections.funds.keeping import FundMoved
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "funds"
FUNDS: Final = Table("funds", {"name": "text", "first_position": "bigint"}, ("name",))
MOVEMENTS: Final = Table(
    "fund_movements",
    {
        "position": "bigint", "n": "integer", "fund": "text", "kind": "text", "amount": "numeric",
        "change": "numeric", "status": "text", "meter": "numeric", "stands": "numeric", "owed": "numeric",
        "contributed": "numeric", "carry": "text", "due": "numeric",
        "stream": "text", "key": "text", "version": "integer", "table_name": "text", "spot": "integer",
        "wager": "text", "bet_on": "text", "patron": "text", "at_cage": "boolean", "gaming_date": "date",
        "findings": "jsonb",
        "occurred_at": "timestamptz", "recorded_at": "timestamptz",
    },
    ("position", "n"),
)  # fmt: skip


class Prepared(NamedTuple):
    """The rows that a batch adds."""

    funds: list[Row]
    movements: list[Row]


class FundsView:
    """Writes the funds: rows are added, never changed."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._funds, self._movements = FUNDS + suffix, MOVEMENTS + suffix
        self.tables = (self._funds, self._movements)

    def prepare(self, batch: Batch) -> Writing:
        """The funds named first here, and all that moved."""
        fresh: list[Row] = [(one.fund, one.saying.position) for one in batch.funded if one.fresh]
        movements: list[Row] = []
        position = n = 0
        for one in batch.funded:
            n = n + 1 if one.saying.position == position else 1
            position = one.saying.position
            movements.append(_row(n, one))
        return partial(self.write, Prepared(fresh, movements))

    def write(self, prepared: Prepared, connection: Connection) -> None:
        """Add the rows."""
        self._funds.add(connection, prepared.funds)
        self._movements.add(connection, prepared.movements)


def _row(n: int, one: FundMoved) -> Row:
    saying = one.saying
    said = saying.said if isinstance(saying.said, Fact) else None
    where = ("fund", saying.key) if said is None else (said.stream, said.key)
    wager = (None,) * 5 if said is None else (said.table, said.spot, said.wager, said.on, said.patron)
    when = (
        (False, saying.said.__dict__.get("gaming_date"))
        if said is None
        else (said.at_cage, said.paid_on or _played_on(said))
    )
    return (
        saying.position, n, one.fund, one.kind, one.amount, one.change, one.status, one.meter, one.stands,
        one.owed, one.contributed, one.carry, one.due, *where, saying.version, *wager, *when,
        Jsonb([finding(each) for each in one.findings]), saying.occurred_at, saying.recorded_at,
    )  # fmt: skip


def _played_on(said: Fact) -> date | None:
    """The gaming date of the round or session that said it; imports have none."""
    _, gaming_date, _ = said.key.split("/")
    return None if gaming_date == "-" else date.fromisoformat(gaming_date)
