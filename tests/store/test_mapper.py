"""What is stored is read as what it says, whatever was read before it."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from eventsourcing.persistence import StoredEvent

from ledger.events.base import Recorded
from ledger.events.errors import EventUnreadable
from ledger.events.records import read_record
from ledger.identity import stream_id
from ledger.store.mapper import EventMapper, encode_together
from ledger.store.upcasts import Upcast
from tests.scenario import dealt, event, round_record

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
STREAM = stream_id("demo", "round", "T-1/2026-11-28/1")


SALT = re.compile(rb',"salt":"[^"]{24}"\}$')


def without_salt(state: bytes) -> bytes:
    """A state as it was written before there were salts."""
    return SALT.sub(b"}", state)


@pytest.fixture
def stored():
    """A round as stored: its second half was appended a minute later, by somebody else."""
    record = read_record(
        json.dumps(
            round_record(
                event("opened", source="dealer", by="D-1"),
                event("wager_placed", spot=1, wager="main", amount=10_00, note='said ,"event":{ and left'),
                dealt(1, "As", note='said ,"salt":"and left"}'),
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


def test_many_are_read_as_one_by_one_and_the_first_that_cannot_be_is_named(stored):
    rows = [
        (one.originator_id, one.originator_version, one.topic, one.state, 40 + place)
        for place, one in enumerate(stored)
    ]
    read = EventMapper().to_domain_events(rows)
    assert [(one.version, one.position) for one in read] == [(n, 39 + n) for n in range(1, 6)]
    assert [one.event for one in read] == [EventMapper().to_domain_event(one).event for one in stored]
    rows[2] = (*rows[2][:3], b"{}", 42)
    with pytest.raises(EventUnreadable) as refused:
        EventMapper().to_domain_events(rows)
    assert refused.value.facts == {"topic": rows[2][2], "position": 42}


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
        assert [without_salt(state) for state in kept] == [without_salt(one.state) for one in some]


def test_each_event_is_by_who_recorded_it_and_when(stored):
    mapper = EventMapper()
    assert [(one.recorded_at.minute, one.recorded_by) for one in map(mapper.to_domain_event, stored)] == [
        (0, "till"), (0, "till"), (1, 'the "floor"'), (1, 'the "floor"'), (1, 'the "floor"'),
    ]  # fmt: skip


@pytest.mark.parametrize("change", [lambda said: said | {"more": 1}, lambda said: said["event"]])
def test_a_state_that_says_more_or_less_is_refused_after_one_that_began_alike(stored, change):
    mapper = EventMapper()
    mapper.to_domain_event(stored[3])
    damaged = replace(stored[4], state=json.dumps(change(json.loads(stored[4].state))).encode())
    compact = replace(stored[4], state=stored[4].state[:-1] + b',"more":1}')
    shorter = replace(stored[2], state=stored[2].state[:-3] + b'"}')
    for one in (damaged, compact, shorter):
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


def test_what_may_name_a_face_that_nobody_has_seen_is_kept_with_a_salt_of_its_own(stored):
    salts = [json.loads(one.state).get("salt") for one in stored]
    assert [salt is not None for salt in salts] == [False, False, True, True, False]
    again = EventMapper().to_stored_event(EventMapper().to_domain_event(stored[2]))
    together = encode_together([EventMapper().to_domain_event(stored[2]).event] * 9, NOON, "till")
    found = {json.loads(state)["salt"] for state in (stored[2].state, again.state, *together)}
    assert len(found) == 11
    assert all(re.fullmatch("[A-Za-z0-9_-]{24}", salt) for salt in found)


@pytest.mark.parametrize("before", [0, 3])
def test_a_state_of_before_there_were_salts_says_the_same(stored, before):
    mapper = EventMapper()
    mapper.to_domain_event(stored[before])
    for one in stored:
        old = replace(one, state=without_salt(one.state))
        assert mapper.to_domain_event(old) == EventMapper().to_domain_event(one)


def test_a_state_is_as_written_with_its_own_salt_or_none_and_with_no_other_text(stored):
    mapper = EventMapper()
    for one in stored:
        recorded = mapper.to_domain_event(one)
        assert mapper.is_as_written(one.state, recorded)
        assert mapper.is_as_written(without_salt(one.state), recorded)
        assert not mapper.is_as_written(one.state.replace(b":", b": ", 1), recorded)
    closed = mapper.to_domain_event(stored[4])
    assert not mapper.is_as_written(stored[4].state[:-1] + b',"salt":"' + b"A" * 24 + b'"}', closed)


def test_a_shape_brought_up_to_date_is_read_with_its_salt(stored):
    old = replace(stored[2], topic="round.card_dealt.v0")
    assert json.loads(old.state)["salt"]
    raised = Upcast("round.card_dealt.v1", lambda said: {**said, "card": "Ah"})
    read = EventMapper({"round.card_dealt.v0": raised}).to_domain_event(old)
    assert read.event == dealt_event(stored[2]).model_copy(update={"card": "Ah"})


def dealt_event(one):
    return EventMapper().to_domain_event(one).event


def test_what_could_not_be_read_again_is_not_written(stored):
    mapper = EventMapper()
    with pytest.raises(ValueError, match="surrogates"):
        mapper.to_stored_event(mapper.to_domain_event(stored[0])._replace(recorded_by="till \udcff"))
