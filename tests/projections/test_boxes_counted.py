"""The box against what should be in it: documents net, a count settled later, a box that is missing."""

from __future__ import annotations

from datetime import date

import pytest

from tests.projections.pit import table
from tests.scenario import event, session_record

OPENER = {"10000": 60}
COUNTERS = {"source": "manual", "by": "CT-1", "approved_by": "CT-2"}
WHO = {"source": "supervisor", "by": "F-2"}


def at(day, hour, name, **fields):
    return event(name, occurred_at=f"2026-05-{day}T{hour}:00-04:00", **{**WHO, **fields})


def opened(day):
    return at(day, "12:00", "opened", opener=OPENER, shift="day", approved_by="D-1")


def closed(day, chips, hour="18:00"):
    return at(day, hour, "closed", closer=chips, approved_by="D-1")


def dropped(day, hour="18:05", box="X"):
    return at(day, hour, "box_dropped", box=box, approved_by="F-3")


def counted(day, first, second=None, *, box="X", **fields):
    return at(day, "23:00", "drop_counted", box=box, first=first, second=second or first,
              **{**COUNTERS, **fields})  # fmt: skip


def found_in(cash=0, documents=0, coupons=0):
    return {"cash": cash, "documents": documents, "coupons": coupons}


@pytest.fixture(scope="module")
def house(shared_pit):
    shared_pit.tell(table("K-7"))
    return shared_pit


def told(house, day, *events):
    house.tell(session_record(*events, table="K-7", gaming_date=f"2026-05-{day}", number=1))
    (figures,) = house.views.reconcile(date(2026, 5, int(day))).sessions
    return figures


def findings(house, day):
    return [one["code"] for one in house.views.session(f"K-7/2026-05-{day}/1").findings]


def receivable(house, day):
    entries = house.views.postings("session", f"K-7/2026-05-{day}/1").entries
    return sum(one.amount for one in entries if one.account == "receivable")


# --- documents of another session --------------------------------------------------------


def test_a_counter_check_of_another_session_redeemed_in_chips_wins_and_loses_nothing(house):
    redeemed = at(
        "20", "14:00", "counter_check_redeemed", document="N1", amount=4_000_00, chips={"10000": 40}
    )
    count = counted("20", found_in(documents=-4_000_00))
    one = told(house, "20", opened("20"), redeemed, closed("20", {"10000": 100}), dropped("20"), count)
    assert (one.drop.expected, one.drop.counted, one.drop.variance) == (-4_000_00, -4_000_00, 0)
    assert (one.accounting_win, one.variance.total, one.identity_holds) == (0, 0, True)
    assert (receivable(house, "20"), findings(house, "20")) == (-4_000_00, [])
    lines = house.views.journal(date(2026, 5, 20), table="K-7").lines
    assert not [line for line in lines if "over/short" in line.name.casefold() and line.debit != line.credit]


def test_one_redeemed_in_cash_neither(house):
    redeemed = at("21", "14:00", "counter_check_redeemed", document="N2", amount=500_00, cash=500_00)
    count = counted("21", found_in(cash=500_00, documents=-500_00))
    one = told(house, "21", opened("21"), redeemed, closed("21", OPENER), dropped("21"), count)
    assert (one.drop.counted, one.drop.variance, one.accounting_win) == (0, 0, 0)
    assert (one.drop.cash, one.drop.documents, receivable(house, "21")) == (500_00, -500_00, -500_00)


# --- counts that differ, and are settled ---------------------------------------------------


def test_a_second_count_that_is_settled_settles_two_that_differed(house):
    first, second = found_in(cash=100_00), found_in(cash=110_00)
    events = [opened("22"), closed("22", OPENER), dropped("22"), counted("22", first, second)]
    assert told(house, "22", *events).accounting_win is None
    again = counted("22", first, second, settled=second)
    house.tell(session_record(again, table="K-7", gaming_date="2026-05-22", number=1, after=4))
    (one,) = house.views.reconcile(date(2026, 5, 22)).sessions
    assert (one.drop.counted, one.accounting_win) == (110_00, 110_00)
    assert findings(house, "22") == ["drop_counts_differ"]


