"""NDJSON on its way in: one record a line, as fast as it comes and no further.

The ledger pulls the lines in a thread of its own; where none has come whole
yet it is told so, and commits what it holds instead of waiting for more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from api.bodies import BYTE_ORDER_MARK
from api.errors import BodyTooLarge
from ledger.errors import LedgerError


class Lines:
    """The records of a body as bytes; what is no record as its refusal; None where the next is not there yet.

    `more` gives the next piece of the body, b"" at its end, and None where it
    broke off: the line that was cut short is then no record.  `numbers` holds
    the line numbers, from 1, of records given and not yet taken from its left.
    """

    def __init__(self, more: Callable[[], bytes | None], limit: int) -> None:
        self.numbers: deque[int] = deque()
        self._more = more
        self._limit = limit
        self._number = 0
        self._skipping = False

    def __iter__(self) -> Iterator[bytes | LedgerError | None]:
        held = b""
        try:
            while piece := self._more():
                *whole, held = (held + piece).split(b"\n")
                for line in whole:
                    yield from self._line(line)
                yield from self._overlong(held)
                if self._skipping:
                    held = b""
                yield None
        except LedgerError as refused:
            # The rest of the body cannot be read.
            self._number += 1
            yield self._given(refused)
            return
        if piece is not None:
            yield from self._line(held)

    def _line(self, line: bytes) -> Iterator[bytes | LedgerError]:
        """A whole line; blank ones count and say nothing."""
        if self._skipping:
            self._skipping = False
            return
        self._number += 1
        if self._number == 1:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if len(line) > self._limit:
            yield self._given(BodyTooLarge(limit=self._limit))
        elif said := line.strip():
            yield self._given(said)

    def _overlong(self, held: bytes) -> Iterator[bytes | LedgerError]:
        """Refuse a line that is too long before its end has come, and skip what is left of it."""
        if not self._skipping and len(held) > self._limit:
            self._number += 1
            self._skipping = True
            yield self._given(BodyTooLarge(limit=self._limit))

    def _given(self, record: bytes | LedgerError) -> bytes | LedgerError:
        self.numbers.append(self._number)
        return record
