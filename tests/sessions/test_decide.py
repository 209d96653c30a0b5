"""What cannot be a record of a session is refused, with a pointer to the field at fault."""

import pytest

from ledger.errors import LedgerError
from ledger.sessions.decide import extend
from tests.scenario import event, read, session_record
from tests.sessions.told import closed, corrected, fill, opened, session


def refused(*events):
    with pytest.raises(LedgerError) as caught:
        session(*events)
    return caught.value.code, caught.value.pointer


@pytest.mark.parametrize(
    ("bad", "pointer"),
    [
        (closed(closer={"500": -1}), "/events/1/closer/500"),
        (fill("received", {"500": 1, "2500": -2}), "/events/1/chips/2500"),
        (
            event("shift_changed", from_="swing", to="grave", count={"500": -1}, approved_by="D-1"),
            "/events/1/count/500",
        ),
    ],
)
def test_fewer_than_no_chips_cannot_be_counted(bad, pointer):
    assert refused(opened(), bad) == ("invalid_field", pointer)


def test_an_opener_of_fewer_than_no_chips_cannot_be_counted():
    assert refused(opened(opener={"500": -1})) == ("invalid_field", "/events/0/opener/500")


def test_what_moves_may_go_the_other_way():
    assert session(opened(), event("buy_in", tender="cash", tendered=75_00, chips={"10000": 1, "2500": -1}))


@pytest.mark.parametrize("name", ["coin_taken", "rake_taken", "progressive_swept"])
def test_a_taking_of_nothing_is_no_taking(name):
    assert refused(opened(), event(name)) == ("missing_field", "/events/1/amount")
    assert refused(opened(), event(name, chips={"500": 0})) == ("amount_not_positive", "/events/1/chips")


def test_color_comes_with_chips_only_where_it_was_sold_for_chips():
    sold = event(
        "color_issued", color="red", count=4, value=5_00, tender="cash", tendered=20_00, chips={"500": 4}
    )
    assert refused(opened(), sold) == ("invalid_field", "/events/1/chips")
    assert session(opened(), {**sold, "tender": "chips"})


ALONE = {"by": "F-1", "approved_by": "F-1"}
FORM = {"type": "vigorish", "series": "2026", "serial": 1}


@pytest.mark.parametrize(
    "one",
    [
        event("chip_value_overridden", denomination=5_00, value=500_00, reason="why not", **ALONE),
        event("commission_uncollected", slip=FORM, amount=5_00, **ALONE),
        event("commission_recovered", of=FORM, amount=5_00, **ALONE),
        event("variance_reported", of="drop", amount=5_00, to=["security"], **ALONE),
        event("slip_reprinted", slip=FORM, **ALONE),
    ],
)
def test_nobody_approves_what_they_did(one):
    assert refused(opened(), one) == ("same_person", "/events/1/approved_by")
    assert refused(opened(), closed(), corrected(2, one)) == ("same_person", "/events/2/event/approved_by")


def test_a_correction_of_what_is_not_there():
    assert refused(opened(), corrected(2)) == ("unknown_version", "/events/1/corrects")
    assert refused(opened(), corrected(9)) == ("unknown_version", "/events/1/corrects")


def test_a_session_keeps_its_opener():
    assert refused(opened(), corrected(1)) == ("not_opened", "/events/1/event")
    assert refused(opened(), corrected(1, closed())) == ("not_opened", "/events/1/event")


def test_a_session_keeps_its_opener_through_a_correction_of_a_correction():
    right = corrected(1, opened(opener={"500": 580}))
    assert refused(opened(), right, corrected(2, closed())) == ("not_opened", "/events/2/event")
    assert session(opened(), right, corrected(2)).opened.opener == {5_00: 600, 25_00: 400}


def test_another_event_does_not_become_an_opener():
    assert refused(opened(), closed(), corrected(2, opened())) == ("opened_twice", "/events/2/event/type")


def test_what_a_correction_puts_in_place_must_be_a_record_too():
    assert refused(opened(), closed(), corrected(2, closed(closer={"500": -1}))) == (
        "invalid_field",
        "/events/2/event/closer/500",
    )
    alone = closed(by="F-1", approved_by="F-1")
    assert refused(opened(), closed(), corrected(2, alone)) == ("same_person", "/events/2/event/approved_by")


def test_a_refusal_in_a_continuation_points_into_its_own_record():
    record = read(session_record(opened(), event("coin_taken")))
    state = session(opened())
    with pytest.raises(LedgerError) as caught:
        extend(state, record.facts[1:], first=7)
    assert caught.value.pointer == "/events/7/amount"
