"""What rounds move beside stakes: pots and rake, funds and progressives, adjustments."""

from typing import Any

import pytest

from tests.book.booked import CLOSE, ROUND, TRAY, booked_round, chips, last_of_round, moves, why
from tests.scenario import event, opened, paid, placed

PATRON = ("patron", "T-1/2")
TABLE = ("table_inventory", TRAY)
BOX = ("drop_box", TRAY)
OUTSIDE = ("outside", "")
POT = ("pot", ROUND)
POKER: dict[str, Any] = {"game": "poker", "variant": "holdem"}


# --- poker --------------------------------------------------------------------------


def bet(spot, amount, **fields):
    return placed(spot, "bet", amount, **fields)


def uncalled(spot, amount):
    return event("wager_returned", spot=spot, wager="bet", amount=amount, reason="uncalled")


def awarded(spot, amount):
    return event("pot_awarded", spot=spot, pot=0, amount=amount)


def raked(amount, into):
    return event("rake_taken", amount=amount, kind="pot", into=into)


def test_a_bet_goes_into_the_pot():
    assert moves(last_of_round(opened(), bet(2, 25_00), **POKER)) == {PATRON: -25_00, POT: 25_00}


def test_an_uncalled_bet_comes_back_out_of_the_pot():
    legs = last_of_round(opened(), bet(2, 25_00), uncalled(2, 15_00), **POKER)
    assert moves(legs) == {POT: -15_00, PATRON: 15_00}


def test_a_pot_goes_to_who_wins_it():
    legs = last_of_round(opened(), bet(1, 25_00), bet(2, 25_00), awarded(2, 50_00), **POKER)
    assert moves(legs) == {POT: -50_00, PATRON: 50_00}


def test_a_pot_goes_to_the_patron_who_bet_at_that_spot():
    told = booked_round(opened(), bet(1, 25_00, patron="P-7"), awarded(1, 25_00), **POKER)
    assert told.balance("patron", "P-7") == 0


@pytest.mark.parametrize(
    ("into", "kept"), [("rake", ("rake", TRAY)), ("drop_box", BOX), ("table_inventory", TABLE)]
)
def test_the_rake_goes_where_it_is_kept(into, kept):
    legs = last_of_round(opened(), bet(1, 25_00), raked(2_00, into), **POKER)
    assert moves(legs) == {POT: -2_00, kept: 2_00}


def test_a_contribution_goes_from_the_pot_to_its_fund():
    given = event("fund_contributed", fund="bad-beat", amount=1_00)
    legs = last_of_round(opened(), bet(1, 25_00), given, **POKER)
    assert moves(legs) == {POT: -1_00, ("fund", "bad-beat"): 1_00}


def test_a_hand_of_poker_leaves_its_pot_empty_and_the_tray_alone():
    told = booked_round(
        opened(), bet(1, 10_00), bet(2, 25_00), uncalled(2, 15_00), raked(1_00, "rake"), awarded(2, 19_00),
        CLOSE, **POKER,
    )  # fmt: skip
    assert moves(told.postings) == {("patron", "T-1/1"): -10_00, PATRON: 9_00, ("rake", TRAY): 1_00}


def test_a_pot_that_nobody_was_given_is_not_posted_away():
    told = booked_round(opened(), bet(1, 10_00), CLOSE, **POKER)
    assert (told.balance("pot"), told.by_event[-1]) == (10_00, [])


def test_a_pot_at_a_table_without_rules_comes_off_the_layout():
    told = booked_round(opened(), bet(1, 25_00), bet(2, 25_00), raked(2_00, "drop_box"), awarded(2, 48_00))
    assert (told.balance("layout"), told.balance("pot"), told.balance("drop_box")) == (0, 0, 2_00)


# --- funds ----------------------------------------------------------------------------


def hit(amount, **fields):
    return event("progressive_paid", spot=2, wager="progressive", fund="prog-1", amount=amount, **fields)


def test_a_contribution_of_a_table_without_a_pot_comes_from_the_outside():
    given = event("fund_contributed", fund="prog-1", amount=70)
    assert moves(last_of_round(opened(), given)) == {OUTSIDE: -70, ("fund", "prog-1"): 70}


def test_winning_a_progressive_moves_nothing():
    won = event("progressive_won", spot=2, wager="progressive", fund="prog-1", amount=8_125_00)
    assert last_of_round(opened(), won) == []


