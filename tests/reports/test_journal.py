"""The journal of a session, a fund, a restatement: pure, from the terms of accounting A.4."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.book.terms import Drop, session_sums, terms
from projections.errors import ChartUnreadable
from projections.reports import journal
from projections.reports.chart import DEFAULT, chart
from projections.reports.journal import Counted, FundDay
from tests.book.booked import booked_session, example
from tests.book.nonsense import sessions

SHIFT = "BJ-04/2025-03-08/1"
OURS = "T-1/2026-11-28/1"
CENTS = st.integers(-(10**9), 10**9)
# Source: accounting A.5, the journal: account, debit, credit.
A5 = [
    ("Cash (soft count)", 6_200_00, 0),
    ("Counter checks receivable (net)", 6_000_00, 0),
    ("Promotional allowance – match play", 200_00, 0),
    ("Table over/short", 120_00, 0),
    ("Table games win – rounds", 0, 4_810_00),
    ("Table games win – coupon face", 0, 200_00),
    ("Gaming-chip liability", 0, 7_510_00),
]


def of(told, key, closer, drop):
    """A session of the book counted through."""
    totals = session_sums(told.postings, key)
    return Counted(terms(totals), closer, drop, totals)


def shown(posted):
    return [(line.name, line.debit, line.credit) for line in journal.lines(posted, chart(), "USD")]


def test_the_golden_shift_posts_every_line_of_the_worked_example():
    posted = journal.of_session(
        of(example("golden_shift.ndjson"), SHIFT, 36_690_00, Drop(6_200_00, 6_000_00, 200_00))
    )
    assert shown(posted) == A5
    balance = journal.balance(journal.lines(posted, chart(), "USD"), "USD")
    assert (balance.debits, balance.credits, balance.balances) == (12_520_00, 12_520_00, True)
    assert posted.parts == {"chip_liability": {"table": -6_510_00, "cage": -1_000_00}}


@given(sessions(), CENTS, CENTS, CENTS, CENTS)
def test_whatever_is_recorded_and_counted_the_journal_balances(events, closer, cash, documents, coupons):
    told = booked_session(*events)
    one = of(told, OURS, closer, Drop(cash, documents, coupons))
    lines = journal.lines(journal.of_session(one), chart(), "USD")
    assert journal.balance(lines, "USD").balances
    win = {"win_rounds", "win_coupon_face", "fees", "poker_rake", "exceptions", "goodwill"}
    short = {"table_over_short", "drop_over_short"}
    posted = sum(line.credit - line.debit for line in lines if line.account in win | short)
    assert posted == one.terms.accounting_win(closer, one.drop.total)


def test_a_broken_identity_shows_as_a_journal_that_does_not_balance():
    told = example("golden_shift.ndjson")
    one = of(told, SHIFT, 36_690_00, Drop(6_200_00, 6_000_00, 200_00))
    broken = Counted(
        terms({**one.totals, ("drop_box", "match_play"): 250_00}), one.closer, one.drop, one.totals
    )
    one_lost = journal.of_session(broken)._replace(
        debits={**journal.of_session(broken).debits, "win_rounds": 0}
    )
    assert not journal.balance(journal.lines(one_lost, chart(), "USD"), "USD").balances


@pytest.mark.parametrize("held", [True, False])
@given(st.tuples(CENTS, CENTS, CENTS, CENTS, CENTS))
def test_what_funds_take_in_and_pay_balances(held, cents):
    lines = journal.lines(journal.of_fund(FundDay("F", held, *cents)), chart(), "USD")
    assert journal.balance(lines, "USD").balances


def test_a_progressive_paid_at_the_cage_lowers_the_liability_and_the_cage():
    posted = journal.of_fund(FundDay("CS-PROG", False, 410_00, 8_125_00, 8_125_00))
    assert shown(posted) == [
        ("Cage", 0, 8_125_00),
        ("Progressive contributions", 410_00, 0),
        ("Progressive liability", 7_715_00, 0),
    ]
    assert posted.parts == {"progressive_liability": {"CS-PROG": 7_715_00}}


def test_a_progressive_that_the_tray_paid_is_no_loss_of_the_table_twice():
    assert shown(journal.of_fund(FundDay("CS-PROG", False, 0, 5_000_00, 0))) == [
        ("Progressive contributions", 0, 5_000_00),
        ("Progressive liability", 5_000_00, 0),
    ]


def test_what_pots_put_by_for_a_bad_beat_is_owed_to_players_and_is_no_revenue():
    assert shown(journal.of_fund(FundDay("BBJ", True, 12_00, 0, 0))) == [
        ("Bad-beat and high-hand funds held for players", 0, 12_00),
        ("Gaming-chip liability", 12_00, 0),
    ]


@pytest.mark.parametrize(
    ("held", "posted"),
    [
        (False, {"progressive_expense": 30_00, "fund_seeds": 500_00, "progressive_liability": -530_00}),
        (True, {"fund_seeds": 530_00, "fund_liability": -530_00}),
    ],
)
def test_what_the_house_puts_under_a_meter_is_its_own_and_owed_to_players(held, posted):
    assert journal.of_fund(FundDay("F", held, 0, 0, 0, seeded=500_00, adjusted=30_00)).debits == posted


def test_poker_revenue_restated_to_zero_is_posted_against_its_own_account():
    assert shown(journal.of_restatement(35_00)) == [
        ("Poker revenue – rake", 0, 35_00),
        ("Poker revenue restated", 35_00, 0),
    ]


def test_every_rule_posts_to_an_account_of_the_chart_and_no_account_is_there_twice():
    keys = [account.key for account in DEFAULT]
    assert len(set(keys)) == len(keys)
    assert {rule.account for rule in journal.RULES} <= set(keys)


def test_a_property_gives_accounts_its_own_numbers_and_names(tmp_path):
    file = tmp_path / "chart.json"
    file.write_text(json.dumps({"cash": {"number": "1010"}, "chip_liability": {"name": "Chips outstanding"}}))
    own = chart(file)
    assert (own["cash"].number, own["cash"].name) == ("1010", "Cash (soft count)")
    assert (own["chip_liability"].number, own["chip_liability"].name) == (None, "Chips outstanding")
    assert list(own) == [account.key for account in DEFAULT]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"cahs": {"number": "1010"}}', "cahs"),
        ('{"cash": {"no": "1010"}}', "cash/no"),
        ("{", "JSON"),
    ],
)
def test_a_chart_that_cannot_be_read_says_where(tmp_path, text, place):
    file = tmp_path / "chart.json"
    file.write_text(text)
    with pytest.raises(ChartUnreadable) as refused:
        chart(file)
    assert place in str(refused.value.facts["detail"])


def test_a_chart_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ChartUnreadable):
        chart(tmp_path / "none.json")
