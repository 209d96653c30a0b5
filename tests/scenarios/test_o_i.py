"""O-I: $200 in, $300 out: an unequal exchange where the chips are recorded, else a short closer."""

from tests.scenario import event
from tests.scenarios.floor import OPENER, OPENER_VALUE, Session, at, closed, counted

SHORT = {**OPENER, "10000": OPENER["10000"] - 3}


def buy_in(chips):
    bought = event("buy_in", tender="cash", tendered=200_00, chips=chips, source="dealer", by="D-1")
    return at("21:00:00", {**bought, "note": "5×20 + 2×50, changing three hundred called"})


def test_chips_handed_out_as_recorded_are_an_unequal_exchange_found_at_once(house):
    shift = Session(house, 1)
    said = shift.goes_on(buy_in({"10000": 3}))
    assert [one["code"] for one in said.json()["findings"]] == ["buy_in_not_equal"]
    shift.goes_on(closed(SHORT), *counted(200_00))
    figures = shift.figures()
    assert (figures["drop"]["expected"], figures["drop"]["variance"]) == (200_00, 0)
    assert (figures["exceptions"], figures["variance"]["total"]) == (-100_00, 0)
    assert (figures["accounting_win"], figures["round_win"]["total"]) == (-100_00, 0)
    assert figures["identity_holds"]
    (item,) = figures["exception_items"]
    assert (item["type"], item["version"], item["amount"]) == ("buy_in", 2, -100_00)


def test_chips_handed_out_and_not_recorded_are_a_short_closer(house):
    shift = Session(house, 2, buy_in({"10000": 2}))
    assert shift.findings() == []
    shift.goes_on(closed(SHORT), *counted(200_00))
    figures = shift.figures()
    assert (figures["exceptions"], figures["variance"]["total"]) == (0, -100_00)
    by_denomination = {chip: count for chip, count in figures["variance"]["by_denomination"].items() if count}
    assert by_denomination == {"10000": -1}
    assert (figures["expected_closer"], figures["drop"]["counted"]) == (OPENER_VALUE - 200_00, 200_00)
    assert figures["identity_holds"]
