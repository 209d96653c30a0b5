"""What is stored is read as what it says, whatever was read before it."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from eventsourcing.persistence import StoredEvent

from ledger.events.base import Recorded
from ledger.events.errors import EventUnreadable
from ledger.events.records import read_record
from ledger.identity import stream_id
from ledger.store.mapper import EventMapper, encode_together
from tests.scenario import event, round_record

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
STREAM = stream_id("demo", "round", "T-1/2026-11-28/1")


@pytest.fixture
def stored():
    """A round as stored: its second half was appended a minute later, by somebody else."""
    record = read_record(
        json.dumps(
            round_record(
                event("opened", source="dealer", by="D-1"),
                event("wager_placed", spot=1, wager="main", amount=10_00, note='said ,"event":{ and left'),
                event("wager_collected", spot=1, wager="main", amount=10_00),
                event("corrected", corrects=2, reason="misread", by="F-2", approved_by="F-9"),
                event("closed"),
            )
        )
    )
    return [
        EventMapper().to_stored_event(
            Recorded(
                STREAM,
                version,
                one,
                NOON.replace(minute=version // 3),
                "till" if version < 3 else 'the "floor"',
                header=record.head if version == 1 else None,
            )
        )
        for version, one in enumerate(record.facts, 1)
    ]


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (1, 2, 1, 3, 2, 4, 0, 4)])
def test_an_event_says_the_same_after_any_other(stored, order):
    mapper = EventMapper()
    assert [mapper.to_domain_event(stored[place]) for place in order] == [
        EventMapper().to_domain_event(stored[place]) for place in order
    ]


def test_events_recorded_together_are_kept_as_each_by_itself(stored):
    mapper = EventMapper()
    for some in (stored[:2], stored[2:]):
        first, *rest = [mapper.to_domain_event(one) for one in some]
        kept = encode_together(
            [first.event, *(one.event for one in rest)],
            first.recorded_at, first.recorded_by, first.header, first.in_force,
        )  # fmt: skip
        assert kept == [one.state for one in some]


def test_each_event_is_by_who_recorded_it_and_when(stored):
    mapper = EventMapper()
    assert [(one.recorded_at.minute, one.recorded_by) for one in map(mapper.to_domain_event, stored)] == [
        (0, "till"), (0, "till"), (1, 'the "floor"'), (1, 'the "floor"'), (1, 'the "floor"'),
    ]  # fmt: skip


@pytest.mark.parametrize("change", [lambda said: said | {"more": 1}, lambda said: said["event"]])
def test_a_state_that_says_more_or_less_is_refused_after_one_that_began_alike(stored, change):
    mapper = EventMapper()
    mapper.to_domain_event(stored[2])
    damaged = replace(stored[4], state=json.dumps(change(json.loads(stored[4].state))).encode())
    compact = replace(stored[4], state=stored[4].state[:-1] + b',"more":1}')
    for one in (damaged, compact):
        with pytest.raises(EventUnreadable):
            mapper.to_domain_event(one)


def test_a_state_whose_fields_stand_in_another_order_is_read_all_the_same(stored):
    mapper = EventMapper()
    turned: StoredEvent = replace(
        stored[3], state=json.dumps(dict(reversed(json.loads(stored[3].state).items()))).encode()
    )
    expected = mapper.to_domain_event(stored[3])
    assert mapper.to_domain_event(turned) == expected
    assert mapper.to_domain_event(stored[4]) == EventMapper().to_domain_event(stored[4])
