"""A fill across a count of the table is one slip; a void slip whose chips moved all the same is for those."""

from __future__ import annotations

from datetime import date

import pytest

from tests.projections.pit import at, table
from tests.projections.slips_told import FLOOR, FORTY, Series, closed, dated
from tests.scenario import event

AMOUNT = 40 * 5_00


class Case:
    """One case: a gaming date and a series of its own."""

    def __init__(self, pit, day):
        self.pit, self.date, self.series = pit, f"2026-11-{day:02}", Series(f"A{day}")
        self.day = date.fromisoformat(self.date)
        self.before = 0  # a position that a case wants to look back to

    def tell(self, *events, number=1, table="T-1"):
        return self.pit.tell(dated(self.date, *events, number=number, table=table))

    def step(self, name, serial=3, **fields):
        return self.series.step(name, serial, **fields)

    def slip(self, type="fill", serial=3):
        return self.pit.views.slip(type, self.series.name, serial).slips

    def session(self, number, table="T-1", **asked):
        return self.pit.views.session(f"{table}/{self.date}/{number}", **asked)

    def found(self, number, **asked):
        return [one["code"] for one in self.session(number, **asked).findings]

    def figures(self, number=1, **asked):
        sessions = self.pit.views.reconcile(self.day, **asked).sessions
        return next(one for one in sessions if (one.table, one.number) == ("T-1", number))

    def exceptions(self):
        return {one.code: one for one in self.pit.views.exceptions(self.day, self.day, limit=500).lines}


@pytest.fixture(scope="module")
def house(shared_pit):
    shared_pit.tell(table(), table("T-2"))
    return shared_pit


SENT = ("fill_requested", "fill_issued", "fill_dispatched")


@pytest.fixture(scope="module")
def across(house):
    """Sent in session 1, which is counted while it is on its way, and received in session 2."""
    case = Case(house, 1)
    case.before = case.tell(*(case.step(name) for name in SENT), closed())
    case.tell(case.step("fill_received"), number=2)
    return case


def test_a_fill_sent_in_one_session_and_received_in_the_next_is_no_finding_of_the_next(across):
    assert across.found(2) == []
    (slip,) = across.session(2).slips
    key = f"T-1/{across.date}/1"
    assert slip.elsewhere == {"requested": key, "issued": key, "dispatched": key}
    assert (slip.in_transit, across.figures(2).in_transit) == ({}, [])


def test_it_was_on_its_way_when_the_session_was_counted_and_that_says_where_it_arrived(across):
    assert across.found(1) == ["slip_in_transit_at_close"]
    assert across.session(1).findings[0]["detail"].endswith(f"received in T-1/{across.date}/2")
    (transit,) = across.figures(1).in_transit
    assert (transit.amount, transit.by_denomination) == (AMOUNT, {5_00: 40})
    assert transit.evidence.sentence.endswith(f"received in T-1/{across.date}/2")


def test_the_exceptions_say_the_same_of_it_as_the_slip_does(across):
    lines = across.exceptions()
    assert lines.keys().isdisjoint({"slip_received_not_dispatched", "slip_in_transit"})
    assert lines["slip_in_transit_at_close"].detail.endswith(f"received in T-1/{across.date}/2")
    (slip,) = across.slip()
    assert (slip.state, slip.in_transit, slip.amount) == ("received", None, AMOUNT)


def test_before_it_was_received_nobody_knew_where_it_would_be(across):
    assert across.found(1, as_of=across.before) == ["slip_in_transit_at_close"]
    (transit,) = across.figures(1, as_of=across.before).in_transit
    assert "received" not in transit.evidence.sentence


def test_what_came_in_short_across_the_count_is_still_on_its_way(house):
    case = Case(house, 2)
    case.tell(*(case.step(name) for name in SENT), closed())
    case.tell(case.step("fill_received", chips={"500": 38}), number=2)
    (transit,) = case.figures(2).in_transit
    assert (transit.amount, case.slip()[0].in_transit.total) == (10_00, 10_00)


def test_a_fill_received_at_another_table_is_found_there(house):
    case = Case(house, 3)
    case.tell(*(case.step(name) for name in SENT))
    case.tell(case.step("fill_received"), table="T-2")
    assert [one["code"] for one in case.session(1, "T-2").findings] == ["slip_received_not_dispatched"]
    assert "slip_received_not_dispatched" in case.exceptions()


def test_a_fill_that_nobody_sent_is_found(house):
    case = Case(house, 4)
    case.tell(case.step("fill_received"))
    assert case.found(1) == ["slip_received_not_dispatched"]
    assert case.figures().in_transit[0].amount == -AMOUNT
    line = case.exceptions()["slip_in_transit"]
    assert (line.amount, line.detail.endswith("more was counted in than had left")) == (-AMOUNT, True)


# --- void slips --------------------------------------------------------------------


VOID = ("fill_requested", "fill_issued", "fill_voided", "fill_dispatched")


def voided(case, *names):
    return [case.step(name, **({"reason": "wrong table"} if name == "fill_voided" else {})) for name in names]


def test_chips_sent_on_a_void_slip_are_on_their_way_in_every_answer(house):
    case = Case(house, 5)
    case.tell(*voided(case, *VOID))
    (slip,) = case.slip()
    assert (slip.state, slip.amount, slip.in_transit.total) == ("voided", AMOUNT, AMOUNT)
    assert slip.remarks == ["moved_after_void"]
    assert case.figures().in_transit[0].amount == AMOUNT
    assert [one.name for one in case.pit.views.slip_numbers(case.day, case.day).in_transit] == [slip.name]
    assert case.exceptions()["slip_in_transit"].amount == AMOUNT


def test_a_void_slip_on_which_chips_came_in_is_for_those_chips(house):
    case = Case(house, 6)
    case.tell(*voided(case, *VOID, "fill_received"))
    (slip,) = case.slip()
    assert (slip.state, slip.amount, slip.chips, slip.in_transit) == ("voided", AMOUNT, {5_00: 40}, None)
    assert case.figures().fills == AMOUNT


@pytest.mark.parametrize(("table", "days"), [("T-1", 20), ("T-2", 21)])
def test_a_void_in_another_session_of_what_was_sent_is_remarked(house, table, days):
    case = Case(house, days)
    case.tell(*(case.step(name) for name in (*SENT, "fill_received")))
    assert case.slip()[0].remarks == []
    case.tell(*voided(case, "fill_voided"), table=table, number=2)
    (slip,) = case.slip()
    assert "voided_after_transport" in slip.remarks
    assert (slip.amount, slip.in_transit) == (AMOUNT, None)


# --- one number for two things ---------------------------------------------------------


def test_a_number_used_for_a_fill_and_for_a_credit_shows_both(house):
    case = Case(house, 7)
    number = {"type": "slip", "series": case.series.name, "serial": 1}
    twenty = {"500": 20}
    said = [("fill_requested", FORTY), ("fill_issued", FORTY), ("credit_requested", twenty)]
    case.tell(*(event(name, occurred_at=at("20:10:00"), slip=number, chips=chips, **FLOOR)
                for name, chips in said))  # fmt: skip
    found = case.slip("slip", 1)
    assert [(one.form, one.amount, one.remarks) for one in found] == [
        ("fill", AMOUNT, ["two_forms"]), ("credit", 100_00, ["two_forms"]),
    ]  # fmt: skip
    assert "serial_repeated" in case.exceptions()
    numbers = case.pit.views.slip_numbers(case.day, case.day)
    assert [one.name for one in numbers.repeated] == [found[0].name] * 2
