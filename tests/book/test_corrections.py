"""A correction posts what the event should have moved, less what it moved: the difference, and only that."""

from ledger.book.postings import difference, summed
from tests.book.booked import TRAY, booked_round, booked_session, chips, moves, why
from tests.scenario import collected, event, opened, paid, placed

TABLE = ("table_inventory", TRAY)
PATRON = ("patron", "T-1/1")
LAYOUT = ("layout", "T-1")
OPENED = event(
    "opened", opener={"2500": 850}, shift="swing", source="supervisor", by="F-1", approved_by="D-1"
)


def corrected(version, instead=None, **fields):
    put_right = {} if instead is None else {"event": instead}
    return event("corrected", corrects=version, reason="misread", approved_by="F-2", **put_right, **fields)


def test_a_payment_recorded_too_high_is_lowered():
    told = booked_round(
        opened(),
        placed(1, "red", 25_00),
        paid(1, "red", 50_00, chips={"2500": 2}),
        corrected(3, paid(1, "red", 25_00, chips={"2500": 1})),
    )
    assert (moves(told.by_event[3]), chips(told.by_event[3], "table_inventory")) == (
        {TABLE: 25_00, PATRON: -25_00},
        {25_00: 1},
    )


def test_chips_misread_move_denominations_and_no_value():
    told = booked_round(
        opened(),
        placed(1, "red", 25_00),
        collected(1, "red", 25_00, chips={"2500": 1}),
        corrected(3, collected(1, "red", 25_00, chips={"500": 5})),
    )
    assert (moves(told.by_event[3]), chips(told.by_event[3], "table_inventory")) == ({}, {25_00: -1, 5_00: 5})


def test_a_correction_that_changes_no_money_posts_nothing():
    told = booked_round(
        opened(), event("card_dealt", to=1, card="As", face="up"),
        corrected(2, event("card_dealt", to=1, card="Ks", face="up")),
    )  # fmt: skip
    assert told.by_event[2] == []


def test_a_stake_struck_out_changes_what_its_settlement_came_from():
    # Without the stake, what was collected came from the patron and not from the layout.
    told = booked_round(opened(), placed(1, "red", 25_00), collected(1, "red", 25_00), corrected(2))
    assert moves(told.by_event[3]) == {}
    assert why(told.by_event[3], "patron") == {"stake": 25_00, "collect_loss": -25_00}
    assert why(told.by_event[3], "layout") == {"stake": -25_00, "collect_loss": 25_00}


def test_a_stake_corrected_after_the_close_changes_what_went_back():
    told = booked_round(
        opened(), placed(1, "ante", 25_00), event("closed"), corrected(2, placed(1, "ante", 40_00)),
        game="texas_holdem_bonus",
    )  # fmt: skip
    assert (moves(told.by_event[3]), told.balance("layout"), told.balance("patron")) == ({}, 0, 0)
    assert why(told.by_event[3], "layout") == {"stake": 15_00, "stake_back": -15_00}


def test_a_correction_taken_back_restores_the_first_record():
    told = booked_round(
        opened(),
        placed(1, "red", 25_00),
        paid(1, "red", 50_00),
        corrected(3, paid(1, "red", 25_00)),
        corrected(4),
    )
    assert moves(told.by_event[4]) == {TABLE: -25_00, PATRON: 25_00}
    assert told.balance("table_inventory") == -50_00


def test_a_correction_of_a_correction_is_about_the_same_event():
    told = booked_round(
        opened(),
        placed(1, "red", 25_00),
        paid(1, "red", 50_00),
        corrected(3, paid(1, "red", 25_00)),
        corrected(4, paid(1, "red", 30_00)),
    )
    assert moves(told.by_event[4]) == {TABLE: -5_00, PATRON: 5_00}


def test_an_adjustment_may_be_moved_to_the_tray_that_it_touched():
    def adjusted(session):
        return event(
            "adjustment_posted", spot=1, wager="red", amount=25_00, direction="to_patron", corrects=1,
            session=session, approved_by="F-1", reason="paid short",
        )  # fmt: skip

    other = "T-1/2026-11-28/2"
    told = booked_round(opened(), adjusted(TRAY), corrected(2, adjusted(other)))
    assert moves(told.by_event[2]) == {TABLE: 25_00, ("table_inventory", other): -25_00}


def test_an_opener_counted_wrongly_is_put_right_by_denomination():
    again = event("opened", opener={"2500": 580}, shift="swing", approved_by="D-1")
    told = booked_session(OPENED, corrected(1, again))
    assert moves(told.by_event[1]) == {("outside", ""): 6_750_00, TABLE: -6_750_00}
    assert chips(told.by_event[1], "table_inventory") == {25_00: -270}


def test_a_closer_counted_wrongly_was_never_posted():
    closed = event("closed", closer={"2500": 850}, approved_by="D-1")
    told = booked_session(
        OPENED, closed, corrected(2, event("closed", closer={"2500": 580}, approved_by="D-1"))
    )
    assert told.by_event[2] == []
    assert told.state.closed.closer == {25_00: 580}


def test_a_fill_dispatched_by_mistake_takes_its_effect_with_it():
    slip = {"type": "fill", "series": "2026", "serial": 7}
    told = booked_session(
        OPENED,
        event("fill_dispatched", slip=slip, chips={"500": 100}),
        event("fill_voided", slip=slip, chips={"500": 100}, reason="wrong table"),
        corrected(2),
    )
    # The void has nothing left to send back, so both its legs and the fill's go.
    assert (told.balance("transit"), told.balance("cage")) == (0, 0)
    assert moves(told.by_event[3]) == {}


def test_a_difference_of_totals_leads_from_one_to_the_other():
    told = booked_round(opened(), placed(1, "red", 25_00), collected(1, "red", 25_00, chips={"2500": 1}))
    now, before = summed(told.postings), summed(told.by_event[1])
    assert summed([*told.by_event[1], *difference(now, before)]) == now
    assert difference(now, now) == []
