"""The library's own tests of a recorder, against ours on the migrated schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from eventsourcing.persistence import InfrastructureFactory, StoredEvent
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.tests.persistence import (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    NonInterleavingNotificationIDsBaseCase,
    TrackingRecorderTestCase,
)

from ledger.postgres.connect import Role
from ledger.store.factory import LedgerFactory
from ledger.store.recorder import LedgerRecorder


class _OverOurSchema:
    role = Role.WRITER
    factory: LedgerFactory

    @pytest.fixture(autouse=True)
    def _open(self, database_url: str) -> Iterator[None]:
        # As a process would that configures the library by its environment.
        factory = InfrastructureFactory.construct(
            {
                "PERSISTENCE_MODULE": "ledger.store.factory",
                "PITLEDGER_DATABASE_URL": database_url,
                "PITLEDGER_PROPERTY": "demo",
                "PITLEDGER_ROLE": self.role,
            }
        )
        assert isinstance(factory, LedgerFactory)
        with factory as self.factory:
            yield


class TestApplicationRecorder(_OverOurSchema, ApplicationRecorderTestCase[LedgerRecorder]):
    def create_recorder(self) -> LedgerRecorder:
        return self.factory.application_recorder()

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestNonInterleavingPositions(_OverOurSchema, NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> LedgerRecorder:
        return self.factory.application_recorder()


class _WithoutPositions(LedgerRecorder):
    """An aggregate recorder answers nothing where ours answers positions; the rest is the same."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> None:
        super().insert_events(stored_events, **kwargs)


class TestAggregateRecorder(_OverOurSchema, AggregateRecorderTestCase):
    def create_recorder(self) -> _WithoutPositions:
        return _WithoutPositions(self.factory.datastore)


class TestTrackingRecorder(_OverOurSchema, TrackingRecorderTestCase):
    role = Role.PROJECTOR

    def create_recorder(self) -> PostgresTrackingRecorder:
        return self.factory.tracking_recorder()


# Their abstract bases are tests too, in the eyes of pytest.
del AggregateRecorderTestCase, ApplicationRecorderTestCase
del NonInterleavingNotificationIDsBaseCase, TrackingRecorderTestCase
