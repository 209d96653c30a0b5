"""Records that were refused are kept beside the events, never among them.

Who sent what, and why it was refused: a record that contradicts what is stored
is a thing to look into.  Keeping it is best effort and costs only whoever is
refused.  The same record sent again and again is counted; of a flood so many a
minute are kept, and the rest is counted.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta
from threading import Lock
from typing import Any, Final, Protocol

from pydantic_core import from_json

from ledger.application.planning import Request
from ledger.errors import LedgerError, MalformedJson, StoreUnavailable, Unavailable
from ledger.identity import play_key
from ledger.store.recorder import LedgerRecorder
from ledger.store.refused import Refused

# Of a longer record only the digest is kept.
LONGEST_BODY: Final = 64 * 1024
LONGEST_TEXT: Final = 2000
# Records a minute in one process: at their longest some three gigabytes a day, and never more.
MOST_A_MINUTE: Final = 30
MINUTE: Final = timedelta(minutes=1)
# Records known again when they come a second time.
MOST_KNOWN: Final = 1000
# Kinds of streams that are keyed like rounds, and those keyed by their gaming date.
KEYED_BY_PLAY: Final = frozenset({"round", "session"})
# Of whose records nothing is kept but that they were refused: a person may be named where only an id belongs.
ABOUT_PERSONS: Final = frozenset({"dispute"})
KEYED_BY_DATE: Final = frozenset({"gaming_day"})
MORE: Final = "more than are kept one by one"
UNREADABLE: Final = "\N{REPLACEMENT CHARACTER}"


class Answered(Protocol):
    """What became of a record."""

    @property
    def stream(self) -> str: ...
    @property
    def problem(self) -> LedgerError | None: ...


class Refusals:
    """Keeps what a ledger refuses.  Threads may share it.

    What was only counted is written with the first refusal of a later minute,
    and at the end.
    """

    def __init__(self, recorder: LedgerRecorder) -> None:
        self._recorder = recorder
        self._lock = Lock()
        # What was written, by record, code and sender, and how often it came since.
        self._known: OrderedDict[tuple[object, ...], Refused | None] = OrderedDict()
        self._rest: dict[tuple[str, str], Refused] = {}
        self._minute: datetime | None = None
        self._written = 0

    def keep(self, sent: Iterable[tuple[bytes | str | LedgerError, Answered]], request: Request) -> None:
        """Keep those of some records that were refused after they could be read; nothing else costs."""
        found = [
            refused
            for document, answer in sent
            if answer.problem is not None
            and not isinstance(document, LedgerError)
            and (refused := _refused(document, answer, answer.problem, request)) is not None
        ]
        if found:
            with self._lock:
                rows = self._counted() if self._begins(request.at) else []
                rows += [one for one in found if self._is_written(one)]
            self._write(rows)

    def close(self) -> None:
        """Write what was only counted so far."""
        with self._lock:
            rows = self._counted()
        self._write(rows)

    def _begins(self, now: datetime) -> bool:
        """Whether a minute begins, in which so many may be written anew."""
        if self._minute is not None and now - self._minute < MINUTE:
            return False
        self._minute, self._written = now, 0
        return True

    def _counted(self) -> list[Refused]:
        """What was only counted, and is counted no more."""
        rows = [waiting for waiting in self._known.values() if waiting is not None]
        rows += self._rest.values()
        self._known = OrderedDict.fromkeys(self._known)
        self._rest.clear()
        return rows

    def _is_written(self, one: Refused) -> bool:
        """Whether a refusal is to be written now; else it is counted."""
        key = (one.digest, one.code, one.refused_by)
        if key in self._known:
            # What was sent stands in the first row.
            self._known[key] = _together(self._known[key], replace(one, body=None))
            return False
        if self._written >= MOST_A_MINUTE:
            self._count(one)
            return False
        self._written += 1
        self._known[key] = None
        if len(self._known) > MOST_KNOWN:
            self._forget_the_oldest()
        return True

    def _forget_the_oldest(self) -> None:
        _, waiting = self._known.popitem(last=False)
        if waiting is not None:
            self._count(waiting)

    def _count(self, one: Refused) -> None:
        """Count a refusal by its code and sender alone."""
        of = (one.code, one.refused_by)
        alike = replace(one, stream="", pointer=None, detail=MORE, digest=None, body=None, gaming_date=None)
        self._rest[of] = _together(self._rest.get(of), alike)

    def _write(self, rows: list[Refused]) -> None:
        # The refusal is the answer, whether or not it can be kept.
        with suppress(StoreUnavailable):
            if rows:
                self._recorder.keep_refused(rows)


def _together(waiting: Refused | None, one: Refused) -> Refused:
    """A refusal and those of the same that wait."""
    if waiting is None:
        return one
    return replace(one, times=waiting.times + one.times, first_at=waiting.first_at)


def _refused(
    document: bytes | str, answer: Answered, problem: LedgerError, request: Request
) -> Refused | None:
    """What to keep of a record; None of what is no JSON, and where it was us who failed."""
    if isinstance(problem, MalformedJson | Unavailable):
        return None
    body = document.encode(errors="replace") if isinstance(document, str) else document
    header = _header(body)
    return Refused(
        stream=answer.stream or _stream(header),
        code=problem.code,
        pointer=None if problem.pointer is None else _text(problem.pointer),
        detail=_text(problem.message),
        digest=hashlib.sha256(body).digest(),
        body=body if len(body) <= LONGEST_BODY and _may_be_kept(header) else None,
        refused_by=_text(request.by),
        times=1,
        first_at=request.at,
        last_at=request.at,
        gaming_date=_gaming_date(header),
    )


def _text(text: str) -> str:
    """A text as a database can hold it, and no longer than a person reads."""
    clean = text[:LONGEST_TEXT].encode(errors="replace").decode()
    return clean.replace("\0", UNREADABLE)


def _header(body: bytes) -> Mapping[str, Any]:
    """What a record says before its events, in whatever shape; nothing where that cannot be told."""
    try:
        found = from_json(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _stream(header: Mapping[str, Any]) -> str:
    """Kind and key as far as a record that could not be read says them."""
    kind, gaming_date = _kind(header), _gaming_date(header)
    table, number = header.get("table"), header.get("number")
    if kind in KEYED_BY_PLAY and isinstance(table, str) and isinstance(number, int):
        return _text(f"{kind}/{play_key(table, gaming_date, number)}")
    if kind in KEYED_BY_DATE and gaming_date is not None:
        return f"{kind}/{gaming_date}"
    return ""


def _may_be_kept(header: Mapping[str, Any]) -> bool:
    """Whether what was sent is surely not about persons; a stream named by no text may be anything."""
    said = header.get("stream")
    return said is None or (isinstance(said, str) and said not in ABOUT_PERSONS)


def _kind(header: Mapping[str, Any]) -> str:
    """The kind of stream that a record names; empty where it is no text."""
    said = header.get("stream")
    return said if isinstance(said, str) else ""


def _gaming_date(header: Mapping[str, Any]) -> date | None:
    said = header.get("gaming_date")
    try:
        return date.fromisoformat(said) if isinstance(said, str) else None
    except ValueError:
        return None
