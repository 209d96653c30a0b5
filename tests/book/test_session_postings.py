"""Each movement of the closed list and its counter-leg, restated by hand."""

import pytest

from tests.book.booked import (
    TRAY,
    booked_session,
    chips,
    last_of_session,
    moves,
    unspecified,
    why,
)
from tests.scenario import event

TABLE = ("table_inventory", TRAY)
BOX = ("drop_box", TRAY)
OWED = ("receivable", TRAY)
PATRONS = ("patron", "T-1")
PROMOTIONAL = ("promotional", "")
OUTSIDE = ("outside", "")
CAGE = ("cage", "")
ON_THE_WAY = ("transit", "fill/2026/1001")
OPENER = {"500": 600, "2500": 400, "10000": 200}

OPENED = event("opened", opener=OPENER, shift="swing", source="supervisor", by="F-1", approved_by="D-1")


def slip(name, chips, **fields):
    kind = name.partition("_")[0]
    return event(name, slip={"type": kind, "series": "2026", "serial": 1001}, chips=chips, **fields)


def test_the_opener_comes_from_outside_chip_by_chip():
    legs = last_of_session(OPENED)
    assert moves(legs) == {OUTSIDE: -33_000_00, TABLE: 33_000_00}
    assert chips(legs, "table_inventory") == {5_00: 600, 25_00: 400, 100_00: 200}


# --- buy-ins ----------------------------------------------------------------------


def bought(tender, tendered, chips, **fields):
    return event("buy_in", tender=tender, tendered=tendered, chips=chips, **fields)


@pytest.mark.parametrize(
    ("tender", "reason"),
    [("cash", "buyin_cash"), ("redemption", "buyin_redemption"), ("card", "buyin_card")],
)
def test_what_is_tendered_goes_into_the_box_and_chips_out_of_the_tray(tender, reason):
    legs = last_of_session(OPENED, bought(tender, 200_00, {"2500": 4, "10000": 1}))
    assert moves(legs) == {TABLE: -200_00, BOX: 200_00}
    assert chips(legs, "table_inventory") == {25_00: -4, 100_00: -1}
    assert (chips(legs, "drop_box"), unspecified(legs, "drop_box")) == ({}, 200_00)
    assert why(legs, "drop_box") == {reason: 200_00}


def test_a_chip_coupon_is_the_houses_own_money():
    legs = last_of_session(OPENED, bought("coupon", 25_00, {"2500": 1}))
    assert moves(legs) == {TABLE: -25_00, PATRONS: 25_00, PROMOTIONAL: -25_00, BOX: 25_00}


def test_a_counter_check_for_chips_is_owed_by_the_patron():
    legs = last_of_session(OPENED, bought("counter_check", 500_00, {"10000": 5}, document="CC-1"))
    assert moves(legs) == {TABLE: -500_00, OWED: 500_00}


def test_a_buy_in_that_changes_up_in_the_same_motion():
    legs = last_of_session(OPENED, bought("cash", 75_00, {"10000": 1, "2500": -1}))
    assert (moves(legs), chips(legs, "table_inventory")) == (
        {TABLE: -75_00, BOX: 75_00},
        {100_00: -1, 25_00: 1},
    )


def test_three_hundred_given_for_two_hundred_is_an_exception_of_one_hundred():
    legs = last_of_session(OPENED, bought("cash", 200_00, {"10000": 3}))
    assert moves(legs) == {TABLE: -300_00, BOX: 200_00, PATRONS: 100_00}
    assert why(legs, "table_inventory") == {"buyin_cash": -200_00, "exception": -100_00}
    assert (chips(legs, "table_inventory"), unspecified(legs, "table_inventory")) == ({100_00: -3}, 0)


def test_one_hundred_given_for_two_hundred_is_an_exception_the_other_way():
    legs = last_of_session(OPENED, bought("cash", 200_00, {"10000": 1}))
    assert why(legs, "table_inventory") == {"buyin_cash": -200_00, "exception": 100_00}


# --- counter checks ---------------------------------------------------------------


def issued(amount, **fields):
    return event("counter_check_issued", document="CC-1", amount=amount, **fields)


def redeemed(amount, **fields):
    return event("counter_check_redeemed", document="CC-1", amount=amount, **fields)


def test_a_counter_check_is_owed_against_chips():
    legs = last_of_session(OPENED, issued(1000_00, chips={"10000": 10}))
    assert (moves(legs), chips(legs, "table_inventory")) == ({TABLE: -1000_00, OWED: 1000_00}, {100_00: -10})


def test_a_counter_check_whose_chips_nobody_named():
    legs = last_of_session(OPENED, issued(1000_00))
    assert (moves(legs), unspecified(legs, "table_inventory")) == ({TABLE: -1000_00, OWED: 1000_00}, -1000_00)


def test_a_counter_check_for_fewer_chips_than_signed_for_is_an_exception():
    legs = last_of_session(OPENED, issued(1000_00, chips={"10000": 9}))
    assert why(legs, "table_inventory") == {"buyin_counter_check": -1000_00, "exception": 100_00}
    assert why(legs, "receivable") == {"buyin_counter_check": 1000_00}


