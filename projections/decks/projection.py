"""View decks: every inspection of every deck, by which decks are listed and found by their batch.

All else about a deck is in its own few events, and which rounds were dealt
from it in the view of rounds.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ledger.events.decks import DeckInspected
from projections.batch import Batch
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "decks"
INSPECTIONS: Final = Table(
    "deck_inspections",
    {"position": "bigint", "stream_id": "uuid", "deck": "text", "batch": "text", "backs": "text"},
    ("position",),
)


class DecksView:
    """Writes the inspections: rows are added, never changed."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._inspections = INSPECTIONS + suffix
        self.tables = (self._inspections,)

    def prepare(self, batch: Batch) -> Writing:
        """The inspections of a batch; a deck's name comes with its first event alone."""
        return partial(
            self.write,
            [
                (one.position, one.stream_id, one.header and one.header.key, one.event.batch, one.event.backs)
                for news in batch.streams.values()
                if news[0].event.STREAM == DeckInspected.STREAM
                for one in news
                if type(one.event) is DeckInspected
            ],
        )

    def write(self, prepared: list[Row], connection: Connection) -> None:
        """Add the rows."""
        self._inspections.add(connection, prepared)
