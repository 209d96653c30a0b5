"""What a dispute moves: money paid at the cage to settle it.

A settlement at the table is an adjustment of its round, which posts it there;
the cage is nobody's tray.  Source: DESIGN §1, principle 5.
"""

from __future__ import annotations

from ledger.book.legs import CAGE, Side, passed
from ledger.book.postings import Line, Posting, difference, summed
from ledger.disputes.state import Dispute, fold
from ledger.events.base import Event
from ledger.events.disputes import DisputeCorrected, SettlementPaid
from ledger.events.short import evolve


def post(state: Dispute, event: Event) -> list[Posting]:
    """The postings of an event, given the dispute before it.  They sum to zero."""
    if not isinstance(event, SettlementPaid | DisputeCorrected):
        return []
    after = fold(state.header, state.log)
    evolve(after, event)
    return difference(_paid(after), _paid(state))


def _paid(state: Dispute) -> dict[Line, tuple[int, int]]:
    """All that was paid at the cage, as it should have been recorded."""
    opened = state.opened
    patron: Side = ("patron", "" if opened is None else opened.subject)
    legs: list[Posting] = []
    for _, event in state.of(SettlementPaid):
        if event.at == "cage":
            giver, taker = (CAGE, patron) if event.direction == "to_patron" else (patron, CAGE)
            legs += passed(giver, taker, "adjustment", event.amount)
    return summed(legs)