def test_redeemed_in_chips_the_tray_has_them_and_nothing_is_owed():
    legs = last_of_session(OPENED, redeemed(400_00, chips={"10000": 4}))
    assert (moves(legs), chips(legs, "table_inventory")) == ({TABLE: 400_00, OWED: -400_00}, {100_00: 4})


def test_redeemed_in_cash_the_box_has_it_and_the_tray_is_untouched():
    assert moves(last_of_session(OPENED, redeemed(400_00, cash=400_00))) == {BOX: 400_00, OWED: -400_00}


def test_redeemed_in_chips_and_cash():
    legs = last_of_session(OPENED, redeemed(400_00, chips={"10000": 3}, cash=100_00))
    assert moves(legs) == {TABLE: 300_00, BOX: 100_00, OWED: -400_00}


def test_redeemed_in_what_nobody_said_is_chips_unspecified():
    legs = last_of_session(OPENED, redeemed(400_00))
    assert (moves(legs), unspecified(legs, "table_inventory")) == ({TABLE: 400_00, OWED: -400_00}, 400_00)


def test_chips_short_of_a_counter_check_redeemed_are_an_exception_of_the_tray():
    legs = last_of_session(OPENED, redeemed(400_00, chips={"10000": 3}))
    assert why(legs, "table_inventory") == {"counter_check_redeemed": 400_00, "exception": -100_00}
    assert why(legs, "receivable") == {"counter_check_redeemed": -400_00}


def test_cash_short_of_a_counter_check_redeemed_is_an_exception_of_the_box():
    legs = last_of_session(OPENED, redeemed(400_00, cash=350_00))
    assert why(legs, "drop_box") == {"counter_check_redeemed": 400_00, "exception": -50_00}


# --- changes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counter"),
    [("color_changed", "patron"), ("tip_changed", "toke_box"), ("bad_beat_changed", "fund")],
)
def test_a_change_moves_denominations_and_no_value(name, counter):
    legs = last_of_session(OPENED, event(name, in_={"500": 100, "2500": 20}, out={"10000": 10}))
    assert moves(legs) == {}
    assert chips(legs, "table_inventory") == {5_00: 100, 25_00: 20, 100_00: -10}
    assert sum(leg.amount for leg in legs if leg.account == counter and leg.amount > 0) == 1000_00


def test_tips_are_changed_against_the_toke_box_chip_by_chip():
    legs = last_of_session(OPENED, event("tip_changed", in_={"100": 50, "500": 10}, out={"10000": 1}))
    assert chips(legs, "toke_box") == {1_00: -50, 5_00: -10, 100_00: 1}


def test_an_unequal_change_is_an_exception():
    legs = last_of_session(OPENED, event("color_changed", in_={"500": 21}, out={"2500": 4}))
    assert moves(legs) == {TABLE: 5_00, PATRONS: -5_00}
    assert why(legs, "table_inventory") == {"exception": 5_00}
    assert (chips(legs, "table_inventory"), unspecified(legs, "table_inventory")) == (
        {5_00: 21, 25_00: -4},
        0,
    )


# --- fills and credits --------------------------------------------------------------


def test_a_fill_asked_for_and_made_up_has_not_moved():
    told = booked_session(
        OPENED, slip("fill_requested", {"500": 200}), slip("fill_issued", {"500": 200}, by="CB-1")
    )
    assert told.by_event[1] == told.by_event[2] == []


def test_a_fill_dispatched_is_on_its_way():
    legs = last_of_session(OPENED, slip("fill_dispatched", {"500": 200}))
    assert moves(legs) == {CAGE: -1000_00, ON_THE_WAY: 1000_00}
    assert chips(legs, "transit") == {5_00: 200}


def test_a_fill_comes_in_as_the_dealer_counts_it():
    told = booked_session(
        OPENED, slip("fill_dispatched", {"500": 200}), slip("fill_received", {"500": 199}, by="D-1")
    )
    assert moves(told.by_event[2]) == {ON_THE_WAY: -995_00, TABLE: 995_00}
    assert (told.balance("transit"), chips(told.by_event[2], "table_inventory")) == (5_00, {5_00: 199})


def test_a_fill_that_nobody_dispatched_still_balances_through_transit():
    legs = last_of_session(OPENED, slip("fill_received", {"500": 200}))
    assert moves(legs) == {ON_THE_WAY: -1000_00, TABLE: 1000_00}


def test_a_fill_voided_before_transport_moves_nothing():
    told = booked_session(
        OPENED, slip("fill_requested", {"500": 200}), slip("fill_voided", {"500": 200}, reason="wrong table")
    )
    assert told.by_event[-1] == []


def test_a_fill_voided_on_its_way_goes_back_to_the_cage():
    told = booked_session(
        OPENED, slip("fill_dispatched", {"500": 200}), slip("fill_voided", {"500": 200}, reason="wrong table")
    )
    assert moves(told.by_event[-1]) == {ON_THE_WAY: -1000_00, CAGE: 1000_00}


