"""What may explain a tray that is off, by what was recorded beside it; each case on its own gaming date."""

from datetime import date, timedelta
from itertools import count

import pytest

from tests.projections.pit import table
from tests.scenario import collected, event, opened, paid, placed, round_record, session_record

OPENER = {"100": 100, "500": 200, "2500": 200, "10000": 50, "50000": 10}
DAYS = count(1)
FILL = {"500": 40, "2500": 20}
FILL_VALUE = 700_00


class Day:
    """A gaming date with two blackjack tables and a poker table of its own, and what is told of it."""

    def __init__(self, pit):
        self.pit = pit
        number = next(DAYS)
        self.date = date(2026, 1, 5) + timedelta(days=number)
        self.names = {name: f"{name}-{number}" for name in ("BJ", "BJB", "PK")}
        pit.tell(*(table(name) for name in self.names.values()))

    def key(self, name="BJ", number=1):
        return f"{self.names[name]}/{self.date}/{number}"

    def at(self, hour, **fields):
        people = {"source": "supervisor", "by": "F-2", "approved_by": "D-1"}
        return {**self.alone(hour), **people, **fields}

    def alone(self, hour):
        """The same of an event that one person stands for."""
        return {"occurred_at": f"{self.date}T{hour}:00:00-05:00", "source": "dealer", "by": "D-1"}

    def session(self, name, closer, *between, opener=OPENER, number=1, cash=0, shift="swing"):
        """A session with its box counted; `closer` is what it differs in from its opener."""
        found = {"cash": cash, "documents": 0, "coupons": 0}
        faces = {**opener, **closer}
        chips = {face: opener.get(face, 0) + closer.get(face, 0) for face in faces}
        record = session_record(
            event("opened", **self.at("18", opener=opener, shift=shift)),
            *({**(self.at if "slip" in one else self.alone)("19"), **one} for one in between),
            event("closed", **self.at("22", closer=chips)),
            event("box_dropped", **self.at("22", box="B")),
            event("drop_counted", **self.at("23", box="B", first=found, second=found)),
            table=self.names[name], gaming_date=str(self.date), number=number,
        )  # fmt: skip
        self.pit.tell(record)
        return self

    def round(self, *events, number=1):
        timed = [{**self.alone("20"), **one} for one in events]
        self.pit.tell(
            round_record(*timed, table=self.names["BJ"], gaming_date=str(self.date), number=number, session=1)
        )
        return self

    def found(self, name="BJ", *, alone=True):
        answer = self.pit.views.reconcile(self.date, table=self.names[name] if alone else None)
        return next(one for one in answer.sessions if one.table == self.names[name])

    def first(self, name="BJ", **asked):
        """The likeliest candidate and its single explanation."""
        candidate = self.found(name, **asked).candidates[0]
        (part,) = candidate.explanations
        return candidate, part


@pytest.fixture
def day(shared_pit):
    return Day(shared_pit)


def slip(kind, step, chips, serial=7):
    return event(f"{kind}_{step}", slip={"type": kind, "series": "2026", "serial": serial}, chips=chips)


def bought_in(cash, chips):
    return event("buy_in", tender="cash", tendered=cash, chips=chips)


def test_a_tray_that_agrees_has_no_candidates(day):
    assert day.session("BJ", {}).found().candidates is None


# --- slips -----------------------------------------------------------------------------


def test_a_fill_posted_to_the_wrong_table_is_named_at_both(day):
    day.session("BJ", {}, slip("fill", "received", FILL)).session("BJB", FILL)
    (wrong, here), (right, there) = day.first("BJ"), day.first("BJB")
    assert (here.kind, here.amount, here.by_denomination) == (
        "slip_on_wrong_table", -FILL_VALUE, {5_00: -40, 25_00: -20},
    )  # fmt: skip
    assert (there.kind, there.amount) == ("slip_on_wrong_table", FILL_VALUE)
    key = day.key()
    assert [(one.evidence[0].stream, one.evidence[0].version) for one in (here, there)] == [(key, 2)] * 2
    assert "fill/2026/7" in here.sentence
    assert (wrong.remains.total, right.remains.total) == (0, 0)


def test_o4_the_slip_reversed_here_and_posted_there_leaves_nothing_to_explain(day):
    day.session("BJ", {}, slip("fill", "received", FILL)).session("BJB", FILL)
    people = {"source": "manual", "by": "A-1", "approved_by": "A-2", "reason": "posted to the wrong table"}
    reversed_ = event("corrected", **{**day.at("23"), **people}, corrects=2, event=None)
    posted = {**slip("fill", "received", FILL), **day.at("19")}
    day.pit.tell(
        session_record(reversed_, table=day.names["BJ"], gaming_date=str(day.date), after=5),
        session_record(posted, table=day.names["BJB"], gaming_date=str(day.date), after=4),
    )
    for name, fills in (("BJ", 0), ("BJB", FILL_VALUE)):
        one = day.found(name)
        assert (one.fills, one.variance.total, one.candidates, one.identity_holds) == (fills, 0, None, True)


