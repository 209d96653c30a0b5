"""What disputes said that the views keep: how each stands, and what it moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ledger.book import disputes as book
from ledger.book.postings import Posting
from ledger.disputes.state import Dispute
from ledger.events.base import Recorded
from ledger.events.disputes import DisputeOpened, SettlementPaid
from ledger.events.records import DisputeHeader
from ledger.events.short import evolve

# In which currency a settlement of a dispute was paid, as of a position.
SettledIn: TypeAlias = Callable[[DisputeOpened, SettlementPaid, int], str]


class Said(NamedTuple):
    """A dispute as it stands after its last event of a batch, and the position of its first and its last."""

    state: Dispute
    first: int
    position: int


class Settled(NamedTuple):
    """What one event of a dispute moved in a currency; `before` is how many legs of it come before these."""

    recorded: Recorded
    key: str
    currency: str
    legs: Sequence[Posting]
    before: int


@dataclass(slots=True)
class DisputeNews:
    """What a batch says of disputes."""

    said: list[Said] = field(default_factory=list)

    def dispute(
        self, before: Sequence[Recorded], news: Sequence[Recorded], settled_in: SettledIn
    ) -> Iterator[Settled]:
        """Take what is new of a dispute; `before` are the events that were there.

        What was paid is told as each event left it, so that what is put right later leaves the
        currency in which it was booked.
        """
        first = (*before, *news)[0]
        header = first.header
        assert isinstance(header, DisputeHeader), header
        state = Dispute(header)
        paid: book.Paid = {}
        for one in (*before, *news):
            evolve(state, one.event)
            if not book.pays(one.event):
                continue
            opened = state.opened
            assert opened is not None, "a dispute begins with its complaint"
            paid, was = book.paid(state, _at(settled_in, opened, one.position or 0)), paid
            if one.version >= news[0].version:
                yield from _settled(one, state.header.key, book.moved(paid, was))
        self.said.append(Said(state, first.position or 0, news[-1].position or 0))


def _at(settled_in: SettledIn, opened: DisputeOpened, position: int) -> book.InCurrency:
    return lambda settled: settled_in(opened, settled, position)


def _settled(one: Recorded, key: str, moved: Mapping[str, Sequence[Posting]]) -> Iterator[Settled]:
    before = 0
    for currency, legs in moved.items():
        yield Settled(one, key, currency, legs, before)
        before += len(legs)
