"""What color, game accounts, overridden chips and commission move: which account, why, by which chips."""

import pytest

from ledger.book.sessions import taken
from ledger.book.terms import session_sums, terms, tray, variance
from tests.book.booked import TRAY, booked_session, chips, last_of_session, moves, unspecified, why
from tests.book.nonsense import OPENED
from tests.scenario import event

BOX = ("drop_box", TRAY)
IN_TRAY = ("table_inventory", TRAY)
PATRONS = ("patron", "T-1")
SOLD = event("color_issued", color="red", count=20, value=5_00, tender="cash", tendered=100_00)
CASHED = event("color_cashed", color="red", count=8, value=5_00, chips={"500": 3, "2500": 1})
FORM = {"type": "vigorish", "series": "2026", "serial": 17}
OWED = event("commission_uncollected", slip=FORM, amount=185_00)


def recovered(amount, **fields):
    return event("commission_recovered", of=FORM, amount=amount, **fields)


def figures(*events):
    told = booked_session(OPENED, *events)
    return terms(session_sums(told.postings, TRAY)), tray(told.postings, TRAY), told


# --- color ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tender", "reason", "giver"),
    [
        ("cash", "buyin_cash", PATRONS),
        ("coupon", "buyin_coupon", ("promotional", "")),
        ("redemption", "buyin_redemption", PATRONS),
        ("card", "buyin_card", PATRONS),
    ],
)
def test_color_sold_is_a_buy_in_of_which_no_chips_are_known(tender, reason, giver):
    legs = last_of_session(OPENED, {**SOLD, "tender": tender})
    patron_now = {PATRONS: 100_00} if giver != PATRONS else {}
    promotional = {giver: -100_00} if giver != PATRONS else {}
    assert moves(legs) == {IN_TRAY: -100_00, BOX: 100_00} | patron_now | promotional
    assert (why(legs, "table_inventory"), why(legs, "drop_box")) == ({reason: -100_00}, {reason: 100_00})
    assert (chips(legs, "table_inventory"), unspecified(legs, "table_inventory")) == ({}, -100_00)


def test_color_signed_for_on_a_counter_check_is_the_receivables():
    legs = last_of_session(OPENED, {**SOLD, "tender": "counter_check", "document": "CC-1"})
    assert moves(legs) == {IN_TRAY: -100_00, ("receivable", TRAY): 100_00}
    assert why(legs, "receivable") == {"buyin_counter_check": 100_00}


def test_color_sold_for_chips_brings_those_chips_in_and_is_of_no_value():
    legs = last_of_session(OPENED, {**SOLD, "tender": "chips", "chips": {"2500": 4}})
    assert moves(legs) == {}
    assert (chips(legs, "table_inventory"), unspecified(legs, "table_inventory")) == ({25_00: 4}, -100_00)


def test_color_cashed_takes_chips_out_by_denomination_and_is_of_no_value():
    legs = last_of_session(OPENED, CASHED)
    assert moves(legs) == {}
    assert (chips(legs, "table_inventory"), unspecified(legs, "table_inventory")) == (
        {5_00: -3, 25_00: -1},
        40_00,
    )


def test_a_chip_too_many_for_color_is_itemised():
    legs = last_of_session(OPENED, {**CASHED, "chips": {"500": 4, "2500": 1}})
    assert why(legs, "table_inventory") == {"exception": -5_00}
    assert chips(legs, "table_inventory") == {5_00: -4, 25_00: -1}


def test_the_tray_counts_over_by_the_color_that_is_out():
    # $100 of color: $60 lost, $35 won, $40 cashed for three fives and a twenty-five; $35 is still out.
    totals = event("play_totaled", collected={}, paid={}, color_collected=60_00, color_paid=35_00)
    found, left, told = figures(SOLD, totals, CASHED)
    counted = {5_00: 97, 25_00: 99}
    assert (told.state.outstanding_color, left.unspecified) == (35_00, -35_00)
    assert found.expected_closer == 3_000_00 - 40_00 - 35_00
    over = variance(counted, left)
    assert (over.total, over.unspecified, set(over.by_denomination.values())) == (35_00, 35_00, {0})
    assert (found.round_win, taken(told.state)) == (25_00, 25_00)
    assert found.accounting_win(2_960_00, 100_00) == 60_00 == found.round_win + 35_00


