"""What a gaming day says and its tables contradict: shut and played, revenue restated of no session."""

import json
from datetime import date

import pytest

from ledger.errors import UnknownTable
from tests.days.told import corrected, day_record, opened, restated, shut
from tests.projections.pit import OPENER, closer, dropped, opener, session, table
from tests.scenario import event, placed, round_record, session_record
from tests.scenario import opened as round_opened

THE_DATE = date(2026, 11, 28)
PLAYED = [round_opened(), placed(1, "main", 25_00), event("closed")]


def codes(pit, **asked):
    return [
        (one.code, one.table) for one in pit.views.exceptions(THE_DATE, THE_DATE, limit=500, **asked).lines
    ]


def test_a_table_with_rounds_and_no_session_was_played(pit):
    pit.tell(table("NO-1"), table("NO-2"))
    at = pit.tell(round_record(*PLAYED, table="NO-1", number=7))
    found = pit.views.reconcile(THE_DATE)
    assert [one.table for one in found.no_activity] == ["NO-2"]
    assert [(one.key, one.why) for one in found.stray_rounds] == [("NO-1/2026-11-28/7", "in_no_session")]
    tables = [(one.table, one.status, one.stray_rounds) for one in pit.views.day(THE_DATE).tables]
    assert tables == [("NO-1", "no_session", 1), ("NO-2", "no_activity", 0)]
    before = pit.views.reconcile(THE_DATE, as_of=at - len(PLAYED))
    assert [one.table for one in before.no_activity] == ["NO-1", "NO-2"]


def test_a_table_said_shut_that_was_played_stands_in_every_report(pit):
    pit.tell(
        table("T-1"), table("T-2"), table("T-3"), session(closer(OPENER)),
        round_record(*PLAYED, table="T-2"),
        day_record(opened(), shut("T-1"), shut("T-2"), shut("T-3")),
    )  # fmt: skip
    found = pit.views.reconcile(THE_DATE)
    assert (found.said_shut, [one.table for one in found.no_activity]) == (["T-1", "T-2"], ["T-3"])
    assert [(one.code, one.words.split()[0]) for one in pit.views.day(THE_DATE).warnings] == [
        ("said_shut_and_opened", "T-1"), ("said_shut_and_opened", "T-2"),
    ]  # fmt: skip
    report = pit.views.exceptions(THE_DATE, THE_DATE, limit=500)
    shown = [one for one in report.lines if one.code == "said_shut_and_opened"]
    assert [(one.table, one.stream, one.version) for one in shown] == [
        ("T-1", "gaming_day", 2), ("T-2", "gaming_day", 3),
    ]  # fmt: skip
    assert pit.views.reconcile(THE_DATE, table="T-3").said_shut == []


def test_revenue_of_a_table_that_is_not_registered_cannot_be_restated(pit):
    pit.tell(table("PK-1", "poker"))
    record = day_record(opened(), restated("PK-9/2026-11-28/1", 40_00))
    (receipt,) = pit.ledger.record_all([pit_document(pit, record)], by="test")
    assert isinstance(receipt.problem, UnknownTable)
    assert receipt.problem.pointer == "/events/1/session"
    amended = day_record(
        opened(), restated("PK-1/2026-11-28/1", 40_00), corrected(2, restated("PK-9/2026-11-28/1", 40_00))
    )
    (receipt,) = pit.ledger.record_all([pit_document(pit, amended)], by="test")
    assert receipt.problem.pointer == "/events/2/event/session"


def pit_document(pit, record):
    return json.dumps({"property": pit.settings.property, **record})


@pytest.mark.parametrize("key", ["PK-1/2026-11-28/7", "PK-1/2026-11-27/1"])
def test_revenue_restated_of_a_session_that_is_not_of_the_date_is_found_and_in_no_sum(pit, key):
    pit.tell(
        table("PK-1", "poker"),
        session_record(opener(), closer(OPENER), *dropped(), table="PK-1"),
        day_record(opened(), restated(key, 40_00)),
    )
    (line,) = pit.views.exceptions(THE_DATE, THE_DATE).lines
    assert (line.code, line.table, line.amount, line.version) == (
        "restated_session_unknown",
        "PK-1",
        40_00,
        2,
    )
    assert key in line.detail
    journal, poker = pit.views.journal(THE_DATE), pit.views.poker_revenue(THE_DATE, THE_DATE)
    assert "poker_restated" not in {one.account for one in journal.lines}
    assert ([one.session for one in journal.left_out], journal.whole) == ([key], False)
    assert [(one.session, one.amount) for one in poker.left_out] == [(key, 40_00)]
    assert poker.revenue == 0


def test_the_journal_and_the_poker_report_restate_the_same_whatever_the_table_plays(pit):
    pit.tell(
        table("PK-1", "poker"), table("BJ-1"),
        session_record(opener(), closer(OPENER), *dropped(), table="BJ-1"),
        session_record(opener(), closer(OPENER), table="PK-1"),
        day_record(opened(), restated("BJ-1/2026-11-28/1", 40_00), restated("PK-1/2026-11-28/1", 5_00)),
    )  # fmt: skip
    poker = pit.views.poker_revenue(THE_DATE, THE_DATE)
    assert [(one.session, one.restated_revenue) for one in poker.sessions] == [
        ("BJ-1/2026-11-28/1", 40_00), ("PK-1/2026-11-28/1", None),
    ]  # fmt: skip
    lines = {one.account: (one.debit, one.credit) for one in pit.views.journal(THE_DATE).lines}
    assert (lines["poker_restated"], poker.revenue, poker.left_out) == ((40_00, 0), 40_00, [])
    assert codes(pit) == []
