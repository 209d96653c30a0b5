"""The golden shift's journal and master game report, through the log and the views: accounting A.5."""

from datetime import UTC, date, datetime

import pytest

from projections.errors import DayNotAudited, DayNotPreliminary
from projections.reports import master_game_sheets
from tests.projections.pit import example, table
from tests.reports.test_journal import A5
from tests.scenario import event

THE_DATE = date(2025, 3, 8)
TABLES = (table("BJ-04", title="blackjack"), table("BJ-05", title="blackjack"))
DAY = {"format": "pitledger/1", "stream": "gaming_day", "gaming_date": "2025-03-08"}


def said(name, when, **fields):
    return event(name, occurred_at=when, source="manual", by="A-1", **fields)


@pytest.fixture(scope="module")
def told(shared_pit):
    shared_pit.tell(*TABLES, example("golden_shift.ndjson"))
    return shared_pit


def test_the_journal_of_the_golden_shift_has_every_line_of_the_worked_example(told):
    journal = told.views.journal(THE_DATE)
    assert [(line.name, line.debit, line.credit) for line in journal.lines] == A5
    (total,) = journal.totals
    assert (total.currency, total.debits, total.credits, total.balances) == (
        "USD",
        12_520_00,
        12_520_00,
        True,
    )
    assert (journal.whole, journal.left_out, journal.funds, journal.state) == (True, [], [], "live")
    assert journal.sessions[0].lines == journal.lines
    assert journal.lines[-1].parts == {"table": -6_510_00, "cage": -1_000_00}


def test_before_the_box_is_counted_the_journal_says_what_it_leaves_out(told):
    journal = told.views.journal(THE_DATE, as_of=told.ledger.recorder.head() - 1)
    assert (journal.whole, journal.lines, journal.totals) == (False, [], [])
    assert [(one.session, one.why) for one in journal.left_out] == [
        ("BJ-04/2025-03-08/1", "the drop is not counted yet")
    ]


def test_the_master_game_report_has_the_table_its_forms_and_the_table_that_did_not_open(told):
    report = told.views.master_game_report(THE_DATE)
    (line,) = report.tables
    assert (line.opener, line.fills, line.credits) == (43_200_00, 6_000_00, 5_000_00)
    assert (line.counted_closer, line.drop.counted, line.accounting_win) == (36_690_00, 12_400_00, 4_890_00)
    assert line.hold == pytest.approx(0.394355)
    assert [(one.kind, one.number, one.state, one.amount) for one in line.forms] == [
        ("opener", None, None, 43_200_00),
        ("fill", "fill/2025/1001", "received", 6_000_00),
        ("credit", "credit/2025/551", "received", 5_000_00),
        ("counter_check", "CC-8841", None, 10_000_00),
        ("payment_slip", "CC-8841", None, 4_000_00),
        ("closer", None, None, 36_690_00),
        ("drop_box", "BJ-04/swing", None, None),
        ("drop_count", "BJ-04/swing", None, 12_400_00),
    ]
    fill, count = line.forms[1], line.forms[-1]
    assert (fill.by, fill.approved_by, fill.by_denomination) == ("D-311", "F-22", {5_00: 200, 25_00: 200})
    assert (count.by, count.approved_by, count.shift) == ("CT-1", "CT-2", "swing")
    assert [(one.table, one.said) for one in report.no_activity] == [("BJ-05", False)]
    assert report.games["blackjack"].accounting_win == report.total.accounting_win == 4_890_00


def test_the_sheets_say_the_same(told):
    book = master_game_sheets.workbook(told.views.master_game_report(THE_DATE))
    tables, shifts, games, slips, forms, boxes, moved = book.sheets
    (first, idle), (total,) = list(tables.rows), list(tables.total)
    columns = [column.key for column in tables.columns]
    assert (
        dict(zip(columns, first, strict=True))["win"]
        == dict(zip(columns, total, strict=True))["win"]
        == 4_890_00
    )
    assert (idle[0], idle[4], set(idle[5:])) == ("BJ-05", "No activity", {None})
    assert [row[2] for row in shifts.rows] == ["swing"]
    assert [(row[2], row[-1]) for row in boxes.rows] == [("swing", "BJ-04/swing")]
    assert [row[0] for row in games.rows] == ["blackjack"]
    assert [row[4] for row in slips.rows] == ["fill/2025/1001", "credit/2025/551"]
    assert len(list(forms.rows)) == 8
    assert list(moved.rows) == []


