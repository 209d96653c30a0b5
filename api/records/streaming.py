"""Many records in one request: lines in, an answer line out for each, as they are decided.

Reading and answering do not wait for one another: a client that sends all of
its records before it reads an answer is no deadlock, and its answers wait in a
file, not in memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import Final, TypeAlias

import anyio
from anyio import from_thread, to_thread
from fastapi import Request
from fastapi.responses import Response
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from api import problems
from api.auth import Principal
from api.bodies import NDJSON, Inflating, inflating
from api.disputes.ruling import may_record
from api.records.lines import Lines
from api.services import Services
from ledger.application import receipts
from ledger.application.ledger import Receipt
from ledger.errors import Unavailable

# Answers up to here are kept in memory.
IN_MEMORY: Final = 1 << 20
PIECE: Final = 1 << 16
# Requests that record at the same time; others wait, and the threads of other routes are not theirs to take.
AT_ONCE: Final = anyio.CapacityLimiter(16)

Emit: TypeAlias = Callable[[bytes], None]


class Spool:
    """Bytes on their way out, written and read in the event loop's thread."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by close()
        self._read = self._written = 0
        self._ended = False
        self._news = anyio.Event()

    def write(self, answers: bytes) -> None:
        """Add to what is to be sent."""
        self._file.seek(self._written)
        self._file.write(answers)
        self._written += len(answers)
        self._news.set()

    def end(self) -> None:
        """Nothing more will be added."""
        self._ended = True
        self._news.set()

    async def read(self) -> bytes:
        """The next piece, b"" at the end."""
        while self._read == self._written and not self._ended:
            await self._news.wait()
            self._news = anyio.Event()
        self._file.seek(self._read)
        piece = self._file.read(min(PIECE, self._written - self._read))
        self._read += len(piece)
        return piece

    def close(self) -> None:
        """Let go of what was not read."""
        self._file.close()


class AnswerLines(Response):
    """A response whose body `work` writes in a thread of its own, through the function that it is given.

    What `work` raises before it has written anything is raised, so that it
    becomes an answer of its own.
    """

    media_type = NDJSON

    def __init__(self, work: Callable[[Emit], None]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._work = work
        self._spool = Spool()

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._write)
                await self._send(send)
        except BaseExceptionGroup as group_of_one:
            raise group_of_one.exceptions[0] from None
        finally:
            self._spool.close()

    async def _write(self) -> None:
        emit: Emit = lambda answers: from_thread.run_sync(self._spool.write, answers)  # noqa: E731 - said at once
        await to_thread.run_sync(self._work, emit, limiter=AT_ONCE)
        self._spool.end()

    async def _send(self, send: Send) -> None:
        piece = await self._spool.read()
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        while piece:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            piece = await self._spool.read()
        await send({"type": "http.response.body", "body": b""})


# --- the work ---------------------------------------------------------------------


def record_many(
    services: Services, principal: Principal, request: Request, *, enforce: bool = False
) -> AnswerLines:
    """The response that appends the records of a body and answers each with a line.

    Raises HeaderInvalid.
    """
    pieces = _Pieces(request, inflating(request))

    def work(emit: Emit) -> None:
        _Recording(services, principal, emit).run(pieces, enforce=enforce)

    return AnswerLines(work)


class _Pieces:
    """A body, asked for piece by piece from another thread; None where it broke off."""

    def __init__(self, request: Request, how: Inflating) -> None:
        self._stream = request.stream()
        self._how = how
        self._ready: Iterator[bytes] = iter(())

    def __call__(self) -> bytes | None:
        while True:
            for piece in self._ready:
                return piece
            try:
                sent = from_thread.run(self._next)
            except ClientDisconnect:
                return None
            if not sent:
                self._how.end()
                return b""
            self._ready = self._how.pieces(sent)

    async def _next(self) -> bytes:
        with suppress(StopAsyncIteration):
            while not (sent := await anext(self._stream)):
                continue
            return sent
        return b""


class _Recording:
    """One request's records being appended, answers held until there is nothing more to read at once."""

    def __init__(self, services: Services, principal: Principal, emit: Emit) -> None:
        self._services = services
        self._principal = principal
        self._emit = emit
        self._held: list[bytes] = []

    def run(self, pieces: _Pieces, *, enforce: bool) -> None:
        """Append all of them.  Raises Unavailable if the store failed before any was answered."""

        def more() -> bytes | None:
            self._flush()
            return pieces()

        lines = Lines(more, self._services.settings.max_body_bytes)
        who = self._principal
        answered = False
        try:
            for receipt in self._services.ledger.record_all(
                lines, by=who.name, enforce=enforce, sees_all=who.sees_all, may=may_record(who)
            ):
                self._hold(lines, receipt)
                answered = True
        except Unavailable as trouble:
            # From this line on nothing was appended; the same records may be sent again.
            if not answered:
                raise
            self._hold(lines, Receipt("refused", problem=trouble))
        self._flush()

    def _hold(self, lines: Lines, receipt: Receipt) -> None:
        self._services.metrics.recorded(receipt)
        answer = receipts.receipt(lines.numbers.popleft(), receipt, problems.problem)
        self._held.append(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def _flush(self) -> None:
        if self._held:
            self._emit(b"".join(self._held))
            self._held.clear()
