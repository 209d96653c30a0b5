"""Recorders over our schema: for our own code, and as eventsourcing's infrastructure.

The library finds the factory by `PERSISTENCE_MODULE=ledger.store.factory`.
Migrations own the tables, so that no recorder creates any.
"""

from __future__ import annotations

from typing import TypeVar, cast

# As modules: the library looks through this one for a factory, and must find ours alone.
from eventsourcing import persistence, postgres
from eventsourcing.utils import Environment, EnvType

from ledger.postgres.connect import Role
from ledger.postgres.datastore import LedgerDatastore
from ledger.store.recorder import LedgerRecorder

TRACKING_TABLE = "tracking"

TTracking = TypeVar("TTracking", bound=postgres.PostgresTrackingRecorder)


def open_recorder(url: str, *, property: str, role: Role = Role.WRITER) -> LedgerRecorder:
    """The recorder of a property; it connects when it is first used.  Close its `datastore` when done."""
    return LedgerRecorder(LedgerDatastore(url, property=property, role=role))


def url_of(recorder: LedgerRecorder) -> str:
    """What opens another recorder on the same server."""
    return str(recorder.datastore.pool.conninfo)


class LedgerFactory(postgres.PostgresFactory):
    """Builds recorders from PITLEDGER_DATABASE_URL, PITLEDGER_PROPERTY and PITLEDGER_ROLE.

    The role is `pitledger_writer` for an application (the default) and
    `pitledger_projector` for a projection.
    """

    def __init__(self, env: Environment | EnvType | None) -> None:
        # Not the library's Postgres factory, which wants its own POSTGRES_* variables.
        persistence.BaseInfrastructureFactory.__init__(self, env)
        url = self.env.get("PITLEDGER_DATABASE_URL")
        if not url:
            raise OSError("PITLEDGER_DATABASE_URL is not set")
        self.datastore: LedgerDatastore = LedgerDatastore(
            url,
            property=self.env.get("PITLEDGER_PROPERTY") or "demo",
            role=Role(self.env.get("PITLEDGER_ROLE") or Role.WRITER),
        )

    def env_create_table(self) -> bool:
        """Whether recorders create their tables: never."""
        return False

    def application_recorder(self) -> LedgerRecorder:
        """The recorder of events."""
        return LedgerRecorder(self.datastore)

    def aggregate_recorder(self, purpose: str = "events") -> LedgerRecorder:
        """The same one: every writer of events takes the ordering lock.  There are no snapshots."""
        if purpose != "events":
            raise persistence.NotSupportedError(f"no table of {purpose}")
        return LedgerRecorder(self.datastore)

    def tracking_recorder(self, tracking_recorder_class: type[TTracking] | None = None) -> TTracking:
        """A recorder of how far a view has read, of the class given or the library's own."""
        cls = tracking_recorder_class or self.tracking_recorder_class
        return cast("TTracking", cls(self.datastore, tracking_table_name=TRACKING_TABLE))

    def process_recorder(self) -> persistence.ProcessRecorder:
        """Raise: events and views are written by different roles, in different transactions."""
        raise persistence.NotSupportedError("use an application recorder and a tracking recorder")
