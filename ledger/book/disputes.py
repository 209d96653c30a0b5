"""What a dispute moves: money paid at the cage to settle it.

A settlement at the table is an adjustment of its round, which posts it there;
the cage is nobody's tray.  Source: DESIGN §1, principle 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ledger.book.legs import CAGE, Side, passed
from ledger.book.postings import Line, Posting, difference, summed
from ledger.disputes.state import Dispute
from ledger.events.base import Event
from ledger.events.disputes import DisputeCorrected, SettlementPaid

# All that was paid at the cage, by currency.
Paid: TypeAlias = Mapping[str, Mapping[Line, tuple[int, int]]]
# In which currency something was paid; the events of a dispute do not say it.
InCurrency: TypeAlias = Callable[[SettlementPaid], str]


def pays(event: Event) -> bool:
    """Whether an event can change what was paid."""
    return isinstance(event, SettlementPaid | DisputeCorrected)


def paid(state: Dispute, currency: InCurrency) -> Paid:
    """All that was paid at the cage, as it should have been recorded."""
    opened = state.opened
    patron: Side = ("patron", "" if opened is None else opened.subject)
    legs: dict[str, list[Posting]] = {}
    for _, event in state.of(SettlementPaid):
        if event.at == "cage":
            giver, taker = (CAGE, patron) if event.direction == "to_patron" else (patron, CAGE)
            legs.setdefault(currency(event), []).extend(passed(giver, taker, "adjustment", event.amount))
    return {name: summed(own) for name, own in legs.items()}


def moved(now: Paid, before: Paid) -> dict[str, list[Posting]]:
    """The postings that lead from one to the other, by currency; those of each sum to zero."""
    found = {name: difference(now.get(name, {}), before.get(name, {})) for name in sorted({*now, *before})}
    return {name: legs for name, legs in found.items() if legs}
