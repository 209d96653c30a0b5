"""Each posting rule of a round, restated by hand."""

from typing import Any

import pytest

from tests.book.booked import CLOSE, TRAY, booked_round, chips, last_of_round, moves, unspecified, why
from tests.scenario import collected, dealt, event, opened, paid, placed

PATRON = ("patron", "T-1/2")
LAYOUT = ("layout", "T-1")
TABLE = ("table_inventory", TRAY)
BOX = ("drop_box", TRAY)
PROMOTIONAL = ("promotional", "")
HOLDEM: dict[str, Any] = {"game": "texas_holdem_bonus"}
COUPON = {"tender": "match_play"}
CASH = {"tender": "cash"}


# --- stakes ---------------------------------------------------------------------


def test_a_stake_goes_from_the_patron_to_the_layout():
    legs = last_of_round(opened(), placed(2, "red", 25_00, chips={"500": 5}))
    assert moves(legs) == {PATRON: -25_00, LAYOUT: 25_00}
    assert chips(legs, "layout") == chips(legs, "patron") == {}


def test_a_patron_who_is_known_is_booked_by_name():
    told = booked_round(opened(), placed(2, "red", 25_00, patron="P-9"), paid(2, "red", 25_00))
    assert moves(told.by_event[1]) == {("patron", "P-9"): -25_00, LAYOUT: 25_00}
    assert moves(told.by_event[2]) == {TABLE: -25_00, LAYOUT: -25_00, ("patron", "P-9"): 50_00}


def test_what_is_added_to_a_wager_is_the_same_patrons():
    legs = last_of_round(
        opened(),
        placed(2, "red", 25_00, patron="P-9"),
        event("wager_increased", spot=2, wager="red", amount=5_00),
    )
    assert moves(legs) == {("patron", "P-9"): -5_00, LAYOUT: 5_00}


def test_a_late_wager_is_on_the_layout_like_any_other():
    legs = last_of_round(opened(), event("betting_closed"), placed(2, "red", 25_00))
    assert moves(legs) == {PATRON: -25_00, LAYOUT: 25_00}


def test_a_wager_taken_back_leaves_the_layout():
    legs = last_of_round(
        opened(), placed(2, "red", 25_00), event("wager_withdrawn", spot=2, wager="red", amount=10_00)
    )
    assert moves(legs) == {LAYOUT: -10_00, PATRON: 10_00}


def test_a_wager_that_lives_on_moves_nothing():
    carried = event("wager_carried", spot=2, wager="pass", amount=10_00, from_="T-1/2026-11-28/0")
    assert last_of_round(opened(), carried) == []


def test_a_wager_that_lives_on_is_settled_from_the_layout_it_was_left_on():
    carried = event("wager_carried", spot=2, wager="pass", amount=10_00, from_="T-1/2026-11-28/0")
    assert moves(last_of_round(opened(), carried, collected(2, "pass", 10_00))) == {
        LAYOUT: -10_00,
        TABLE: 10_00,
    }


def test_cards_decisions_and_declarations_move_nothing():
    told = booked_round(
        opened(),
        dealt(2, "As"),
        event("decision_made", spot=2, decision="fold"),
        event("outcome_declared", spot=2, outcome="win"),
        event("ruling_made", ruling="stands", approved_by="F-1"),
    )
    assert told.postings == []


# --- settlements ----------------------------------------------------------------


def test_a_stake_collected_goes_into_the_tray_chip_by_chip():
    legs = last_of_round(opened(), placed(2, "red", 25_00), collected(2, "red", 25_00, chips={"2500": 1}))
    assert moves(legs) == {LAYOUT: -25_00, TABLE: 25_00}
    assert chips(legs, "table_inventory") == {25_00: 1}
    assert why(legs, "table_inventory") == {"collect_loss": 25_00}


def test_chips_that_nobody_named_stand_as_unspecified():
    legs = last_of_round(opened(), placed(2, "red", 25_00), collected(2, "red", 25_00))
    assert (chips(legs, "table_inventory"), unspecified(legs, "table_inventory")) == ({}, 25_00)


def test_collected_beyond_the_stake_recorded_comes_from_the_patron():
    legs = last_of_round(opened(), placed(2, "red", 25_00), collected(2, "red", 40_00))
    assert moves(legs) == {LAYOUT: -25_00, PATRON: -15_00, TABLE: 40_00}


def test_collected_from_a_wager_nobody_placed_comes_from_the_patron():
    assert moves(last_of_round(opened(), collected(2, "red", 40_00))) == {PATRON: -40_00, TABLE: 40_00}


