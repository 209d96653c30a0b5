"""The chapters of a ledger one after the other: each signed, none left out, each naming the one before.

That the last ones are there, which none after them names, the checkpoints say that were signed later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import psycopg
from psycopg.rows import tuple_row

from ledger.errors import InvalidCheckpoint
from ledger.seal.chapters import Chapter, DayTree, digest_of, opened_chapter, told_chapter
from ledger.seal.notes import Chapters
from ledger.seal.tree import leaf_hash
from projections.chapters.stored import Kept, closings, events_of, from_the_first, pages, stands_beside
from projections.integrity.answers import Mismatch
from projections.integrity.keys import Turn
from projections.integrity.reading import MOST


def broken(
    connection: psycopg.Connection[Any], turns: Sequence[Turn], origin: str, over: Iterable[Chapters]
) -> Iterator[Mismatch]:
    """What is not as it was signed; `position` is that of the audit which closed the day.

    `over` is what checkpoints that held say of chapters.  Of those signed
    before the first key that is trusted nothing is said.
    """
    named: dict[int, set[bytes]] = {}
    for one in over:
        named.setdefault(one.number, set()).add(one.digest)
    number, previous, position = 0, b"", 0
    for kept in from_the_first(connection):
        digest = digest_of(kept.note)
        if kept.number != number + 1:
            missing = f"chapters {number + 1} to {kept.number - 1} are gone"
            yield Mismatch(kind="chapter_removed", position=kept.position, detail=missing)
        elif turns and kept.size > turns[0].after:
            details = [*_wrong(connection, kept, turns, (origin, previous))]
            if not details and named.get(kept.number, {digest}) != {digest}:
                details = [f"chapter {kept.number}: it is not the one that a checkpoint is over"]
            for detail in details:
                yield Mismatch(kind="chapter_forged", position=kept.position, detail=detail)
        number, previous, position = kept.number, digest, kept.position
    if (until := max(named, default=0)) > number:
        audit = next((one.position for one in closings(connection, position, MOST)), position)
        missing = f"chapters {number + 1} to {until} are gone, and a checkpoint is over them"
        yield Mismatch(kind="chapter_removed", position=audit, detail=missing)


def of_other_streams(connection: psycopg.Connection[Any]) -> Iterator[Mismatch]:
    """Chapters beside which other streams are kept than those of which they were signed.

    To be asked where events and chapters are as they were signed.
    """
    for kept in from_the_first(connection):
        chapter = told_chapter(kept.note)
        tree = day_tree(chapter)
        with events_of(connection, kept.number, kept.position) as rows:
            for leaves in pages(rows):
                tree.extend([leaf_hash(leaf) for leaf in leaves])
        if detail := not_those_signed(tree, chapter):
            yield Mismatch(
                kind="chapter_forged", position=kept.position, detail=f"chapter {kept.number}: {detail}"
            )


def day_tree(chapter: Chapter) -> DayTree:
    """A tree for the events of a chapter, still empty."""
    return DayTree(min(chapter.marks.level, 62))


def not_those_signed(tree: DayTree, chapter: Chapter) -> str | None:
    """Why the events of the streams kept beside a chapter are not those that were signed, if they are not."""
    if tree.size != chapter.events:
        return f"the streams kept beside it have {tree.size:,} events, {chapter.events:,} were signed"
    if tree.root().hex() != chapter.root:
        return "the streams kept beside it are not those that were signed"
    return None


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
    if not stands_beside(kept, chapter) or chapter.origin != after[0]:
        yield f"{where}: what stands beside it is not what it says"
    elif chapter.previous != (after[1].hex() or None):
        yield f"{where}: the chapter before it is not the one that it names"
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute("SELECT root FROM seal_checkpoints WHERE size = %s", [kept.size]).fetchone()
    if row is None or row[0].hex() != chapter.checkpoint.root:
        yield f"{where}: the checkpoint that it leans on is not there"
