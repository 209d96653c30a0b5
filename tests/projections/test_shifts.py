"""Shifts inside a session: each has its own tray, and its own win where it has its own box."""

from datetime import date

import pytest

from tests.projections.pit import table
from tests.scenario import event, session_record

THE_DATE = date(2026, 11, 28)
OPENER = {"500": 200, "2500": 100, "10000": 20}
OPENER_VALUE = 5_500_00
SLIP = {"type": "fill", "series": "2026", "serial": 7}


def at(hour, **fields):
    people = {"source": "supervisor", "by": "F-2", "approved_by": "D-1"}
    return {"occurred_at": f"2026-11-28T{hour}:00-05:00", **people, **fields}


def less(**chips):
    """The opener with some chips fewer, by name of denomination: five, quarter, hundred."""
    faces = {"five": "500", "quarter": "2500", "hundred": "10000"}
    return {**OPENER, **{faces[name]: OPENER[faces[name]] - count for name, count in chips.items()}}


def opened():
    return event("opened", **at("06:00", opener=OPENER, shift="day"))


def bought_in(hour, cash, chips):
    one = event("buy_in", tender="cash", tendered=cash, chips=chips)
    return {**one, "occurred_at": f"2026-11-28T{hour}:00-05:00", "source": "dealer", "by": "D-1"}


def handed_over(hour, chips):
    return event("shift_changed", **{**at(hour), "from": "day", "to": "swing", "count": chips})


def dropped(hour, box, cash):
    found = {"cash": cash, "documents": 0, "coupons": 0}
    count = {"source": "manual", "by": "CT-1", "approved_by": "CT-2"}
    return (
        event("box_dropped", **at(hour, box=box)),
        event("drop_counted", box=box, first=found, second=found,
              **{**at("23:30"), **count}),
    )  # fmt: skip


def closed(hour, chips):
    return event("closed", **at(hour, closer=chips))


@pytest.fixture
def two_boxes(pit):
    """$100 bought in by day, $200 by swing, where a $25 chip is missing; a box each."""
    (day_box, day_count), (swing_box, swing_count) = (
        dropped("14:05", "A", 100_00),
        dropped("22:05", "B", 200_00),
    )
    pit.tell(table(), session_record(
        opened(), bought_in("10:00", 100_00, {"2500": 4}), handed_over("14:00", less(quarter=4)), day_box,
        bought_in("18:00", 200_00, {"10000": 2}), closed("22:00", less(quarter=5, hundred=2)), swing_box,
        day_count, swing_count,
    ))  # fmt: skip
    return pit


def shifts(pit, **asked):
    (one,) = pit.views.reconcile(THE_DATE, **asked).sessions
    return one, one.shifts


def test_each_shift_has_its_own_opener_expectation_and_difference(two_boxes):
    _, (day, swing) = shifts(two_boxes)
    assert (day.shift, day.opener, day.expected, day.counted) == (
        "day", OPENER_VALUE, OPENER_VALUE - 100_00, OPENER_VALUE - 100_00,
    )  # fmt: skip
    assert (swing.shift, swing.opener, swing.expected, swing.counted) == (
        "swing", OPENER_VALUE - 100_00, OPENER_VALUE - 300_00, OPENER_VALUE - 325_00,
    )  # fmt: skip
    assert (day.variance.total, swing.variance.total) == (0, -25_00)
    assert swing.variance.by_denomination == {5_00: 0, 25_00: -1, 100_00: 0}
    assert (day.hours, swing.hours) == (8, 8)


def test_a_shift_with_a_box_of_its_own_has_a_win_of_its_own(two_boxes):
    whole, (day, swing) = shifts(two_boxes)
    assert [(one.boxes, one.drop_counted, one.drop_variance, one.accounting_win) for one in (day, swing)] == [
        (["A"], 100_00, 0, 0), (["B"], 200_00, 0, -25_00),
    ]  # fmt: skip
    assert all(one.identity_holds for one in (day, swing))
    assert whole.accounting_win == day.accounting_win + swing.accounting_win
    assert whole.variance.total == day.variance.total + swing.variance.total


def test_shifts_that_share_a_box_have_no_win_of_their_own_and_their_trays_all_the_same(pit):
    box, count = dropped("22:05", "B", 300_00)
    pit.tell(table(), session_record(
        opened(), bought_in("10:00", 100_00, {"2500": 4}), handed_over("14:00", less(quarter=4)),
        bought_in("18:00", 200_00, {"10000": 2}), closed("22:00", less(quarter=4, hundred=2)), box, count,
    ))  # fmt: skip
    whole, found = shifts(pit)
    assert [(one.boxes, one.accounting_win, one.variance.total) for one in found] == [
        ([], None, 0), (["B"], None, 0),
    ]  # fmt: skip
    assert (whole.accounting_win, whole.identity_holds) == (0, True)
    assert pit.views.reconcile(THE_DATE).by_shift["day"].accounting_win is None


