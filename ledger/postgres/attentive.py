"""A connection that gives up a server which owes it an answer.

TCP believes in a peer as long as somebody on the way says that he has the
bytes: a server that froze, or a proxy that lost it, would be waited for for ever.
"""

from __future__ import annotations

from typing import Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.rows import Row

T = TypeVar("T")

# A question may have much to sum up; of what comes row by row each row is an answer.
ANSWERED_S: Final = 60.0


class Attentive(psycopg.Connection[Row]):
    """A connection that breaks where one answer takes longer than `answered_s`; None: it waits."""

    answered_s: float | None = None

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        """Wait for an answer.  Raises OperationalError where it does not come, and is closed then."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.answered_s)
        except psycopg.errors._WaitTimeout as silence:  # noqa: SLF001 - psycopg has no other name for it
            # What it was asked may still happen, and its answer must not be taken for another's.
            self.close()
            raise psycopg.OperationalError(f"no answer for {self.answered_s:g} s") from silence
