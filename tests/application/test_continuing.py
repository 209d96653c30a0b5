"""Continuing and retrying, to the letter of the contract."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.application.continuing import news
from ledger.errors import LedgerError
from ledger.events.base import Recorded
from tests.scenario import collected, event, opened, paid, placed, read, round_record

ROUND = [opened(), placed(1, "ante", 5_00), placed(2, "ante", 10_00), paid(1, "ante", 5_00), event("closed")]
STREAM = uuid4()


def stored(*events, **header):
    record = read(round_record(*events, **header))
    return [
        Recorded(
            STREAM, version, one, datetime.now(UTC), "anybody", header=record.head if version == 1 else None
        )
        for version, one in enumerate(record.facts, 1)
    ]


def new(record, there):
    return [index for index, _ in news(read(record), there, "round/T-1")]


def refused(record, there):
    with pytest.raises(LedgerError) as caught:
        news(read(record), there, "round/T-1")
    return caught.value.code, caught.value.pointer


def first(**fields):
    return {"source": "dealer", "by": "D-1", **fields}


def continuation(after, *events, **header):
    record = round_record(*events, after=after, **header)
    return {name: value for name, value in record.items() if name in {*header, *KEY}}


KEY = {"format", "stream", "table", "gaming_date", "number", "after", "events"}


def test_a_whole_record_of_what_is_not_stored_is_all_new():
    assert new(round_record(*ROUND), []) == [0, 1, 2, 3, 4]


def test_the_same_record_again_is_already_there():
    assert new(round_record(*ROUND), stored(*ROUND)) == []


def test_a_record_that_goes_on_past_what_is_stored_appends_the_rest():
    assert new(round_record(*ROUND), stored(*ROUND[:2])) == [2, 3, 4]


def test_a_shorter_record_of_a_longer_stream_is_already_there():
    assert new(round_record(*ROUND[:2]), stored(*ROUND)) == []


def test_a_continuation_is_compared_from_where_it_begins():
    assert new(continuation(2, {**ROUND[2], **first()}, ROUND[3]), stored(*ROUND[:3])) == [1]


def test_another_event_at_a_version_is_a_conflict_and_points_at_the_event():
    other = [*ROUND[:2], placed(2, "ante", 11_00), ROUND[3]]
    assert refused(round_record(*other), stored(*ROUND)) == ("version_conflict", "/events/2")


def test_a_gap_is_refused():
    assert refused(continuation(3, {**ROUND[3], **first()}), stored(*ROUND[:2])) == ("version_gap", "/after")
    assert refused(continuation(3, {**ROUND[3], **first()}), []) == ("version_gap", "/after")


def test_a_continuation_that_begins_again_is_a_gap_where_nothing_is_stored_and_opened_twice_elsewhere():
    assert refused(continuation(3, ROUND[0]), []) == ("version_gap", "/after")
    assert refused(continuation(2, placed(1, "ante", 5_00, **first()), ROUND[0]), stored(*ROUND[:2])) == (
        "opened_twice", "/events/1/type",
    )  # fmt: skip
    assert refused(continuation(1, ROUND[0]), stored(*ROUND)) == ("opened_twice", "/events/0/type")


def test_another_header_of_a_whole_record_is_a_conflict():
    assert refused(round_record(*ROUND, shift="day"), stored(*ROUND)) == ("version_conflict", "/shift")


def test_a_continuation_may_leave_the_header_out_but_not_say_another():
    there = stored(*ROUND[:2], shift="day")
    assert new(continuation(2, {**ROUND[2], **first()}), there) == [0]
    assert refused(continuation(2, {**ROUND[2], **first()}, shift="night"), there) == (
        "version_conflict",
        "/shift",
    )


def test_an_event_with_a_client_id_that_is_stored_leaves_the_record_wherever_it_stands():
    bet = placed(2, "ante", 10_00, id="B-7", **first())
    there = stored(*ROUND[:2], bet, placed(3, "ante", 1_00))
    assert new(continuation(1, bet), there) == []
    assert new(continuation(4, bet, placed(4, "ante", 1_00, **first())), there) == [1]


def test_a_client_id_with_other_content_is_a_conflict():
    there = stored(*ROUND[:2], placed(2, "ante", 10_00, id="B-7"))
    other = placed(2, "ante", 12_00, id="B-7", **first())
    assert refused(continuation(3, other), there) == ("id_conflict", "/events/0/id")


def test_one_client_id_twice_in_a_record_is_one_event_or_a_conflict():
    bet = placed(2, "ante", 10_00, id="B-7")
    assert new(round_record(opened(), bet, bet, ROUND[1]), []) == [0, 1, 3]
    assert refused(round_record(opened(), bet, {**bet, "amount": 1}), []) == ("id_conflict", "/events/2/id")


def test_a_retry_with_ids_on_some_of_its_events_is_already_there():
    some = [opened(), placed(1, "ante", 5_00, id="B-1"), placed(2, "ante", 10_00), event("closed", id="C-1")]
    assert new(round_record(*some), stored(*some)) == []
    assert new(round_record(*some), stored(*some[:2])) == [2, 3]


@given(st.integers(0, 5), st.integers(0, 5), st.lists(st.booleans(), min_size=5, max_size=5))
def test_any_retry_of_any_part_appends_each_event_once(there, after, ids):
    events = [{**one, "id": f"E-{index}"} if ids[index] else one for index, one in enumerate(ROUND)]
    stored_events = stored(*events[:there]) if there else []
    if after > there or after >= len(events):
        return
    sent = (
        continuation(after, {**events[after], **first()}, *events[after + 1 :])
        if after
        else round_record(*events)
    )
    assert [after + index for index in new(sent, stored_events)] == list(range(max(there, after), 5))


EQUAL = [
    (placed(1, "ante", 5_00), placed(1, "ante", 5_00, tender="chips")),
    (placed(1, "ante", 5_00, chips={"500": 1}), placed(1, "ante", 5_00, chips={"500": 1, "2500": 0})),
    (collected(1, "ante", 5_00), collected(1, "ante", 5_00, into="table_inventory")),
    (collected(1, "ante", 5_00, tender="cash"), collected(1, "ante", 5_00, tender="cash", into="drop_box")),
    (event("hand_collected", to=1), event("hand_collected", to=1, spread=False)),
]


@pytest.mark.parametrize(("left_out", "said"), EQUAL)
def test_a_default_that_is_said_is_the_default_that_was_left_out(left_out, said):
    for there, sent in ((left_out, said), (said, left_out)):
        assert new(round_record(opened(), sent), stored(opened(), there)) == []


def test_the_currency_of_the_table_may_be_said_or_left_out():
    assert new(round_record(opened(), currency="USD"), stored(opened())) == []
    assert refused(round_record(opened(), currency="EUR"), stored(opened())) == (
        "version_conflict",
        "/currency",
    )