def test_two_shifts_that_one_box_served_have_a_win_together_and_the_third_its_own(pit):
    (shared, first), (own, second) = dropped("18:05", "X", 300_00), dropped("22:05", "Y", 100_00)
    evening = event("shift_changed", **{**at("18:00"), "from": "swing"}, to="late",
                    count=less(quarter=5, hundred=2))  # fmt: skip
    pit.tell(table(), session_record(
        opened(), bought_in("10:00", 100_00, {"2500": 4}), handed_over("14:00", less(quarter=4)),
        bought_in("16:00", 200_00, {"10000": 2}), evening, shared,
        bought_in("20:00", 100_00, {"10000": 1}), closed("22:00", less(quarter=5, hundred=3)), own,
        first, second,
    ))  # fmt: skip
    whole, found = shifts(pit)
    assert [one.accounting_win for one in found] == [None, None, 0]
    day_and_swing, late = whole.by_box
    assert (day_and_swing.shifts, day_and_swing.boxes, day_and_swing.hours) == (["day", "swing"], ["X"], 12)
    assert (day_and_swing.opener, day_and_swing.counted) == (OPENER_VALUE, OPENER_VALUE - 325_00)
    assert (day_and_swing.drop_counted, day_and_swing.drop_variance) == (300_00, 0)
    assert (day_and_swing.accounting_win, day_and_swing.identity_holds) == (-25_00, True)
    assert day_and_swing.variance.by_denomination == {5_00: 0, 25_00: -1, 100_00: 0}
    assert (late.shifts, late.boxes, late.accounting_win) == (["late"], ["Y"], 0)
    assert sum(one.accounting_win for one in whole.by_box) == whole.accounting_win


def test_shifts_after_the_last_box_have_no_win_yet(pit):
    box, count = dropped("14:05", "A", 100_00)
    pit.tell(table(), session_record(
        opened(), bought_in("10:00", 100_00, {"2500": 4}), handed_over("14:00", less(quarter=4)), box, count,
        closed("22:00", less(quarter=4)),
    ))  # fmt: skip
    whole, _ = shifts(pit)
    assert [(one.shifts, one.boxes, one.accounting_win) for one in whole.by_box] == [
        (["day"], ["A"], 0), (["swing"], [], None),
    ]  # fmt: skip


def test_what_is_entered_late_is_in_the_shift_in_which_it_happened(two_boxes):
    before = two_boxes.views.reconcile(THE_DATE)
    filled = event("fill_received", **at("13:00", slip=SLIP, chips={"500": 10}))
    head = two_boxes.tell(session_record(filled, after=9))
    _, (day, swing) = shifts(two_boxes)
    assert (day.fills, day.variance.total, swing.fills, swing.variance.total) == (50_00, -50_00, 0, -25_00)
    assert shifts(two_boxes, as_of=head)[1] == [day, swing]
    assert two_boxes.views.reconcile(THE_DATE, as_of=before.as_of) == before


def test_what_happens_at_the_instant_of_a_count_is_in_that_count(pit):
    pit.tell(table(), session_record(
        opened(), bought_in("14:00", 100_00, {"2500": 4}), handed_over("14:00", less(quarter=4)),
    ))  # fmt: skip
    _, (day, swing) = shifts(pit)
    assert (day.variance.total, swing.expected, swing.counted, swing.hours) == (
        0, OPENER_VALUE - 100_00, None, None,
    )  # fmt: skip


def test_shifts_are_summed_over_the_tables_and_the_sums_are_those_of_the_sessions(two_boxes):
    box, count = dropped("14:10", "C", 50_00)
    bought = bought_in("09:00", 50_00, {"500": 10})
    other = session_record(opened(), bought, closed("14:00", less(five=11)), box, count, table="T-2")
    two_boxes.tell(table("T-2"), other)
    answer = two_boxes.views.reconcile(THE_DATE)
    by_shift = answer.by_shift
    assert {name: one.accounting_win for name, one in by_shift.items()} == {"day": -5_00, "swing": -25_00}
    assert by_shift["day"].opener == 2 * OPENER_VALUE
    for field in ("accounting_win", "match_play", "exceptions"):
        assert sum(getattr(one, field) for one in by_shift.values()) == getattr(answer.total, field)
    assert sum(one.variance.total for one in by_shift.values()) == answer.total.variance.total
    assert sum(one.drop_counted for one in by_shift.values()) == answer.total.drop.counted


def test_a_count_corrected_later_moves_the_difference_to_the_other_shift(two_boxes):
    again = {**handed_over("14:00", less(quarter=5))}
    for name in ("occurred_at", "source", "by"):
        again.pop(name)
    two_boxes.tell(session_record(
        event("corrected", **{**at("23:50"), "by": "A-1", "approved_by": "A-2"}, corrects=3, event=again,
              reason="the rack was read again"), after=9,
    ))  # fmt: skip
    _, (day, swing) = shifts(two_boxes)
    assert (day.variance.total, swing.variance.total) == (-25_00, 0)