def test_a_credit_posted_to_the_wrong_table_goes_the_other_way(day):
    day.session("BJ", {}, slip("credit", "dispatched", FILL))
    day.session("BJB", {face: -count for face, count in FILL.items()})
    _, here = day.first("BJ")
    assert (here.kind, here.amount) == ("slip_on_wrong_table", FILL_VALUE)


def test_a_slip_whose_chips_no_table_has_is_offered_as_well(day):
    day.session("BJ", {}, slip("fill", "received", FILL))
    kinds = [part.kind for one in day.found().candidates for part in one.explanations]
    assert "slip_not_in_tray" in kinds


def test_a_stack_that_only_a_slip_moved_is_sought_in_the_slip_and_in_no_buy_in(day):
    day.session("BJ", {}, *(slip("fill", step, {"2500": 20}) for step in ("dispatched", "received")))
    assert day.first()[1].kind == "slip_not_in_tray"


def test_a_fill_sent_and_not_received_is_in_transit_and_may_lie_in_the_tray(day):
    day.session("BJ", FILL, slip("fill", "dispatched", FILL))
    one = day.found()
    (transit,) = one.in_transit
    assert (transit.slip, transit.amount, transit.evidence.version) == ("fill/2026/7", FILL_VALUE, 2)
    assert transit.evidence.position is not None
    _, part = day.first()
    assert (part.kind, part.amount) == ("in_transit", FILL_VALUE)
    # Stated beside the variance, never taken out of it.
    assert one.variance.total == FILL_VALUE


def voided(kind, chips):
    return event(
        f"{kind}_voided", slip={"type": kind, "series": "2026", "serial": 7}, chips=chips, reason="x"
    )


@pytest.mark.parametrize(
    ("kind", "sign", "told"),
    [
        ("fill", 1, [slip("fill", "requested", FILL), slip("fill", "issued", FILL)]),
        ("fill", 1, [slip("fill", "issued", FILL), voided("fill", FILL)]),
        ("fill", 1, [slip("fill", "issued", FILL), voided("fill", {})]),
        ("credit", -1, [slip("credit", "issued", FILL), voided("credit", FILL)]),
    ],
)
def test_a_slip_that_was_void_or_never_booked_may_have_moved_its_chips_all_the_same(day, kind, sign, told):
    day.session("BJ", {face: sign * count for face, count in FILL.items()}, *told)
    candidate, part = day.first()
    assert (part.kind, part.amount, candidate.remains.total) == ("slip_not_booked", sign * FILL_VALUE, 0)
    (evidence,) = part.evidence
    assert (evidence.stream, evidence.version) == (day.key(), 1 + len(told))


def test_a_slip_that_was_void_and_moved_nothing_is_no_candidate(day):
    day.session("BJ", {"2500": -1}, slip("fill", "issued", FILL), voided("fill", FILL))
    kinds = {part.kind for one in day.found().candidates for part in one.explanations}
    assert "slip_not_booked" not in kinds


def test_a_slip_on_the_wrong_table_is_known_although_a_chip_more_went_wrong_at_either(day):
    day.session("BJ", {"500": -1}, slip("fill", "received", FILL)).session("BJB", {**FILL, "2500": 19})
    here, there = (day.found(name).candidates[0] for name in ("BJ", "BJB"))
    for candidate, amount in ((here, -FILL_VALUE), (there, FILL_VALUE)):
        kinds = {part.kind: part.amount for part in candidate.explanations}
        assert kinds.pop("slip_on_wrong_table") == amount
        assert [*kinds] == ["overpaid"]
        assert candidate.remains.total == 0


@pytest.mark.parametrize(
    ("counted", "off"),
    [({"500": 60}, {5_00: -20}), ({"2500": 8}, {5_00: 40, 25_00: -8})],
    ids=["more", "other chips"],
)
def test_what_was_counted_in_unlike_its_slip_is_not_said_to_be_on_its_way(day, counted, off):
    sent = {"500": 40}
    day.session("BJ", sent, slip("fill", "dispatched", sent), slip("fill", "received", counted))
    _, part = day.first()
    assert (part.kind, part.by_denomination) == ("counted_unlike_slip", off)
    assert "on their way" not in part.sentence


def test_a_chip_more_out_than_recorded_is_not_sought_in_a_fill_that_had_none_of_it(day):
    day.session("BJ", {"10000": -1, **FILL}, slip("fill", "dispatched", FILL), slip("fill", "received", FILL))
    _, part = day.first()
    assert (part.kind, part.evidence, part.more) == ("overpaid", [], 0)


