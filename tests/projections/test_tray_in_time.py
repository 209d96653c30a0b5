"""What was in the tray, by position, by the floor's clock, and as it was known."""

from datetime import date, timedelta

import pytest

from ledger.errors import InvalidQuery, RoundNotFound, TableNotFound
from projections.answers import Vector
from tests.projections.pit import (
    OPENER_VALUE,
    SUBMISSION,
    at,
    bought_in,
    clock,
    closer,
    example,
    holdem_table,
    more,
    opener,
    session,
    table,
)
from tests.scenario import collected, event, opened, placed, round_record, session_record

HUNDRED_OUT = bought_in(100_00, {"500": 20}, "20:30:00")
ROUND = [
    opened(occurred_at=at("21:00:00")),
    placed(1, "main", 25_00, occurred_at=at("21:00:10")),
    collected(1, "main", 25_00, occurred_at=at("21:01:00"), chips={"2500": 1}),
    event("closed", occurred_at=at("21:01:10")),
]


def fill(chips, when, **fields):
    slip = {"type": "fill", "series": "2026", "serial": 7}
    people = {"by": "D-1", "approved_by": "F-2", "source": "manual"}
    return event("fill_received", occurred_at=at(when), slip=slip, chips=chips, **people, **fields)


def test_a_paper_slip_entered_late_counts_at_its_own_time_from_when_it_was_known(pit):
    pit.now = clock("20:45:00")
    pit.tell(table(), session(HUNDRED_OUT))
    pit.now = clock("22:30:00")
    head = pit.tell(more(2, fill({"2500": 40}, "20:40:00")))
    views = pit.views
    at_nine = views.tray("T-1", at=clock("21:00:00"))
    assert (at_nine.total, at_nine.by_denomination[25_00]) == (OPENER_VALUE - 100_00 + 1_000_00, 140)
    as_it_was_known = views.tray("T-1", at=clock("21:00:00"), as_known_at=clock("21:00:00"))
    assert (as_it_was_known.total, as_it_was_known.by_denomination[25_00]) == (OPENER_VALUE - 100_00, 100)
    known = views.tray("T-1", as_known_at=clock("21:00:00"))
    assert (known.total, known.as_of) == (OPENER_VALUE - 100_00, head - 1)
    assert views.tray("T-1", as_of=known.as_of).total == known.total
    assert views.tray("T-1", at=clock("20:35:00")).total == OPENER_VALUE - 100_00
    assert views.tray("T-1", as_of=head - 1).total == OPENER_VALUE - 100_00
    assert views.tray("T-1", as_of=head).total == OPENER_VALUE + 900_00


def test_before_the_opener_by_the_clock_nothing_is_counted(pit):
    pit.tell(table(), session())
    early = pit.views.tray("T-1", at=clock("19:59:59"))
    assert (early.status, early.total, early.session) == ("not_counted", None, None)
    assert pit.views.tray("T-1", at=clock("20:00:00")).total == OPENER_VALUE


def test_a_correction_counts_when_the_corrected_thing_happened(pit):
    pit.now = clock("20:50:00")
    pit.tell(table(), session(HUNDRED_OUT))
    pit.now = clock("23:30:00")
    as_it_was = event("buy_in", tender="cash", tendered=100_00, chips={"10000": 3})
    correction = event(
        "corrected", corrects=2, event=as_it_was, reason="the camera shows three hundred",
        occurred_at=at("23:30:00"), source="supervisor", by="F-2", approved_by="F-9",
    )  # fmt: skip
    pit.tell(more(2, correction))
    views = pit.views
    now_known = views.tray("T-1", at=clock("21:00:00"))
    assert (now_known.by_denomination[5_00], now_known.by_denomination[100_00]) == (200, 17)
    then_known = views.tray("T-1", at=clock("21:00:00"), as_known_at=clock("21:00:00"))
    assert (then_known.by_denomination[5_00], then_known.by_denomination[100_00]) == (180, 20)
    # What a correction reverses never stood in the tray at a time before it was handed out.
    assert views.tray("T-1", at=clock("20:29:00")).total == OPENER_VALUE


