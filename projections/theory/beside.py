"""The theoretical win beside a reconciliation: of each of its sessions, and of some of them together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ledger.application.ledger import Ledger
from projections.asking import Look
from projections.theory.answers import Theoretical
from projections.theory.queries import Days, grouped, staked
from projections.theory.reckoning import Expected, together


@dataclass(frozen=True, slots=True)
class OfSessions:
    """What was expected of each session, by its key; `alarm` is how many sigma are told as one."""

    expected: Mapping[str | None, Expected]
    alarm: int

    def of(self, sessions: Iterable[str]) -> Theoretical:
        """What was expected of some sessions; of one without closed rounds nothing is known."""
        return together(self.expected.get(key, Expected()) for key in sessions).said(self.alarm)


def of_sessions(ledger: Ledger, look: Look, days: Days, alarm: int) -> OfSessions:
    """What was expected of the sessions of some gaming dates as of a position."""
    ledger.registry.refresh()
    found = grouped(ledger, staked(look, days), lambda where: where.session)
    return OfSessions(
        {group.name: together(line.expected for line in lines) for group, lines in found.items()}, alarm
    )
