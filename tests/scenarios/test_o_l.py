"""O-L: $185 of commission not collected, a form for it, and $100 of it recovered another day."""

import pytest

from tests.scenario import event
from tests.scenarios.floor import OPENER, Session, at, closed, counted

FORM = {"type": "vigorish", "series": "2026", "serial": 17}
OWED = at(
    "21:30:00",
    event("commission_uncollected", slip=FORM, amount=185_00, spot=5, source="dealer", by="D-1",
          approved_by="F-22"),
)  # fmt: skip
RECOVERY = {"type": "vigorish_recovery", "series": "2026", "serial": 3}


def recovered(amount, serial=3, **fields):
    slip = {**RECOVERY, "serial": serial}
    came = event("commission_recovered", of=FORM, slip=slip, amount=amount, source="supervisor", by="F-22")
    return at("22:00:00", {**came, "approved_by": "D-1", **fields})


@pytest.fixture(scope="module")
def first(house):
    """The evening on which it was owed."""
    return Session(house, 1, OWED, closed(OPENER), *counted(0))


@pytest.fixture(scope="module")
def later(house, first):
    """The evening on which some of it came in, in chips."""
    assert first.version == 5
    came = recovered(100_00, chips={"10000": 1})
    return Session(house, 2, came, closed({**OPENER, "10000": 201}), *counted(0))


def test_commission_that_is_owed_has_a_form_and_is_no_part_of_the_win(first):
    shown, figures = first.shown(), first.figures()
    assert shown["commissions"] == [
        {"slip": "vigorish/2026/17", "owed": 185_00, "recovered": 0, "open": 185_00}
    ]
    assert [(one["slip"], one["kind"]) for one in shown["forms"]] == [("vigorish/2026/17", "commission")]
    assert (figures["round_win"]["total"], figures["accounting_win"]) == (0, 0)
    assert (figures["variance"]["total"], figures["identity_holds"], shown["findings"]) == (0, True, [])


def test_what_is_recovered_is_won_where_and_when_it_comes_in(first, later):
    figures = later.figures()
    assert (figures["round_win"]["total"], figures["accounting_win"]) == (100_00, 100_00)
    assert (figures["variance"]["total"], figures["identity_holds"]) == (0, True)
    assert first.figures()["round_win"]["total"] == 0


def test_85_dollars_are_still_open_on_the_form(house, later):
    later.shown()
    sessions = house.get("accountant", "/v1/sessions", params={"table": "T-1"}).json()["sessions"]
    legs = [
        leg
        for one in sessions
        for leg in house.get("accountant", f"/v1/sessions/{one['session']}/postings").json()["entries"]
        if leg["account"] == "commission"
    ]
    assert sum(leg["amount"] for leg in legs if leg["holder"] == "vigorish/2026/17") == 85_00
    balance = house.get("accountant", "/v1/trial-balance").json()
    assert balance["balances"]["USD"]["commission"] == sum(leg["amount"] for leg in legs)
    assert balance["out_of_balance"] == {"USD": 0}


def test_in_one_session_the_form_says_what_is_left(house):
    shift = Session(house, 3, {**OWED, "slip": {**FORM, "serial": 18}})
    shift.goes_on(recovered(100_00, 4, of={**FORM, "serial": 18}))
    (owing,) = shift.shown()["commissions"]
    assert (owing["owed"], owing["recovered"], owing["open"]) == (185_00, 100_00, 85_00)


def test_one_form_has_one_amount(house):
    shift = Session(house, 4, {**OWED, "slip": {**FORM, "serial": 19}})
    said = shift.refused_or_not({**OWED, "slip": {**FORM, "serial": 19}, "amount": 158_00})
    assert (said.status_code, said.json()["code"]) == (409, "slip_conflict")