def test_a_progressive_paid_at_the_cage_leaves_the_tray_alone():
    legs = last_of_round(opened(), hit(8_125_00, at="cage"))
    assert moves(legs) == {
        ("fund", "prog-1"): -8_125_00,
        OUTSIDE: 8_125_00,
        ("cage", ""): -8_125_00,
        PATRON: 8_125_00,
    }


def test_a_progressive_paid_from_the_tray_lowers_it():
    legs = last_of_round(opened(), hit(500_00, at="table_inventory", chips={"50000": 1}))
    assert moves(legs) == {("fund", "prog-1"): -500_00, OUTSIDE: 500_00, TABLE: -500_00, PATRON: 500_00}
    assert chips(legs, "table_inventory") == {500_00: -1}


def prize(amount):
    return event("progressive_won", spot=2, wager="progressive", fund="prog-1", amount=amount)


STAKE = placed(2, "progressive", 1_00)
# What the table inventory pays, the stake with it.
BY_TRAY = {TABLE: -60_00, PATRON: 61_00, ("layout", "T-1"): -1_00}


@pytest.mark.parametrize(
    ("before", "leaves"),
    [
        ([], 0),  # a win by the pay table alone
        ([prize(60_00)], 60_00),
        ([prize(50_00)], 50_00),
        ([prize(60_00), hit(20_00, at="cage")], 40_00),
        ([prize(60_00), hit(70_00, at="cage")], 0),
    ],
)
def test_a_payment_from_the_tray_leaves_the_fund_as_far_as_it_pays_what_was_won(before, leaves):
    legs = last_of_round(opened(), STAKE, *before, paid(2, "progressive", 60_00))
    funded = {("fund", "prog-1"): -leaves, OUTSIDE: leaves} if leaves else {}
    assert moves(legs) == {**BY_TRAY, **funded}


@pytest.mark.parametrize(("won", "leaves"), [(60_00, 60_00), (25_00, 25_00), (99_00, 60_00)])
def test_what_the_tray_paid_before_the_win_was_recorded_leaves_the_fund_then(won, leaves):
    legs = last_of_round(opened(), STAKE, paid(2, "progressive", 60_00), prize(won))
    assert moves(legs) == {("fund", "prog-1"): -leaves, OUTSIDE: leaves}


def test_a_progressive_paid_in_chips_comes_from_nowhere_in_the_house():
    legs = last_of_round(opened(), hit(500, at="cage"), currency="chip")
    assert moves(legs) == {("fund", "prog-1"): -500, PATRON: 500}


# --- adjustments ------------------------------------------------------------------------


def adjusted(direction, **fields):
    return event(
        "adjustment_posted", spot=2, wager="red", amount=25_00, direction=direction, approved_by="F-1",
        reason="paid wrongly", session="T-1/2026-11-28/2", **fields,
    )  # fmt: skip


OTHER_TRAY = ("table_inventory", "T-1/2026-11-28/2")


def test_an_adjustment_touches_the_tray_of_its_own_session():
    legs = last_of_round(opened(), adjusted("to_patron", corrects=1, chips={"2500": 1}))
    assert moves(legs) == {OTHER_TRAY: -25_00, PATRON: 25_00}
    assert (chips(legs, "table_inventory"), why(legs, "table_inventory")) == (
        {25_00: -1},
        {"adjustment": -25_00},
    )


def test_an_adjustment_from_the_patron_goes_into_the_tray():
    legs = last_of_round(opened(), adjusted("from_patron", corrects=1, chips={"2500": 1}))
    assert (moves(legs), chips(legs, "table_inventory")) == ({OTHER_TRAY: 25_00, PATRON: -25_00}, {25_00: 1})


def test_an_adjustment_that_corrects_nothing_is_goodwill():
    assert why(last_of_round(opened(), adjusted("to_patron")), "table_inventory") == {"goodwill": -25_00}


def test_an_adjustment_of_a_round_in_no_session_touches_the_tray_it_names():
    legs = last_of_round(opened(), adjusted("to_patron", corrects=1), session=None)
    assert moves(legs) == {OTHER_TRAY: -25_00, PATRON: 25_00}


def test_an_adjustment_in_chips_touches_no_tray():
    legs = last_of_round(opened(), adjusted("to_patron", corrects=1), currency="chip")
    assert moves(legs) == {OUTSIDE: -25_00, PATRON: 25_00}
