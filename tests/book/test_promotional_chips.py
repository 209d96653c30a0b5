"""Promotional chips: the house's own, never the tray's; one decision or play till lost."""

import pytest
from hypothesis import given

from ledger.book.terms import session_sums, terms
from tests.book.booked import CLOSE, TRAY, booked_round, moves, why
from tests.book.nonsense import rounds
from tests.scenario import collected, event, opened, paid, placed

SINGLE, MULTI = {"tender": "promo_single"}, {"tender": "promo_multi"}


def played(tender, *settled):
    return booked_round(opened(), placed(1, "ante", 25_00, **tender), *settled)


def won(tender):
    return played(tender, paid(1, "ante", 25_00, chips={"2500": 1}), CLOSE)


def lost(tender):
    return played(tender, collected(1, "ante", 25_00), CLOSE)


@pytest.mark.parametrize("tender", [SINGLE, MULTI], ids=["single", "multi"])
def test_a_promotional_chip_that_loses_is_dropped_and_the_tray_is_not_touched(tender):
    told = lost(tender)
    assert (told.balance("drop_box", TRAY), told.balance("promotional")) == (25_00, -25_00)
    assert (told.balance("table_inventory"), told.balance("layout"), told.balance("patron")) == (0, 0, 0)
    found = terms(session_sums(told.postings, TRAY))
    assert (found.match_play, found.round_win) == (25_00, 0)


def test_one_for_a_single_decision_is_dropped_when_it_wins_too():
    told = won(SINGLE)
    assert (told.balance("drop_box", TRAY), told.balance("promotional")) == (25_00, -25_00)
    assert (told.balance("table_inventory", TRAY), told.balance("patron")) == (-25_00, 25_00)


def test_one_for_several_decisions_goes_back_when_it_wins():
    told = won(MULTI)
    assert (told.balance("drop_box"), told.balance("promotional"), told.balance("layout")) == (0, 0, 0)
    assert (told.balance("table_inventory", TRAY), told.balance("patron")) == (-25_00, 25_00)
    assert terms(session_sums(told.postings, TRAY)).round_win == -25_00


@pytest.mark.parametrize("tender", [SINGLE, MULTI], ids=["single", "multi"])
def test_a_push_gives_it_back(tender):
    told = played(tender, event("wager_returned", spot=1, wager="ante", amount=25_00, reason="push"), CLOSE)
    assert moves(told.postings) == {}


@pytest.mark.parametrize("tender", [SINGLE, MULTI], ids=["single", "multi"])
def test_one_put_into_the_tray_is_an_exception(tender):
    told = played(tender, collected(1, "ante", 25_00, into="table_inventory"))
    assert why(told.by_event[-1], "table_inventory") == {"exception": 25_00}


@given(rounds("unruled"))
def test_chips_of_a_tournament_touch_no_tray_no_box_and_no_cage(events):
    told = booked_round(*events, currency="chip")
    assert {leg.account for leg in told.postings} <= {
        "patron",
        "layout",
        "outside",
        "fund",
        "promotional",
        "rake",
    }
    assert all(not leg.denomination for leg in told.postings)
