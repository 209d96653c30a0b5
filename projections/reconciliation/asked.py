"""Questions to the reconciliation."""

from __future__ import annotations

from datetime import date, datetime

from ledger.errors import InvalidQuery
from projections.asked import Asked
from projections.asking import Look, cursor, known_by, limited, look, place
from projections.days.projection import NAME as DAYS
from projections.inventory.projection import NAME as INVENTORY
from projections.reconciliation import listing
from projections.reconciliation.answers import Reconciliation
from projections.reconciliation.day import DayAsked, reconciled
from projections.reconciliation.listed import SessionPage
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.reconciliation.states import Issued, position_of
from projections.slips.projection import NAME as SLIPS
from projections.theory.projection import NAME as THEORY


class ReconciliationAsked(Asked):
    """Gaming dates and sessions."""

    def reconcile(
        self,
        gaming_date: date,
        *,
        table: str | None = None,
        pit: str | None = None,
        state: Issued | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        jurisdiction: str | None = None,
    ) -> Reconciliation:
        """The reconciliation of a gaming date, of one table, one pit or the property.

        As it is now, as of a position or as known at a time; in the state that
        is named, or in the one that it has reached.  Raises TableNotFound,
        PitNotFound, DayNotPreliminary, DayNotAudited, JurisdictionNotFound.
        """
        if table is not None:
            self._known(table)
        asked = DayAsked(gaming_date, table, pit, state, as_known_at, jurisdiction, self.pattern, self.alarm)
        until = None if as_known_at is None else known_by(self.ledger, as_known_at)
        if state is not None:
            limits = [position for position in (as_of, until) if position is not None]
            by = min(limits) if limits else self.ledger.recorder.head()
            until = position_of(self.ledger, gaming_date, state, by)

        def work(seen: Look) -> Reconciliation:
            return reconciled(self.ledger, seen, asked, self.jurisdiction)

        return look(self.ledger, [RECONCILIATION, INVENTORY, DAYS, THEORY, SLIPS], as_of, work, until=until)

    def sessions(
        self,
        *,
        table: str | None = None,
        gaming_date: date | None = None,
        after: str | None = None,
        limit: int = 50,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> SessionPage:
        """Sessions, the latest gaming date first.  Raises TableNotFound."""
        size = limited(limit)
        if table is not None:
            self._known(table)
        start = None if after is None else _session_place(after)

        def work(seen: Look) -> SessionPage:
            found = listing.sessions(self.ledger, seen, table, gaming_date, after=start, limit=size + 1)
            last = found[size - 1] if len(found) > size else None
            return SessionPage(
                as_of=seen.as_of,
                lag=seen.lag,
                sessions=found[:size],
                after=None if last is None else cursor(str(last.gaming_date), last.table, last.number),
            )

        return look(self.ledger, [RECONCILIATION], as_of, work, known_at=as_known_at)


def _session_place(after: str) -> tuple[date, str, int]:
    gaming_date, table, number = place(after, (str, str, int))
    try:
        return date.fromisoformat(gaming_date), table, number
    except ValueError:
        raise InvalidQuery(detail="after is the cursor of an earlier page of this list") from None