def test_the_next_session_begins_with_its_own_opener(pit):
    second = session_record({**opener(), "occurred_at": at("23:10:00"), "opener": {"500": 10}}, number=2)
    pit.tell(table(), session(closer({"2500": 1})), second)
    views = pit.views
    assert (views.tray("T-1").session, views.tray("T-1").total) == ("T-1/2026-11-28/2", 50_00)
    first = views.session_tray("T-1/2026-11-28/1")
    assert (first.status, first.counted) == ("closed", {25_00: 1})
    between = views.tray("T-1", at=clock("23:05:00"))
    assert (between.session, between.status) == ("T-1/2026-11-28/1", "closed")


def test_an_older_session_recorded_late_is_not_the_tray_of_now(pit):
    older = session_record({**opener(), "occurred_at": at("12:00:00"), "opener": {"100": 1}}, number=0)
    pit.tell(table(), session(), older)
    assert pit.views.tray("T-1").session == "T-1/2026-11-28/1"


@pytest.mark.parametrize(
    "when", [pytest.param(None, id="at an unknown time"), pytest.param(at("20:00:00"), id="at one instant")]
)
def test_an_opener_counted_again_does_not_open_its_session_again(pit, when):
    pit.tell(table())
    for number in (1, 10, 9):
        fields = {"occurred_at": when, "source": "import", "opener": {"500": number}}
        pit.tell(session_record({**opener(), **fields}, number=number))
    again = {name: said for name, said in opener().items() if name != "occurred_at"}
    put_right = event(
        "corrected", corrects=1, event=again,
        reason="a stack was overlooked", occurred_at=at("23:30:00"), source="supervisor", by="F-2",
        approved_by="F-9",
    )  # fmt: skip
    head = pit.tell(session_record(put_right, after=1))
    views = pit.views
    for tray in (
        views.tray("T-1"),
        views.tray("T-1", at=clock("23:59:00")),
        views.tray("T-1", as_of=head - 1),
    ):
        assert (tray.session, tray.by_denomination) == ("T-1/2026-11-28/10", {5_00: 10})


def test_chips_not_recorded_stand_under_unspecified(pit):
    without = [*ROUND[:2], collected(1, "main", 25_00, occurred_at=at("21:01:00")), ROUND[3]]
    pit.tell(table(), session(), round_record(*without, session=1))
    tray = pit.views.tray("T-1")
    assert (tray.total, tray.unspecified, tray.by_denomination[25_00]) == (OPENER_VALUE + 25_00, 25_00, 100)


def test_what_a_round_did_to_its_tray(pit):
    pit.tell(table(), session(HUNDRED_OUT), round_record(*ROUND, session=1))
    tray = pit.views.round_tray("T-1/2026-11-28/1")
    assert tray.before.total == OPENER_VALUE - 100_00
    assert tray.after.total == OPENER_VALUE - 100_00 + 25_00
    assert tray.change == Vector(total=25_00, by_denomination={25_00: 1}, unspecified=0)
    assert tray.elsewhere == {}


def test_the_worked_round_takes_three_hundred_from_a_tray_nobody_counted(pit):
    pit.tell(SUBMISSION, holdem_table(), example("round_thb_412.json"))
    tray = pit.views.round_tray("THB-03/2026-11-28/412")
    assert (tray.before, tray.after) == (None, None)
    assert tray.change == Vector(
        total=-300_00, by_denomination={5_00: -5, 25_00: -7, 100_00: -1}, unspecified=0
    )


