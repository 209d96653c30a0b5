"""A correction of when something happened moves it: in the tray at an instant, and from shift to shift."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from tests.projections.pit import table
from tests.scenario import event, round_record, session_record

THE_DATE = date(2026, 6, 3)
OPENER = {"500": 200, "2500": 100}
WHO = {"source": "supervisor", "by": "F-2"}


def clock(hour):
    return f"2026-06-03T{hour}:00-04:00"


def at(hour, name, **fields):
    return event(name, occurred_at=clock(hour), **{**WHO, **fields})


def told(pit, *events, after=None):
    return pit.tell(session_record(*events, gaming_date=str(THE_DATE), **({"after": after} if after else {})))


def opened(hour="06:00"):
    return at(hour, "opened", opener=OPENER, shift="swing", approved_by="D-1")


def handed_over(hour="14:00", frm="swing", to="grave"):
    return at(hour, "shift_changed", from_=frm, to=to, count=OPENER, approved_by="D-1")


def bought_in(hour):
    return at(hour, "buy_in", tender="cash", tendered=5_00, chips={"500": 1})


def corrected(version, instead):
    said = {"corrects": version, "reason": "the clock was misread", "approved_by": "F-9"}
    return at("23:30", "corrected", **said, **({} if instead is None else {"event": instead}))


def fives_at(pit, hour):
    tray = pit.views.tray("T-1", at=datetime.fromisoformat(clock(hour)))
    return None if tray.by_denomination is None else tray.by_denomination[5_00]


def cash_by_shift(pit, **asked):
    (one,) = pit.views.reconcile(THE_DATE, **asked).sessions
    return {shift.shift: shift.drop_expected for shift in one.shifts}


def shift_of(pit, version):
    return pit.views.session(f"T-1/{THE_DATE}/1").events[version - 1].shift


@pytest.fixture
def moved(pit):
    """$5 bought in at 15:00, in grave; then at 13:00, in swing."""
    pit.tell(table())
    pit.before = told(pit, opened(), handed_over(), bought_in("15:00"))
    told(pit, corrected(3, bought_in("13:00")), after=3)
    return pit


def test_what_happened_earlier_than_was_said_is_in_the_shift_in_which_it_happened(moved):
    assert cash_by_shift(moved) == {"swing": 5_00, "grave": 0}
    assert cash_by_shift(moved, as_of=moved.before) == {"swing": 0, "grave": 5_00}
    assert shift_of(moved, 3) == "swing"


def test_the_tray_at_an_instant_moves_with_it(moved):
    assert [fives_at(moved, hour) for hour in ("12:59", "13:30", "15:30")] == [200, 199, 199]


def test_a_correction_taken_back_puts_it_where_it_was(moved):
    told(moved, corrected(4, None), after=4)
    assert cash_by_shift(moved) == {"swing": 0, "grave": 5_00}
    assert [fives_at(moved, hour) for hour in ("13:30", "15:30")] == [200, 199]


def test_what_is_struck_out_after_it_was_moved_is_gone_from_where_it_was_moved_to(moved):
    told(moved, corrected(3, None), after=4)
    assert cash_by_shift(moved) == {"swing": 0, "grave": 0}
    assert [fives_at(moved, hour) for hour in ("13:30", "15:30")] == [200, 200]


def test_the_totals_of_the_day_do_not_change_by_it(moved):
    (before,) = moved.views.reconcile(THE_DATE, as_of=moved.before).sessions
    (after,) = moved.views.reconcile(THE_DATE).sessions
    assert (after.expected_closer, after.drop, after.tray) == (
        before.expected_closer,
        before.drop,
        before.tray,
    )
    assert moved.views.trial_balance().out_of_balance == {"USD": 0}


def test_an_opener_counted_later_than_was_said_was_not_there_before(pit):
    pit.tell(table())
    told(pit, opened("06:00"), bought_in("15:00"))
    told(pit, corrected(1, opened("08:00")), after=2)
    assert [fives_at(pit, hour) for hour in ("07:00", "08:00", "15:00")] == [None, 200, 199]


def test_a_closer_counted_later_than_was_said_was_not_counted_before(pit):
    closed = {"closer": OPENER, "approved_by": "D-1"}
    pit.tell(table())
    told(pit, opened(), at("20:00", "closed", **closed))
    told(pit, corrected(2, at("22:00", "closed", **closed)), after=2)
    asked = [datetime.fromisoformat(clock(hour)) for hour in ("21:00", "22:00")]
    assert [pit.views.tray("T-1", at=one).counted is None for one in asked] == [True, False]


def test_a_wager_paid_at_another_time_moves_too(pit):
    def paid(hour):
        return at(hour, "wager_paid", spot=1, wager="main", amount=5_00, chips={"500": 1})

    placed = at("12:00", "wager_placed", spot=1, wager="main", amount=5_00)
    pit.tell(table())
    told(pit, opened(), handed_over())
    whose = {"gaming_date": str(THE_DATE), "session": 1}
    pit.tell(round_record(at("12:00", "opened"), placed, paid("15:00"), **whose))
    assert [fives_at(pit, hour) for hour in ("13:30", "15:30")] == [200, 199]
    pit.tell(round_record(corrected(3, paid("13:00")), after=3, **whose))
    assert [fives_at(pit, hour) for hour in ("13:30", "15:30")] == [199, 199]
    (one,) = pit.views.reconcile(THE_DATE).sessions
    assert [shift.round_win for shift in one.shifts] == [-5_00, 0]


# --- at the very instant of a count, and without a time -------------------------------


def test_at_the_instant_of_a_count_the_order_of_record_decides_for_the_session_and_for_its_reconciliation(
    pit,
):
    pit.tell(table())
    told(pit, opened(), bought_in("14:00"), handed_over("14:00"), bought_in("14:00"), bought_in("14:00"))
    assert [shift_of(pit, version) for version in (2, 4, 5)] == ["swing", "grave", "grave"]
    assert cash_by_shift(pit) == {"swing": 5_00, "grave": 10_00}


def test_a_correction_at_the_instant_of_a_count_stands_where_the_fact_does(pit):
    pit.tell(table())
    told(pit, opened(), bought_in("14:00"), handed_over("14:00"))
    told(pit, corrected(2, {**bought_in("14:00"), "tendered": 10_00, "chips": {"500": 2}}), after=3)
    assert (shift_of(pit, 2), cash_by_shift(pit)) == ("swing", {"swing": 10_00, "grave": 0})


def test_without_times_the_order_of_record_parts_the_shifts(pit):
    unknown = {"occurred_at": None, "source": "import"}
    events = [opened(), bought_in("14:00"), handed_over(), bought_in("14:00"), bought_in("14:00")]
    pit.tell(table())
    told(pit, *({**one, **unknown} for one in events))
    assert [shift_of(pit, version) for version in (2, 4, 5)] == ["swing", "grave", "grave"]
    assert cash_by_shift(pit) == {"swing": 5_00, "grave": 10_00}
