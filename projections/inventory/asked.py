"""Questions to the inventory."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from ledger.errors import RoundNotFound
from ledger.events.records import RoundHeader
from ledger.rounds.state import Round
from projections.answers import Vector
from projections.asked import Asked
from projections.asking import Look, glance, look
from projections.inventory import queries as inventory
from projections.inventory import trays
from projections.inventory.answers import Postings, RoundTray, Tray, TrialBalance
from projections.inventory.projection import NAME as INVENTORY
from projections.reconciliation.queries import currency_of


class InventoryAsked(Asked):
    """Trays, postings and balances."""

    def tray(
        self,
        table: str,
        *,
        as_of: int | None = None,
        at: datetime | None = None,
        as_known_at: datetime | None = None,
    ) -> Tray:
        """What should be in a table's tray: now, as of a position, or at a time as known at a time.

        `at` is when things occurred, `as_known_at` when they were recorded;
        alone it stands for both.  Raises TableNotFound.
        """
        self._known(table)
        when = at or as_known_at
        statement = trays.OF_TABLE if when is None else trays.OF_TABLE_AT
        row = glance(self.ledger, INVENTORY, as_of, statement, known_at=as_known_at, table=table, at=when)
        tray = trays.said(row, table, currency_of(self.ledger, table))
        return tray.model_copy(update={"at": when, "as_known_at": as_known_at})

    def session_tray(self, session: str, *, as_of: int | None = None) -> Tray:
        """The same of one session, by its key (`THB-03/2026-11-28/1`) or uuid.  Raises SessionNotFound."""
        header = self.ledger.stream("session", session)[0].header
        assert header is not None
        table, _, _ = header.key.partition("/")
        self._known(table)
        row = glance(self.ledger, INVENTORY, as_of, trays.OF_SESSION, session=header.key)
        return trays.said(row, table, currency_of(self.ledger, table))

    def round_tray(self, reference: str, *, as_of: int | None = None) -> RoundTray:
        """What a round (key or uuid) did to the tray.

        Raises RoundNotFound, also where the view has not come so far.
        """
        recorded = self.ledger.stream("round", reference)
        header = recorded[0].header
        assert isinstance(header, RoundHeader)
        session = Round(header, recorded[0].in_force).tray

        def work(seen: Look) -> RoundTray:
            first = recorded[0].position
            if first is None or first > seen.as_of:
                raise RoundNotFound(round=reference)
            return _round_tray(seen, recorded[0].stream_id, session, first - 1)

        return look(self.ledger, [INVENTORY], as_of, work)

    def postings(
        self,
        kind: str,
        reference: str,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> Postings:
        """The postings of a `round` or `session`, by key or uuid.  Raises RoundNotFound, SessionNotFound."""
        stream = self.ledger.stream(kind, reference)[0].stream_id
        return look(
            self.ledger,
            [INVENTORY],
            as_of,
            lambda seen: Postings(
                as_of=seen.as_of, lag=seen.lag, stream=stream, entries=inventory.entries(seen, stream)
            ),
            known_at=as_known_at,
        )

    def trial_balance(self, *, as_of: int | None = None, as_known_at: datetime | None = None) -> TrialBalance:
        """Every account of the property summed."""

        def work(seen: Look) -> TrialBalance:
            balances = inventory.balances(seen)
            return TrialBalance(
                as_of=seen.as_of,
                lag=seen.lag,
                balances=balances,
                out_of_balance={name: sum(accounts.values()) for name, accounts in balances.items()},
            )

        return look(self.ledger, [INVENTORY], as_of, work, known_at=as_known_at)


def _round_tray(seen: Look, stream: UUID, session: str | None, start: int) -> RoundTray:
    """What a round did to the tray of its session (None: it touches none), from position `start` on."""
    moved = inventory.trays_moved(seen, stream)
    change, end = moved.pop(session or "", (inventory.EMPTY, start))
    between = (
        inventory.EMPTY if session is None else inventory.moved_by_others(seen, stream, session, start, end)
    )
    return RoundTray(
        as_of=seen.as_of,
        lag=seen.lag,
        before=_counted(seen, session, start),
        after=_counted(seen, session, end),
        change=change,
        between=between,
        elsewhere={other: vector for other, (vector, _) in moved.items()},
    )


def _counted(seen: Look, session: str | None, as_of: int) -> Vector | None:
    """The tray of a session as of a position; None before its opener."""
    if session is None or "opener" not in inventory.counts(seen, session, as_of):
        return None
    return inventory.tray(seen, session, as_of)
