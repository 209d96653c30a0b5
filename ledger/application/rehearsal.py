"""A ledger that answers as if it appended, and appends nothing: for `--dry-run`.

What would have been appended is kept in memory, so that later records of the
same input continue it and name what it registers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from eventsourcing.persistence import Notification

from ledger.application.ledger import Ledger
from ledger.application.registry import TOPICS
from ledger.store.appends import Batch, Outdated, StreamConflict
from ledger.store.recorder import LedgerRecorder
from ledger.store.refused import Refused


def rehearsal(ledger: Ledger) -> Ledger:
    """A ledger on top of another one, which stays as it is."""
    return Ledger(Rehearsal(ledger.recorder), ledger.property)


class Rehearsal(LedgerRecorder):
    """Reads from a recorder and, after it, from what was appended here."""

    def __init__(self, real: LedgerRecorder) -> None:
        super().__init__(real.datastore)
        self._streams: dict[UUID, list[Notification]] = {}
        self._log: list[Notification] = []
        self._base: Final = super().head()

    def append_batch(self, batch: Batch) -> int:
        """Keep the events, in order; the position that the first would have.

        Raises StreamConflict, Outdated.
        """
        assert not batch.remembered, "nobody rehearses a request with a key"
        believed = batch.believed
        found = {stream: len(events) for stream, events in self.read_streams(list(believed)).items()}
        stale = {stream: count for stream, count in found.items() if count != believed[stream]}
        if stale:
            raise StreamConflict(stale)
        if self.read_since(batch.registered, 1, TOPICS):
            raise Outdated
        first = self.head() + 1
        rows = zip(batch.ids, batch.versions, batch.topics, batch.states, strict=True)
        for position, (stream, version, topic, state) in enumerate(rows, first):
            kept = Notification(stream, version, topic, state, position)
            self._log.append(kept)
            self._streams.setdefault(stream, []).append(kept)
        return first

    def confirm(self) -> None:
        """Nothing has to be safe."""

    def keep_refused(self, rows: Sequence[Refused]) -> None:
        """Keep nothing: what is only tried is not refused."""

    def read_streams(self, ids: Sequence[UUID]) -> dict[UUID, list[Notification]]:
        """The events of each stream, those of the rehearsal last."""
        found = super().read_streams(ids)
        return {stream: [*events, *self._streams.get(stream, ())] for stream, events in found.items()}

    def read_since(self, position: int, limit: int, prefixes: Sequence[str] = ()) -> list[Notification]:
        """Up to `limit` events after a position, those of the rehearsal last and none of others since."""
        found = super().read_since(position, limit, prefixes) if position < self._base else []
        found = [one for one in found if one.id <= self._base]
        own = self._log[max(position - self._base, 0) :]
        fitting = [one for one in own if not prefixes or one.topic.startswith(tuple(prefixes))]
        return (found + fitting)[:limit]

    def head(self) -> int:
        """The last position, as if it had been appended."""
        return self._base + len(self._log)
