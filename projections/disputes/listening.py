"""What disputes said that the views keep: how each stands, and what it moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ledger.book import disputes as book
from ledger.book.postings import Posting
from ledger.disputes import state as disputes
from ledger.disputes.state import Dispute
from ledger.events.base import Recorded
from ledger.events.records import DisputeHeader
from ledger.events.short import evolve

# Disputes are about money; nobody has recorded one about another currency.
CURRENCY: Final = "USD"


class Said(NamedTuple):
    """A dispute as it stands after its last event of a batch, and the position of its first and its last."""

    state: Dispute
    first: int
    position: int


class Settled(NamedTuple):
    """What one event of a dispute moved."""

    recorded: Recorded
    key: str
    legs: Sequence[Posting]


@dataclass(slots=True)
class DisputeNews:
    """What a batch says of disputes."""

    said: list[Said] = field(default_factory=list)

    def dispute(self, before: Sequence[Recorded], news: Sequence[Recorded]) -> Iterator[Settled]:
        """Take what is new of a dispute; `before` are the events that were there."""
        first = (*before, *news)[0]
        header = first.header
        assert isinstance(header, DisputeHeader), header
        state = disputes.fold(header, (one.event for one in before))
        for one in news:
            if legs := book.post(state, one.event):
                yield Settled(one, state.header.key, legs)
            evolve(state, one.event)
        self.said.append(Said(state, first.position or 0, news[-1].position or 0))
