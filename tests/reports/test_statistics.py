"""Statistics: the interval test by hand, and sums over days from a real Postgres."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.reports.statistics import FEWEST_DAYS, Spread, interval, root
from tests.projections.pit import OPENER_VALUE, closer, dropped, more, session, table
from tests.scenario import event

CENTS = st.integers(-(10**8), 10**8)


def spread(figures):
    return Spread(len(figures), Fraction(sum(figures)), Fraction(sum(figure * figure for figure in figures)))


def test_a_day_is_tested_against_mean_and_deviation_of_the_previous_year():
    # Thirty days, half at $900 and half at $1,100: mean $1,000, s = $100 x sqrt(30/29) = $101.71.
    known = spread([900_00, 1_100_00] * 15)
    found = interval("win", Fraction(1_199_35), known)
    assert (found.days, found.mean, found.deviation) == (30, 1_000_00, 101_71)
    assert (found.low, found.high, found.outcome) == (800_65, 1_199_35, "inside")
    assert interval("win", Fraction(1_199_36), known).outcome == "outside"
    assert interval("win", Fraction(800_64), known).outcome == "outside"


def test_of_too_few_days_nobody_says_what_is_usual():
    few = interval("drop", Fraction(5_00), spread([5_00] * (FEWEST_DAYS - 1)))
    assert (few.outcome, few.mean, few.low, few.days) == ("not_testable", None, None, FEWEST_DAYS - 1)
    enough = interval("drop", Fraction(5_01), spread([5_00] * FEWEST_DAYS))
    assert (enough.outcome, enough.deviation) == ("outside", 0)


def test_a_day_that_is_not_counted_is_not_tested():
    assert interval("hold", None, spread([Fraction(1, 5)] * 40)).outcome == "not_testable"


@given(st.lists(CENTS, min_size=FEWEST_DAYS, max_size=40))
def test_the_interval_is_that_of_the_textbook(figures):
    import statistics

    found = interval("win", Fraction(figures[0]), spread(figures))
    assert found.mean == pytest.approx(statistics.mean(figures), abs=1)
    assert found.deviation == pytest.approx(statistics.stdev(figures), abs=1)


@given(st.fractions(min_value=0, max_value=10**20))
def test_the_root_is_right_to_twelve_places(square):
    found = root(square)
    assert found * found <= square < (found + Fraction(1, 10**12)) ** 2


def day(when, name, won, fell=1_000_00):
    """A session of a day at a table: what was dropped, and what was won of it."""
    kept = OPENER_VALUE + won - fell
    told = [closer({"1": kept}), *dropped(cash=fell)]
    return session(*told, table=name, gaming_date=str(when), number=1)


@pytest.fixture(scope="module")
def told(shared_pit):
    """Two tables on a day of 2026 and the day before; one of them on forty days of 2025."""
    shared_pit.tell(table("T-1", title="blackjack"), table("T-2", title="baccarat"))
    for number in range(40):
        won = 150_00 if number % 2 else 250_00
        shared_pit.tell(day(date(2025, 3, 1) + timedelta(number), "T-1", won))
    shared_pit.tell(
        day(date(2026, 11, 1), "T-1", 100_00),
        day(date(2026, 11, 28), "T-1", 600_00),
        day(date(2026, 11, 28), "T-2", -50_00, 500_00),
        session(table="T-2", gaming_date="2026-11-28", number=2),
        day(date(2026, 2, 1), "T-2", 20_00),
    )
    return shared_pit


def figures(period):
    return period.drop, period.win, period.sessions, period.uncounted


def test_day_month_and_year_of_each_table_each_game_and_the_property(told):
    found = told.views.statistics(date(2026, 11, 28))
    shown = {
        (one.level, one.table, one.game): [figures(of) for of in (one.day, one.month, one.year)]
        for one in found.lines
    }
    blackjack = [(1_000_00, 600_00, 1, 0), (2_000_00, 700_00, 2, 0), (2_000_00, 700_00, 2, 0)]
    baccarat = [(500_00, -50_00, 2, 1), (500_00, -50_00, 2, 1), (1_500_00, -30_00, 3, 1)]
    assert shown == {
        ("table", "T-1", "blackjack"): blackjack,
        ("table", "T-2", "baccarat"): baccarat,
        ("game", None, "blackjack"): blackjack,
        ("game", None, "baccarat"): baccarat,
        ("property", None, None): [
            (1_500_00, 550_00, 3, 1),
            (2_500_00, 650_00, 4, 1),
            (3_500_00, 670_00, 5, 1),
        ],
    }


def test_a_win_far_from_those_of_the_previous_year_is_outside(told):
    found = told.views.statistics(date(2026, 11, 28))
    line = next(one for one in found.lines if one.table == "T-1")
    outcomes = {one.measure: (one.outcome, one.days) for one in line.intervals}
    assert outcomes == {"drop": ("inside", 40), "win": ("outside", 40), "hold": ("outside", 40)}
    hold = line.intervals[-1]
    assert (hold.value, hold.mean, hold.deviation) == (0.6, 0.2, pytest.approx(0.050637))
    other = next(one for one in found.lines if one.table == "T-2")
    assert {one.outcome for one in other.intervals} == {"not_testable"}


def test_a_day_of_which_a_table_is_not_counted_is_not_tested_as_if_it_were_whole(told):
    found = told.views.statistics(date(2026, 11, 28))
    (whole,) = [one for one in found.lines if one.level == "property"]
    assert (whole.day.win, whole.day.uncounted) == (550_00, 1)
    assert {(one.outcome, one.value, one.days) for one in whole.intervals} == {("not_testable", None, 40)}


def test_the_interval_is_tested_by_the_rules_of_the_day(told):
    assert told.views.statistics(date(2026, 11, 28)).tested_by is None
    day_record = {
        "format": "pitledger/1", "stream": "gaming_day", "gaming_date": "2026-11-28",
        "events": [event("opened", occurred_at="2026-11-28T06:00:00-05:00", source="manual", by="A-1",
                         jurisdiction="MD")],
    }  # fmt: skip
    told.tell(day_record)
    found = told.views.statistics(date(2026, 11, 28))
    assert (found.jurisdiction, found.tested_by) == ("MD", "MD")


def test_statistics_of_an_earlier_position_are_what_they_were(pit):
    the_day = date(2026, 11, 28)
    pit.tell(table("T-1"), day(the_day, "T-1", 100_00), day(the_day - timedelta(1), "T-1", 50_00))
    before = pit.views.statistics(the_day)
    right = event("closed", closer={"1": OPENER_VALUE - 800_00}, approved_by="D-1")
    correction = event("corrected", corrects=2, event=right, reason="counted again", source="manual",
                       by="A-1", approved_by="A-2")  # fmt: skip
    pit.tell(more(4, correction))
    now = pit.views.statistics(the_day)
    assert (before.lines[0].day.win, now.lines[0].day.win) == (100_00, 200_00)
    assert (before.lines[-1].month.win, now.lines[-1].month.win) == (150_00, 250_00)
    assert pit.views.statistics(the_day, as_of=before.as_of).lines == before.lines