def test_a_count_after_one_that_stands_changes_nothing_and_is_found(house):
    events = [opened("23"), closed("23", OPENER), dropped("23"), counted("23", found_in(cash=100_00))]
    one = told(house, "23", *events, counted("23", found_in(cash=5_00)))
    assert (one.drop.counted, findings(house, "23")) == (100_00, ["box_counted_twice"])


def test_a_recount_that_differs_again_settles_nothing(house):
    first, second = found_in(cash=100_00), found_in(cash=110_00)
    differing = counted("24", first, second)
    one = told(house, "24", opened("24"), closed("24", OPENER), dropped("24"), differing, differing)
    assert one.accounting_win is None
    assert findings(house, "24") == ["drop_counts_differ", "box_counted_twice"]


def test_a_count_that_one_person_signed_alone_is_found(house):
    alone = counted("25", found_in(cash=100_00), approved_by=None)
    alone.pop("approved_by")
    one = told(house, "25", opened("25"), closed("25", OPENER), dropped("25"), alone)
    assert (one.drop.counted, findings(house, "25")) == (100_00, ["box_counted_by_one"])


# --- the last box ---------------------------------------------------------------------------


def test_without_a_box_taken_after_the_closer_there_is_no_win_and_that_is_found(house):
    events = [
        opened("26"),
        dropped("26", "15:00"),
        counted("26", found_in(cash=100_00)),
        closed("26", OPENER),
    ]
    one = told(house, "26", *events)
    assert (one.drop.counted, one.accounting_win) == (None, None)
    assert [shift.accounting_win for shift in one.shifts] == [None]
    assert findings(house, "26") == ["last_box_missing"]
    last = [dropped("26", "18:05", "Y"), counted("26", found_in(cash=20_00), box="Y")]
    house.tell(session_record(*last, table="K-7", gaming_date="2026-05-26", number=1, after=4))
    (one,) = house.views.reconcile(date(2026, 5, 26)).sessions
    assert (one.drop.counted, one.accounting_win, findings(house, "26")) == (120_00, 120_00, [])


def test_while_no_box_is_counted_the_last_may_still_come(house):
    told(house, "27", opened("27"), dropped("27", "15:00"), closed("27", OPENER))
    assert findings(house, "27") == []


def test_two_boxes_off_by_as_much_the_other_way_are_offered_as_swapped(house):
    """Each was counted under the other's label; nothing of it is booked."""
    house.tell(table("K-8"), table("K-9"))
    day = date(2026, 5, 29)
    for name, bought, found in (("K-7", 100_00, 300_00), ("K-8", 300_00, 100_00), ("K-9", 0, 0)):
        chips = {"10000": 60 - bought // 100_00}
        bought_in = at(
            "29", "14:00", "buy_in", tender="cash", tendered=bought, chips={"10000": bought // 100_00}
        )
        events = [opened("29"), *([bought_in] if bought else []), closed("29", chips), dropped("29")]
        house.tell(
            session_record(
                *events, counted("29", found_in(cash=found)), table=name, gaming_date=str(day), number=1
            )
        )
    offered = {one.table: one for one in house.views.reconcile(day).sessions}
    assert {name: (one.drop.variance, one.drop_offset_by) for name, one in offered.items()} == {
        "K-7": (200_00, [f"K-8/{day}/1"]), "K-8": (-200_00, [f"K-7/{day}/1"]), "K-9": (0, []),
    }  # fmt: skip
    (alone,) = house.views.reconcile(day, table="K-8").sessions
    assert (alone.drop_offset_by, alone.accounting_win, alone.identity_holds) == (
        [f"K-7/{day}/1"], -200_00, True,
    )  # fmt: skip


def test_a_closer_timed_before_its_opener_is_found_and_its_hours_are_not_known(house):
    one = told(house, "30", opened("30"), closed("30", OPENER, "10:00"))
    assert (one.status, one.hours, one.variance.total) == ("closed", None, 0)
    assert findings(house, "30") == ["closed_before_opened"]
    (line,) = house.views.exceptions(date(2026, 5, 30), date(2026, 5, 30)).lines
    assert (line.code, "2026-05-30 14:00:00Z" in line.detail) == ("closed_before_opened", True)
