"""Books for tests: a stream's events posted one after the other, each balanced in value and by reason."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ledger.book import rounds as round_book
from ledger.book import sessions as session_book
from ledger.book.postings import UNSPECIFIED, Posting, balanced
from ledger.events.records import Record, RoundHeader, SessionHeader, read_record
from ledger.rounds.state import Round
from ledger.rounds.state import evolve as evolve_round
from ledger.sessions.state import Session
from ledger.sessions.state import evolve as evolve_session
from tests.scenario import Event, read, round_record, session_record

EXAMPLES = Path(__file__).parent / "examples"
TRAY = "T-1/2026-11-28/1"
ROUND = "T-1/2026-11-28/1"
CLOSE = {"type": "closed"}


@dataclass(frozen=True)
class Booked:
    """A stream with the postings of each of its events, in order."""

    state: Any
    by_event: Sequence[Sequence[Posting]]

    @property
    def postings(self) -> list[Posting]:
        return [leg for legs in self.by_event for leg in legs]

    def balance(self, account: str, holder: str | None = None) -> int:
        """Cents in an account, of one holder or all."""
        return sum(
            leg.amount for leg in self.postings if leg.account == account and holder in {None, leg.holder}
        )


def booked_round(*events: Event, session: int | None = 1, **header: Any) -> Booked:
    """A round of session 1 of T-1 with its book; of the unruled game unless the header says otherwise."""
    if session is not None:
        header["session"] = session
    return _told(read(round_record(*events, **header)))


def booked_session(*events: Event, **header: Any) -> Booked:
    """The first session of T-1 with its book."""
    return _told(read(session_record(*events, **header)))


def example(name: str, *, text: str | None = None) -> Booked:
    """A worked record with its book; or `text` in its place."""
    return _told(read_record(text or (EXAMPLES / name).read_text()))


def expected(name: str) -> dict[str, Any]:
    """What is to be said of a worked record."""
    found: dict[str, Any] = json.loads((EXAMPLES / name).read_text())
    return found


def _told(record: Record) -> Booked:
    if isinstance(record.head, RoundHeader):
        return _booked(Round(record.head), record.facts, round_book.post, evolve_round)
    assert isinstance(record.head, SessionHeader)
    return _booked(Session(record.head), record.facts, session_book.post, evolve_session)


def _booked(
    state: Any,
    events: Iterable[Any],
    post: Callable[[Any, Any], list[Posting]],
    evolve: Callable[[Any, Any], None],
) -> Booked:
    by_event = []
    for event in events:
        legs = post(state, event)
        assert balanced(legs)
        assert not any(by_reason(legs).values())
        assert all(leg.amount or leg.count for leg in legs)
        by_event.append(legs)
        evolve(state, event)
    return Booked(state, by_event)


def by_reason(legs: Iterable[Posting]) -> Counter[str]:
    found: Counter[str] = Counter()
    for leg in legs:
        found[leg.reason] += leg.amount
    return found


def moves(legs: Iterable[Posting]) -> dict[tuple[str, str], int]:
    """Cents by account and holder; what nets to nothing is left out."""
    found: Counter[tuple[str, str]] = Counter()
    for leg in legs:
        found[leg.account, leg.holder] += leg.amount
    return {side: amount for side, amount in found.items() if amount}


def why(legs: Iterable[Posting], account: str) -> dict[str, int]:
    """Cents of an account by reason; what nets to nothing is left out."""
    found: Counter[str] = Counter()
    for leg in legs:
        if leg.account == account:
            found[leg.reason] += leg.amount
    return {reason: amount for reason, amount in found.items() if amount}


def chips(legs: Iterable[Posting], account: str) -> dict[int, int]:
    """Chips of an account by denomination; what nets to nothing is left out."""
    found: Counter[int] = Counter()
    for leg in legs:
        if leg.account == account and leg.denomination != UNSPECIFIED:
            found[leg.denomination] += leg.count
    return {denomination: count for denomination, count in found.items() if count}


def unspecified(legs: Iterable[Posting], account: str) -> int:
    """Cents of an account that no denomination is known of."""
    return sum(leg.amount for leg in legs if leg.account == account and leg.denomination == UNSPECIFIED)


def last_of_round(*events: Event, **header: Any) -> Sequence[Posting]:
    """The postings of the last event of a round."""
    return booked_round(*events, **header).by_event[-1]


def last_of_session(*events: Event) -> Sequence[Posting]:
    """The postings of the last event of a session."""
    return booked_session(*events).by_event[-1]
