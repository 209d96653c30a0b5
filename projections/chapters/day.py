"""The one fold of a gaming day's events: what a chapter says of them, signed and verified.

Events come in order of position.  Of rounds only what they begin with is read:
what is summed are the counts of sessions, which hold for themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final
from uuid import UUID

from ledger.amounts import CHIP, DEFAULT_CURRENCY
from ledger.application.stored import ReadStored
from ledger.book.sessions import total
from ledger.book.terms import OWN
from ledger.events.base import Event, Header, Recorded
from ledger.events.records import GamingDayHeader, RoundHeader, SessionHeader, TableHeader
from ledger.identity import stream_id
from ledger.seal.chapters import Totals
from ledger.seal.leaves import Fields
from ledger.sessions.state import fold
from ledger.tables.state import Table
from ledger.tables.state import evolve as evolve_table
from projections.reconciliation.figures import SessionFacts, of_session
from projections.reconciliation.queries import told_by
from projections.reconciliation.together import together

# Kinds of which every event is read, not only the first.
WHOLE: Final = frozenset({"gaming_day", "session", "table"})


@dataclass(slots=True)
class DayFold:
    """What is found in a day's events so far.

    `of` is the gaming date; `strange` are the streams that are not of it, with
    the position of their first event.
    """

    property: str
    of: date
    read: ReadStored
    types: Counter[str] = field(default_factory=Counter)
    streams: Counter[str] = field(default_factory=Counter)
    strange: list[tuple[int, str]] = field(default_factory=list)
    _sessions: dict[str, tuple[SessionHeader, list[Recorded]]] = field(default_factory=dict)
    _session_of: dict[UUID, str] = field(default_factory=dict)
    _tables: dict[UUID, Table] = field(default_factory=dict)
    # Sessions that rounds name, and in what each was played.
    _named: dict[str, set[str | None]] = field(default_factory=dict)

    def take(self, stored: Fields) -> None:
        """Take the next event.  Raises UnknownTopic, InvalidField."""
        self.types[stored.topic] += 1
        kind = stored.topic.partition(".")[0]
        if stored.version != 1 and kind not in WHOLE:
            return
        recorded = self.read(stored)
        if stored.version == 1:
            self.streams[kind] += 1
            self._begin(recorded, kind)
        elif kind == "session" and (key := self._session_of.get(stored.stream)) is not None:
            self._sessions[key][1].append(recorded)
        if kind == "table" and (table := self._tables.get(stored.stream)) is not None:
            evolve_table(table, recorded.event)

    def _begin(self, recorded: Recorded, kind: str) -> None:
        header = recorded.header
        if header is None or not self._belongs(header, kind, recorded.stream_id):
            self.strange.append((recorded.position or 0, kind if header is None else f"{kind} {header.key}"))
        elif isinstance(header, SessionHeader):
            self._sessions[header.key] = (header, [recorded])
            self._session_of[recorded.stream_id] = header.key
        elif isinstance(header, TableHeader):
            self._tables[recorded.stream_id] = Table(header)
        elif isinstance(header, RoundHeader) and header.session_key is not None:
            self._named.setdefault(header.session_key, set()).add(header.currency)

    def _belongs(self, header: Header, kind: str, stream: UUID) -> bool:
        """Whether a stream is what its name says, and of this day; a table is of every day."""
        if stream != stream_id(self.property, kind, header.key):
            return False
        if isinstance(header, RoundHeader | SessionHeader | GamingDayHeader):
            return header.gaming_date == self.of
        return isinstance(header, TableHeader)

    # --- what it comes to ---------------------------------------------------------------

    def totals(self) -> dict[str, Totals]:
        """What the counts of its sessions come to, by currency: as the reconciliation sums them."""
        by_currency: dict[str, list[SessionFacts]] = {}
        tables = {one.header.table: one for one in self._tables.values()}
        facts = [_facts(*one) for one in self._sessions.values()]
        for one in [*facts, *self._unopened(tables)]:
            by_currency.setdefault(_currency(tables.get(one.table)), []).append(one)
        return {currency: _totals(some) for currency, some in sorted(by_currency.items())}

    def _unopened(self, tables: dict[str, Table]) -> list[SessionFacts]:
        """Sessions that rounds were played in and of which nothing else is recorded."""
        found = []
        for key, played_in in self._named.items():
            table, gaming_date, number = key.split("/")
            money = {one or _currency(tables.get(table)) for one in played_in} - {CHIP}
            if key not in self._sessions and money:
                found.append(SessionFacts(table, date.fromisoformat(gaming_date), int(number)))
        return found


def _currency(table: Table | None) -> str:
    return (None if table is None else table.currency) or DEFAULT_CURRENCY


def _facts(header: SessionHeader, recorded: Sequence[Recorded]) -> SessionFacts:
    """A session as its own events tell it."""
    moved = total(header, _events(recorded))
    sums = {
        (account, reason, denomination): amounts
        for (account, holder, reason, denomination), amounts in moved.items()
        if account in OWN and holder == header.key
    }
    return told_by(fold(header, _events(recorded)), sums)


def _events(recorded: Sequence[Recorded]) -> list[Event]:
    return [one.event for one in recorded]


def _totals(sessions: Sequence[SessionFacts]) -> Totals:
    found = together([of_session(one) for one in sessions])
    counted = found.drop.counted is not None
    return Totals(
        sessions=len(sessions),
        opener=found.opener,
        fills=found.fills,
        credits=found.credits,
        closer=found.counted_closer,
        drop=found.drop.counted,
        cash=found.drop.cash if counted else None,
        documents=found.drop.documents if counted else None,
        coupons=found.drop.coupons if counted else None,
        accounting_win=found.accounting_win,
    )
