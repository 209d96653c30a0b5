"""The peer: a stock `eventsourcing` application on the same server, as its documentation shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from psycopg.conninfo import conninfo_to_dict

from api.bench.timing import Turn


class StockRound(Aggregate):
    """An aggregate that keeps what it is told and checks nothing."""

    @event("Noted")
    def note(self, fact: Mapping[str, Any]) -> None:
        """Take a fact."""


class StockApplication(Application[UUID]):
    """Saves rounds with the library's own mapper and recorder."""

    def play(self, facts: Sequence[Mapping[str, Any]]) -> int:
        """One round of facts in one save; how many events that were."""
        made = StockRound()
        for fact in facts[1:]:
            made.note(fact)
        self.save(made)
        return len(facts)

    def play_singly(self, facts: Sequence[Mapping[str, Any]], turn: Turn) -> int:
        """Rounds of the same facts, a save for each, while the turn lasts; how many that were."""
        done = 0
        while turn.lasts():
            made = StockRound()
            self.save(made)
            done += 1
            for fact in facts[1:]:
                if not turn.lasts():
                    break
                made.note(fact)
                self.save(made)
                done += 1
        return done


def stock_application(url: str) -> StockApplication:
    """A stock application on the database at a URL, its tables made by itself."""
    server = cast("dict[str, Any]", conninfo_to_dict(url))
    return StockApplication(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": server["dbname"],
            "POSTGRES_HOST": server["host"],
            "POSTGRES_PORT": str(server.get("port") or 5432),
            "POSTGRES_USER": server["user"],
            "POSTGRES_PASSWORD": server.get("password") or "",
            "POSTGRES_POOL_SIZE": "40",
            "POSTGRES_MAX_OVERFLOW": "40",
        }
    )
