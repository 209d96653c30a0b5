"""Forms: commission that is owed, inventory slips, variance reports, reprints; one number, one meaning."""

import pytest

from ledger.errors import LedgerError
from ledger.sessions.findings import findings
from tests.scenario import event
from tests.sessions.told import closed, corrected, credit, fill, form, opened, session

OWED = event("commission_uncollected", slip=form(17), amount=185_00, spot=5)
SLIP = form(4411, kind="inventory")


def recovered(amount, **fields):
    return event("commission_recovered", of=form(17), amount=amount, **fields)


def found(*events):
    return [(one.code, one.event) for one in findings(session(opened(), *events))]


def refused(*events):
    with pytest.raises(LedgerError) as caught:
        session(opened(), *events)
    return caught.value.code, caught.value.pointer, dict(caught.value.facts)


# --- commission --------------------------------------------------------------------


def test_what_came_in_of_commission_leaves_the_rest_open():
    state = session(opened(), OWED, recovered(100_00))
    (owing,) = state.commissions.values()
    assert (owing.owed, owing.recovered, owing.open) == (185_00, 100_00, 85_00)
    assert findings(state) == ()


def test_commission_owed_since_another_session_may_come_in_here():
    state = session(opened(), recovered(100_00))
    (owing,) = state.commissions.values()
    assert (owing.owed, owing.open) == (None, None)
    assert findings(state) == ()


def test_more_commission_than_was_owed_is_found():
    assert found(OWED, recovered(100_00), recovered(85_01)) == [("commission_overrecovered", 4)]


def test_chips_for_commission_that_are_not_its_amount_are_found():
    assert found(OWED, recovered(100_00, chips={"2500": 3})) == [("taking_not_equal", 3)]


def test_a_form_of_commission_recorded_again_has_no_second_effect():
    state = session(opened(), OWED, {**OWED, "by": "D-2"})
    assert state.commissions["vigorish/2026/17"].owed == 185_00
    assert [(one.code, one.event) for one in findings(state)] == [("form_repeated", 3)]
    again = recovered(100_00, slip=form(3, kind="recovery"))
    state = session(opened(), OWED, again, {**again, "by": "D-2"})
    assert state.commissions["vigorish/2026/17"].open == 85_00


def test_a_form_of_commission_with_another_amount_is_refused_naming_both():
    code, pointer, facts = refused(OWED, {**OWED, "amount": 180_00})
    assert (code, pointer) == ("slip_conflict", "/events/2/amount")
    assert (facts["slip"], facts["version"], facts["stored"], facts["sent"]) == (
        "vigorish/2026/17",
        2,
        185_00,
        180_00,
    )
    again = recovered(100_00, slip=form(3, kind="recovery"))
    assert refused(OWED, again, {**again, "amount": 1_00})[0] == "slip_conflict"


def test_commission_recovered_in_no_chips_is_no_record():
    assert refused(OWED, recovered(100_00, chips={"500": 0}))[:2] == (
        "amount_not_positive",
        "/events/2/chips",
    )


# --- fills and credits under one number ------------------------------------------------


def test_other_chips_under_a_slip_that_was_recorded_are_refused_naming_both():
    steps = [fill(step, {"500": 200}) for step in ("requested", "issued", "dispatched", "received")]
    code, pointer, facts = refused(*steps, fill("received", {"500": 100, "2500": 4}))
    assert (code, pointer) == ("slip_conflict", "/events/5/chips")
    assert facts == {
        "slip": "fill/2026/1001",
        "step": "received",
        "version": 5,
        "stored": "200×500",
        "sent": "100×500 4×2500",
    }


@pytest.mark.parametrize("gone", ["dispatched", "received"])
@pytest.mark.parametrize(("move", "other"), [(fill, "credit"), (credit, "fill")])
def test_a_void_after_transport_is_refused_and_names_the_slip_it_needs(gone, move, other):
    void = move("voided", {"500": 200}, reason="wrong table")
    code, pointer, facts = refused(move("issued", {"500": 200}), move(gone, {"500": 200}), void)
    assert (code, pointer) == ("slip_not_voidable", "/events/3/type")
    assert (facts["step"], facts["version"], facts["other"]) == (gone, 3, other)


