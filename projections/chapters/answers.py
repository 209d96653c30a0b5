"""What is said of chapters: which there are, one of them, and what came of verifying one."""

from __future__ import annotations

from datetime import date
from typing import Literal, TypeAlias

from pydantic import Field

from ledger.seal.chapters import Chapter
from projections.answers import Instant, Said

# What is wrong with a chapter or its events, by permanent code.
Code: TypeAlias = Literal[
    "chapter_forged", "checkpoint_forged", "checkpoint_other", "property_other", "day_other",
    "event_missing", "event_added", "event_altered", "event_out_of_order", "event_unreadable",
    "event_of_another_day", "counts_differ", "totals_differ", "proof_wrong", "file_cut",
]  # fmt: skip


class ChapterLine(Said):
    """A chapter in a list; `position` is the event that closed the day, `size` the checkpoint it leans on."""

    number: int
    gaming_date: date
    edition: int
    events: int
    position: int
    size: int
    digest: str = Field(description="SHA-256 of its text, hex: the next chapter names it")
    signed_at: Instant


class ChapterPage(Said):
    """Chapters, the latest signed first; `waiting` days are audited and not closed yet."""

    chapters: list[ChapterLine]
    waiting: int
    after: str | None


class ChapterShown(Said):
    """One chapter: what it says, and the signed notes that prove it."""

    chapter: Chapter
    digest: str
    signed_at: Instant
    note: str
    checkpoint: str = Field(description="the checkpoint that it leans on, a signed note")


class Wrong(Said):
    """One thing that is not as it was signed; `position` is the event concerned, null where none is."""

    code: Code
    position: int | None
    detail: str


class ChapterChecked(Said):
    """What came of verifying an exported chapter.

    `keys` were trusted for it; `key_given` is false where the file named them
    itself, and nobody else.  `events` were read.
    """

    ok: bool
    chapter: Chapter
    events: int
    keys: list[str]
    key_given: bool
    wrong: list[Wrong]
    more_wrong: int
