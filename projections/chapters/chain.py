"""The chapters of a ledger one after the other: each signed, none left out, each naming the one before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import InvalidCheckpoint
from ledger.seal.chapters import Chapter, digest_of, opened_chapter
from projections.chapters.stored import Kept, from_the_first
from projections.integrity.answers import Mismatch
from projections.integrity.keys import Turn


def broken(connection: psycopg.Connection[Any], turns: Sequence[Turn], origin: str) -> Iterator[Mismatch]:
    """What is not as it was signed; `position` is that of the audit which closed the day.

    Of chapters signed before the first key that is trusted nothing is said.
    """
    number, previous = 0, b""
    for kept in from_the_first(connection):
        if kept.number != number + 1:
            missing = f"chapters {number + 1} to {kept.number - 1} are gone"
            yield Mismatch(kind="chapter_removed", position=kept.position, detail=missing)
        elif turns and kept.size > turns[0].after:
            for detail in _wrong(connection, kept, turns, (origin, previous)):
                yield Mismatch(kind="chapter_forged", position=kept.position, detail=detail)
        number, previous = kept.number, digest_of(kept.note)


def _wrong(
    connection: psycopg.Connection[Any], kept: Kept, turns: Sequence[Turn], after: tuple[str, bytes]
) -> Iterator[str]:
    """Why a chapter is not the one that was signed there; `after` are its origin and the digest before it."""
    where = f"chapter {kept.number}"
    try:
        chapter = opened_chapter(kept.note, [turn.key for turn in turns if turn.closes(kept.size)])
    except InvalidCheckpoint as refused:
        yield f"{where}: {refused.message}"
        return
    if _said(chapter) != (*kept[:6], after[0]) or kept.digest != digest_of(kept.note):
        yield f"{where}: what stands beside it is not what it says"
    elif chapter.previous != (after[1].hex() or None):
        yield f"{where}: the chapter before it is not the one that it names"
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute("SELECT root FROM seal_checkpoints WHERE size = %s", [kept.size]).fetchone()
    if row is None or row[0].hex() != chapter.checkpoint.root:
        yield f"{where}: the checkpoint that it leans on is not there"


def _said(chapter: Chapter) -> tuple[object, ...]:
    return (
        chapter.number, chapter.gaming_date, chapter.edition, chapter.closed_by.position,
        chapter.checkpoint.size, chapter.events, chapter.origin,
    )  # fmt: skip