def test_a_later_adjustment_touches_the_tray_that_pays_it(pit):
    second = session_record({**opener(), "occurred_at": at("23:10:00")}, number=2)
    adjusted = event(
        "adjustment_posted", occurred_at=at("23:20:00"), source="supervisor", by="F-2", approved_by="F-9",
        spot=1, wager="main", amount=10_00, chips={"500": 2}, direction="to_patron",
        session="T-1/2026-11-28/2", corrects=3, reason="ten too much was taken",
    )  # fmt: skip
    pit.tell(table(), session(), round_record(*ROUND, session=1), second)
    pit.tell(round_record(adjusted, session=1, after=4))
    tray = pit.views.round_tray("T-1/2026-11-28/1")
    assert (tray.change.total, tray.after.total) == (25_00, OPENER_VALUE + 25_00)
    assert tray.elsewhere["T-1/2026-11-28/2"].total == -10_00
    assert pit.views.session_tray("T-1/2026-11-28/2").by_denomination[5_00] == 198


def test_the_postings_of_a_round_leg_by_leg(pit):
    pit.tell(table(), session(), round_record(*ROUND, session=1))
    entries = pit.views.postings("round", "T-1/2026-11-28/1").entries
    assert [(one.version, one.account, one.holder, one.reason, one.count, one.amount) for one in entries] == [
        (2, "patron", "T-1/1", "stake", 0, -25_00),
        (2, "layout", "T-1", "stake", 0, 25_00),
        (3, "table_inventory", "T-1/2026-11-28/1", "collect_loss", 1, 25_00),
        (3, "layout", "T-1", "collect_loss", 0, -25_00),
    ]
    taken = entries[2]
    assert (taken.type, taken.denomination, taken.occurred_at) == (
        "wager_collected",
        25_00,
        clock("21:01:00"),
    )


def test_what_cannot_be_asked(pit):
    head = pit.tell(table(), session())
    views = pit.views
    with pytest.raises(TableNotFound):
        views.tray("T-9")
    with pytest.raises(InvalidQuery):
        views.tray("T-1", as_of=head + 1)
    with pytest.raises(RoundNotFound):
        views.round_tray("T-1/2026-11-28/1")


def test_a_round_that_the_view_has_not_read_is_not_found_in_it(pit):
    pit.tell(table(), session())
    assert pit.views.status()[0].lag == 0
    pit.tell(round_record(*ROUND, session=1))
    assert {view.lag for view in pit.views_as_they_are.status()} == {4}
    with pytest.raises(RoundNotFound):
        pit.views_as_they_are.round_tray("T-1/2026-11-28/1")
    assert pit.views_as_they_are.tray("T-1").lag == 4


def test_play_in_another_currency_has_a_balance_of_its_own(pit):
    pit.now = clock("20:00:00") + timedelta(days=1)
    hand = [opened(), placed(1, "main", 3), placed(2, "main", 3), event("closed")]
    pit.tell(table(), round_record(*ROUND), round_record(*hand, number=2, currency="chip", unit=2))
    balances = pit.views.trial_balance()
    assert balances.balances["chip"] == {"layout": 6, "patron": -6}
    assert balances.out_of_balance == {"USD": 0, "chip": 0}


def test_the_largest_numbers_that_are_a_record_stop_nothing(pit):
    most = 2**53 - 1
    opened_with = {**opener(), "opener": {str(most): most, "100": 1}}
    bought = event("buy_in", tender="cash", tendered=most, chips={str(most): 2}, source="dealer", by="D-1")
    pit.tell(table(), session_record(opened_with, *[bought] * 3))
    assert pit.views.tray("T-1").by_denomination[most] == most - 2 * 3
    pit.tell(session_record(*[bought] * 6, after=4))
    tray = pit.views.tray("T-1")
    assert tray.by_denomination == {1_00: 1, most: most - 2 * 9}
    assert tray.total == 1_00 + most * (most - 2 * 9)
    assert pit.views.trial_balance().out_of_balance == {"USD": 0}
    assert pit.views.reconcile(date(2026, 11, 28)).sessions[0].drop.expected == 9 * most
