"""Reports over evenings told by chance, from a real Postgres: tables, funds, corrections, whole months."""

from datetime import date

import pytest

from api.sheets import csv
from api.sheets.choosing import chosen
from projections.reports import journal_sheets
from projections.reports.wording import units
from tests.days.told import audited, day_record
from tests.days.told import opened as opened_day
from tests.funds.told import adjusted, established, fund_record, paid_out, reset, seeded, won
from tests.projections.evening import evening
from tests.projections.pit import session, table
from tests.projections.test_funds import later, played, poker_hand, put_right
from tests.scenario import event, opened, paid, placed, round_record

THE_DATE = date(2026, 11, 28)
FIRST, LAST = date(2026, 11, 1), date(2026, 11, 30)


@pytest.fixture(scope="module")
def told(shared_pit):
    shared_pit.tell(*evening(7))
    return shared_pit


def rows(book, sheet=None):
    heading, *lines = csv.lines(chosen(book, sheet))
    return [dict(zip(heading, line, strict=True)) for line in lines]


def test_the_journal_of_an_evening_balances_at_every_position(told):
    head = told.ledger.recorder.head()
    for position in range(0, head, max(head // 12, 1)):
        journal = told.views.journal(THE_DATE, as_of=position)
        assert all(total.balances for total in journal.totals), position


def test_the_journal_posts_the_win_of_the_reconciliation_and_what_funds_owe(told):
    journal, day = told.views.journal(THE_DATE), told.views.reconcile(THE_DATE)
    known = [one.accounting_win for one in day.sessions if one.accounting_win is not None]
    assert len(known) == 3
    # What touched sessions that nobody opened is not posted, and said not to be.
    assert {one.why for one in journal.left_out} == {"no opener is recorded"}
    assert len(journal.left_out) == len(day.sessions) - len(known)
    win = {
        "win_rounds",
        "win_coupon_face",
        "fees",
        "exceptions",
        "goodwill",
        "table_over_short",
        "drop_over_short",
    }
    posted = sum(
        line.credit - line.debit
        for session in journal.sessions
        for line in session.lines
        if line.account in win
    )
    assert posted == sum(known)
    (liability,) = [line for line in journal.funds if line.account == "progressive_liability"]
    assert liability.credit - liability.debit == booked_by_play(told)


def booked_by_play(pit):
    """What play posted to the accounts of funds, whatever the view of funds says."""
    with pit.views.ledger.recorder.datastore.get_connection() as connection:
        (row,) = connection.execute(
            "SELECT sum(posting.amount) AS cents FROM inventory_postings AS posting"
            " JOIN inventory_accounts AS account ON account.id = account_id"
            " JOIN events ON notification_id = posting.position"
            " WHERE account = 'fund' AND topic NOT LIKE 'fund.%'"
        ).fetchall()
    return int(row["cents"])


def test_a_month_is_the_sum_of_its_days_and_reflects_one_position(told):
    book = told.views.master_game_month(FIRST, LAST)
    day = told.views.master_game_report(THE_DATE)
    sessions = rows(book)
    assert [(one["table"], one["win"]) for one in sessions] == [
        (line.table, "" if line.accounting_win is None else units(line.accounting_win)) for line in day.tables
    ]
    known = [line.accounting_win for line in day.tables if line.accounting_win is not None]
    *days, total = rows(told.views.master_game_month(FIRST, LAST), "Days")
    held, apart = len(day.tables), len(day.tables) - len(known)
    assert [one["sessions"] for one in days] == ["0"] * 27 + [str(held), "0", "0"]
    assert (days[27]["uncounted"], days[27]["win"]) == (str(apart), "")
    assert total["win"] == units(sum(known))
    assert {one["as_of"] for one in (*sessions, *days, total)} == {str(day.as_of)}


def test_a_month_in_a_state_that_no_day_has_reached_says_so_of_each_day(told):
    *days, _ = rows(told.views.master_game_month(THE_DATE, LAST, state="audited"), "Days")
    assert {one["day_state"] for one in days} == {"day not audited"}


# --- funds --------------------------------------------------------------------------------


def lines(journal):
    return {line.account: line.debit - line.credit for line in journal.lines}


def test_a_progressive_prize_paid_at_the_cage_touches_no_table(pit):
    pit.tell(table(), fund_record(established()))
    pit.tell(played(1, won(8_125_00), paid_out(8_125_00)))
    journal = pit.views.journal(THE_DATE)
    assert lines(journal) == {
        "progressive_expense": 1_42,
        "progressive_liability": 8_125_00 - 1_42,
        "cash_at_cage": -8_125_00,
    }
    assert pit.views.journal(date(2026, 11, 27)).lines == []
    assert pit.views.journal(THE_DATE, table="T-1").lines == []


def test_a_prize_is_posted_in_the_gaming_date_in_which_the_cage_paid_it(pit):
    pit.tell(table(), fund_record(established()), played(1, won(8_125_00)))
    pit.tell(day_record(opened_day(source="manual"), audited()))
    audited_ = lines(pit.views.journal(THE_DATE))
    assert audited_ == {"progressive_expense": 1_42, "progressive_liability": -1_42}
    pit.tell(later(1, 5, paid_out(8_000_00, gaming_date="2026-12-09")))
    journal = pit.views.journal(THE_DATE)
    assert (lines(journal), journal.changed_since) == (audited_, False)
    paid_on = date(2026, 12, 9)
    assert lines(pit.views.journal(paid_on)) == {
        "progressive_liability": 8_000_00, "cash_at_cage": -8_000_00,
    }  # fmt: skip
    # Dated wrongly it moves, whether anything else of the event changed or not.
    other = paid_out(8_000_00, gaming_date="2026-12-10", source="supervisor", by="F-1")
    pit.tell(later(1, 6, put_right(6, other)))
    assert lines(pit.views.journal(paid_on)) == {}
    assert lines(pit.views.journal(date(2026, 12, 10)))["cash_at_cage"] == -8_000_00
    # Without a date it is of the round's, whose journal was audited: it says what moved.
    pit.tell(later(1, 7, paid_out(1_25_00)))
    journal = pit.views.journal(THE_DATE)
    assert journal.state_in_words == "live, changed since audited"
    moved = [(one.session, one.figure, one.currency, one.was, one.now, one.by) for one in journal.moved]
    assert moved == [
        ("CS-PROG", "fund.at_cage", "USD", 0, 1_25_00, 1_25_00),
        ("CS-PROG", "fund.paid", "USD", 0, 1_25_00, 1_25_00),
    ]
    shown = rows(journal_sheets.workbook(journal), "Moved")
    assert [(one["session"], one["figure"], one["now"], one["currency"]) for one in shown] == [
        ("CS-PROG", "fund.at_cage", "125.00", "USD"), ("CS-PROG", "fund.paid", "125.00", "USD"),
    ]  # fmt: skip


def test_what_is_decided_about_a_fund_is_posted_on_the_gaming_date_that_it_names(pit):
    on = {"gaming_date": "2026-11-28"}
    bad_beat = {**established("bad_beat", seed=2_000_00), **on, "currency": "EUR"}
    pit.tell(table(), fund_record(established()), fund_record(bad_beat, name="BBJ"))
    more = (seeded(500_00), {**seeded(200_00), **on}, {**adjusted(amount=-30_00), **on}, {**reset(), **on})
    pit.tell(fund_record(*more, after=1))
    pit.tell(day_record(opened_day(source="manual"), audited()))
    journal = pit.views.journal(THE_DATE)
    posted = {(one.currency, one.account): one.debit - one.credit for one in journal.funds}
    assert posted == {
        ("USD", "fund_seeds"): 10_200_00,
        ("USD", "progressive_expense"): -30_00,
        ("USD", "progressive_liability"): -10_170_00,
        ("EUR", "fund_seeds"): 2_000_00,
        ("EUR", "fund_liability"): -2_000_00,
    }
    assert all(total.balances for total in journal.totals)
    # What named no date is in no journal, and told in each: together they are what the fund stands at.
    (undated,) = journal.funds_undated
    assert (undated.fund, undated.currency, undated.amount) == ("CS-PROG", "USD", 10_500_00)
    assert undated.amount + 10_170_00 == pit.views.fund("CS-PROG").meter
    (row,) = rows(journal_sheets.workbook(journal), "Funds undated")
    assert (row["fund"], row["amount"]) == ("CS-PROG", "10500.00")
    assert pit.views.journal(THE_DATE, table="T-1").funds_undated == []
    # One more on the date that was audited has moved its journal.
    pit.tell(fund_record({**seeded(1_00), **on}, after=5))
    (moved,) = pit.views.journal(THE_DATE).moved
    assert (moved.session, moved.figure, moved.was, moved.now) == (
        "CS-PROG",
        "fund.seeded",
        10_200_00,
        10_201_00,
    )


def test_what_is_taken_of_pots_for_a_bad_beat_is_owed_and_no_expense(pit):
    pit.tell(table("PKR-1", "poker"), fund_record(established("bad_beat", tables=["PKR-1"]), name="bad-beat"))
    pit.tell(poker_hand(1, 1_00))
    assert lines(pit.views.journal(THE_DATE)) == {"fund_liability": -1_00, "chip_liability": 1_00}


# --- adjustments of rounds ----------------------------------------------------------------


def test_an_adjustment_of_a_round_after_the_preliminary_report_is_listed_with_its_effect(pit):
    day = {"format": "pitledger/1", "stream": "gaming_day", "gaming_date": "2026-11-28"}
    said = {"source": "manual", "by": "A-1"}
    hand = [opened(), placed(1, "main", 100_00), paid(1, "main", 100_00), event("closed")]
    pit.tell(table(), session(), round_record(*hand, session=1))
    before = pit.views.adjustments(THE_DATE, THE_DATE)
    pit.tell({**day, "events": [
        event("opened", occurred_at="2026-11-28T06:00:00-05:00", **said),
        event("preliminary_issued", occurred_at="2026-11-29T10:00:00-05:00", **said)]})  # fmt: skip
    assert pit.views.adjustments(THE_DATE, THE_DATE).adjustments == []
    goodwill = event(
        "adjustment_posted", spot=1, wager="main", amount=40_00, direction="to_patron", corrects=2,
        session="T-1/2026-11-28/1", reason="paid too little", approved_by="F-9", source="supervisor",
        by="F-1",
    )  # fmt: skip
    pit.tell(round_record(goodwill, after=4))
    (one,) = pit.views.adjustments(THE_DATE, THE_DATE).adjustments
    assert (one.stream, one.key, one.session, one.type) == (
        "round", "T-1/2026-11-28/1", "T-1/2026-11-28/1", "adjustment_posted",
    )  # fmt: skip
    assert (one.effect_on_win, one.effect_on_round_win, one.over_threshold) == (None, -40_00, False)
    assert (one.by, one.approved_by, one.reason) == ("F-1", "F-9", "paid too little")
    assert pit.views.adjustments(THE_DATE, THE_DATE, as_of=before.as_of).adjustments == before.adjustments
