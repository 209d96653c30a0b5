"""Random gaming days: whatever was recorded, the journal balances and posts the win of the reconciliation."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.book.postings import Account, Reason
from ledger.book.terms import Drop
from projections.reconciliation.figures import SessionFacts, of_session
from projections.reports.chart import chart
from projections.reports.journal import FundDay
from projections.reports.journal_day import put_together
from tests.book.booked import booked_session
from tests.book.nonsense import sessions

CENTS = st.integers(-(10**9), 10**9)
WIN = {
    "win_rounds", "win_coupon_face", "fees", "poker_rake", "exceptions", "goodwill",
    "table_over_short", "drop_over_short",
}  # fmt: skip


COUNTED = st.none() | st.builds(Drop, CENTS, CENTS, CENTS)
CLOSER = st.none() | st.dictionaries(st.sampled_from([1_00, 5_00, 25_00]), st.integers(0, 500))
TOLD = st.tuples(sessions(), CLOSER, COUNTED)


def facts(number, told):
    """A session of T-1 with any events and any counts, some of them missing."""
    events, closer, counted = told
    booked = booked_session(*events)
    key = "T-1/2026-11-28/1"
    sums: dict[tuple[Account, Reason, int], tuple[int, int]] = {}
    for leg in booked.postings:
        if leg.holder == key:
            line = (leg.account, leg.reason, leg.denomination)
            had = sums.get(line, (0, 0))
            sums[line] = (had[0] + leg.count, had[1] + leg.amount)
    opened = booked.state.opened
    return SessionFacts(
        table="T-1", gaming_date=date(2026, 11, 28), number=number, sums=sums,
        opener=None if opened is None else opened.opener, closer=closer, counted=counted,
    )  # fmt: skip


FUND = st.builds(FundDay, st.sampled_from(["A", "B"]), st.booleans(), CENTS, CENTS, CENTS)
FUNDS = st.lists(st.tuples(st.just("USD"), FUND), max_size=3)


@settings(max_examples=40)
@given(st.tuples(TOLD, TOLD), FUNDS, st.dictionaries(st.just("T-1/2026-11-28/1"), CENTS))
def test_the_journal_of_any_day_balances_and_posts_its_win(days, funds, restated):
    told = [facts(number, one) for number, one in enumerate(days, 1)]
    made = put_together(told, funds, restated, chart(), lambda _: "USD")
    assert all(total.balances for total in made["totals"])
    figures = [of_session(one) for one in told]
    known = [one.accounting_win for one in figures if one.accounting_win is not None]
    assert len(made["left_out"]) == len(told) - len(known)
    assert made["whole"] == (len(known) == len(told))
    posted = sum(
        line.credit - line.debit
        for session in made["sessions"]
        for line in session.lines
        if line.account in WIN
    )
    assert posted == sum(known)


@settings(max_examples=20)
@given(TOLD, TOLD)
def test_tables_of_two_currencies_have_a_balance_each(first, second):
    one, other = facts(1, first), facts(2, second)
    made = put_together([one, other], [], {}, chart(), lambda _: "USD")
    elsewhere = iter(["USD", "EUR"])
    split = put_together([one, other], [], {}, chart(), lambda _: next(elsewhere))
    assert {total.currency for total in split["totals"]} <= {"USD", "EUR"}
    assert all(total.balances for total in split["totals"])
    assert len(split["sessions"]) == len(made["sessions"])
