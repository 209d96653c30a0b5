"""Questions about patterns.

Whose round it was is what its events say of their dealer; where they say
nothing, who was signed in at the session when it opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, NamedTuple, TypeAlias

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger
from ledger.errors import InvalidQuery
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.sessions.attendance import dealer_at
from ledger.sessions.state import Session, evolve
from projections.asked import Asked
from projections.asking import Fields, Look, limited, look
from projections.batch import FoldedRound
from projections.patterns import queries
from projections.patterns.answers import Mistake, Order, PatternRow, Patterns
from projections.patterns.items import Kind
from projections.patterns.projection import ITEMS, rows
from projections.patterns.projection import NAME as PATTERNS
from projections.patterns.queries import Days
from projections.reconciliation.streams import streams
from projections.rounds.projection import NAME as ROUNDS

# Below so many rounds with a mistake nothing follows: configuration, no text read sets it.
FEW_BELOW: Final = 5
LISTED: Final = 20
PARTS: Final = 10_000
# Of money it is told with whom; the rest is the dealer's alone.
WITH_PATRON: Final[frozenset[Kind]] = frozenset({"mispayment", "missed_collection"})
Whose: TypeAlias = Callable[[str | None, datetime | None], str | None]


class Group(NamedTuple):
    """Mistakes told together; those in several currencies are never added."""

    kind: Kind
    dealer: str | None
    patron: str | None
    currency: str


class PatternsAsked(Asked):
    """Mistakes by dealer and patron."""

    def patterns(
        self,
        first: date,
        last: date,
        *,
        kind: Kind | None = None,
        table: str | None = None,
        order: Order = "amount",
        few_below: int = FEW_BELOW,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        limit: int = 50,
    ) -> Patterns:
        """Mistakes on gaming dates `first` to `last`, ranked by amount or by rate; `limit` is at most 500.

        Raises TableNotFound, InvalidQuery where `last` is before `first`.
        """
        size = limited(limit)
        if last < first:
            raise InvalidQuery(detail="the last gaming date is not before the first")
        if table is not None:
            self._known(table)
        days = Days(first, last, table)

        def work(seen: Look) -> Patterns:
            found = _rows_of(self.ledger, seen, days, kind, few_below)
            found.sort(key=_by_amount if order == "amount" else _by_rate)
            return Patterns(
                as_of=seen.as_of,
                lag=seen.lag,
                first=first,
                last=last,
                table=table,
                kind=kind,
                order=order,
                few_below=few_below,
                patterns=found[:size],
                more=max(0, len(found) - size),
            )

        return look(self.ledger, [ROUNDS, PATTERNS], as_of, work, known_at=as_known_at)


def _rows_of(ledger: Ledger, seen: Look, days: Days, kind: Kind | None, few_below: int) -> list[PatternRow]:
    """A row for each dealer, kind, currency, and patron where it is of money; in no order yet."""
    whose = _whose(ledger, seen)
    dealt = _dealt(seen, days, whose)
    grouped = _grouped(_mistakes(ledger, seen, days), kind, whose)
    return [_row(group, own, dealt, few_below) for group, own in grouped.items()]


def _mistakes(ledger: Ledger, seen: Look, days: Days) -> Iterator[Fields]:
    """Every mistake as of the position; rounds of which more was recorded since are folded again."""
    yield from queries.mistakes(seen, days)
    if changed := queries.changed(seen, days):
        ledger.registry.refresh()
        for events in streams(ledger, seen, "round", changed):
            folded = _folded(ledger, events)
            for one in rows(folded):
                yield {**dict(zip(ITEMS.columns, one, strict=True)), "currency": folded.currency}


def _folded(ledger: Ledger, events: Sequence[Recorded]) -> FoldedRound:
    """A round as everybody may see it after some of its events."""
    seen = ledger.rebuilt(events)
    header = seen.state.header
    table = ledger.registry.tables.get(header.table)
    registered = None if table is None else table.registered
    currency = header.currency or (registered and registered.currency) or DEFAULT_CURRENCY
    folded = FoldedRound(events[0].stream_id, seen.state, currency, lambda _: seen.judgement)
    folded.took(events[0].position or 0, events[-1].position or 0)
    return folded


def _grouped(mistakes: Iterable[Fields], kind: Kind | None, whose: Whose) -> Mapping[Group, list[Fields]]:
    found: dict[Group, list[Fields]] = {}
    for one in mistakes:
        if kind not in {None, one["kind"]}:
            continue
        dealer = one["dealer"] or whose(one["session"], one["occurred_at"] or one["opened_at"])
        patron = one["patron"] if one["kind"] in WITH_PATRON else None
        group = Group(one["kind"], dealer, patron, one["currency"])
        found.setdefault(group, []).append(one)
    return found


def _row(group: Group, own: Sequence[Fields], dealt: Mapping[str | None, int], few: int) -> PatternRow:
    rounds, of = len({one["round_id"] for one in own}), dealt.get(group.dealer, 0)
    ordered = sorted(own, key=lambda one: (-abs(one["amount"]), one["first_position"], one["n"]))
    return PatternRow(
        **group._asdict(),
        times=len(own),
        rounds=rounds,
        dealt=of,
        rate=rounds * PARTS // of if of else 0,
        few=rounds < few,
        amount=sum(one["amount"] for one in own),
        put_right=sum(one["put_right"] for one in own),
        mistakes=[_mistake(one) for one in ordered[:LISTED]],
        more=max(0, len(own) - LISTED),
    )


def _mistake(one: Fields) -> Mistake:
    return Mistake(
        round=one["key"],
        event=one["event"],
        table=one["table_name"],
        since=one["opened_at"],
        until=one["closed_at"] or one["occurred_at"],
        **{name: one[name] for name in ("spot", "wager", "amount", "put_right", "code", "detail")},
    )


def _by_amount(row: PatternRow) -> tuple[Any, ...]:
    return (-abs(row.amount), -row.rounds, row.kind, row.dealer or "", row.patron or "")


def _by_rate(row: PatternRow) -> tuple[Any, ...]:
    """Those that say something first."""
    return (row.few, -row.rate, *_by_amount(row))


# --- who dealt ------------------------------------------------------------------------


def _dealt(seen: Look, days: Days, whose: Whose) -> Mapping[str | None, int]:
    """How many rounds each dealer dealt; under None those of which nobody knows."""
    found: Counter[str | None] = Counter(queries.dealt(seen, days))
    found.update(whose(one["session"], one["opened_at"]) for one in queries.undealt(seen, days))
    return found


def _whose(ledger: Ledger, seen: Look) -> Whose:
    """Who was signed in at a session at a time, each session folded once."""
    known: dict[str, Session | None] = {}

    def whose(session: str | None, at: datetime | None) -> str | None:
        if session is None or at is None:
            return None
        if session not in known:
            known[session] = _session(ledger, seen, session)
        state = known[session]
        return None if state is None else dealer_at(state, at)

    return whose


def _session(ledger: Ledger, seen: Look, key: str) -> Session | None:
    """A session as of the position; None where nobody opened it."""
    for events in streams(ledger, seen, "session", [key]):
        if events:
            header = events[0].header
            assert isinstance(header, SessionHeader), header
            state = Session(header)
            for one in events:
                evolve(state, one.event)
            return state
    return None
