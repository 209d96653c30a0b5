"""O-L, what is open: $185 of commission on a form, $100 of it recovered the next day, $85 left."""

import pytest

from tests.scenario import event, session_record
from tests.scenarios.floor import DATE, Session, at, opened

NEXT = "2026-11-29"
FORM = {"type": "vigorish", "series": "2026", "serial": 17}
RECOVERY = {"type": "vigorish_recovery", "series": "2026", "serial": 3}
PEOPLE = {"source": "supervisor", "by": "F-22", "approved_by": "D-1"}
OWED = at("21:30:00", event("commission_uncollected", slip=FORM, amount=185_00, spot=5, **PEOPLE))
CAME = at(
    "22:00:00",
    event("commission_recovered", of=FORM, slip=RECOVERY, amount=100_00, chips={"10000": 1}, **PEOPLE),
)


def asked(house, path, **params):
    house.project()
    said = house.get("accountant", path, params=params)
    assert said.status_code == 200, said.text
    return said.json()


@pytest.fixture(scope="module")
def owed(house):
    """The form as it stood on the evening it was written."""
    Session(house, 1, OWED)
    (form,) = asked(house, "/v1/slips", state="open")["slips"]
    return form


@pytest.fixture(scope="module")
def recovered(house, owed):
    """The form after $100 came in another day."""
    assert house.record(session_record(opened(), CAME, gaming_date=NEXT)).status_code == 201
    (form,) = asked(house, "/v1/slips", state="open")["slips"]
    return form


def test_the_form_is_open_with_all_that_is_owed(owed):
    assert (owed["name"], owed["form"]) == ("vigorish/2026/17", "commission")
    assert owed["commission"] == {"owed": 185_00, "recovered": 0, "left": 185_00}


def test_85_dollars_are_left_when_100_came_in(recovered):
    assert recovered["commission"] == {"owed": 185_00, "recovered": 100_00, "left": 85_00}
    assert [(one["step"], one["gaming_date"]) for one in recovered["steps"]] == [
        ("issued", DATE), ("recovered", NEXT),
    ]  # fmt: skip


def test_the_recovery_has_a_form_of_its_own_that_names_the_first(house, recovered):
    (form,) = asked(house, "/v1/slips/vigorish_recovery/2026/3")["slips"]
    assert (form["form"], form["amount"], form["of"]) == ("commission_recovery", 100_00, recovered["name"])


def test_what_is_open_stands_in_the_report_of_the_day_on_which_it_was_owed(house, recovered):
    def left(gaming_date, **params):
        lines = asked(house, "/v1/reports/exceptions", gaming_date=gaming_date, **params)["lines"]
        return [one["amount"] for one in lines if one["code"] == "commission_open"]

    assert (left(DATE), left(NEXT)) == ([85_00], [])
    before = recovered["steps"][1]["position"] - 1
    assert left(DATE, as_of=before) == [185_00]
