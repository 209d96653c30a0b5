"""The fold of a session: opener and closer, people, documents, boxes, and corrections of all of it."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.events.sessions import BoxCount
from ledger.sessions.findings import findings
from ledger.sessions.state import fold
from tests.scenario import event
from tests.sessions.told import closed, corrected, fill, opened, session

COUNT = {"cash": 900_00, "documents": 100_00, "coupons": 50_00}
OTHER = {"cash": 880_00, "documents": 100_00, "coupons": 50_00}


def changed(from_, to):
    return event("shift_changed", from_=from_, to=to, count={"500": 590}, by="F-2", approved_by="D-2")


def counted(box, first, second, **fields):
    return event("drop_counted", box=box, first=first, second=second, by="CT-1", approved_by="CT-2", **fields)


def test_a_session_runs_from_its_opener_to_its_closer():
    state = session(opened(), closed(closer={"500": 590}))
    assert (state.opened.opener, state.closed.closer) == ({5_00: 600, 25_00: 400}, {5_00: 590})
    assert (state.closed_at, state.key) == (2, "T-1/2026-11-28/1")


def test_the_first_closer_stands():
    state = session(opened(), closed(closer={"500": 590}), closed(closer={"500": 1}))
    assert (state.closed.closer, state.closed_at) == ({5_00: 590}, 2)


def test_an_event_belongs_to_the_shift_that_ran():
    state = session(opened(shift="swing"), event("dealer_signed_in", dealer="D-1"), changed("swing", "grave"))
    assert (state.shift, state.shift_at(2), state.shift_at(3)) == ("grave", "swing", "grave")


def at(time, one):
    return {**one, "occurred_at": f"2026-11-28T{time}-05:00"}


def test_an_event_recorded_late_belongs_to_the_shift_in_which_it_occurred():
    state = session(
        at("20:00:00", opened(shift="swing")),
        at("23:00:00", changed("swing", "grave")),
        at("22:59:59", event("coin_taken", amount=5_00)),
        at("23:00:00", event("coin_taken", amount=5_00)),
        at("19:00:00", event("coin_taken", amount=5_00)),
        at("23:30:00", corrected(3)),
    )
    assert [state.shift_at(version) for version in range(1, 7)] == [
        "swing", "grave", "swing", "grave", "swing", "swing",
    ]  # fmt: skip


def test_a_change_of_shift_recorded_late_began_when_it_occurred():
    state = session(
        at("06:00:00", opened(shift="day")),
        at("22:00:00", changed("swing", "grave")),
        at("14:00:00", changed("day", "swing")),
        at("15:00:00", event("coin_taken", amount=5_00)),
        at("22:00:00", event("coin_taken", amount=5_00)),
    )
    assert [state.shift_at(version) for version in range(1, 6)] == ["day", "grave", "swing", "swing", "grave"]
    assert (state.shift, findings(state)) == ("grave", ())


def test_without_times_the_order_of_record_decides():
    unknown = {"source": "import", "occurred_at": None}
    state = session(
        {**opened(), **unknown},
        {**event("coin_taken", amount=5_00), **unknown},
        {**changed("swing", "grave"), **unknown},
        {**event("coin_taken", amount=5_00), **unknown},
    )
    assert [state.shift_at(version) for version in range(1, 5)] == ["swing", "swing", "grave", "grave"]


def test_dealers_on_the_table_are_those_signed_in_and_not_out():
    state = session(
        opened(),
        event("dealer_signed_in", dealer="D-1"),
        event("dealer_signed_in", dealer="D-2"),
        event("dealer_signed_out", dealer="D-1"),
    )
    assert state.dealers == {"D-2": 3}


def test_a_counter_check_is_known_by_its_number():
    state = session(
        opened(),
        event("counter_check_issued", document="CC-1", amount=1000_00),
        event("counter_check_redeemed", document="CC-1", amount=400_00, cash=400_00),
    )
    document = state.documents["CC-1"]
    assert (document.issued, document.issued_at, document.redeemed) == (1000_00, 2, 400_00)


# --- the drop box -----------------------------------------------------------------


def test_a_box_is_dropped_and_counted():
    state = session(opened(), closed(), event("box_dropped", box="B-1"), counted("B-1", COUNT, COUNT))
    box = state.boxes["B-1"]
    assert (box.dropped_at, box.counted_at) == (3, 4)
    assert state.counted_drop == BoxCount(**COUNT)


def test_two_counts_that_differ_are_no_count_until_they_are_settled():
    assert session(opened(), counted("B-1", COUNT, OTHER)).counted_drop is None
    assert session(opened(), counted("B-1", COUNT, OTHER, settled=OTHER)).counted_drop == BoxCount(**OTHER)


def test_the_drop_of_several_boxes_is_their_sum_once_all_are_counted():
    boxes = [
        opened(),
        event("box_dropped", box="B-1"),
        event("box_dropped", box="B-2"),
        counted("B-1", COUNT, COUNT),
    ]
    assert session(*boxes).counted_drop is None
    found = session(*boxes, counted("B-2", OTHER, OTHER)).counted_drop
    assert (found.cash, found.documents, found.coupons) == (1_780_00, 200_00, 100_00)


def test_a_session_without_a_box_has_no_drop_counted():
    assert session(opened(), closed()).counted_drop is None


# --- corrections --------------------------------------------------------------------


def test_a_corrected_event_is_as_it_should_have_been_and_the_first_record_stays():
    state = session(opened(), closed(closer={"500": 850}), corrected(2, closed(closer={"500": 580})))
    assert (state.closed.closer, state.log[1].closer) == ({5_00: 580}, {5_00: 850})
    assert (state.version, len(state.events), state.closed_at) == (3, 3, 2)


def test_a_corrected_event_happened_when_the_first_did():
    state = session(opened(), closed(), corrected(2, closed(closer={"500": 580})))
    assert state.closed.occurred_at == state.log[1].occurred_at


def test_an_event_struck_out_never_happened():
    state = session(opened(), fill("dispatched", {"500": 200}), corrected(2))
    assert (state.slips, state.events[1]) == ({}, None)


def test_a_correction_may_be_corrected_and_taken_back():
    first = closed(closer={"500": 850})
    again = [
        opened(),
        first,
        corrected(2, closed(closer={"500": 580})),
        corrected(3, closed(closer={"500": 590})),
    ]
    assert session(*again).closed.closer == {5_00: 590}
    assert session(*again, corrected(4)).closed.closer == {5_00: 850}


def test_a_closer_struck_out_opens_the_session_again():
    state = session(opened(), closed(), corrected(2), event("dealer_signed_in", dealer="D-1"))
    assert (state.closed, state.closed_at, state.remarks) == (None, None, [])


@given(st.integers(0, 6))
def test_an_earlier_version_is_the_fold_of_fewer_events(version):
    state = session(
        opened(),
        event("dealer_signed_in", dealer="D-1"),
        fill("requested", {"500": 200}),
        corrected(3, fill("requested", {"500": 100})),
        changed("swing", "grave"),
        closed(),
    )
    before = fold(state.header, state.log, until=version)
    assert (before.version, before.closed_at) == (version, 6 if version == 6 else None)
    assert before.shift == (None if version == 0 else "swing" if version < 5 else "grave")
