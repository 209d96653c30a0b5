"""An exported chapter verified with nothing but the file and a public key.

Checked are: who signed the chapter and its checkpoint, that they belong
together, that the events are the ones of which the chapter has the root and
that this root's events are in the tree of the checkpoint, that they are of this
day and property, and what they come to: counts and totals are made anew from
the events by the fold that made them.

Not checked, since no file could show it: that nothing else of the day was
recorded by then.  The ledger itself shows that (`verify`), or another edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final
from uuid import UUID

from ledger.application.stored import reading_stored
from ledger.errors import InvalidCheckpoint, InvalidField, UnknownTopic
from ledger.seal.chapters import Chapter, told_chapter
from ledger.seal.leaves import Fields
from ledger.seal.notes import Checkpoint, VerifierKey, opened, text_of
from ledger.seal.tree import HASH_BYTES, Frontier, leaf_hash
from projections.chapters.answers import ChapterChecked, Code, Wrong
from projections.chapters.chain import day_tree
from projections.chapters.day import DayFold
from projections.chapters.file import ChapterFile, End, Head, Skipped, Told
from projections.errors import ChapterUnreadable
from projections.integrity.keys import trusted

# Listed at most; the others are counted.
MOST: Final = 100
# Leaves that are hashed into the trees at once.
PAGE: Final = 1024


def check(
    lines: Iterable[bytes], *, key: VerifierKey | None = None, gaming_date: date | None = None
) -> ChapterChecked:
    """What is wrong with an exported chapter, given as lines with their ends.

    `key` is the key to trust, else the first that the file names itself;
    `gaming_date` the day that it should be of.  Raises ChapterUnreadable where it
    is no such file, InvalidVerifierKey where it names a key that is none.
    """
    file = ChapterFile(lines)
    try:
        chapter = told_chapter(file.head.chapter)
    except InvalidCheckpoint as refused:
        raise ChapterUnreadable(detail=refused.message) from None
    work = _Checking(chapter)
    turns = trusted([one.read() for one in file.head.keys], key)
    keys = [turn.key for turn in turns if turn.closes(chapter.checkpoint.size)]
    work.chapter_signature(file.head, keys)
    work.checkpoint(file.head, [turn.key for turn in turns if turn.signs(chapter.checkpoint.size)])
    if gaming_date not in {None, chapter.gaming_date}:
        work.report("day_other", None, f"it is of {chapter.gaming_date}")
    work.run(file)
    return ChapterChecked(
        ok=not work.wrong,
        chapter=chapter,
        events=work.events,
        keys=[str(one) for one in keys],
        key_given=key is not None,
        wrong=work.wrong,
        more_wrong=work.more,
    )


class _Checking:
    """One chapter on its way through its events."""

    def __init__(self, chapter: Chapter) -> None:
        self.wrong: list[Wrong] = []
        self.more = 0
        self.events = 0
        self._chapter = chapter
        self._whole = Frontier()
        self._day = day_tree(chapter)
        self._fold = DayFold(chapter.property, chapter.gaming_date, reading_stored())
        self._hashes: list[bytes] = []
        # Where each part of the day begins that has a mark.
        self._begins: list[int] = []
        self._versions: dict[UUID, int] = {}
        self._last = -1
        self._fits = True

    def report(self, code: Code, position: int | None, detail: str) -> None:
        """One more thing that is wrong."""
        if len(self.wrong) < MOST:
            self.wrong.append(Wrong(code=code, position=position, detail=detail))
        else:
            self.more += 1

    # --- the notes ------------------------------------------------------------------------

    def chapter_signature(self, head: Head, keys: Sequence[VerifierKey]) -> None:
        """Whether one of the keys signed the chapter, and is of the property that it is of."""
        said = self._chapter
        try:
            text_of(head.chapter, keys)
        except InvalidCheckpoint as refused:
            self.report("chapter_forged", None, refused.message)
        if any(one.name != said.origin for one in keys):
            self.report("property_other", None, f"it is of {said.origin}, the key is {keys[0].name}'s")

    def checkpoint(self, head: Head, keys: Sequence[VerifierKey]) -> None:
        """Whether one of the keys signed the checkpoint, and it is the one that the chapter leans on."""
        try:
            checkpoint = opened(head.checkpoint, keys)
        except InvalidCheckpoint as refused:
            self.report("checkpoint_forged", None, refused.message)
        else:
            self._leans_on(checkpoint)

    def _leans_on(self, found: Checkpoint) -> None:
        on = self._chapter.checkpoint
        wanted = (self._chapter.origin, on.size, on.position, on.root)
        if (found.origin, found.size, found.position, found.root.hex()) != wanted:
            detail = f"the chapter leans on the checkpoint of {on.size:,} events, this is of {found.size:,}"
            self.report("checkpoint_other", None, detail)

    # --- the events -----------------------------------------------------------------------

    def run(self, file: ChapterFile) -> None:
        """Walk through the file, and say what it comes to."""
        end: End | None = None
        for line in file:
            if end is not None:
                raise ChapterUnreadable(detail="it goes on after its end")
            match line:
                case Told(event, leaf):
                    self._told(event, leaf)
                case Skipped(nodes):
                    self._skipped(nodes)
                case End():
                    end = line
        self._flush()
        if end is None or end.events != self.events:
            self.report("file_cut", None, "its last line is not there, or of another number of events")
        self._compare()

    def _told(self, event: Fields, leaf: bytes) -> None:
        if self.events % (1 << self._day.level) == 0:
            self._begins.append(event.position)
        self.events += 1
        self._in_order(event)
        self._hashes.append(leaf_hash(leaf))
        if len(self._hashes) == PAGE:
            self._flush()
        try:
            self._fold.take(event)
        except (InvalidField, UnknownTopic) as refused:
            self.report("event_unreadable", event.position, refused.message)

    def _in_order(self, event: Fields) -> None:
        position, stream, version = event[:3]
        if position <= self._last:
            self.report("event_out_of_order", position, f"it comes after the one at {self._last}")
        self._last = position
        had = self._versions.get(stream, 0)
        if version <= had:
            self.report("event_added", position, f"{stream} has a version {version} already")
        elif version > had + 1:
            detail = f"{stream} goes on with version {version}, after {had}"
            self.report("event_missing", position, detail)
        self._versions[stream] = max(version, had)

    def _skipped(self, nodes: Iterable[tuple[int, bytes]]) -> None:
        self._flush()
        for level, node in nodes:
            self._fits = self._fits and len(node) == HASH_BYTES and self._whole.append(level, node)

    def _flush(self) -> None:
        self._whole.extend(self._hashes)
        self._day.extend(self._hashes)
        self._hashes = []

    # --- what they come to ------------------------------------------------------------------

    def _compare(self) -> None:
        said, fold = self._chapter, self._fold
        for position, what in fold.strange:
            self.report("event_of_another_day", position, f"{what} is not of {said.gaming_date}")
        if self.events != said.events or self._day.root().hex() != said.root:
            self._not_those_signed()
            return
        on = said.checkpoint
        if not self._fits or (self._whole.size, self._whole.root().hex()) != (on.size, on.root):
            self.report("proof_wrong", None, "the events are not shown to be in the tree of the checkpoint")
        for name, found, signed in (
            ("events by type", fold.types, said.types),
            ("streams by kind", fold.streams, said.streams),
        ):
            if dict(found) != signed:
                self.report("counts_differ", None, f"{name}: {_differing(found, signed)}")
        if (totals := fold.totals()) != said.totals:
            self.report("totals_differ", None, f"in {_differing(totals, said.totals)}")

    def _not_those_signed(self) -> None:
        """Name what is wrong with events whose root is not the one signed, unless it is named already."""
        said = self._chapter
        since, until = self._changed()
        if self.events != said.events:
            code: Code = "event_missing" if self.events < said.events else "event_added"
            if not any(one.code == code for one in self.wrong):
                detail = f"there are {self.events:,} events, {said.events:,} were signed"
                self.report(code, since, f"{detail}; the first {_where(since, until)}")
        elif not any(one.code.startswith("event_") for one in self.wrong):
            self.report("event_altered", since, f"{_where(since, until)} is not the one that was signed")

    def _changed(self) -> tuple[int | None, int | None]:
        """The first part of the day that is not the one signed: from which position, to before which."""
        marks = [one.hex() for one in self._day.marks]
        signed = self._chapter.marks.hashes
        alike = zip(marks, signed, strict=False)
        same = next((at for at, (one, other) in enumerate(alike) if one != other), None)
        at = min(len(marks), len(signed)) if same is None else same
        begins = [*self._begins, None, None]
        return (begins[at], begins[at + 1]) if at < len(self._begins) else (None, None)


def _where(since: int | None, until: int | None) -> str:
    if since is None:
        return "at the end"
    if until is None:
        return f"one from position {since} on"
    return f"one from position {since} to before {until}"


def _differing(found: Mapping[str, object], signed: Mapping[str, object]) -> str:
    """The names under which two differ."""
    names = sorted(name for name in found.keys() | signed.keys() if found.get(name) != signed.get(name))
    return ", ".join(names)
