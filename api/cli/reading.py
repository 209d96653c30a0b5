"""Records out of files and pipes: JSON or NDJSON, plain or compressed, one at a time.

A document may stand on one line or be printed over several.  What is not
JSON is given on as it stands, so that its refusal names its line, and reading
goes on with the next document.
"""

from __future__ import annotations

import io
import re
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Protocol, cast

from ledger.errors import LedgerError, MalformedJson

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP: Final = b"\x1f\x8b"
ZSTANDARD: Final = b"\x28\xb5\x2f\xfd"
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
# A few kilobytes of Zstandard can be many megabytes of text.
CHUNK: Final = 1 << 12
# Ten thousand events of the longest kind: what is longer is no record, and must not fill the memory.
LONGEST: Final = 1 << 26

STRING: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"')
# A line that is a record by itself begins like this, whatever a broken document before it left open.
BEGINS_A_RECORD: Final = re.compile(rb'\{\s*"(?:format|stream)"')


class Documents:
    """The documents of a stream of bytes, and the line on which each began.

    Iterating gives each document's bytes.  `began` holds the lines, from 1, of
    those given and not yet taken from its left; `damage` is what ended the
    stream before its end, found only when it has been read.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self.began: deque[int] = deque()
        self.damage: LedgerError | None = None
        self.line = 0
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        held: list[bytes] = []
        first = depth = size = 0
        for line in self._lines():
            if held and _is_a_record(line):
                yield self._given(held, first)
                held, depth, size = [], 0, 0
            first = first if held else self.line
            depth += _open_after(line, whole=not held)
            size += len(line)
            held.append(line)
            if depth <= 0 or size > LONGEST:
                yield self._given(held, first)
                held, depth, size = [], 0, 0
        if held:
            yield self._given(held, first)

    def _given(self, held: list[bytes], first: int) -> bytes:
        self.began.append(first)
        return b"\n".join(held)

    def _lines(self) -> Iterator[bytes]:
        """The lines that say something, stripped; one beyond all measure comes in pieces."""
        try:
            while line := self._stream.readline(LONGEST):
                if not self.line:
                    line = line.removeprefix(BYTE_ORDER_MARK)
                self.line += 1
                if said := line.strip():
                    yield said
        except MalformedJson as damage:
            self.damage = damage


def _is_a_record(line: bytes) -> bool:
    return BEGINS_A_RECORD.match(line) is not None and _open_after(line, whole=True) <= 0


def _open_after(line: bytes, *, whole: bool) -> int:
    """How many braces a line leaves open; no text spans lines in JSON.

    Braces in texts do not count, but taking the texts out is slow: a line that
    may be a `whole` document and has as many braces of each kind is one.
    """
    if whole and not line.startswith(b"{"):
        return 0
    if whole and line.endswith(b"}") and line.count(b"{") == line.count(b"}"):
        return 0
    bare = STRING.sub(b"", line)
    return bare.count(b"{") - bare.count(b"}")


# --- files --------------------------------------------------------------------


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A file, or standard input for `-`, decompressed where its first bytes say that it is compressed.

    Raises OSError; while reading, MalformedJson where compressed data are damaged.
    """
    if str(path) == "-":
        yield _plain(cast("io.BufferedReader", sys.stdin.buffer))
        return
    with path.open("rb") as stream:
        yield _plain(stream)


def _plain(stream: io.BufferedReader) -> IO[bytes]:
    magic = stream.peek(4)
    if magic.startswith(GZIP):
        return io.BufferedReader(_Inflated(stream, _gzip))
    if magic.startswith(ZSTANDARD):
        return io.BufferedReader(_Inflated(stream, _zstandard))
    return stream


class _Decompressor(Protocol):
    """What the decompressors of gzip and of Zstandard share; each reads one member or frame."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes:
        """The next piece of the text."""
        ...


def _gzip() -> _Decompressor:
    return zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)


def _zstandard() -> _Decompressor:
    # Only who reads such a file waits for its library.
    from zstandard import ZstdDecompressor

    return cast("_Decompressor", ZstdDecompressor().decompressobj())


class _Inflated(io.RawIOBase):
    """A compressed stream, read as what was compressed, through all of its members."""

    def __init__(self, stream: IO[bytes], start: Callable[[], _Decompressor]) -> None:
        self._stream = stream
        self._start = start
        self._member = start()
        self._text = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Fill the buffer; 0 at the end.  Raises MalformedJson where that is missing or a part is damaged."""
        view = memoryview(buffer).cast("B")
        while not self._text:
            left = self._member.unused_data if self._member.eof else b""
            data = left or self._stream.read(CHUNK)
            if self._member.eof and data:
                self._member = self._start()
            if not data:
                if self._member.eof:
                    return 0
                raise MalformedJson(detail="the compressed data end too early", pointer="")
            self._text = self._inflated(data)
        taken = self._text[: len(view)]
        view[: len(taken)] = taken
        self._text = self._text[len(taken) :]
        return len(taken)

    def _inflated(self, data: bytes) -> bytes:
        try:
            return self._member.decompress(data)
        except Exception as damage:
            # The two libraries have an exception each, and one of them may not be loaded.
            raise MalformedJson(detail=f"the compressed data are damaged: {damage}", pointer="") from damage
