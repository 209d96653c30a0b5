"""An event is found by its id, of which only the beginning is kept."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.identity import event_id, id_beginning, id_beginnings, stream_id
from projections.integrity.ids import position_of
from projections.runner import projecting
from tests.projections.pit import session, table

VERSIONS = st.lists(st.integers(1, 2**31 - 1), max_size=5)


@given(st.uuids(), VERSIONS)
def test_a_beginning_made_of_stream_and_versions_is_that_of_the_id(stream, versions):
    assert id_beginnings(stream, versions) == [id_beginning(event_id(stream, one)) for one in versions]


@pytest.fixture(scope="module")
def told(shared_pit):
    shared_pit.tell(table(), session())
    assert shared_pit.views.status()[0].lag == 0
    return shared_pit


def of_session(version):
    return event_id(stream_id("demo", "session", "T-1/2026-11-28/1"), version)


def found(told, event):
    with projecting(told.settings) as connection:
        return position_of(connection, event)


def test_every_event_is_found_where_it_stands(told):
    for stored in told.ledger.recorder.read_since(0, 100):
        assert found(told, event_id(stored.originator_id, stored.originator_version)) == stored.id


def test_an_id_that_only_begins_like_another_is_not_found(told):
    assert found(told, UUID(int=of_session(1).int ^ 1)) is None
    assert found(told, of_session(2)) is None


def test_of_two_events_whose_ids_begin_alike_each_is_found(told):
    where, alike = found(told, of_session(1)), id_beginning(of_session(1))
    with projecting(told.settings) as connection:
        connection.execute("INSERT INTO event_ids VALUES (%s, 1), (%s, 2)", [alike, alike])
    assert where not in {None, 1, 2}
    assert found(told, of_session(1)) == where
