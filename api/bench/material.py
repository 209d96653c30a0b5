"""What the bench records: simulated rounds, of Texas hold 'em bonus unless it is said, each once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from ledger.simulate.pit import evening, simulate

GAME: Final = "texas_holdem_bonus"
TABLES: Final = 4
ROUNDS: Final = 200  # a table, in each seed


@dataclass(slots=True)
class Material:
    """A supply of rounds without end; every round given has a number of its own."""

    registrations: list[bytes] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _rounds: list[dict[str, object]] = field(default_factory=list)

    @classmethod
    def prepared(cls, seed: int = 1, game: str = GAME) -> Material:
        """The material of one simulated evening; the work of simulating is done here."""
        made = cls()
        for text in simulate(evening(game, tables=TABLES, rounds=ROUNDS, seed=seed)):
            record = json.loads(text)
            if record["stream"] == "round":
                made._rounds.append(record)
            elif record["stream"] != "session":
                made.registrations.append(text.encode())
        return made

    def rounds(self) -> Iterator[tuple[bytes, int]]:
        """Round records with the number of their events."""
        while True:
            for record in self._rounds:
                events = record["events"]
                assert isinstance(events, list)
                yield json.dumps({**record, "number": next(self._numbers)}).encode(), len(events)