# --- game accounts, chips let stand for more --------------------------------------------


def test_a_game_account_is_paid_out_of_the_tray_and_out_of_the_win():
    cash_out = event("game_account_cashed_out", amount=60_00, chips={"500": 12})
    assert moves(last_of_session(OPENED, cash_out)) == {IN_TRAY: -60_00, ("outside", ""): 60_00}
    found, _, told = figures(cash_out)
    assert (found.of["P"], found.round_win, found.exceptions, taken(told.state)) == (
        60_00, -60_00, 0, -60_00,
    )  # fmt: skip


def test_a_chip_let_stand_for_more_is_booked_at_its_face_and_the_rest_itemised():
    override = event(
        "chip_value_overridden", denomination=5_00, value=500_00, reason="a private game", approved_by="M-1"
    )
    bought = event("buy_in", tender="cash", tendered=1000_00, chips={"500": 2})
    back = event("color_changed", in_={"500": 2}, out={"2500": 40})
    found, left, _ = figures(override, bought)
    assert (left.by_denomination[5_00], found.exceptions) == (98, 990_00)
    assert figures(override, bought, back)[0].exceptions == 0


# --- commission -------------------------------------------------------------------------


def test_commission_owed_stands_on_its_form_and_is_not_won():
    found, _, told = figures(OWED)
    assert moves(told.by_event[-1]) == {("commission", "vigorish/2026/17"): 185_00, PATRONS: -185_00}
    assert (found.round_win, taken(told.state)) == (0, 0)


@pytest.mark.parametrize(("into", "symbol"), [("table_inventory", "V"), ("drop_box", "Rb")])
def test_commission_is_won_when_it_comes_in(into, symbol):
    found, _, told = figures(OWED, recovered(100_00, into=into))
    assert told.balance("commission", "vigorish/2026/17") == 85_00
    assert (found.of[symbol], found.round_win, taken(told.state)) == (100_00, 100_00, 100_00)
    assert told.balance(into) == 100_00 + (3_000_00 if into == "table_inventory" else 0)


def test_commission_that_comes_in_at_the_cage_touches_neither_tray_nor_box():
    found, left, told = figures(OWED, recovered(100_00, into="cage", chips={"10000": 1}))
    assert told.balance("commission") == 85_00
    assert chips(told.by_event[-1], "cage") == {100_00: 1}
    assert (found.round_win, left.total) == (0, 3_000_00)


def test_commission_in_chips_that_are_not_its_amount_is_itemised():
    found, left, _ = figures(OWED, recovered(100_00, chips={"2500": 3}))
    assert (found.of["V"], found.exceptions, left.by_denomination[25_00]) == (100_00, -25_00, 103)


def test_a_form_recorded_again_moves_nothing():
    again = recovered(100_00, slip={**FORM, "type": "recovery"})
    found, _, told = figures(OWED, OWED, again, again)
    assert (told.by_event[2], told.by_event[4]) == ([], [])
    assert (told.balance("commission"), found.round_win, taken(told.state)) == (85_00, 100_00, 100_00)


@pytest.mark.parametrize(
    "one",
    [
        event("marker_set", color="red", value=5_00),
        event("impressment_counted", counts={"red": 1}, impressment={"red": 2}),
        event("slip_reprinted", slip=FORM),
        event("variance_reported", of="closer", amount=-5_00, to=["security"]),
        event("chip_value_overridden", denomination=5_00, value=1_00, reason="why not", approved_by="M-1"),
    ],
)
def test_what_is_only_said_moves_nothing(one):
    assert last_of_session(OPENED, one) == []
