"""Ids derived from names, so that a retry is recognised (CONTRACT §3).

A stream's key is its parts joined by "/": `THB-03/2026-11-28/412` for a
round or session, a name alone for a table or submission.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from hashlib import sha1
from typing import Annotated, Final, TypeAlias
from uuid import NAMESPACE_DNS, UUID, uuid5

from pydantic import Field, StringConstraints

from ledger.errors import InvalidReference

NAMESPACE: Final = uuid5(NAMESPACE_DNS, "pitledger")
NAME_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
MOST_NUMBER: Final = 2**53 - 1

Name: TypeAlias = Annotated[str, StringConstraints(pattern=NAME_PATTERN)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=MOST_NUMBER)]

# Key of a round or session as text: table, gaming date (or - in imports), number.
_PLAY_KEY = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}/(?:\d{4}-\d{2}-\d{2}|-)/(?:0|[1-9]\d{0,15})"
PlayKey: TypeAlias = Annotated[str, StringConstraints(pattern=rf"^{_PLAY_KEY}$")]


# Kind of stream -> what its key looks like, and how a person is told so.
_PLAYED: Final = (_PLAY_KEY, "TABLE/DATE/NUMBER or a uuid")
_BY_NAME: Final = (NAME_PATTERN.strip("^$"), "its name or a uuid")
_KEYS: Final = {
    "round": _PLAYED,
    "session": _PLAYED,
    "gaming_day": (r"\d{4}-\d{2}-\d{2}", "a date as 2026-11-28 or a uuid"),
}


@lru_cache(maxsize=1024)
def stream_id(property_name: str, kind: str, key: str) -> UUID:
    """The id of a stream; the same names always give the same id."""
    return uuid5(NAMESPACE, f"{property_name}/{kind}/{key}")


def event_id(stream: UUID, version: int) -> UUID:
    """The id of the event at a version (from 1) of a stream."""
    return uuid5(stream, str(version))


def id_beginnings(stream: UUID, versions: Iterable[int]) -> list[int]:
    """The first 48 bits of the ids of a stream's events, as numbers.

    A uuid5 is the SHA-1 of its namespace and name with a few bits set further
    on; to make uuids of a whole log would take as long as to read it.
    """
    begun = sha1(stream.bytes, usedforsecurity=False)  # what a uuid5 is made of (RFC 9562)
    found = []
    for version in versions:
        hashed = begun.copy()
        hashed.update(b"%d" % version)
        found.append(int.from_bytes(hashed.digest()[:6]))
    return found


def id_beginning(event: UUID) -> int:
    """The same of one id."""
    return event.int >> 80


def play_key(table: str, gaming_date: object, number: int) -> str:
    """The key of a round or session; a gaming date of None (imports) is `-`."""
    if isinstance(gaming_date, date):
        return f"{table}/{gaming_date.isoformat()}/{number}"
    return f"{table}/{'-' if gaming_date is None else gaming_date}/{number}"


def resolve(property_name: str, kind: str, reference: str) -> UUID:
    """The stream that a person names: its key as text, or its uuid.

    Raises InvalidReference where the text is neither.
    """
    try:
        return UUID(reference)
    except ValueError:
        pass
    pattern, form = _KEYS.get(kind, _BY_NAME)
    if re.fullmatch(pattern, reference):
        return stream_id(property_name, kind, reference)
    raise InvalidReference(reference=reference, form=form)
