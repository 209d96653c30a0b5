"""O-M, the deduction list: four coupons of $50, two lost, one won, one pushed and then won."""

import pytest

from tests.scenario import collected, event, opened, paid, placed, round_record
from tests.scenarios.floor import DATE, Session

COUPON = {"tender": "match_play"}
LOST = [collected(1, "ante", 50_00, **COUPON)]
WON = [paid(1, "ante", 50_00, chips={"2500": 2}, **COUPON)]
PUSHED = [event("wager_returned", spot=1, wager="ante", amount=50_00, reason="push", **COUPON)]
PLAYED = [("MP-1", LOST), ("MP-2", LOST), ("MP-3", WON), ("MP-4", PUSHED), ("MP-4", WON)]


def play(house, number, serial, settled):
    coupon = placed(1, "ante", 50_00, serial=serial, **COUPON)
    record = round_record(opened(), coupon, *settled, event("closed"), number=number, session=1)
    assert house.record(record).status_code == 201


def listed(house, **params):
    house.project()
    said = house.get("accountant", "/v1/slips/coupons", params={"gaming_date": DATE, **params})
    assert said.status_code == 200, said.text
    return said.json()


@pytest.fixture(scope="module")
def played(house):
    """The list after the four, and as it stood before the last was played again."""
    Session(house, 1)
    for number, (serial, settled) in enumerate(PLAYED[:4], 1):
        play(house, number, serial, settled)
    before = listed(house)
    play(house, 5, *PLAYED[4])
    return before, listed(house)


def test_the_deduction_list_has_the_four_serials_once_each(played):
    _, then = played
    deducted = [one["serial"] for one in then["coupons"] if one["deductible"]]
    assert sorted(deducted) == ["MP-1", "MP-2", "MP-3", "MP-4"]
    assert (
        then["deductible"] == then["dropped"] == {"count": 4, "face": 200_00, "by_currency": {"USD": 200_00}}
    )
    assert then["repeated"] == then["without_serial"] == {"count": 0, "face": 0, "by_currency": {}}


def test_a_coupon_that_pushed_is_back_with_the_patron_and_not_in_the_drop(played):
    before, then = played
    assert before["dropped"] == {"count": 3, "face": 150_00, "by_currency": {"USD": 150_00}}
    fates = [one["fate"] for one in before["coupons"] if one["serial"] == "MP-4"]
    assert (fates, [one["fate"] for one in then["coupons"] if one["serial"] == "MP-4"]) == (
        ["returned"], ["returned", "dropped"],
    )  # fmt: skip


def test_the_list_as_of_then_is_the_list_that_was_given_then(house, played):
    before, then = played
    again = listed(house, as_of=before["as_of"])
    assert {**again, "lag": 0} == {**before, "lag": 0}
    assert again != then


def test_a_serial_dropped_a_second_time_is_not_deducted_and_is_reported(house, played):
    before = listed(house)
    play(house, 6, "MP-1", LOST)
    found = listed(house)
    (again,) = [one for one in found["coupons"] if one["repeated"]]
    assert (again["serial"], again["key"], again["deductible"]) == ("MP-1", f"T-1/{DATE}/6", False)
    assert found["dropped"]["count"] == before["dropped"]["count"] + 1
    assert found["deductible"] == before["deductible"]
    lines = house.get("accountant", "/v1/reports/exceptions", params={"gaming_date": DATE}).json()["lines"]
    assert [one["key"] for one in lines if one["code"] == "coupon_repeated"] == [f"T-1/{DATE}/6"]


def test_a_coupon_carried_over_a_push_is_the_same_coupon_in_the_next_round(house, played):
    """Rounds of a game without rules may leave a wager on the layout past their close."""
    lies = round_record(
        opened(), placed(2, "ante", 50_00, serial="MP-9", **COUPON), event("closed"), number=7, session=1
    )
    goes_on = event("wager_carried", spot=2, wager="ante", amount=50_00, from_=f"T-1/{DATE}/7", **COUPON)
    lost = collected(2, "ante", 50_00, **COUPON)
    ends = round_record(opened(), goes_on, lost, event("closed"), number=8, session=1)
    for record in (lies, ends):
        assert house.record(record).status_code == 201
    ninth = [one for one in listed(house)["coupons"] if one["serial"] == "MP-9"]
    assert [(one["key"][-1], one["fate"], one["deductible"]) for one in ninth] == [
        ("7", "on_layout", False), ("8", "dropped", True),
    ]  # fmt: skip