def test_a_void_says_who_voided_and_who_signed_beside_them():
    void = fill("voided", {}, reason="torn", by="CB-1", approved_by="CB-2")
    state = session(opened(), fill("requested", {"500": 200}), void)
    step = state.slips["fill", "fill/2026/1001"].steps["voided"]
    assert (step.by, step.approved_by, step.reason) == ("CB-1", "CB-2", "torn")


# --- inventory slips, reports, reprints --------------------------------------------------


def test_counts_are_kept_under_the_slips_they_were_written_on():
    changed = event(
        "shift_changed", from_="swing", to="grave", count={}, by="F-1", approved_by="D-1", slip=form(2)
    )
    state = session(opened(slip=SLIP), changed, closed(slip=form(3)))
    kept = {name: (kind, one.version) for (kind, name), one in state.forms.items()}
    assert kept == {
        "inventory/2026/4411": ("table_inventory", 1),
        "vigorish/2026/2": ("table_inventory", 2),
        "vigorish/2026/3": ("table_inventory", 3),
    }
    assert findings(state) == ()


def test_one_inventory_slip_for_two_counts_is_found():
    assert [
        (one.code, one.event, one.facts["first"])
        for one in findings(session(opened(slip=SLIP), closed(slip=SLIP)))
    ] == [("form_repeated", 2, 1)]


def test_a_closer_put_right_keeps_its_slip():
    state = session(opened(), closed(slip=SLIP), corrected(2, closed(closer={"500": 590}, slip=SLIP)))
    assert (state.closed.closer, findings(state)) == ({5_00: 590}, ())


def test_a_variance_reported_is_kept_with_whom_it_was_told():
    told = event("variance_reported", of="opener", amount=-100_00, to=["security", "division"], slip=form(9))
    state = session(opened(), told)
    ((version, report),) = state.reported
    assert (version, report.amount, report.to) == (2, -100_00, ["security", "division"])


def test_a_reprint_is_counted():
    again = event("slip_reprinted", slip={"type": "fill", "series": "2026", "serial": 1001})
    state = session(opened(), fill("requested", {"500": 200}), again)
    assert (state.reprints, findings(state)) == ({"fill/2026/1001": 1}, ())
    assert session(opened(), fill("requested", {}), again, again).reprints == {"fill/2026/1001": 2}


def test_a_reprint_of_a_slip_nobody_knows_is_found():
    assert found(event("slip_reprinted", slip=form(99))) == [("slip_reprinted_unknown", 2)]


# --- chips let stand for more -------------------------------------------------------------


OVERRIDE = event(
    "chip_value_overridden", denomination=5_00, value=500_00, reason="a private game", approved_by="M-1"
)


def test_a_chip_let_stand_for_another_value_is_found_and_compared_at_it_from_then_on():
    bought = event("buy_in", tender="cash", tendered=1000_00, chips={"500": 2})
    changed = event("color_changed", in_={"500": 1}, out={"10000": 5})
    assert found(bought, OVERRIDE, changed) == [("buy_in_not_equal", 2), ("chip_value_overridden", 3)]
    assert found(OVERRIDE, bought, changed) == [("chip_value_overridden", 2)]
    (one,) = findings(session(opened(), OVERRIDE))
    assert (one.facts["denomination"], one.facts["value"], one.facts["approved_by"]) == (5_00, 500_00, "M-1")


def test_a_game_account_paid_in_other_chips_than_its_balance_is_found():
    assert found(event("game_account_cashed_out", amount=60_00, chips={"500": 12})) == []
    assert found(event("game_account_cashed_out", amount=60_00, chips={"500": 11})) == [
        ("account_cashout_not_equal", 2)
    ]
