"""Money paid at the cage to settle a dispute is booked in the currency of what is in dispute."""

from __future__ import annotations

import pytest

from tests.projections.pit import at, clock, table
from tests.scenario import collected, event, opened, placed, round_record
from tests.scenarios.dispute import dispute

OPENED = clock("21:00:00")
SETTLED = event(
    "settlement_paid", amount=40_00, direction="to_patron", at="cage", approved_by="F-2", source="manual",
    by="F-1", occurred_at=at("21:30:00"),
)  # fmt: skip


def in_euro(name):
    record = table(name)
    record["events"][0]["currency"] = "EUR"
    return record


def played(name, number=1):
    return round_record(opened(), placed(1, "main", 50_00), collected(1, "main", 50_00), event("closed"),
                        table=name, number=number)  # fmt: skip


def key(name, number=1):
    return f"{name}/2026-11-28/{number}"


@pytest.fixture
def told(pit):
    """A round at a table in dollars, and one at a table in euros."""
    pit.tell(table("T-1"), in_euro("E-1"), played("T-1"), played("E-1"))
    return pit


def cage(pit):
    """What the cage has by currency."""
    balances = pit.views.trial_balance()
    assert set(balances.out_of_balance.values()) == {0}
    return {name: accounts["cage"] for name, accounts in balances.balances.items() if accounts.get("cage")}


@pytest.mark.parametrize(
    ("complaint", "settled", "currency"),
    [
        ({"rounds": [key("T-1")]}, {}, "USD"),
        ({"rounds": [key("E-1")]}, {}, "EUR"),
        ({"rounds": [], "table": "E-1"}, {}, "EUR"),
        # Neither the round nor its table is known: what is recorded without a currency is in dollars.
        ({"rounds": [key("X-9")]}, {}, "USD"),
        ({"rounds": [key("E-1", 9)]}, {}, "EUR"),
        ({"rounds": [key("T-1"), key("E-1")]}, {"round": key("E-1")}, "EUR"),
        # Nobody said which of the two: it is booked as no currency in particular, and found.
        ({"rounds": [key("T-1"), key("E-1")]}, {}, "XXX"),
    ],
)
def test_it_is_the_currency_of_the_rounds_in_dispute(told, complaint, settled, currency):
    told.tell(dispute("D-1", {**SETTLED, **settled}, at=OPENED, **complaint))
    assert cage(told) == {currency: -40_00}
    found = [one["code"] for one in told.views.dispute("D-1").findings]
    assert ("settlement_currency_unsaid" in found) is (currency == "XXX")


def test_what_was_paid_is_told_by_currency_and_not_added_up_over_two(told):
    both = [key("T-1"), key("E-1")]
    paid = [{**SETTLED, "round": one} for one in both]
    back = {**SETTLED, "round": key("E-1"), "amount": 15_00, "direction": "from_patron"}
    told.tell(dispute("D-1", *paid, back, at=OPENED, rounds=both))
    told.tell(dispute("D-2", paid[1], at=OPENED, rounds=both), dispute("D-3", at=OPENED, rounds=both))
    listed = {one.dispute: one for one in told.views.disputes().disputes}
    for name, sum_, by_currency in [
        ("D-1", None, {"EUR": 25_00, "USD": 40_00}), ("D-2", 40_00, {"EUR": 40_00}), ("D-3", 0, {}),
    ]:  # fmt: skip
        for said in (listed[name], told.views.dispute(name)):
            assert (said.to_patron, said.settled) == (sum_, by_currency)


def test_what_is_put_right_leaves_the_currency_in_which_it_was_booked(told):
    both = [key("T-1"), key("E-1")]
    right = {**SETTLED, "round": key("E-1"), "amount": 30_00}
    corrected = event("corrected", corrects=2, event=right, reason="in euros", approved_by="F-2", by="F-1",
                      source="manual", occurred_at=at("21:40:00"))  # fmt: skip
    told.tell(dispute("D-1", SETTLED, corrected, at=OPENED, rounds=both))
    assert cage(told) == {"EUR": -30_00}
    # A correction of the correction by nothing: as first recorded.
    record = {"format": "pitledger/1", "stream": "dispute", "name": "D-1", "after": 3, "events": [
        {**corrected, "corrects": 3, "event": None, "occurred_at": at("21:50:00")},
    ]}  # fmt: skip
    told.tell(record)
    assert cage(told) == {"XXX": -40_00}


def test_a_round_that_is_recorded_later_changes_nothing_that_was_booked(pit):
    pit.tell(table("T-1"), dispute("D-1", SETTLED, at=OPENED, rounds=[key("E-1")]))
    assert cage(pit) == {"USD": -40_00}
    pit.tell(in_euro("E-1"), played("E-1"))
    assert cage(pit) == {"USD": -40_00}
    assert pit.views.dispute("D-1").settled == {"USD": 40_00}
    # What comes then is in euros, and with it all that was paid.
    record = {"format": "pitledger/1", "stream": "dispute", "name": "D-1", "after": 2,
              "events": [{**SETTLED, "amount": 10_00}]}  # fmt: skip
    pit.tell(record)
    assert cage(pit) == {"EUR": -50_00}
    assert pit.views.dispute("D-1").settled == {"EUR": 50_00}
