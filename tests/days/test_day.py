"""What a gaming day says of itself, and what cannot be a record of one."""

import pytest

from ledger.application.opening import open_ledger
from ledger.days.findings import KINDS, findings
from ledger.days.state import Place
from ledger.errors import LedgerError
from tests.days.told import audited, corrected, counted, day, day_record, opened, preliminary, restated, shut
from tests.scenario import document, event, table_record

VAULT = {"500": 1000, "2500": 400}


def problem(receipt):
    return receipt.problem.code, receipt.problem.pointer


def refused(*events):
    with pytest.raises(LedgerError) as caught:
        day(*events)
    return caught.value.code, caught.value.pointer


def test_a_day_names_its_jurisdiction_and_its_shifts():
    state = day(opened(jurisdiction="MD", shifts=["day", "swing"]))
    assert state.opened is not None
    assert (state.opened.jurisdiction, state.opened.shifts, state.version) == ("MD", ["day", "swing"], 1)


def test_the_preliminary_report_is_the_first_issued_and_the_audit_the_last():
    state = day(opened(), preliminary(), audited(), preliminary(), audited())
    assert (state.preliminary_at, state.audited_at) == (2, 5)


def test_a_day_neither_counted_nor_audited_yet_says_so():
    state = day(opened())
    assert (state.preliminary_at, state.audited_at, state.not_opened, state.counted) == (None, None, {}, {})


def test_a_later_count_of_a_place_replaces_the_earlier_and_sets_are_counted_apart():
    state = day(
        opened(),
        counted("vault", VAULT),
        counted("vault", {"100": 7}, chip_set="promo"),
        counted("vault", {"500": 999}),
        counted("cage drawer 1", {"500": 20}),
    )
    assert {where: (at, one.chips) for where, (at, one) in state.counted.items()} == {
        Place("vault", None): (4, {5_00: 999}),
        Place("vault", "promo"): (3, {1_00: 7}),
        Place("cage drawer 1", None): (5, {5_00: 20}),
    }


def test_a_correction_puts_a_count_right_and_another_takes_the_correction_back():
    right = counted("vault", {"500": 900})
    put_right = [opened(), counted("vault", VAULT), corrected(2, right)]
    assert day(*put_right).counted[Place("vault", None)][1].chips == {5_00: 900}
    assert day(*put_right, corrected(3)).counted[Place("vault", None)][1].chips == {5_00: 1000, 25_00: 400}
    assert day(*put_right, corrected(2)).counted == {}


def test_an_audit_that_should_not_be_there_is_gone_with_its_correction():
    assert day(opened(), preliminary(), audited(), corrected(3)).audited_at is None


def test_poker_revenue_is_restated_by_the_sum_of_what_was_said():
    state = day(opened(), restated("PK-1/2026-11-28/1", 40_00), restated("PK-1/2026-11-28/1", -15_00))
    assert state.restated == {"PK-1/2026-11-28/1": 25_00}


REFUSED = [
    ([counted("vault", VAULT)], "not_opened", "/events/0/type"),
    ([opened(), opened()], "opened_twice", "/events/1/type"),
    ([opened(jurisdiction="nj")], "invalid_field", "/events/0/jurisdiction"),
    ([opened(), counted("vault", {"500": -1})], "invalid_field", "/events/1/chips/500"),
    ([opened(), counted("vault", VAULT, approved_by="G-1")], "same_person", "/events/1/approved_by"),
    ([opened(), audited(approved_by="A-1")], "same_person", "/events/1/approved_by"),
    ([opened(), restated("PK-1/2026-11-28/1", 0)], "invalid_field", "/events/1/amount"),
    ([opened(), restated("PK-1", 1_00)], "invalid_field", "/events/1/session"),
    ([opened(), corrected(2)], "unknown_version", "/events/1/corrects"),
    ([opened(), corrected(1)], "not_opened", "/events/1/event"),
    ([opened(), shut(), corrected(2, opened())], "opened_twice", "/events/2/event/type"),
    (
        [opened(), shut(), corrected(2, counted("vault", {"500": -1}))],
        "invalid_field",
        "/events/2/event/chips/500",
    ),
    (
        [opened(), shut(), corrected(2, counted("vault", VAULT, approved_by="G-1"))],
        "same_person",
        "/events/2/event/approved_by",
    ),
    ([opened(), event("close")], "unknown_event_type", "/events/1/type"),
]


@pytest.mark.parametrize(("events", "code", "pointer"), REFUSED)
def test_what_cannot_be_a_record_of_a_day_is_refused(events, code, pointer):
    assert refused(*events) == (code, pointer)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([], []),
        ([preliminary(), audited()], []),
        ([audited()], [("audited_before_preliminary", 2)]),
        ([audited(), preliminary()], [("audited_before_preliminary", 2)]),
        ([audited(), preliminary(), audited()], []),
    ],
)
def test_an_audit_before_the_preliminary_report_is_recorded_and_found(events, found):
    assert [(one.code, one.event) for one in findings(day(opened(), *events))] == found
    assert all(code in KINDS for code, _ in found)


def test_days_are_recorded_continued_and_known_again(settings):
    whole = day_record(opened(), shut(), counted("vault", VAULT))
    with open_ledger(settings) as ledger:
        unknown = ledger.record(document(whole), by="test")
        assert problem(unknown) == ("unknown_table", "/events/1/table")
        ledger.record(document(table_record()), by="test")
        first = ledger.record(document(whole), by="test")
        assert (first.status, first.stream, first.version) == ("appended", "gaming_day/2026-11-28", 3)
        again = ledger.record(document(whole), by="test")
        assert (again.status, again.version) == ("already_there", 3)
        on = {**day_record(audited(source="manual")), "after": 3}
        later = ledger.record(document(on), by="test")
        assert (later.version, [one.code for one in later.findings]) == (4, ["audited_before_preliminary"])
        assert [one.event.type for one in ledger.stream("gaming_day", "2026-11-28")][-1] == "audited"
        swapped = day_record(corrected(2, shut("T-9"), source="manual"), after=4)
        nowhere = ledger.record(document(swapped), by="test")
        assert problem(nowhere) == ("unknown_table", "/events/0/event/table")


@pytest.mark.parametrize(
    ("reference", "code"), [("2026-11-29", "day_not_found"), ("vault", "invalid_reference")]
)
def test_a_day_that_is_not_recorded_is_not_found(settings, reference, code):
    with open_ledger(settings) as ledger, pytest.raises(LedgerError) as caught:
        ledger.stream("gaming_day", reference)
    assert caught.value.code == code
