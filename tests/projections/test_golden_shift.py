"""The golden shift of accounting A.5 through the log and the views, every figure by hand."""

import json
from datetime import date, datetime

import pytest

from projections.answers import Vector
from tests.projections.pit import EXAMPLES, example, table
from tests.scenario import event

THE_DATE = date(2025, 3, 8)


SHIFT = (table("BJ-04", title="blackjack"), example("golden_shift.ndjson"))


@pytest.fixture(scope="module")
def told(shared_pit):
    shared_pit.tell(*SHIFT)
    return shared_pit


def test_it_reconciles_as_the_example_expects(told):
    expected = json.loads((EXAMPLES / "golden_shift.expected.json").read_text())
    (session,) = told.views.reconcile(THE_DATE).model_dump(mode="json")["sessions"]
    assert {name: session[name] for name in expected} == expected


def test_it_reconciles_by_hand(told):
    answer = told.views.reconcile(THE_DATE, table="BJ-04")
    (shift,) = answer.sessions
    assert (shift.opener, shift.fills, shift.credits) == (43_200_00, 6_000_00, 5_000_00)
    assert (shift.expected_closer, shift.counted_closer) == (36_810_00, 36_690_00)
    assert shift.variance == Vector(
        total=-120_00, by_denomination={1_00: 0, 5_00: 1, 25_00: -1, 100_00: -1, 500_00: 0}, unspecified=0
    )
    assert (shift.drop.expected, shift.drop.counted, shift.drop.variance) == (12_400_00, 12_400_00, 0)
    assert (shift.accounting_win, shift.round_win.total, shift.match_play) == (4_890_00, 4_810_00, 200_00)
    assert (shift.round_win.rules, shift.round_win.mispayments) == (None, None)
    assert shift.identity_holds
    assert answer.by_game.keys() == {"blackjack"}
    assert answer.total == answer.by_game["blackjack"]
    assert answer.stray_rounds == []
    assert (answer.as_of, answer.lag) == (30, 0)


def test_at_every_position_the_books_balance(told):
    head = told.ledger.recorder.head()
    views = told.views
    assert [views.trial_balance(as_of=position).out_of_balance for position in range(1, head + 1)] == [
        {} if position <= 2 else {"USD": 0} for position in range(1, head + 1)
    ]


def test_what_stands_where_at_the_end(told):
    balances = told.views.trial_balance().balances["USD"]
    assert balances["table_inventory"] == 36_810_00
    assert balances["cage"] == 5_000_00 - 6_000_00
    assert balances["receivable"] == 10_000_00 - 4_000_00
    assert balances["drop_box"] == 6_000_00 + 200_00 + 200_00
    assert balances["transit"] == balances["toke_box"] == 0


def test_the_tray_fill_by_fill(told):
    views = told.views
    opened = views.tray("BJ-04", as_of=3)
    assert (opened.status, opened.session, opened.total) == ("open", "BJ-04/2025-03-08/1", 43_200_00)
    assert opened.by_denomination == {1_00: 200, 5_00: 600, 25_00: 400, 100_00: 200, 500_00: 20}
    before_the_fill = views.tray("BJ-04", at=datetime.fromisoformat("2025-03-08T21:10:00-05:00"))
    after_the_fill = views.tray("BJ-04", at=datetime.fromisoformat("2025-03-08T21:11:00-05:00"))
    assert (before_the_fill.total, after_the_fill.total) == (37_200_00, 43_200_00)
    closed = views.tray("BJ-04")
    assert (closed.status, closed.total) == ("closed", 36_810_00)
    assert closed.counted == {1_00: 110, 5_00: 1061, 25_00: 579, 100_00: 158, 500_00: 2}


def test_before_the_opener_nothing_is_counted(told):
    tray = told.views.tray("BJ-04", as_of=2)
    assert (tray.status, tray.session, tray.total, tray.by_denomination) == ("not_counted", None, None, None)


def test_an_earlier_reconciliation_is_what_it_was(told):
    before_the_closer = told.views.reconcile(THE_DATE, as_of=27)
    (shift,) = before_the_closer.sessions
    assert (shift.status, shift.expected_closer, shift.counted_closer) == ("open", 36_810_00, None)
    assert (shift.variance, shift.accounting_win, shift.identity_holds) == (None, None, None)
    assert before_the_closer.total.accounting_win is None
    after_the_opener = told.views.reconcile(THE_DATE, as_of=3).sessions[0]
    assert (after_the_opener.expected_closer, after_the_opener.drop.expected) == (43_200_00, 0)


def test_the_morning_after_a_closer_is_corrected_and_the_preliminary_report_stays(pit):
    pit.tell(*SHIFT)
    before = pit.views.reconcile(THE_DATE)
    correction = event(
        "corrected", occurred_at="2025-03-09T11:00:00-04:00", source="manual", by="A-1", approved_by="A-2",
        corrects=26, reason="the $100 chips were counted again",
        event=event("closed", closer={"100": 110, "500": 1061, "2500": 579, "10000": 159, "50000": 2},
                    approved_by="D-311"),
    )  # fmt: skip
    pit.tell({**example("golden_shift.ndjson"), "after": 28, "events": [correction]})
    audited = pit.views.reconcile(THE_DATE).sessions[0]
    assert (audited.counted_closer, audited.variance.total, audited.accounting_win) == (
        36_790_00, -20_00, 4_990_00,
    )  # fmt: skip
    assert pit.views.reconcile(THE_DATE, as_of=before.as_of) == before
    assert pit.views.tray("BJ-04", as_of=before.as_of).counted[100_00] == 158
    assert pit.views.tray("BJ-04").counted[100_00] == 159
