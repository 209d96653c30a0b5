"""O-I, the closer of that evening: the hundred that nobody recorded is looked for among the buy-ins."""

from tests.scenario import event
from tests.scenarios.floor import OPENER, Session, at, closed, counted

SHORT = {**OPENER, "10000": OPENER["10000"] - 3}


def bought(hour, cash, chips, note=None):
    one = event("buy_in", tender="cash", tendered=cash, chips=chips, source="dealer", by="D-1")
    return at(hour, one if note is None else {**one, "note": note})


def test_a_hundred_short_is_offered_as_overpaid_in_one_of_the_buy_ins_each_by_name(house):
    shift = Session(
        house,
        3,
        bought("20:30:00", 40_00, {"500": 8}),
        bought("21:00:00", 200_00, {"10000": 2}, note="5×20 + 2×50, changing three hundred called"),
        event(
            "color_changed", source="dealer", by="D-1", occurred_at="2026-11-28T21:30:00-05:00",
            **{"in": {"2500": 4}, "out": {"500": 20}},
        ),
    )  # fmt: skip
    shift.goes_on(closed({**SHORT, "500": OPENER["500"] - 28, "2500": OPENER["2500"] + 4}), *counted(240_00))
    figures = shift.figures()
    assert (figures["variance"]["total"], figures["drop"]["variance"]) == (-100_00, 0)
    first = figures["candidates"][0]
    (part,) = first["explanations"]
    assert (part["kind"], part["by_denomination"], first["remains"]["total"]) == (
        "overpaid", {"10000": -1}, 0,
    )  # fmt: skip
    assert [(one["version"], one["sentence"]) for one in part["evidence"]] == [
        (2, "buy-in of $40.00 cash for 8 × $5.00"),
        (3, "buy-in of $200.00 cash for 2 × $100.00"),
    ]
