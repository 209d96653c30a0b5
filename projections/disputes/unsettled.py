"""Which rounds are in dispute: of a complaint that is not closed, or was closed undecided."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ledger.application.ledger import Ledger
from ledger.disputes.state import fold
from ledger.events.records import DisputeHeader
from projections.asking import Look


def unsettled(ledger: Ledger, look: Look, rounds: Collection[str], until: int) -> Mapping[str, list[str]]:
    """The disputes of each of some rounds that nothing has settled by a position, by name."""
    named = look.rows(
        "SELECT dispute FROM disputes WHERE rounds && %(rounds)s::text[] AND first_position <= %(until)s"
        " ORDER BY dispute",
        rounds=list(rounds),
        until=until,
    )
    found: dict[str, list[str]] = {}
    for row in named:
        recorded = [one for one in ledger.stream("dispute", row["dispute"]) if (one.position or 0) <= until]
        header = recorded[0].header
        assert isinstance(header, DisputeHeader), header
        state = fold(header, (one.event for one in recorded))
        closed, opened = state.closed, state.opened
        if opened is not None and (closed is None or closed.outcome == "undecided"):
            for key in opened.rounds:
                found.setdefault(key, []).append(row["dispute"])
    return found
