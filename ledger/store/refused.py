"""What was refused, beside the events: rows are added and never changed.

What was sent is kept with a salt after it: the hash of the row is in every
checkpoint, and what was sent may all be known but for a face.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final

import psycopg

from ledger.store.salts import PATTERN, salts

INSERT: Final = """
    INSERT INTO refused_commands (stream, code, pointer, detail, digest, body, refused_by, times,
        first_at, last_at, gaming_date)
    VALUES (%(stream)s, %(code)s, %(pointer)s, %(detail)s, %(digest)s, %(body)s, %(refused_by)s, %(times)s,
        %(first_at)s, %(last_at)s, %(gaming_date)s)"""

# JSON has no NUL.
_SALT: Final = re.compile(f"\\0{PATTERN}\\Z".encode())


@dataclass(frozen=True, slots=True)
class Refused:
    """A record that was refused `times` times from `first_at` to `last_at`, by our clock.

    `stream` is kind and key, empty where the record does not say; `digest` the
    SHA-256 of what was sent, None in a row that only counts; `body` None where
    it was too long to keep.
    """

    stream: str
    code: str
    pointer: str | None
    detail: str
    digest: bytes | None
    body: bytes | None
    refused_by: str
    times: int
    first_at: datetime
    last_at: datetime
    gaming_date: date | None


def insert(connection: psycopg.Connection[Any], rows: Sequence[Refused]) -> None:
    """Add rows in one transaction."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.executemany(INSERT, [{**asdict(row), "body": _salted(row.body)} for row in rows])


def _salted(body: bytes | None) -> bytes | None:
    return None if body is None else b"%b\0%b" % (body, *next(salts(1)))


def sent(body: bytes) -> bytes:
    """What was sent, of a body as it is kept; those kept before there were salts have none."""
    return _SALT.sub(b"", body)
