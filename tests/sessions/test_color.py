"""Color: worth what its marker says, at one table, and out until it is cashed."""

import pytest

from ledger.sessions.findings import findings
from projections.exceptions.items import items
from tests.scenario import event
from tests.sessions.told import closed, corrected, opened, session

MARKED = event("marker_set", color="red", value=5_00)
SOLD = event("color_issued", color="red", count=20, value=5_00, tender="cash", tendered=100_00)


def cashed(count, chips, value=5_00, color="red"):
    return event("color_cashed", color=color, count=count, value=value, chips=chips)


def totals(**fields):
    return event("play_totaled", collected={}, paid={}, **fields)


def found(*events):
    return [(one.code, one.event, dict(one.facts)) for one in findings(session(opened(), *events))]


def test_color_is_out_from_its_sale_until_it_is_lost_or_cashed():
    state = session(opened(), MARKED, SOLD, totals(color_collected=60_00, color_paid=35_00))
    assert state.outstanding_color == 75_00
    state = session(opened(), MARKED, SOLD, totals(color_collected=60_00), cashed(8, {"500": 8}))
    assert state.outstanding_color == 0
    red = state.colors["red"]
    assert (red.marker, red.sold, red.sold_for, red.cashed, red.cashed_for) == (5_00, 20, 100_00, 8, 40_00)


def test_color_out_at_the_close_is_found_and_before_it_is_not():
    assert found(MARKED, SOLD) == []
    assert found(MARKED, SOLD, cashed(5, {"2500": 1}), closed()) == [
        ("color_outstanding", 5, {"amount": 75_00, "sold_not_cashed": {"red": 15}})
    ]
    assert found(MARKED, SOLD, totals(color_collected=100_00), closed()) == []


def test_a_sale_struck_out_is_no_longer_out():
    assert session(opened(), MARKED, SOLD, corrected(3)).outstanding_color == 0


def test_color_at_another_value_than_its_marker_says_is_found():
    other = {**SOLD, "count": 40, "value": 2_50}
    assert found(MARKED, other) == [
        ("color_not_as_marked", 3, {"color": "red", "marker": 5_00, "value": 2_50})
    ]
    assert found(other) == []
    assert found({**MARKED, "color": "blue"}, other) == []
    assert found(MARKED, {**MARKED, "value": 2_50}, other) == []


@pytest.mark.parametrize(
    ("bad", "facts"),
    [
        (
            {**SOLD, "tendered": 80_00},
            {"color": "red", "tendered": 80_00, "chips": 80_00, "worth": 100_00, "difference": -20_00},
        ),
        (
            {**SOLD, "tender": "chips", "chips": {"2500": 3}},
            {"color": "red", "tendered": 100_00, "chips": 75_00, "worth": 100_00, "difference": -25_00},
        ),
        (cashed(20, {"2500": 5}), {"color": "red", "chips": 125_00, "worth": 100_00, "difference": -25_00}),
    ],
)
def test_color_and_what_is_given_for_it_that_differ_are_found(bad, facts):
    assert found(bad) == [("color_not_equal", 2, facts)]


def test_color_sold_for_chips_takes_those_chips():
    assert found({**SOLD, "tender": "chips", "chips": {"2500": 4}}) == []


def test_the_set_of_a_color_counted_short_or_over_is_found_color_by_color():
    counted = event(
        "impressment_counted",
        counts={"red": 297, "blue": 300, "green": 1},
        impressment={"red": 300, "blue": 300},
    )
    assert found(counted) == [
        ("impressment_not_met", 2, {"color": "green", "counted": 1, "impressment": 0, "off_by": 1}),
        ("impressment_not_met", 2, {"color": "red", "counted": 297, "impressment": 300, "off_by": -3}),
    ]


def test_chips_of_no_value_that_are_missing_are_no_amount_in_the_exception_report():
    counted = event("impressment_counted", counts={"red": 297}, impressment={"red": 300})
    short = cashed(20, {"2500": 5})
    told = {one.code: (one.amount, one.detail) for one in items(session(opened(), counted, SOLD, short))}
    assert told["impressment_not_met"][0] is None
    assert "off by -3" in told["impressment_not_met"][1]
    assert told["color_not_equal"][0] == -25_00


def test_a_document_given_for_color_is_given_once():
    signed_for = {**SOLD, "tender": "counter_check", "document": "CC-1"}
    state = session(opened(), signed_for)
    assert (state.documents["CC-1"].issued, state.documents["CC-1"].issued_at) == (100_00, 2)
    assert [code for code, *_ in found(signed_for, signed_for)] == ["document_repeated"]
