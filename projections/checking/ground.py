"""What every part of a check stands on: connections, what is wanted, and where it says how far it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, LiteralString, TypeAlias

from psycopg.sql import SQL, Composed

from ledger.application.ledger import Ledger
from ledger.postgres.attentive import Attentive
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings
from projections.checking.answers import Mismatch
from projections.checking.kinds import KINDS

# Mismatches of one kind that are listed; what is beyond is counted where that costs nothing.
MOST: Final = 100

# Told what is looked at, how far it is and of how many.
Progress: TypeAlias = Callable[[str, int, int], None]
Rows: TypeAlias = list[dict[str, Any]]
Statement: TypeAlias = SQL | Composed


def silent(_: str, __: int, ___: int) -> None:
    """Nobody wants to know."""


@dataclass
class Ground:
    """A ledger as its readers see it, the kinds that are wanted, and the events to begin and end with.

    Events after position `since` up to `head` are read.
    """

    settings: Settings
    ledger: Ledger
    wanted: Collection[str]
    since: int
    head: int
    told: Progress = silent
    # How many were.
    events: int = 0
    # Kinds that cannot be looked for now, and why.
    skipped: dict[str, str] = field(default_factory=dict)

    def wants(self, *kinds: str) -> bool:
        """Whether any of some kinds is looked for."""
        return not set(self.wanted).isdisjoint(kinds)

    def connected(self, role: Role) -> Attentive[Any]:
        """A connection as a role, to be closed by whoever asks.  Raises psycopg.OperationalError."""
        return connect(database_url(self.settings), property=self.settings.property, role=role)

    def rows(self, statement: LiteralString, **fields: object) -> Rows:
        """The rows of a statement, as a reader sees them.  Raises StoreUnavailable."""
        return self.ledger.recorder.datastore.patiently(
            lambda connection, _: connection.execute(statement, fields).fetchall()
        )

    def skip(self, kind: str, why: str) -> None:
        """Say that a kind could not be looked for."""
        if kind in self.wanted:
            self.skipped[kind] = why


def found(kind: str, given: Rows) -> Iterator[Mismatch]:
    """Mismatches of a kind, from rows that say subject, position and detail."""
    assert kind in KINDS, f"{kind} is listed"
    for row in given:
        yield Mismatch(kind=kind, subject=row["subject"], position=row.get("position"), detail=row["detail"])
