"""What was not as it should have been in a session: recorded all the same, and found."""

import pytest

from ledger.sessions.findings import KINDS, findings
from tests.scenario import T0, event
from tests.sessions.told import closed, corrected, credit, fill, opened, session

TWO_HUNDRED = {"500": 200}


def found(*events):
    """Code and event of each finding."""
    return [(one.code, one.event) for one in findings(session(*events))]


def only(*events):
    (one,) = findings(session(*events))
    return one


WHOLE_FILL = [
    fill("requested", TWO_HUNDRED, by="F-1"),
    fill("issued", TWO_HUNDRED, by="CB-1"),
    fill("dispatched", TWO_HUNDRED, by="SO-1"),
    fill("received", TWO_HUNDRED, by="D-1"),
]


def test_a_session_as_it_should_be_has_no_findings():
    credited = [credit(step, {"2500": 40}) for step in ("requested", "issued", "dispatched", "received")]
    assert found(
        opened(),
        event("dealer_signed_in", dealer="D-1"),
        *WHOLE_FILL,
        *credited,
        event("buy_in", tender="cash", tendered=200_00, chips={"2500": 8}),
        event("color_changed", in_={"500": 20}, out={"2500": 4}),
        event("counter_check_issued", document="CC-1", amount=100_00, chips={"2500": 4}),
        event("counter_check_redeemed", document="CC-1", amount=100_00, chips={"2500": 4}),
        event("coin_taken", amount=5_00, chips={"500": 1}),
        event("shift_changed", from_="swing", to="grave", count={}, by="F-1", approved_by="D-1"),
        event("dealer_signed_out", dealer="D-1"),
        closed(),
    ) == []  # fmt: skip


# --- slips ------------------------------------------------------------------------


def test_a_fill_received_that_nobody_asked_for_is_recorded_and_found():
    assert found(opened(), fill("received", TWO_HUNDRED)) == [("slip_received_not_dispatched", 2)]


def test_each_step_of_a_slip_follows_the_one_before():
    assert found(opened(), fill("issued", TWO_HUNDRED)) == [("slip_issued_not_requested", 2)]
    assert found(opened(), fill("dispatched", TWO_HUNDRED)) == [("slip_dispatched_not_issued", 2)]


def test_a_finding_about_a_slip_cites_the_rule_of_fills_or_of_credits():
    fills, credits_ = only(opened(), fill("issued", {})), only(opened(), credit("issued", {}))
    assert (fills.rule, credits_.rule) == ("13:69D-1.22", "13:69D-1.23")
    assert (fills.evidence, fills.facts) == ("nj_text", {"slip": "fill/2026/1001", "step": "issued"})


def test_a_dealer_who_counts_other_chips_than_were_dispatched():
    one = only(opened(), *WHOLE_FILL[:3], fill("received", {"500": 199}))
    assert (one.code, one.event) == ("chips_differ_on_slip", 5)
    assert one.facts == {"slip": "fill/2026/1001", "dispatched": {"500": 200}, "received": {"500": 199}}


def test_a_denomination_counted_as_none_is_as_good_as_absent():
    assert found(opened(), *WHOLE_FILL[:3], fill("received", {"500": 200, "2500": 0})) == []


def test_a_step_recorded_again_is_found_and_has_no_second_effect():
    state = session(opened(), *WHOLE_FILL, fill("received", TWO_HUNDRED, by="D-2"))
    assert [(one.code, one.event) for one in findings(state)] == [("slip_step_repeated", 6)]
    assert state.slips["fill", "fill/2026/1001"].in_transit == {}


def test_a_slip_voided_before_transport_is_as_it_should_be():
    void = fill("voided", TWO_HUNDRED, reason="wrong table")
    assert found(opened(), *WHOLE_FILL[:2], void) == []


def test_a_void_that_a_correction_puts_after_transport_is_found():
    void = fill("voided", TWO_HUNDRED, reason="wrong table", occurred_at=T0)
    assert found(opened(), *WHOLE_FILL, corrected(5, void)) == [("slip_voided_after_transport", 5)]


def test_a_void_needs_a_reason():
    assert found(opened(), WHOLE_FILL[0], fill("voided", TWO_HUNDRED)) == [("slip_voided_without_reason", 3)]


def test_a_void_slip_keeps_its_number_and_must_not_be_used():
    void = fill("voided", TWO_HUNDRED, reason="torn")
    assert found(opened(), *WHOLE_FILL[:2], void, WHOLE_FILL[2]) == [("slip_used_after_void", 5)]


