"""O-H: midnight and the clocks.  One gaming date from 16:35 to 05:49; a shift of 7 hours; a day of 25."""

from datetime import date, datetime

import pytest

from tests.days.told import day_record, opened
from tests.projections.pit import OPENER, closer, example, opener, table
from tests.scenario import event, session_record

FALL_BACK = "2025-11-02"


def told(*events, day="2026-11-28", **header):
    return session_record(*events, gaming_date=day, **header)


def session_of(pit, day, **asked):
    (one,) = [
        one for table in pit.views.day(date.fromisoformat(day), **asked).tables for one in table.sessions
    ]
    return one


def bought_in(when, cash, chips):
    return event("buy_in", occurred_at=when, source="dealer", by="D-1", tender="cash", tendered=cash,
                 chips=chips)  # fmt: skip


def test_a_table_open_from_16_35_to_05_49_has_one_gaming_date(pit):
    first = {**opener(), "occurred_at": "2026-11-28T16:35:00-05:00"}
    pit.tell(table(), told(first, closer(OPENER, occurred_at="2026-11-29T05:49:00-05:00")))
    one = session_of(pit, "2026-11-28")
    assert (one.session, one.hours) == ("T-1/2026-11-28/1", 13.2333)
    (next_day,) = pit.views.day(date(2026, 11, 29)).tables
    assert (next_day.status, next_day.said, next_day.sessions) == ("no_activity", False, [])


def test_the_swing_shift_of_the_spring_night_lasts_seven_hours(pit):
    pit.tell(table("BJ-04"), example("golden_shift.ndjson"))
    assert session_of(pit, "2025-03-08").hours == 7.0
    assert pit.views.day(date(2025, 3, 8)).hours == 7.0


@pytest.fixture
def autumn(pit):
    """The night of 2 November 2025, when 01:30 comes twice: chips went out at each."""
    first = {**opener(), "occurred_at": "2025-11-02T00:30:00-04:00"}
    daylight = bought_in("2025-11-02T01:30:00-04:00", 25_00, {"2500": 1})
    standard = bought_in("2025-11-02T01:30:00-05:00", 5_00, {"500": 1})
    # Recorded the wrong way round, as two terminals may.
    pit.tell(
        table(),
        day_record(
            opened(jurisdiction="AR", occurred_at="2025-11-01T06:00:00-04:00"), gaming_date="2025-11-01"
        ),
        told(
            first,
            standard,
            daylight,
            closer(OPENER, occurred_at="2025-11-02T03:00:00-05:00"),
            day="2025-11-01",
        ),
        day_record(opened(occurred_at="2025-11-02T06:00:00-05:00"), gaming_date=FALL_BACK),
    )
    return pit


def test_what_happened_at_01_30_twice_is_in_the_order_in_which_it_happened(autumn):
    def tray(text):
        return autumn.views.tray("T-1", at=datetime.fromisoformat(text)).by_denomination

    before = tray("2025-11-02T01:29:00-04:00")
    between = tray("2025-11-02T01:15:00-05:00")
    after = tray("2025-11-02T01:31:00-05:00")
    assert (before[25_00] - between[25_00], before[5_00] - between[5_00]) == (1, 0)
    assert (before[25_00] - after[25_00], before[5_00] - after[5_00]) == (1, 1)


def test_a_day_of_25_hours_is_warned_of_where_a_rule_allows_24(autumn):
    day = autumn.views.day(date(2025, 11, 1))
    assert (day.hours, day.by, day.jurisdiction, day.jurisdiction_by) == (25.0, "opened", "AR", "day")
    (warned,) = day.warnings
    assert (warned.code, warned.evidence) == ("gaming_day_too_long", "V")
    assert "25 hours" in warned.words


def test_where_no_such_rule_was_read_nothing_is_warned_of(autumn):
    day = autumn.views.day(date(2025, 11, 1), jurisdiction="NJ")
    assert (day.hours, day.jurisdiction_by, day.warnings) == (25.0, "asked", [])


def test_a_day_of_23_hours_is_one(pit):
    for day, offset in (("2025-03-08", "-05:00"), ("2025-03-09", "-04:00")):
        pit.tell(
            day_record(opened(jurisdiction="AR", occurred_at=f"{day}T06:00:00{offset}"), gaming_date=day)
        )
    pit.tell(table())
    seen = pit.views.day(date(2025, 3, 8))
    assert (seen.hours, seen.warnings) == (23.0, [])
