"""What was sent: its media type, its encoding, its length.

A body may be compressed (`Content-Encoding: gzip`); its limit holds for what
comes out, piece by piece, so that a small bomb cannot fill the memory.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Final

from fastapi import Depends, Request

from api.errors import BodyDamaged, BodyTooLarge, HeaderInvalid, MediaTypeUnsupported
from api.services import Shared

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
# All of them mean one document a line.
LINES: Final = frozenset({NDJSON, "application/ndjson", "application/jsonl", "application/x-jsonlines"})
PIECE: Final = 1 << 16
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Inflating:
    """A body on its way in, decompressed where its header says that it is.  Raises HeaderInvalid."""

    def __init__(self, encoding: str) -> None:
        if encoding not in {"identity", "gzip", "x-gzip"}:
            raise HeaderInvalid(header="Content-Encoding", detail="gzip and identity are understood here")
        self._member = None if encoding == "identity" else _member()

    def pieces(self, sent: bytes) -> Iterator[bytes]:
        """What some bytes become, in pieces of bounded length.  Raises BodyDamaged."""
        if self._member is None:
            yield sent
            return
        while True:
            try:
                piece = self._member.decompress(sent, PIECE)
            except zlib.error as damage:
                raise BodyDamaged(detail=str(damage)) from damage
            if piece:
                yield piece
            sent = self._member.unconsumed_tail
            if self._member.eof and self._member.unused_data:
                sent = self._member.unused_data
                self._member = _member()
            elif not sent and len(piece) < PIECE:
                # Less than a piece with nothing left to read: the decompressor holds nothing back.
                return

    def end(self) -> None:
        """Refuse a body that ends within its compressed data.  Raises BodyDamaged."""
        if self._member is not None and not self._member.eof:
            raise BodyDamaged(detail="the compressed data end too early")


def _member() -> zlib._Decompress:
    return zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)


def media_type(request: Request) -> str:
    """The media type of a body, without parameters; what says nothing is taken for JSON."""
    said = request.headers.get("content-type", JSON)
    return said.partition(";")[0].strip().lower()


def inflating(request: Request) -> Inflating:
    """How to read a request's body.  Raises HeaderInvalid."""
    return Inflating(request.headers.get("content-encoding", "identity").strip().lower())


async def document(request: Request, limit: int) -> bytes:
    """One JSON document, without the mark that some editors put before it.  Raises what `whole` raises."""
    return (await whole(request, limit)).removeprefix(BYTE_ORDER_MARK)


async def whole(request: Request, limit: int) -> bytes:
    """A body of `limit` bytes at most.  Raises BodyTooLarge, BodyDamaged, HeaderInvalid."""
    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > limit:
        raise BodyTooLarge(limit=limit)
    read: list[bytes] = []
    length = 0
    async for piece in _inflated(request):
        length += len(piece)
        if length > limit:
            raise BodyTooLarge(limit=limit)
        read.append(piece)
    return b"".join(read)


async def _inflated(request: Request) -> AsyncIterator[bytes]:
    how = inflating(request)
    async for sent in request.stream():
        for piece in how.pieces(sent):
            yield piece
    how.end()


async def json_body(request: Request, services: Shared) -> bytes:
    """The body of a request that takes one JSON document.

    Raises MediaTypeUnsupported, BodyTooLarge, BodyDamaged, HeaderInvalid.
    """
    if (given := media_type(request)) != JSON:
        raise MediaTypeUnsupported(given=given, known=JSON)
    return await document(request, services.settings.max_body_bytes)


JsonBody = Annotated[bytes, Depends(json_body)]


class Sent:
    """What came to a route that takes one document or many: the one, or None where lines follow."""

    def __init__(self, request: Request, document: bytes | None) -> None:
        self.request = request
        self.document = document


async def one_or_lines(request: Request, services: Shared) -> Sent:
    """One JSON document, read; or NDJSON, still to be read.  Raises what `json_body` raises."""
    given = media_type(request)
    if given in LINES:
        return Sent(request, None)
    if given != JSON:
        raise MediaTypeUnsupported(given=given, known=f"{JSON} or {NDJSON}")
    return Sent(request, await document(request, services.settings.max_body_bytes))


OneOrLines = Annotated[Sent, Depends(one_or_lines)]