def test_another_serial_is_another_slip():
    assert found(opened(), *WHOLE_FILL, fill("requested", TWO_HUNDRED, serial=1002)) == []


def test_chips_on_their_way_are_found_at_the_close_and_not_before():
    assert found(opened(), *WHOLE_FILL[:3]) == []
    one = only(opened(), *WHOLE_FILL[:3], closed())
    assert (one.code, one.event, one.facts["chips"]) == ("slip_in_transit_at_close", 5, {"500": 200})


def test_a_slip_that_was_voided_has_nothing_on_its_way():
    void = fill("voided", TWO_HUNDRED, reason="wrong table")
    assert found(opened(), *WHOLE_FILL[:2], void, closed()) == []


# --- exchanges --------------------------------------------------------------------


def test_a_buy_in_overpaid_is_found_at_once():
    one = only(opened(), event("buy_in", tender="cash", tendered=200_00, chips={"10000": 3}))
    assert (one.code, one.event) == ("buy_in_not_equal", 2)
    assert one.facts == {"tendered": 200_00, "chips": 300_00, "difference": -100_00}
    assert one.detail.endswith("(tendered 200.00, chips 300.00, difference -100.00)")


@pytest.mark.parametrize("name", ["color_changed", "tip_changed", "bad_beat_changed"])
def test_an_unequal_change_is_found(name):
    one = only(opened(), event(name, in_={"500": 21}, out={"2500": 4}))
    assert (one.code, one.facts) == (
        "exchange_not_equal",
        {"type": name, "in": 105_00, "out": 100_00, "difference": 5_00},
    )


def test_a_counter_check_for_other_chips_than_it_says():
    short = event("counter_check_issued", document="CC-1", amount=100_00, chips={"2500": 3})
    assert found(opened(), short) == [("counter_check_not_equal", 2)]


@pytest.mark.parametrize(
    "given", [{"chips": {"2500": 3}}, {"cash": 80_00}, {"chips": {"500": 1}, "cash": 80_00}]
)
def test_a_counter_check_redeemed_for_less_than_it_says(given):
    short = event("counter_check_redeemed", document="CC-1", amount=100_00, **given)
    assert found(opened(), short) == [("counter_check_not_equal", 2)]


def test_more_redeemed_than_was_signed_for():
    issued = event("counter_check_issued", document="CC-1", amount=100_00)
    redeemed = event("counter_check_redeemed", document="CC-1", amount=60_00)
    assert found(opened(), issued, redeemed, redeemed) == [("counter_check_overredeemed", 4)]


def test_a_counter_check_of_another_table_may_be_redeemed_here():
    assert found(opened(), event("counter_check_redeemed", document="CC-9", amount=60_00)) == []


def test_one_document_given_twice():
    issued = event("counter_check_issued", document="CC-1", amount=100_00)
    again = event("buy_in", tender="counter_check", tendered=100_00, chips={"2500": 4}, document="CC-1")
    assert found(opened(), issued, again) == [("document_repeated", 3)]


def test_a_taking_whose_chips_are_not_its_amount():
    assert found(opened(), event("coin_taken", amount=5_00, chips={"500": 2})) == [("taking_not_equal", 2)]


def test_a_movement_outside_the_list_is_found_with_its_incident():
    one = only(opened(), event("movement_recorded", chips={"10000": -16}, reason="robbed", incident="I-77"))
    assert (one.code, one.rule) == ("movement_outside_list", "13:69D-1.20(a)")
    assert one.facts == {"incident": "I-77", "amount": -1600_00}


@pytest.mark.parametrize("reason", ["goodwill", "Complimentary chips", " comp for P-7", "complimentaries"])
def test_goodwill_and_complimentaries_out_of_the_tray_are_prohibited(reason):
    one = only(opened(), event("movement_recorded", chips={"10000": -16}, reason=reason, incident="I-77"))
    assert (one.code, one.rule) == ("prohibited_reason", "13:69D-1.9(c)")
    assert one.facts == {"incident": "I-77", "amount": -1600_00}


# --- people, shifts, the close ------------------------------------------------------


def test_a_dealer_who_signs_out_without_being_on_the_table():
    assert found(opened(), event("dealer_signed_out", dealer="D-9")) == [("dealer_not_signed_in", 2)]