def test_winnings_come_out_of_the_tray_and_the_stake_goes_back_with_them():
    legs = last_of_round(
        opened(), placed(2, "red", 25_00), paid(2, "red", 75_00, chips={"10000": 1, "2500": -1})
    )
    assert moves(legs) == {TABLE: -75_00, LAYOUT: -25_00, PATRON: 100_00}
    assert chips(legs, "table_inventory") == {100_00: -1, 25_00: 1}
    assert why(legs, "table_inventory") == {"pay_win": -75_00}
    assert why(legs, "patron") == {"pay_win": 75_00, "stake_back": 25_00}


def test_a_stake_that_stays_is_paid_and_lies_on():
    legs = last_of_round(opened(), placed(2, "red", 25_00), paid(2, "red", 25_00, stake="stays"))
    assert moves(legs) == {TABLE: -25_00, PATRON: 25_00}


def test_a_bonus_paid_without_a_stake_comes_out_of_the_tray():
    legs = last_of_round(opened(), placed(2, "ante", 25_00, patron="P-9"), paid(2, "ante_bonus", 25_00))
    assert moves(legs) == {TABLE: -25_00, ("patron", "P-9"): 25_00}


def test_a_stake_handed_back_leaves_the_tray_untouched():
    back = event("wager_returned", spot=2, wager="red", amount=25_00, reason="push")
    assert moves(last_of_round(opened(), placed(2, "red", 25_00), back)) == {LAYOUT: -25_00, PATRON: 25_00}


def test_handed_back_beyond_the_stake_recorded_was_the_patrons_all_along():
    back = event("wager_returned", spot=2, wager="red", amount=40_00, reason="push")
    legs = last_of_round(opened(), placed(2, "red", 25_00), back)
    assert moves(legs) == {LAYOUT: -25_00, PATRON: 25_00}
    assert why(legs, "patron") == {"stake_back": 40_00, "stake": -15_00}


# --- the end of a round -----------------------------------------------------------


def test_at_the_close_what_lies_on_the_layout_goes_back():
    legs = last_of_round(
        opened(), placed(2, "ante", 25_00), placed(3, "ante", 10_00, patron="P-9"), CLOSE, **HOLDEM
    )
    assert moves(legs) == {LAYOUT: -35_00, PATRON: 25_00, ("patron", "P-9"): 10_00}


def test_at_the_close_a_coupon_goes_back_to_be_played_again():
    legs = last_of_round(opened(), placed(2, "ante", 25_00, **COUPON), CLOSE, **HOLDEM)
    assert moves(legs) == {LAYOUT: -25_00, PROMOTIONAL: 25_00}


def test_at_a_table_without_rules_wagers_may_live_on():
    assert last_of_round(opened(), placed(2, "red", 25_00), CLOSE) == []


def test_closing_twice_gives_nothing_back_twice():
    assert last_of_round(opened(), placed(2, "ante", 25_00), CLOSE, CLOSE, **HOLDEM) == []


def test_declaring_a_round_void_moves_nothing_and_leaves_settled_wagers_settled():
    told = booked_round(
        opened(),
        placed(2, "ante", 25_00),
        placed(3, "ante", 10_00),
        collected(2, "ante", 25_00),
        event("voided", reason="a card too many"),
        CLOSE,
        **HOLDEM,
    )
    assert told.by_event[4] == []
    assert moves(told.by_event[5]) == {LAYOUT: -10_00, ("patron", "T-1/3"): 10_00}
    assert told.balance("table_inventory") == 25_00


def test_the_layout_of_a_closed_round_stays_empty():
    told = booked_round(opened(), CLOSE, placed(2, "ante", 25_00), collected(2, "ante", 25_00), **HOLDEM)
    assert (told.balance("layout"), told.balance("patron"), told.balance("table_inventory")) == (
        0,
        -25_00,
        25_00,
    )


# --- cash, plaques and coupons ------------------------------------------------------


def test_a_cash_wager_lost_goes_into_the_box():
    legs = last_of_round(opened(), placed(2, "red", 200_00, **CASH), collected(2, "red", 200_00))
    assert moves(legs) == {LAYOUT: -200_00, BOX: 200_00}
    assert why(legs, "drop_box") == {"collect_loss": 200_00}


def test_a_cash_wager_that_wins_is_paid_from_the_tray_and_the_cash_goes_back():
    legs = last_of_round(opened(), placed(2, "red", 200_00, **CASH), paid(2, "red", 200_00))
    assert moves(legs) == {TABLE: -200_00, LAYOUT: -200_00, PATRON: 400_00}


def test_a_plaque_lost_goes_into_the_tray():
    legs = last_of_round(opened(), placed(2, "red", 1000_00, tender="plaque"), collected(2, "red", 1000_00))
    assert moves(legs) == {LAYOUT: -1000_00, TABLE: 1000_00}


