"""A chapter: a gaming day closed, as it is signed.

A C2SP signed note whose text is a line of ours and one JSON document: the day,
which events belong to it (how many, their root, their streams and types), what
its tables' counts come to, the checkpoint that it leans on and the chapter
before it.  The root is RFC 6962's over the leaves of these events in order of
position, and `marks` are the complete nodes of one level of that tree, so that
a change can be placed.

Source: c2sp.org/signed-note; RFC 6962 section 2.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from ledger.errors import InvalidCheckpoint
from ledger.seal.notes import VerifierKey, text_of
from ledger.seal.tree import Frontier

TITLE: Final = "pitledger chapter"
# Marks there are at most: what a change can be narrowed down to is one of so many parts of the day.
MOST_MARKS: Final = 64

Hash: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$"), Field(description="hex")]
Count: TypeAlias = Annotated[int, Field(ge=0)]
Cents: TypeAlias = Annotated[int | None, Field(description="whole cents, signed; null: not all counted")]


class _Part(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", strict=True)


class ClosedBy(_Part):
    """The event that closed the day: that revenue audit finished."""

    position: Count
    version: Count
    by: str | None
    approved_by: str


class LeansOn(_Part):
    """The checkpoint under which its events are shown to be."""

    size: Count
    position: Count
    root: Hash


class Marks(_Part):
    """The complete nodes of one level of its own tree, in order: each over 2^level events."""

    level: Count
    hashes: list[Hash]


class Totals(_Part):
    """What the counts of the sessions come to that were played in one currency.  Source: accounting A.4."""

    sessions: Count
    opener: Cents
    fills: Cents
    credits: Cents
    closer: Cents
    drop: Cents
    cash: Cents
    documents: Cents
    coupons: Cents
    accounting_win: Cents


class Chapter(_Part):
    """What is signed of a gaming day.

    `edition` counts how often the day was closed; each is the whole day as of
    its position.  `previous` is the digest of the chapter signed before, of
    whatever day; null in the first.  `streams` are counted by kind, `types` are
    events by topic.
    """

    format: Literal["pitledger-chapter/1"]
    origin: str
    number: Annotated[int, Field(ge=1)]
    previous: Hash | None
    gaming_date: date
    edition: Annotated[int, Field(ge=1)]
    closed_by: ClosedBy
    events: Count
    first_position: Count
    last_position: Count
    root: Hash
    marks: Marks
    streams: dict[str, Count]
    types: dict[str, Count]
    totals: dict[str, Totals]
    checkpoint: LeansOn

    @property
    def property(self) -> str:
        """Whose ledger it is of."""
        return self.origin.rpartition("/")[2]

    def text(self) -> str:
        """What is signed."""
        return f"{TITLE}\n{self.model_dump_json()}\n"


class DayTree:
    """The tree over a day's events, being made longer, and its marks."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.marks: list[bytes] = []
        self._tree = Frontier()

    @property
    def size(self) -> int:
        """How many events are in it."""
        return self._tree.size

    def extend(self, hashes: Sequence[bytes]) -> None:
        """Add events by the hashes of their leaves."""
        if self.level == 0:
            self.marks += hashes
        for level, _, nodes in self._tree.extend(hashes):
            if level == self.level:
                self.marks += nodes

    def root(self) -> bytes:
        """The root over all of them."""
        return self._tree.root()


def opened_chapter(note: str, keys: Sequence[VerifierKey]) -> Chapter:
    """The chapter of a note that one of the keys signed.  Raises InvalidCheckpoint."""
    text_of(note, keys)
    return told_chapter(note)


def told_chapter(note: str) -> Chapter:
    """What a note says, whoever signed it.  Raises InvalidCheckpoint where it is no chapter."""
    title, _, document = note.rpartition("\n\n")[0].partition("\n")
    if title != TITLE:
        raise InvalidCheckpoint(detail="it is no chapter")
    try:
        return Chapter.model_validate_json(document)
    except ValidationError as refused:
        where = "/".join(map(str, refused.errors()[0]["loc"]))
        raise InvalidCheckpoint(detail=f"it is no chapter: {where}") from None


def digest_of(note: str) -> bytes:
    """By what the next chapter names it: the hash of its text, whoever signed that."""
    text, _, _ = note.rpartition("\n\n")
    return sha256(f"{text}\n".encode()).digest()


def level_of_marks(events: int) -> int:
    """The lowest level at which a tree of so many events has at most 64 complete nodes."""
    return (events // (MOST_MARKS + 1)).bit_length()
