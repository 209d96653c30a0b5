"""An exported chapter read back line by line; what is no such file is refused."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable, Iterator
from struct import error as StructError  # noqa: N812 - the library's name says nothing
from typing import Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from pydantic import BaseModel, ConfigDict, ValidationError

from ledger.seal.leaves import Fields, leaf_of
from ledger.seal.notes import VerifierKey
from projections.errors import ChapterUnreadable
from projections.integrity.keys import Key

# No event is longer, by far.
LONGEST_LINE: Final = 16 * 1024 * 1024


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class HeadKey(_Line):
    """A public key of the seal as the file names it."""

    key: str
    since_size: int
    endorsement: str | None

    def read(self) -> Key:
        """The same as a key.  Raises InvalidVerifierKey."""
        return Key(VerifierKey.read(self.key), self.since_size, self.endorsement)


class Head(_Line):
    """The first line."""

    format: Literal["pitledger-chapter-export/1"]
    chapter: str
    checkpoint: str
    keys: list[HeadKey]


class Told(NamedTuple):
    """An event of the file, and its leaf."""

    event: Fields
    leaf: bytes


class Skipped(NamedTuple):
    """Nodes over events of others, each with its level."""

    nodes: tuple[tuple[int, bytes], ...]


class End(NamedTuple):
    """The last line: how many events the file is said to have."""

    events: int


Line: TypeAlias = Told | Skipped | End


class ChapterFile:
    """The lines of a file, the first of them read.  Raises ChapterUnreadable, each time."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = iter(lines)
        try:
            self.head = Head.model_validate_json(next(self._lines, b""))
        except ValidationError as refused:
            first = refused.errors()[0]
            where = "/".join(map(str, first["loc"]))
            raise ChapterUnreadable(detail=f"line 1: {where} {first['msg']}") from None

    def __iter__(self) -> Iterator[Line]:
        """What follows it.  A last line that was cut off in the middle is left out."""
        for number, line in enumerate(self._lines, 2):
            try:
                yield _read(line)
            except (KeyError, TypeError, ValueError, StructError, OverflowError, RecursionError) as trouble:
                if not line.endswith(b"\n"):
                    return
                raise ChapterUnreadable(detail=f"line {number}: {trouble!r:.200}") from None


def _read(line: bytes) -> Line:
    if len(line) > LONGEST_LINE:
        raise ValueError("it is longer than an event can be")
    document = json.loads(line)
    if not isinstance(document, dict):
        raise TypeError("no object")
    match document:
        case {"nodes": nodes, **rest} if not rest:
            return Skipped(tuple((_level(level), b64decode(node, validate=True)) for level, node in nodes))
        case {"events": int(events), **rest} if not rest:
            return End(events)
    event = Fields(
        _whole(document.pop("position")),
        UUID(_text(document.pop("stream"))),
        _whole(document.pop("version")),
        _text(document.pop("topic")),
        _text(document.pop("state")).encode(),
    )
    if document:
        raise ValueError("there is more than an event has")
    return Told(event, leaf_of(*event))


def _whole(number: object) -> int:
    if type(number) is not int:
        raise TypeError("no whole number")
    return number


def _text(said: object) -> str:
    if type(said) is not str:
        raise TypeError("no text")
    return said


def _level(number: object) -> int:
    level = _whole(number)
    if not 0 <= level < 64:
        raise ValueError("no level")
    return level