def test_where_a_stake_was_put_is_what_was_recorded():
    to_box = collected(2, "red", 25_00, into="drop_box", chips={"2500": 1})
    legs = last_of_round(opened(), placed(2, "red", 25_00), to_box)
    assert (moves(legs), chips(legs, "drop_box")) == ({LAYOUT: -25_00, BOX: 25_00}, {25_00: 1})


def test_a_coupon_is_the_houses_own_stake():
    legs = last_of_round(opened(), placed(2, "ante", 50_00, serial="MP-1", **COUPON))
    assert moves(legs) == {PROMOTIONAL: -50_00, LAYOUT: 50_00}


def test_a_coupon_lost_goes_into_the_box_at_face():
    legs = last_of_round(opened(), placed(2, "ante", 50_00, **COUPON), collected(2, "ante", 50_00))
    assert moves(legs) == {LAYOUT: -50_00, BOX: 50_00}
    assert why(legs, "drop_box") == {"match_play": 50_00}


def test_a_coupon_is_no_chip_whatever_is_said_of_chips():
    lost = collected(2, "ante", 50_00, chips={"2500": 2})
    legs = last_of_round(opened(), placed(2, "ante", 50_00, **COUPON), lost)
    assert (chips(legs, "drop_box"), unspecified(legs, "drop_box")) == ({}, 50_00)


def test_a_coupon_that_wins_is_paid_from_the_tray_and_dropped():
    legs = last_of_round(opened(), placed(2, "ante", 50_00, **COUPON), paid(2, "ante", 50_00))
    assert moves(legs) == {TABLE: -50_00, PATRON: 50_00, LAYOUT: -50_00, BOX: 50_00}


@pytest.mark.parametrize(
    "settled",
    [
        [collected(2, "ante", 50_00), paid(2, "ante", 50_00)],
        [paid(2, "ante", 50_00), collected(2, "ante", 50_00)],
    ],
    ids=["collected, then paid", "paid, then collected"],
)
def test_a_coupon_that_wins_is_dropped_once_in_whichever_order_it_is_told(settled):
    told = booked_round(opened(), placed(2, "ante", 50_00, **COUPON), *settled, CLOSE, **HOLDEM)
    assert moves(told.postings) == {PROMOTIONAL: -50_00, BOX: 50_00, TABLE: -50_00, PATRON: 50_00}
    (wager,) = told.state.wagers
    assert (wager.collected, wager.into_box, wager.returned, wager.paid) == (50_00, 50_00, 0, 50_00)
    assert told.state.remarks == []


@pytest.mark.parametrize("reason", ["push", "void"])
def test_a_coupon_of_a_push_goes_back_to_be_played_again(reason):
    back = event("wager_returned", spot=2, wager="ante", amount=50_00, reason=reason)
    legs = last_of_round(opened(), placed(2, "ante", 50_00, **COUPON), back)
    assert moves(legs) == {LAYOUT: -50_00, PROMOTIONAL: 50_00}


def test_a_coupon_put_into_the_tray_is_an_exception():
    into_tray = collected(2, "ante", 50_00, into="table_inventory")
    legs = last_of_round(opened(), placed(2, "ante", 50_00, **COUPON), into_tray)
    assert why(legs, "table_inventory") == {"exception": 50_00}


def test_match_play_of_four_coupons():
    # Two lose, one wins, one pushes and goes back: three faces are in the box.
    told = booked_round(
        opened(),
        *(placed(spot, "ante", 50_00, serial=f"MP-{spot}", **COUPON) for spot in (1, 2, 3, 4)),
        collected(1, "ante", 50_00),
        collected(2, "ante", 50_00),
        paid(3, "ante", 50_00),
        event("wager_returned", spot=4, wager="ante", amount=50_00, reason="push"),
        CLOSE,
        **HOLDEM,
    )
    assert (told.balance("drop_box"), told.balance("promotional")) == (150_00, -150_00)
    assert (told.balance("table_inventory"), told.balance("layout")) == (-50_00, 0)


# --- rounds that touch no tray ------------------------------------------------------


@pytest.mark.parametrize("header", [{"session": None}, {"currency": "chip"}], ids=["no session", "chips"])
def test_a_round_in_no_session_or_in_chips_has_the_outside_for_a_tray(header):
    told = booked_round(
        opened(),
        placed(1, "red", 10_00),
        placed(2, "red", 25_00),
        placed(3, "red", 5_00, **CASH),
        collected(1, "red", 10_00, chips={"500": 2}),
        paid(2, "red", 25_00, chips={"2500": 1}),
        collected(3, "red", 5_00),
        **header,
    )
    assert {leg.account for leg in told.postings} == {"patron", "layout", "outside"}
    assert told.balance("outside") == 10_00 - 25_00 + 5_00
