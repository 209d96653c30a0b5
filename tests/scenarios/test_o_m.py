"""O-M: four match-play coupons of $50: two lose, one wins, one pushes and then wins."""

import pytest

from tests.scenario import collected, event, opened, paid, placed, round_record
from tests.scenarios.floor import DATE, OPENER, Session, closed, counted

SERIALS = ["MP-1", "MP-2", "MP-3", "MP-4"]
COUPON = {"tender": "match_play"}
LOST = [collected(1, "ante", 50_00, **COUPON)]
WON = [paid(1, "ante", 50_00, chips={"2500": 2}, **COUPON)]
PUSHED = [event("wager_returned", spot=1, wager="ante", amount=50_00, reason="push", **COUPON)]


PLAYED = [("MP-1", LOST), ("MP-2", LOST), ("MP-3", WON), ("MP-4", PUSHED), ("MP-4", WON)]


def played(house, number):
    """One of the rounds, in the session of its table."""
    serial, settled = PLAYED[number - 1]
    coupon = placed(1, "ante", 50_00, serial=serial, **COUPON)
    record = round_record(opened(), coupon, *settled, event("closed"), number=number, session=1)
    assert house.record(record).status_code == 201


@pytest.fixture(scope="module")
def pushed(house):
    """The evening until the coupon that pushed is about to be played again; what is in its box by then."""
    evening = Session(house, 1)
    for number in range(1, 5):
        played(house, number)
    return evening, evening.figures()["drop"]["coupons"]


@pytest.fixture(scope="module")
def shift(house, pushed):
    """The whole evening."""
    played(house, 5)
    return pushed[0]


def test_a_coupon_enters_the_drop_when_it_wins_or_loses_and_stays_out_on_a_push(pushed, shift):
    assert pushed[1] == 150_00
    assert shift.figures()["drop"]["coupons"] == 200_00


def test_the_winnings_of_coupons_come_from_the_tray_and_their_face_is_match_play(shift):
    shift.goes_on(closed({**OPENER, "2500": 396}), *counted(0, coupons=200_00))
    figures = shift.figures()
    assert (figures["match_play"], figures["round_win"]["total"]) == (200_00, -100_00)
    assert (figures["variance"]["total"], figures["drop"]["variance"]) == (0, 0)
    assert (figures["accounting_win"], figures["identity_holds"]) == (100_00, True)


def test_each_coupon_that_was_played_is_known_by_its_serial(house, shift):
    found = []
    for number in range(1, 6):
        feed = house.get("surveillance", f"/v1/rounds/T-1/{DATE}/{number}/report").json()["timeline"]
        found += [one["event"]["serial"] for one in feed if one["type"] == "wager_placed"]
    assert (sorted(set(found)), shift.key) == (SERIALS, f"T-1/{DATE}/1")
