"""Spellings that the reader of JSON would take and the record format does not.

Pydantic reads a text of digits as seconds since 1970 and an offset without its
colon; a chip's value may be spelled twice (`"2500"` and `"02500"`) and lose a
count.  The whole text is searched at once, and looked into only on a hit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from ledger.errors import InvalidField, InvalidTime, LedgerError

_TIME: Final = r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)"
_DATE: Final = r"\d{4}-\d\d-\d\d"
_FACE: Final = r"[1-9][0-9]*"
_FACE_LIKE: Final = r"[0-9+_\s]+"

# Each begins with something rare, so that searching a record costs little beside reading it.
_SUSPECTS: Final = (
    re.compile(rf'"occurred_at"\s*:\s*"(?!{_TIME}")', re.ASCII),
    re.compile(rf'"(?:gaming_date|effective)"\s*:\s*"(?!{_DATE}")', re.ASCII),
    re.compile(r'"(?:[0+_\s]|[1-9][0-9]*[_\s+])[0-9+_\s]*"\s*:', re.ASCII),
)


def misspelling(document: bytes | str) -> LedgerError | None:
    """The refusal of the first spelling that the record format does not know, or None."""
    text = document.decode() if isinstance(document, bytes) else document
    if not any(suspect.search(text) for suspect in _SUSPECTS):
        return None
    return next(_misspelled(json.loads(text), ""), None)


def _misspelled(value: object, at: str) -> Iterator[LedgerError]:
    if isinstance(value, list):
        for index, one in enumerate(value):
            yield from _misspelled(one, f"{at}/{index}")
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from _field(name, one, f"{at}/{name}")
            yield from _misspelled(one, f"{at}/{name}")


def _field(name: str, said: object, at: str) -> Iterator[LedgerError]:
    if re.fullmatch(_FACE_LIKE, name) and not re.fullmatch(_FACE, name):
        yield InvalidField(detail=f"{name!r}: a number is written in digits, without leading zeros").at(at)
    pattern = {"occurred_at": _TIME, "gaming_date": _DATE, "effective": _DATE}.get(name)
    if pattern is not None and isinstance(said, str) and not re.fullmatch(pattern, said, re.ASCII):
        yield InvalidTime().at(at)
