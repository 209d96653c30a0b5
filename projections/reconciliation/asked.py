"""Questions to the reconciliation."""

from __future__ import annotations

from datetime import date
from typing import Final

from ledger.errors import InvalidQuery
from projections.asked import Asked
from projections.asking import Look, cursor, limited, look, place
from projections.inventory.projection import NAME as INVENTORY
from projections.reconciliation import listing
from projections.reconciliation import queries as reconciliation
from projections.reconciliation.answers import Reconciliation, SessionPage
from projections.reconciliation.figures import of_session, together
from projections.reconciliation.projection import NAME as RECONCILIATION

NO_GAME: Final = "unknown"


class ReconciliationAsked(Asked):
    """Gaming dates and sessions."""

    def reconcile(
        self, gaming_date: date, *, table: str | None = None, as_of: int | None = None
    ) -> Reconciliation:
        """The reconciliation of a gaming date, of one table or the property.  Raises TableNotFound."""
        if table is not None:
            self._known(table)

        def work(seen: Look) -> Reconciliation:
            facts = reconciliation.facts(self.ledger, seen, gaming_date, table)
            sessions = [of_session(one) for one in facts]
            games = sorted({one.game or NO_GAME for one in sessions})
            return Reconciliation(
                as_of=seen.as_of,
                lag=seen.lag,
                gaming_date=gaming_date,
                sessions=sessions,
                by_game={
                    game: together([one for one in sessions if (one.game or NO_GAME) == game])
                    for game in games
                },
                total=together(sessions),
                stray_rounds=reconciliation.stray_rounds(seen, gaming_date, table, facts),
            )

        views = [RECONCILIATION] if as_of is None else [RECONCILIATION, INVENTORY]
        return look(self.ledger, views, as_of, work)

    def sessions(
        self,
        *,
        table: str | None = None,
        gaming_date: date | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> SessionPage:
        """Sessions, the latest gaming date first."""
        size = limited(limit)
        start = None if after is None else _session_place(after)

        def work(seen: Look) -> SessionPage:
            found = listing.sessions(seen, table, gaming_date, start, size + 1)
            last = found[size - 1] if len(found) > size else None
            return SessionPage(
                as_of=seen.as_of,
                lag=seen.lag,
                sessions=found[:size],
                after=None if last is None else cursor(str(last.gaming_date), last.table, last.number),
            )

        return look(self.ledger, [RECONCILIATION], None, work)


def _session_place(after: str) -> tuple[date, str, int]:
    gaming_date, table, number = place(after, (str, str, int))
    try:
        return date.fromisoformat(gaming_date), table, number
    except ValueError:
        raise InvalidQuery(detail="after is the cursor of an earlier page of this list") from None
