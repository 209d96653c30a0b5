"""The views, asked: every question that HTTP, commands and reports put to them.

All answers are frozen pydantic models; `.model_dump(mode="json")` is the
document of CONTRACT §4 and §5.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.postgres.connect import Role
from ledger.settings import Settings
from projections.answers import ViewStatus
from projections.inventory.answers import Postings, RoundTray, Tray, TrialBalance
from projections.reconciliation.answers import Reconciliation, SessionPage
from projections.rounds.answers import RoundFilter, RoundPage


@contextmanager
def open_views(settings: Settings) -> Iterator[Views]:
    """The views of the property that the settings name, connections closed at the end.

    Raises SchemaNotCurrent, StoreUnavailable.
    """
    with open_ledger(settings, Role.READER) as ledger:
        yield Views(ledger)


class Views:
    """The views of one property.  Threads may share it.

    `ledger` is one opened as `Role.READER` (a writer may not read views).
    Every method raises StoreUnavailable; `as_of` beyond what a view has read,
    and a cursor that is none, are InvalidQuery.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def status(self) -> tuple[ViewStatus, ...]:
        """How far each view has read, against the true head."""
        raise NotImplementedError

    # --- inventory ------------------------------------------------------------

    def tray(
        self,
        table: str,
        *,
        as_of: int | None = None,
        at: datetime | None = None,
        as_known_at: datetime | None = None,
    ) -> Tray:
        """What should be in a table's tray: now, as of a position, or at a time as known at a time.

        `at` is when things occurred, `as_known_at` when they were recorded
        (alone: `at` is the same).  Raises TableNotFound.
        """
        raise NotImplementedError

    def session_tray(self, session: str, *, as_of: int | None = None) -> Tray:
        """The same of one session, by its key (`THB-03/2026-11-28/1`)."""
        raise NotImplementedError

    def round_tray(self, reference: str, *, as_of: int | None = None) -> RoundTray:
        """What a round (key or uuid) did to the tray.  Raises RoundNotFound."""
        raise NotImplementedError

    def postings(self, kind: str, reference: str, *, as_of: int | None = None) -> Postings:
        """The postings of a `round` or `session`, by key or uuid.  Raises RoundNotFound, SessionNotFound."""
        raise NotImplementedError

    def trial_balance(self, *, as_of: int | None = None) -> TrialBalance:
        """Every account of the property summed."""
        raise NotImplementedError

    # --- rounds ---------------------------------------------------------------

    def rounds(
        self,
        wanted: RoundFilter | None = None,
        *,
        after: str | None = None,
        limit: int = 50,
        sees_all: bool = False,
    ) -> RoundPage:
        """Rounds by what happened in them, the latest opened first; `limit` is at most 500.

        Without `sees_all` (surveillance) a face that was not shown in an open
        round is neither told nor searched, nor what follows from it.
        """
        raise NotImplementedError

    # --- reconciliation -------------------------------------------------------

    def reconcile(
        self, gaming_date: date, *, table: str | None = None, as_of: int | None = None
    ) -> Reconciliation:
        """The reconciliation of a gaming date, of one table or the property."""
        raise NotImplementedError

    def sessions(
        self,
        *,
        table: str | None = None,
        gaming_date: date | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> SessionPage:
        """Sessions, the latest gaming date first."""
        raise NotImplementedError