def test_a_fill_voided_after_the_count_sends_back_only_what_is_still_on_its_way():
    told = booked_session(
        OPENED,
        slip("fill_dispatched", {"500": 200}),
        slip("fill_received", {"500": 150}),
        slip("fill_voided", {"500": 200}, reason="late"),
    )
    assert (moves(told.by_event[-1]), told.balance("transit")) == ({ON_THE_WAY: -250_00, CAGE: 250_00}, 0)


def test_one_slip_has_one_effect():
    told = booked_session(
        OPENED,
        slip("fill_dispatched", {"500": 200}),
        slip("fill_received", {"500": 200}),
        slip("fill_received", {"500": 200}),
    )
    assert (told.by_event[-1], told.balance("table_inventory")) == ([], 34_000_00)


CREDIT = ("transit", "credit/2026/1001")


def test_a_credit_leaves_the_tray_and_arrives_at_the_cage():
    told = booked_session(
        OPENED, slip("credit_dispatched", {"10000": 50}), slip("credit_received", {"10000": 50}, by="CB-1")
    )
    assert moves(told.by_event[1]) == {TABLE: -5_000_00, CREDIT: 5_000_00}
    assert moves(told.by_event[2]) == {CREDIT: -5_000_00, CAGE: 5_000_00}
    assert chips(told.by_event[2], "cage") == {100_00: 50}


def test_a_credit_voided_on_its_way_goes_back_into_the_tray():
    told = booked_session(
        OPENED,
        slip("credit_dispatched", {"10000": 50}),
        slip("credit_voided", {"10000": 50}, reason="wrong slip"),
    )
    assert (moves(told.by_event[-1]), told.balance("table_inventory")) == (
        {CREDIT: -5_000_00, TABLE: 5_000_00},
        33_000_00,
    )


# --- takings ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "giver", "reason", "unless_said"),
    [
        ("coin_taken", PATRONS, "coin", "table_inventory"),
        ("progressive_swept", PATRONS, "progressive_sweep", "table_inventory"),
        ("rake_taken", ("rake", TRAY), "rake", "drop_box"),
    ],
)
@pytest.mark.parametrize("into", [None, "table_inventory", "drop_box"])
def test_takings_go_where_they_were_put(name, giver, reason, unless_said, into):
    said = {} if into is None else {"into": into}
    legs = last_of_session(OPENED, event(name, chips={"100": 7}, **said))
    where = into or unless_said
    assert moves(legs) == {giver: -7_00, (where, TRAY): 7_00}
    assert (chips(legs, where), why(legs, where)) == ({1_00: 7}, {reason: 7_00})


def test_a_taking_of_which_only_the_amount_is_known():
    legs = last_of_session(OPENED, event("coin_taken", amount=7_25))
    assert (moves(legs), unspecified(legs, "table_inventory")) == ({PATRONS: -7_25, TABLE: 7_25}, 7_25)


def test_the_play_of_a_table_whose_rounds_are_not_captured():
    legs = last_of_session(
        OPENED,
        event("play_totaled", collected={"2500": 40}, paid={"2500": 30, "100": -5}, cash_collected=200_00,
              swept={"500": 3}, coupons=[50_00, 25_00]),
    )  # fmt: skip
    assert chips(legs, "table_inventory") == {25_00: 10, 1_00: 5, 5_00: 3}
    assert why(legs, "table_inventory") == {
        "collect_loss": 1000_00,
        "pay_win": -745_00,
        "progressive_sweep": 15_00,
    }
    assert why(legs, "drop_box") == {"collect_loss": 200_00, "match_play": 75_00}
    assert why(legs, "promotional") == {"match_play": -75_00}


def test_a_movement_outside_the_list_is_an_exception():
    moved = event("movement_recorded", chips={"10000": -16}, reason="given to a patron", incident="I-77")
    legs = last_of_session(OPENED, moved)
    assert moves(legs) == {TABLE: -1600_00, OUTSIDE: 1600_00}
    assert (why(legs, "table_inventory"), chips(legs, "table_inventory")) == (
        {"exception": -1600_00},
        {100_00: -16},
    )


# --- what is a fact and posts nothing -----------------------------------------------

COUNT = {"cash": 100_00, "documents": 0, "coupons": 0}


def test_people_counts_and_boxes_move_nothing():
    told = booked_session(
        OPENED,
        event("dealer_signed_in", dealer="D-1"),
        event("shift_changed", from_="swing", to="grave", count={"500": 590}, approved_by="D-1"),
        event("dealer_signed_out", dealer="D-1"),
        event("closed", closer={"500": 590}, approved_by="D-1"),
        event("box_dropped", box="T-1/swing"),
        event("drop_counted", box="T-1/swing", first=COUNT, second=COUNT),
    )
    assert [legs for legs in told.by_event[1:] if legs] == []