def test_a_state_that_the_day_has_not_reached_is_refused(told):
    for question in (told.views.journal, told.views.master_game_report):
        with pytest.raises(DayNotPreliminary):
            question(THE_DATE, state="preliminary")
        with pytest.raises(DayNotAudited):
            question(THE_DATE, state="audited")


# --- a closer typed wrongly, printed, and put right the next day ------------------------------

COUNTED = {"100": 110, "500": 1061, "2500": 579, "10000": 158, "50000": 2}
PRINTED = datetime(2025, 3, 9, 14, 0, tzinfo=UTC)
CORRECTED = datetime(2025, 3, 9, 19, 0, tzinfo=UTC)


@pytest.fixture
def printed(pit):
    """270 chips of $25 too many were typed into the closer, and the count room printed it."""
    shift = example("golden_shift.ndjson")
    wrong = [dict(one) for one in shift["events"]]
    wrong[25]["closer"] = {**COUNTED, "2500": 849}
    opened = said("opened", "2025-03-08T06:00:00-05:00")
    issued = said("preliminary_issued", "2025-03-09T10:00:00-04:00")
    pit.now = PRINTED
    pit.tell(*TABLES, {**shift, "events": wrong}, {**DAY, "events": [opened, issued]})
    return pit


def audit(pit):
    """The closer is corrected by two people, and the day audited."""
    right = event("closed", closer=COUNTED, approved_by="D-311")
    correction = said(
        "corrected", "2025-03-09T15:00:00-04:00", corrects=26, event=right, approved_by="A-2",
        reason="849 chips of $25 typed for 579",
    )  # fmt: skip
    audited = said("audited", "2025-03-09T16:00:00-04:00", approved_by="A-2")
    pit.now = CORRECTED
    pit.tell({**example("golden_shift.ndjson"), "after": 28, "events": [correction]})
    pit.tell({**DAY, "after": 2, "events": [audited]})


def still(report):
    """A report but for how far the ledger has gone on since."""
    return report.model_copy(update={"lag": 0})


def test_the_preliminary_report_and_its_journal_stay_what_they_were_after_the_audit(printed):
    before = printed.views.master_game_report(THE_DATE, state="preliminary")
    booked = printed.views.journal(THE_DATE, state="preliminary")
    assert before.tables[0].accounting_win == 4_890_00 + 270 * 25_00
    audit(printed)
    assert still(printed.views.master_game_report(THE_DATE, state="preliminary")) == still(before)
    assert still(printed.views.journal(THE_DATE, state="preliminary")) == still(booked)
    after = printed.views.master_game_report(THE_DATE, state="audited")
    assert (after.tables[0].accounting_win, after.state) == (4_890_00, "audited")
    lines = printed.views.journal(THE_DATE, state="audited").lines
    assert [(line.name, line.debit, line.credit) for line in lines] == A5


def test_what_was_known_when_it_was_printed_is_told_again(printed):
    before = printed.views.journal(THE_DATE)
    audit(printed)
    known = printed.views.journal(THE_DATE, as_known_at=PRINTED)
    assert (known.lines, known.as_of, known.state) == (before.lines, before.as_of, "preliminary")
    report = printed.views.master_game_report(THE_DATE, as_known_at=PRINTED)
    assert report.total.accounting_win == 4_890_00 + 270 * 25_00
    assert printed.views.adjustments(THE_DATE, THE_DATE, as_known_at=PRINTED).adjustments == []


def test_the_correction_is_an_adjustment_over_the_threshold_with_two_people_and_a_reason(printed):
    audit(printed)
    (found,) = printed.views.adjustments(THE_DATE, THE_DATE).adjustments
    assert (found.key, found.type, found.corrects, found.corrected_type) == (
        "BJ-04/2025-03-08/1", "corrected", 26, "closed",
    )  # fmt: skip
    assert (found.effect_on_win, found.effect_on_round_win, found.shift) == (-6_750_00, 0, "swing")
    assert (found.jurisdiction, found.threshold, found.over_threshold) == ("NJ", 2_000_00, True)
    assert (found.by, found.approved_by, found.reason) == ("A-1", "A-2", "849 chips of $25 typed for 579")
    (elsewhere,) = printed.views.adjustments(THE_DATE, THE_DATE, jurisdiction="WA").adjustments
    assert (elsewhere.threshold, elsewhere.over_threshold) == (None, None)