def test_a_slip_and_a_mistake_beside_it_explain_a_variance_together(day):
    day.session("BJ", {"10000": -1}, slip("fill", "received", FILL)).session("BJB", FILL)
    first = day.found().candidates[0]
    assert sorted(part.kind for part in first.explanations) == ["overpaid", "slip_on_wrong_table"]
    assert first.remains.total == 0


# --- counts beside it -----------------------------------------------------------------


def test_an_opener_counted_wrong_is_known_by_the_closer_before_it(day):
    day.session("BJ", {})
    day.session("BJ", {"2500": -10}, opener={**OPENER, "2500": 210}, number=2)
    found = day.pit.views.reconcile(day.date, table=day.names["BJ"]).sessions[1]
    (part,) = found.candidates[0].explanations
    assert (part.kind, part.by_denomination) == ("opener_miscounted", {25_00: -10})
    (evidence,) = part.evidence
    assert (evidence.stream, evidence.sentence[:6]) == (day.key(), "closer")


def test_a_tray_short_by_what_another_is_over_is_offset_there(day):
    day.session("BJ", {"10000": -2, "500": 1}).session("PK", {"10000": 2, "500": -1})
    candidate, part = day.first()
    assert (part.kind, part.amount, candidate.remains.total) == ("offset_elsewhere", -195_00, 0)
    assert part.evidence[0].stream == day.key("PK")


def test_o8_forty_short_here_and_forty_one_over_there_leave_one_dollar_by_name(day):
    day.session("BJ", {"500": -8}).session("PK", {"2500": 1, "100": 16})
    both = {name: day.found(name).candidates for name in ("BJ", "PK")}
    near = {
        name: (one, part)
        for name, found in both.items()
        for one in found
        for part in one.explanations
        if part.kind == "near_offset_elsewhere"
    }
    short, part = near["BJ"]
    assert (short.amount, short.remains.total) == (-40_00, 0)
    assert part.sentence.endswith("that leaves $1.00")
    over, _ = near["PK"]
    assert (over.amount, over.remains.total) == (40_00, 1_00)


def test_a_tray_short_by_what_its_own_box_is_over_is_a_buy_in_nobody_recorded(day):
    day.session("BJ", {"2500": -8}, cash=200_00)
    candidate, part = day.first()
    assert (part.kind, candidate.amount, candidate.remains.total) == ("buy_in_not_recorded", -200_00, 0)


# --- color, rounds, movements without chips ---------------------------------------------


def test_color_not_cashed_in_stands_beside_the_variance_and_explains_it(day):
    sold = event("color_issued", color="red", count=40, value=5_00, tender="cash", tendered=200_00)
    day.session("BJ", {}, sold, cash=200_00)
    one = day.found()
    assert (one.outstanding_color, one.variance.total) == (200_00, 200_00)
    candidate, part = day.first()
    assert (part.kind, part.amount, candidate.remains.total) == ("outstanding_color", 200_00, 0)
    assert part.evidence[0].version == 2


def test_color_and_a_missing_chip_are_told_apart(day):
    sold = event("color_issued", color="red", count=40, value=5_00, tender="cash", tendered=200_00)
    day.session("BJ", {"10000": -1}, sold, cash=200_00)
    first = day.found().candidates[0]
    assert sorted(part.kind for part in first.explanations) == ["outstanding_color", "overpaid"]
    assert (first.amount, first.remains.total) == (100_00, 0)


def test_movements_without_chips_say_that_denominations_say_nothing(day):
    lost = [opened(), placed(1, "main", 25_00), collected(1, "main", 25_00), event("closed")]
    day.session("BJ", {"2500": 1}).round(*lost)
    one = day.found()
    assert (one.variance.total, one.variance.unspecified) == (0, -25_00)
    candidate, part = day.first()
    assert (part.kind, candidate.remains.total) == ("movements_without_chips", 0)
    # That nothing is off in sum is no reason to doubt every round that was settled right.
    assert {part.kind for one in day.found().candidates for part in one.explanations} == {part.kind}


def test_a_slip_counted_in_otherwise_is_offered_beside_movements_without_chips(day):
    lost = [opened(), placed(1, "main", 20_00), collected(1, "main", 20_00), event("closed")]
    sent, came = {"500": 20}, {"500": 16, "2500": 1}
    steps = (slip("fill", "dispatched", sent), slip("fill", "received", came))
    day.session("BJ", sent, *steps).round(*lost)
    here = {one.explanations[0].kind: one for one in day.found().candidates}["counted_unlike_slip"]
    assert here.explanations[0].by_denomination == {500: 4, 2500: -1}
    assert (here.remains.by_denomination, here.remains.unspecified) == ({}, -20_00)


