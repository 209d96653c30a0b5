"""Who was on the table, by the floor's clock; seconds in which nobody was."""

from ledger.sessions.attendance import reliefs
from ledger.sessions.findings import findings
from tests.scenario import event
from tests.sessions.told import closed, opened, session, signed


def gaps(*events):
    return [
        (one.event, one.facts["seconds"], one.facts["out"], one.facts["in"])
        for one in findings(session(opened(), *events))
        if one.code == "table_unattended"
    ]


def at_close(at, **fields):
    return closed(occurred_at=f"2026-11-28T{at}-05:00", **fields)


A_IN, A_OUT = signed("in", "A", "20:15:00"), signed("out", "A", "21:00:00")


def test_a_relief_that_came_late_is_found_with_its_seconds():
    assert gaps(A_IN, A_OUT, signed("in", "B", "21:00:40")) == [(4, 40, "A", "B")]


def test_a_relief_that_came_in_time_is_none():
    assert gaps(A_IN, A_OUT, signed("in", "B", "21:00:00")) == []
    assert gaps(A_IN, signed("in", "B", "20:59:50"), A_OUT) == []


def test_a_relief_recorded_late_counts_when_it_occurred():
    assert gaps(A_IN, signed("out", "B", "21:20:00"), signed("in", "B", "21:00:40"), A_OUT) == [
        (4, 40, "A", "B")
    ]


def test_a_table_that_nobody_came_back_to_is_found_at_the_closer():
    away = [A_IN, A_OUT]
    assert gaps(*away) == []
    assert gaps(*away, at_close("21:05:00")) == [(4, 300, "A", None)]


def test_the_dealer_who_signs_the_closer_is_at_the_table():
    assert gaps(A_IN, A_OUT, at_close("21:00:10", approved_by="A")) == []


def test_after_the_closer_nobody_needs_to_be_there():
    assert gaps(A_IN, at_close("21:00:00", approved_by="A"), signed("out", "A", "21:01:00")) == []


def test_a_session_in_which_nobody_signs_in_says_nothing_of_gaps():
    assert gaps(at_close("21:00:00")) == []


def test_reliefs_are_the_times_when_the_table_changed_hands():
    state = session(
        opened(),
        A_IN,
        signed("in", "B", "20:59:50"),
        A_OUT,
        signed("out", "B", "22:00:00"),
        signed("in", "C", "22:00:30"),
    )
    assert [(one.out, one.into, one.gap_s, one.version) for one in reliefs(state)] == [
        ("A", "B", 0, 4),
        ("B", "C", 30, 6),
    ]


def test_what_has_no_time_says_nothing_of_gaps():
    unknown = {"source": "import", "occurred_at": None, "dealer": "A"}
    assert gaps(A_IN, event("dealer_signed_out", **unknown), signed("in", "B", "21:00:40")) == []


def codes(*events):
    return [(one.code, one.event) for one in findings(session(opened(), *events))]


def test_a_signing_out_recorded_late_makes_no_mistake_of_the_next_signing_in():
    back = signed("in", "A", "22:00:00")
    assert codes(A_IN, back) == [("dealer_signed_in_twice", 3)]
    assert codes(A_IN, back, A_OUT) == [("table_unattended", 3)]
    assert session(opened(), A_IN, back, A_OUT).dealers == {"A": 3}
