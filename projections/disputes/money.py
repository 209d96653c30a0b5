"""In what a dispute is about money: what its rounds were played in, else what their tables play in.

As of a position, from the events recorded up to there, so that it is the same
whenever that position is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger
from ledger.book import disputes as book
from ledger.disputes.state import Dispute, to_patron
from ledger.events.base import Event, Recorded
from ledger.events.disputes import DisputeOpened, SettlementPaid
from ledger.events.records import RoundHeader
from ledger.events.registry import TableRegistered
from ledger.identity import stream_id

# ISO 4217 for no currency in particular: rounds of several are in dispute, and nobody said which was paid.
UNSAID: Final = "XXX"


def played_in(ledger: Ledger, opened: DisputeOpened, as_of: int) -> dict[str, str]:
    """The currency of each round in dispute, else of the table; none of what is not known."""
    of, names = (_of_round, opened.rounds) if opened.rounds else (_of_table, [opened.table])
    return {name: found for name in names if name is not None for found in of(ledger, name, as_of)}


def settled_in(ledger: Ledger, opened: DisputeOpened, settled: SettlementPaid, as_of: int) -> str:
    """The currency in which something was paid: of the round that it names, else of what is in dispute."""
    found = {*played_in(ledger, opened, as_of).values()}
    if settled.round is not None:
        found = set(_of_round(ledger, settled.round, as_of)) or found
    return next(iter(found or {DEFAULT_CURRENCY})) if len(found) <= 1 else UNSAID


def settled(ledger: Ledger, state: Dispute, recorded: Sequence[Recorded]) -> dict[str, int]:
    """What was paid to settle a dispute by currency, in cents; negative: from the patron.

    `recorded` are the events that the dispute is folded of.  As it is booked: in the
    currency that was known when the last of them that pays was recorded.
    """
    opened = state.opened
    assert opened is not None, "a dispute begins with its complaint"
    paid = Counter[str]()
    as_of = max((one.position or 0 for one in recorded if book.pays(one.event)), default=0)
    for _, event in state.of(SettlementPaid):
        paid[settled_in(ledger, opened, event, as_of)] += to_patron(event)
    return dict(sorted(paid.items()))


def in_one(paid: dict[str, int]) -> int | None:
    """What was paid where it is all in one currency, 0 where nothing was; of several nothing is added up."""
    return sum(paid.values()) if len(paid) <= 1 else None


def _of_round(ledger: Ledger, key: str, as_of: int) -> Iterable[str]:
    """Of a round that is not known, or says nothing, its table's."""
    first = next(_recorded(ledger, "round", key, as_of), None)
    if first is not None and isinstance(first.header, RoundHeader):
        said = first.header.currency or (first.in_force and first.in_force.currency)
        if said:
            return [said]
    return _of_table(ledger, key.partition("/")[0], as_of)


def _of_table(ledger: Ledger, table: str, as_of: int) -> Iterable[str]:
    events: Iterable[Event] = (one.event for one in _recorded(ledger, "table", table, as_of))
    return [one.currency or DEFAULT_CURRENCY for one in events if isinstance(one, TableRegistered)][-1:]


def _recorded(ledger: Ledger, kind: str, key: str, as_of: int) -> Iterator[Recorded]:
    """The events of a stream up to a position, decoded as asked for: a later one may be unreadable."""
    stream = stream_id(ledger.property, kind, key)
    for one in ledger.recorder.read_streams([stream]).get(stream, ()):
        if one.id <= as_of:
            yield ledger.mapper.to_domain_event(one)