def test_a_dealer_who_signs_in_twice():
    signed_in = event("dealer_signed_in", dealer="D-1")
    assert found(opened(), signed_in, signed_in) == [("dealer_signed_in_twice", 3)]


def test_a_shift_handed_over_that_did_not_run():
    one = only(
        opened(shift="day"),
        event("shift_changed", from_="swing", to="grave", count={}, by="F-1", approved_by="D-1"),
    )
    assert (one.code, one.facts) == ("shift_not_running", {"from": "swing", "running": "day"})


def test_what_comes_after_the_closer_is_found_but_for_what_comes_then():
    count = {"cash": 0, "documents": 0, "coupons": 0}
    late = event("buy_in", tender="cash", tendered=25_00, chips={"2500": 1})
    assert found(
        opened(),
        event("dealer_signed_in", dealer="D-1"),
        *(credit(step, {"2500": 1}) for step in ("requested", "issued", "dispatched")),
        closed(closer={}),
        event("dealer_signed_out", dealer="D-1"),
        credit("received", {"2500": 1}),
        event("box_dropped", box="B-1"),
        event("drop_counted", box="B-1", first=count, second=count, approved_by="CT-2"),
        late,
        closed(),
        corrected(11),
    ) == [("session_events_after_close", 12)]  # fmt: skip
    assert found(opened(), closed(), late) == [("session_events_after_close", 3)]


# --- the drop box -----------------------------------------------------------------

COUNT = {"cash": 100_00, "documents": 0, "coupons": 0}
OTHER = {"cash": 80_00, "documents": 0, "coupons": 0}


def test_two_blind_counts_that_differ_are_found_settled_or_not():
    dropped = event("box_dropped", box="B-1")
    counted = event("drop_counted", box="B-1", first=COUNT, second=OTHER, approved_by="CT-2")
    assert only(opened(), dropped, counted).facts == {"box": "B-1", "settled": False}
    assert only(opened(), dropped, {**counted, "settled": COUNT}).facts == {"box": "B-1", "settled": True}


def test_a_box_is_dropped_once_and_counted_once_after_it():
    dropped = event("box_dropped", box="B-1")
    counted = event("drop_counted", box="B-1", first=COUNT, second=COUNT, approved_by="CT-2")
    assert found(opened(), counted) == [("box_counted_not_dropped", 2)]
    assert found(opened(), dropped, dropped, counted, {**counted, "first": OTHER, "second": OTHER}) == [
        ("box_dropped_twice", 3),
        ("box_counted_twice", 5),
    ]


def test_two_counts_that_differ_are_settled_by_a_count_that_comes_later():
    dropped = event("box_dropped", box="B-1")
    counted = event("drop_counted", box="B-1", first=COUNT, second=OTHER, approved_by="CT-2")
    later = ({**counted, "settled": OTHER}, {**counted, "first": OTHER})
    for again in later:
        assert only(opened(), dropped, counted, again).facts == {"box": "B-1", "settled": True}
    assert found(opened(), dropped, counted, counted) == [("drop_counts_differ", 3), ("box_counted_twice", 4)]


def test_a_count_wants_two_people():
    dropped = event("box_dropped", box="B-1")
    one = only(opened(), dropped, event("drop_counted", box="B-1", first=COUNT, second=COUNT, by="CT-1"))
    assert (one.code, one.facts) == ("box_counted_by_one", {"box": "B-1", "by": "CT-1"})


@pytest.mark.parametrize(
    ("taken", "missing"), [("17:59:59", True), ("18:00:00", False), ("18:00:01", False), (None, False)]
)
def test_the_last_box_is_taken_once_the_closer_is_counted(taken, missing):
    def at(time, one):
        return {**one, "occurred_at": time and f"2026-11-28T{time}-05:00"}

    state = session(
        at("12:00:00", opened()),
        at("18:00:00", closed()),
        at(taken, event("box_dropped", box="B-1", source="import")),
        at("23:00:00", event("drop_counted", box="B-1", first=COUNT, second=COUNT, approved_by="CT-2")),
    )
    assert [one.code for one in findings(state)] == ["last_box_missing"] * missing
    assert (state.counted_drop is None) is missing


def test_a_mistake_put_right_is_no_longer_found():
    assert found(opened(), fill("received", TWO_HUNDRED), corrected(2)) == []


def test_every_code_says_what_it_means():
    assert all(kind.code == code and kind.title for code, kind in KINDS.items())
    assert all(kind.rule for kind in KINDS.values() if kind.evidence == "nj_text")
