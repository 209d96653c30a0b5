"""Questions about chapters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg.rows import tuple_row

from ledger.events.base import Recorded
from ledger.events.records import DeckHeader, RoundHeader
from ledger.rounds.masking import masked
from ledger.rounds.state import fold
from ledger.seal.chapters import told_chapter
from projections.asked import Asked
from projections.asking import Look, cursor, limited, look, place
from projections.chapters import stored
from projections.chapters.answers import ChapterLine, ChapterPage, ChapterShown
from projections.chapters.stored import Kept
from projections.decks.hiding import seen_deck
from projections.errors import FacesWithheld
from projections.rounds.projection import NAME as ROUNDS

# Rounds of a chapter that may be open now: not closed, or corrected since.
MAY_BE_OPEN: Final = (
    "SELECT id FROM (SELECT DISTINCT encode(substring(streams FROM n * 16 + 1 FOR 16), 'hex')::uuid AS id"
    " FROM seal_chapter_streams, generate_series(0, octet_length(streams) / 16 - 1) AS n"
    " WHERE chapter = %s) AS belong CROSS JOIN LATERAL (SELECT bool_or(topic = 'round.closed.v1') AS closed,"
    " bool_or(topic = 'round.corrected.v1') AS corrected, bool_or(topic LIKE 'round.%%') AS played"
    " FROM (SELECT topic FROM events WHERE originator_id = belong.id OFFSET 0) AS told) AS found"
    " WHERE played AND (corrected OR NOT closed)"
)
# Rounds folded at once.
PAGE: Final = 100


class ChaptersAsked(Asked):
    """Gaming days that were closed and signed."""

    def chapters(self, *, after: str | None = None, limit: int = 50) -> ChapterPage:
        """Chapters, the latest signed first; `limit` is at most 500."""
        size = limited(limit)
        before = None if after is None else place(after, (int,))[0]

        def attempt(connection: psycopg.Connection[Any], _: int) -> ChapterPage:
            found = stored.page(connection, before, size + 1)
            return ChapterPage(
                chapters=[_line(one) for one in found[:size]],
                waiting=stored.waiting(connection),
                after=cursor(found[size - 1].number) if len(found) > size else None,
            )

        return self.ledger.recorder.datastore.patiently(attempt)

    def chapter(self, gaming_date: date, *, edition: int | None = None) -> ChapterShown:
        """A gaming day's chapter, its last edition unless another is named.

        Raises ChapterNotFound, SealDamaged.
        """

        def attempt(connection: psycopg.Connection[Any], _: int) -> ChapterShown:
            kept = stored.of_day(connection, gaming_date, edition)
            return ChapterShown(
                chapter=told_chapter(kept.note),
                digest=kept.digest.hex(),
                signed_at=kept.signed_at,
                note=kept.note,
                checkpoint=stored.checkpoint_of(connection, kept),
            )

        return self.ledger.recorder.datastore.patiently(attempt)

    def chapter_to_export(
        self, gaming_date: date, *, edition: int | None = None, sees_all: bool = False
    ) -> Kept:
        """The chapter whose events somebody wants to take away (`exporting.exported`).

        Raises ChapterNotFound, and FacesWithheld where a round of it is still open
        and hides a face from who may not see all: its events cannot be proven
        without their faces.
        """

        def attempt(connection: psycopg.Connection[Any], _: int) -> tuple[Kept, list[UUID]]:
            kept = stored.of_day(connection, gaming_date, edition)
            if sees_all:
                return kept, []
            with connection.cursor(row_factory=tuple_row) as cursor:
                rows = cursor.execute(MAY_BE_OPEN, [kept.number]).fetchall()
            return kept, [row[0] for row in rows]

        kept, doubtful = self.ledger.recorder.datastore.patiently(attempt)
        for at in range(0, len(doubtful), PAGE):
            self.refuse_hidden(doubtful[at : at + PAGE])
        return kept

    def refuse_hidden(self, streams: Sequence[UUID]) -> None:
        """Raise FacesWithheld where one of some streams is an open round that hides a face, or its deck.

        Who has the hash of an event that was kept without a salt, or a path beside it, can find that face.
        """
        for recorded in self.ledger.recorded(streams).values():
            header = recorded[0].header
            if isinstance(header, DeckHeader) and self._hides(recorded):
                raise FacesWithheld(round=f"a round dealt from deck {header.name}")
            if not isinstance(header, RoundHeader):
                continue
            state = fold(header, [one.event for one in recorded], recorded[0].in_force)
            if masked(state) is not state:
                raise FacesWithheld(round=header.key)

    def _hides(self, recorded: Sequence[Recorded]) -> bool:
        """Whether a deck is one of which faces are withheld, or may be as soon as the views have read on."""

        def work(seen: Look) -> bool:
            read = [one for one in recorded if (one.position or 0) <= seen.as_of]
            return len(read) < len(recorded) or seen_deck(self.ledger, seen, read, sees_all=False).masked

        return look(self.ledger, [ROUNDS], None, work)


def _line(kept: Kept) -> ChapterLine:
    told = {name: value for name, value in kept._asdict().items() if name in ChapterLine.model_fields}
    return ChapterLine(**{**told, "digest": kept.digest.hex()})
