"""Poker revenue: rake, an imprest tray, negative revenue and its restatement."""

from datetime import date

import pytest

from tests.projections.pit import OPENER, OPENER_VALUE, closer, dropped, session, table
from tests.scenario import event

THE_DATE = date(2026, 11, 28)
DAY = {"format": "pitledger/1", "stream": "gaming_day", "gaming_date": "2026-11-28"}


def raked(cents):
    return event("rake_taken", amount=cents, source="dealer", by="D-1")


@pytest.fixture
def room(pit):
    """A table whose imprest tray is as it was, one that is $55 short, and a table of another game."""
    pit.tell(table("POK-1", "poker"), table("POK-2", "poker"), table("BJ-1"))
    short = {"1": OPENER_VALUE - 55_00}
    pit.tell(
        session(raked(120_00), closer(OPENER), *dropped(cash=120_00), table="POK-1"),
        session(raked(20_00), closer(short), *dropped(cash=20_00), table="POK-2"),
        session(closer(short), *dropped(), table="BJ-1"),
    )
    return pit


def test_revenue_is_the_rake_and_what_the_tray_is_over_or_short(room):
    found = room.views.poker_revenue(THE_DATE, THE_DATE)
    assert [(one.table, one.rake, one.tray_over_short, one.revenue) for one in found.sessions] == [
        ("POK-1", 120_00, 0, 120_00),
        ("POK-2", 20_00, -55_00, -35_00),
    ]
    assert (found.revenue, found.negative, found.uncounted) == (85_00, 1, 0)


def test_negative_revenue_is_to_be_reported_within_the_days_of_the_jurisdiction(room):
    fine, negative = room.views.poker_revenue(THE_DATE, THE_DATE).sessions
    assert (fine.negative, fine.report_due) == (False, None)
    assert (negative.negative, negative.jurisdiction, negative.report_due) == (True, "NJ", date(2026, 12, 3))
    _, elsewhere = room.views.poker_revenue(THE_DATE, THE_DATE, jurisdiction="OH").sessions
    assert (elsewhere.negative, elsewhere.report_due) == (True, None)


def test_revenue_restated_to_zero_says_who_and_why_and_stands_in_the_journal(room):
    restated = event(
        "poker_revenue_restated", occurred_at="2026-11-30T09:00:00-05:00", source="manual", by="A-1",
        approved_by="A-2", session="POK-2/2026-11-28/1", amount=35_00, reason="miscounted bank",
    )  # fmt: skip
    opened = event("opened", occurred_at="2026-11-28T06:00:00-05:00", source="manual", by="A-1")
    printed = event("preliminary_issued", occurred_at="2026-11-29T10:00:00-05:00", source="manual", by="A-1")
    room.tell({**DAY, "events": [opened, printed, restated]})
    found = room.views.poker_revenue(THE_DATE, THE_DATE)
    one = found.sessions[1]
    assert (one.revenue, one.restated, one.restated_revenue, found.revenue) == (-35_00, 35_00, 0, 120_00)
    assert [(each.by, each.approved_by, each.reason) for each in one.restatements] == [
        ("A-1", "A-2", "miscounted bank")
    ]
    journal = room.views.journal(THE_DATE)
    lines = {line.account: (line.debit, line.credit) for line in journal.lines}
    assert lines["poker_restated"] == (35_00, 0)
    assert lines["poker_rake"] == (0, 120_00 + 20_00 + 35_00)
    assert [total.balances for total in journal.totals] == [True]
    (adjustment,) = room.views.adjustments(THE_DATE, THE_DATE).adjustments
    assert (adjustment.type, adjustment.session, adjustment.effect_on_round_win) == (
        "poker_revenue_restated", "POK-2/2026-11-28/1", 35_00,
    )  # fmt: skip
    other = room.views.journal(THE_DATE, table="POK-1")
    assert "poker_restated" not in {line.account for line in other.lines}