def test_the_payments_of_rounds_that_could_be_meant_are_pointed_at(day):
    won = [
        opened(), placed(1, "main", 5_00, chips={"500": 1}), paid(1, "main", 5_00, chips={"500": 1}),
        event("closed"),
    ]  # fmt: skip
    # One $25 went out where one $5 was recorded.
    day.session("BJ", {"500": -6, "2500": -1})
    for number in range(1, 8):
        day.round(*won, number=number)
    expected = day.found().expected_closer
    candidate = day.found().candidates[0]
    assert expected == day.found().opener - 7 * 5_00
    mistaken = [part for part in candidate.explanations if part.kind == "wrong_denomination"]
    assert mistaken
    evidence = mistaken[0].evidence
    assert [one.stream for one in evidence] == [day.key(number=number) for number in range(1, 6)]
    assert (evidence[0].version, mistaken[0].more) == (3, 2)
    assert evidence[0].sentence.startswith("spot 1 main")


def test_candidates_are_offered_and_nothing_is_booked(day):
    before = day.pit.ledger.recorder.head() if day.session("BJ", {"10000": -1}) else 0
    figures = day.found()
    assert figures.candidates
    assert day.pit.ledger.recorder.head() == before
    assert figures == day.found()
    assert (figures.round_win.total, figures.exceptions, figures.variance.total) == (0, 0, -100_00)


# --- shifts ------------------------------------------------------------------------------


def handed_over(day, between, closer, *told):
    """A session of two shifts: `between` is what the count is off from the opener, `closer` the last."""
    at_count = {face: OPENER.get(face, 0) + between.get(face, 0) for face in OPENER}
    count = event("shift_changed", **{"from": "day"}, to="swing", count=at_count)
    return day.session("BJ", closer, *told, {**day.at("19"), **count}, shift="day")


@pytest.fixture
def by_shift(day):
    """Candidates by shift, each as rank, kinds and amount."""

    def found():
        offered: dict[str | None, list[tuple[int, list[str], int]]] = {}
        for one in day.found().candidates or ():
            kinds = sorted(part.kind for part in one.explanations)
            offered.setdefault(one.shift, []).append((one.rank, kinds, one.amount))
        return offered

    return found


def test_two_errors_in_two_shifts_are_told_apart_by_the_count_between_them(day, by_shift):
    handed_over(day, {"2500": -1}, {"2500": -1, "500": 1})
    assert [shift.variance.total for shift in day.found().shifts] == [-25_00, 5_00]
    found = by_shift()
    assert found["day"][0] == (1, ["overpaid"], -25_00)
    assert found["swing"][0] == (1, ["underpaid"], 5_00)
    assert not any("wrong_denomination" in kinds for some in found.values() for _, kinds, _ in some)


def test_equal_and_opposite_errors_in_two_shifts_have_candidates_and_the_count_between_is_the_first(
    day, by_shift
):
    handed_over(day, {"2500": -1}, {})
    one = day.found()
    assert (one.variance.total, [shift.variance.total for shift in one.shifts]) == (0, [-25_00, 25_00])
    found = by_shift()
    assert found["day"][:2] == [(1, ["handover_miscounted"], -25_00), (2, ["overpaid"], -25_00)]
    assert found["swing"][:2] == [(1, ["handover_miscounted"], 25_00), (2, ["underpaid"], 25_00)]
    evidence = one.candidates[0].explanations[0].evidence
    assert (evidence[0].stream, evidence[0].version) == (day.key(), 2)
    assert evidence[0].sentence.startswith("count from day to swing")


def test_a_slip_entered_in_one_shift_whose_chips_came_in_another_is_named_in_both(day, by_shift):
    received = {**day.at("18"), **slip("fill", "received", FILL)}
    handed_over(day, {}, FILL, received)
    assert by_shift()["day"][0][1] in (["handover_miscounted"], ["slip_in_wrong_shift"])
    kinds = {shift: {kind for _, some, _ in ways for kind in some} for shift, ways in by_shift().items()}
    assert all("slip_in_wrong_shift" in some for some in kinds.values()), kinds


def test_only_what_moved_in_the_shift_that_is_off_is_pointed_at(day):
    before = {"occurred_at": f"{day.date}T18:30:00-05:00"}
    after = {"occurred_at": f"{day.date}T21:00:00-05:00"}
    at_count = {**OPENER, "2500": 196}
    day.session(
        "BJ", {"2500": -9},
        {**bought_in(100_00, {"2500": 4}), **before},
        event("shift_changed", **{**day.at("19"), "from": "day"}, to="swing", count=at_count),
        {**bought_in(100_00, {"2500": 4}), **after},
        cash=200_00, shift="day",
    )  # fmt: skip
    one = day.found()
    assert [shift.variance.total for shift in one.shifts] == [0, -25_00]
    (first, *_) = one.candidates
    assert (first.shift, first.since, first.rank) == ("swing", one.shifts[1].since, 1)
    assert [each.version for each in first.explanations[0].evidence] == [4]
