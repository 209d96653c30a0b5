"""The ledger of a set of chips, and what cannot be a record of one."""

from datetime import date

import pytest

from ledger.application.opening import open_ledger
from ledger.chipsets.decide import begin, extend
from ledger.chipsets.findings import KINDS, findings
from ledger.errors import LedgerError
from ledger.events.records import ChipSetHeader
from tests.chipsets.told import chip_set_record, corrected, destroyed, received, registered
from tests.scenario import document, event, read

BOUGHT = {"500": 1000, "2500": 400}


def chip_set(*events):
    record = read(chip_set_record(*events))
    assert isinstance(record.head, ChipSetHeader)
    return extend(begin(record.head), record.facts)


def test_a_set_has_what_was_received_less_what_was_destroyed():
    state = chip_set(registered(), received(BOUGHT), received({"500": 10}), destroyed({"2500": 100}))
    assert state.chips() == {1_00: 0, 5_00: 1010, 25_00: 300}
    assert (state.currency, state.retired_at) == ("USD", None)


def test_a_correction_puts_right_what_was_received():
    state = chip_set(registered(), received({"500": 10_000}), corrected(2, received({"500": 1_000})))
    assert state.chips()[5_00] == 1_000
    assert chip_set(registered(), received(BOUGHT), corrected(2)).chips() == {1_00: 0, 5_00: 0, 25_00: 0}


def test_chips_count_from_the_gaming_date_given_else_from_the_date_on_which_they_came():
    night = received({"500": 10}, occurred_at="2026-11-29T03:00:00-05:00", gaming_date="2026-11-28")
    state = chip_set(
        registered(), received({"500": 100}), night, received({"500": 5}, gaming_date="2026-12-01")
    )
    counts = {
        day: state.chips(date.fromisoformat(day))[5_00] for day in ("2026-11-27", "2026-11-28", "2026-12-01")
    }
    assert counts == {"2026-11-27": 0, "2026-11-28": 110, "2026-12-01": 115}


REFUSED = [
    ([received(BOUGHT)], "not_opened", "/events/0/type"),
    ([registered(), registered()], "opened_twice", "/events/1/type"),
    ([registered(denominations=[5_00, 5_00])], "invalid_field", "/events/0/denominations"),
    ([registered(denominations=[])], "invalid_field", "/events/0/denominations"),
    ([registered(kind="money")], "invalid_field", "/events/0/kind"),
    ([registered(), received({"10000": 1})], "unknown_denomination", "/events/1/chips/10000"),
    ([registered(), destroyed({"500": -1})], "invalid_field", "/events/1/chips/500"),
    ([registered(), received({})], "amount_not_positive", "/events/1/chips"),
    ([registered(), received(BOUGHT, approved_by="G-1")], "same_person", "/events/1/approved_by"),
    ([registered(), corrected(7)], "unknown_version", "/events/1/corrects"),
    ([registered(), corrected(1)], "not_opened", "/events/1/event"),
    (
        [registered(), received(BOUGHT), corrected(2, received({"10000": 1}))],
        "unknown_denomination",
        "/events/2/event/chips/10000",
    ),
]


@pytest.mark.parametrize(("events", "code", "pointer"), REFUSED)
def test_what_cannot_be_a_record_of_a_chip_set_is_refused(events, code, pointer):
    with pytest.raises(LedgerError) as caught:
        chip_set(*events)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([received(BOUGHT), destroyed({"500": 1000}), event("retired")], []),
        ([received(BOUGHT), destroyed({"500": 1001, "2500": 400})], [("chips_below_zero", 3)]),
        ([event("retired"), received(BOUGHT)], [("chips_received_after_retired", 3)]),
    ],
)
def test_what_was_not_as_it_should_be_is_recorded_and_found(events, found):
    assert [(one.code, one.event) for one in findings(chip_set(registered(), *events))] == found
    assert all(code in KINDS for code, _ in found)


def test_chip_sets_are_recorded_continued_and_known_again(settings):
    whole = chip_set_record(registered(), received(BOUGHT))
    with open_ledger(settings) as ledger:
        first = ledger.record(document(whole), by="test")
        assert (first.status, first.stream, first.version) == ("appended", "chip_set/value-2024", 2)
        assert ledger.record(document(whole), by="test").status == "already_there"
        other = chip_set_record(registered(kind="plaque"), received(BOUGHT))
        twice = ledger.record(document(other), by="test")
        assert twice.problem is not None
        assert (twice.status, twice.problem.code) == ("refused", "version_conflict")
        more = {**chip_set_record(destroyed({"500": 1}, source="manual", by="G-1")), "after": 2}
        assert ledger.record(document(more), by="test").version == 3
        with pytest.raises(LedgerError) as caught:
            ledger.stream("chip_set", "gold")
    assert caught.value.code == "chip_set_not_found"
