"""eventsourcing's datastore, opened the way Pitledger opens every connection.

The library's constructor knows neither roles nor connection options, so that
its pool is given ours.  `patiently` is how a piece of work outlives a server
that restarts or a connection that breaks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg.rows import DictRow, dict_row
from psycopg_pool import PoolTimeout

from ledger.errors import StoreUnavailable
from ledger.postgres.attentive import ANSWERED_S, Attentive
from ledger.postgres.connect import Role, conninfo

T = TypeVar("T")
Connection = psycopg.Connection[DictRow]

# Longer than Postgres takes to restart, shorter than a caller waits.
PATIENCE_S: Final = 10.0
# How long a caller waits for a connection before it asks the pool again.
CONNECT_S: Final = 1.0
# How long the pool tries by itself, which it does ever more slowly: after that it is the next who asks that
# makes it try, at once.
TRIES_S: Final = 0.2
# An append that nobody finishes must not hold the lock.
IDLE_IN_TRANSACTION_S: Final = 5.0
LOCK_TIMEOUT_S: Final = 10
PAUSE_S: Final = 0.05
# A server that owes an answer for so long is given up: an append waits for the lock and the disk, no longer.
APPENDED_S: Final = 15.0

SESSION: Final = {
    "lock_timeout": f"{LOCK_TIMEOUT_S}s",
    # Plans are kept, and made while a new ledger is still empty: they must not scan it when it has grown.
    "enable_seqscan": "off",
    # What is asked here takes milliseconds, and to start a worker for it takes longer.
    "max_parallel_workers_per_gather": "0",
}

# The server would refuse it again: full disk or memory, lock not had in time, statement cancelled.
NOT_WORTH_REPEATING: Final = ("53", "54", "55P03", "57014", "58")


class LedgerDatastore(PostgresDatastore):
    """A pool of connections into one property, all as one role.

    `answered_s` is how long what is done `patiently` waits for one answer.
    """

    def __init__(
        self, url: str, *, property: str, role: Role, pool_size: int = 2, max_overflow: int = 14
    ) -> None:
        self.answered_s = APPENDED_S if role is Role.WRITER else ANSWERED_S
        # How many connections were made so far: each may be to a server that was restored meanwhile.
        self.connected = 0
        # The pool is not open yet, and what is empty here is in the connection string below.
        super().__init__(
            dbname="",
            host="",
            port="",
            user="",
            password="",
            schema=property,
            pool_size=pool_size,
            max_overflow=max_overflow,
            connect_timeout=CONNECT_S,
            idle_in_transaction_session_timeout=IDLE_IN_TRANSACTION_S,
            # The ordering lock is what keeps readers from missing events.
            enable_db_functions=False,
        )
        self.pool.conninfo = conninfo(url, property=property, role=role, **SESSION)
        self.pool.kwargs = {"row_factory": dict_row}
        self.pool.connection_class = Attentive
        self.pool.reconnect_timeout = TRIES_S

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        """What is done to each new connection: the library's settings, and durability."""
        library_settings = super().after_connect_func()
        answered_s = self.answered_s

        def after_connect(connection: psycopg.Connection[Any]) -> None:
            assert isinstance(connection, Attentive), "the pool makes no others"
            connection.answered_s = answered_s
            self.connected += 1
            library_settings(connection)
            # Strengthened where a server's default is weaker, never weakened: remote_apply stays.
            connection.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')"
            )

        return after_connect

    def register_type_adapters(self) -> None:
        """Do nothing: our recorder sends arrays, not the library's composite type, and connects when used."""

    def patiently(
        self,
        work: Callable[[Connection, int], T],
        *,
        patience_s: float | None = None,
        answered_s: float | None = None,
    ) -> T:
        """What `work` gives, called anew with another connection each time that its connection breaks.

        `work` gets a connection in autocommit mode and the number of attempts
        before, of which it cannot be known whether they took effect.  `answered_s`
        is how long it waits for one answer, where less than is usual.  Raises
        StoreUnavailable when patience ends, or at once where another attempt
        would fare no better; any other error of psycopg is let through.
        """
        began = time.monotonic()
        deadline = began + (PATIENCE_S if patience_s is None else patience_s)
        attempts = 0
        while True:
            try:
                self.pool.open(wait=False)
                with self.pool.connection() as connection:
                    assert isinstance(connection, Attentive), "the pool makes no others"
                    connection.answered_s = answered_s or self.answered_s
                    return work(connection, attempts)
            except PoolTimeout as trouble:
                # Nothing was tried and nothing broke: to wait costs no patience but the usual.
                if time.monotonic() > began + PATIENCE_S:
                    raise StoreUnavailable(detail=str(trouble)) from trouble
            except (psycopg.OperationalError, psycopg.InterfaceError) as trouble:
                code = trouble.sqlstate or ""
                lasting = code.startswith(NOT_WORTH_REPEATING)
                if not lasting:
                    # What broke one may have broken all: new ones in place of the idle, also for whoever is
                    # next. They are not asked first: one that does not answer would be waited for.
                    self.pool.drain()
                if lasting or time.monotonic() > deadline:
                    raise StoreUnavailable(detail=str(trouble) or code) from trouble
                attempts += 1
                time.sleep(PAUSE_S)
