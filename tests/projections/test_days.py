"""Gaming days and the chip float, as the views tell them."""

from datetime import date, timedelta

import psycopg
import pytest

from ledger.errors import LedgerError
from ledger.postgres.connect import database_url as url_of
from projections.rebuild import digest, rebuild
from tests.chipsets.told import chip_set_record, destroyed, received, registered
from tests.chipsets.told import corrected as set_corrected
from tests.days.told import audited, corrected, counted, day_record, opened, preliminary, restated, shut
from tests.projections.pit import DATE, OPENER, bought_in, clock, closer, dropped, example, session, table
from tests.scenario import event

THE_DATE = date.fromisoformat(DATE)
GOLDEN = date(2025, 3, 8)
# The golden shift's tray as it was opened, and the vault with all that there was before.
GOLDEN_OPENER = {"100": 200, "500": 600, "2500": 400, "10000": 200, "50000": 20}
BANK = {"100": 1000, "500": 4000, "2500": 2000, "10000": 800, "50000": 100}


def less(chips, *others):
    """Chips without others; what is taken away may be negative."""
    return {face: count - sum(one.get(face, 0) for one in others) for face, count in chips.items()}


def bank(chips=BANK, **header):
    """The property's value chips, received long before."""
    events = [registered(denominations=[1_00, 5_00, 25_00, 100_00, 500_00]), received(chips)]
    record = chip_set_record(*events, **header)
    for one in record["events"]:
        one["occurred_at"] = "2025-01-02T10:00:00-05:00"
    return record


def day_of(day, *events):
    return day_record(opened(occurred_at=f"{day}T06:00:00-05:00"), *events, gaming_date=day)


# --- the day ------------------------------------------------------------------------------


def test_a_day_says_in_which_state_its_report_is_and_where(pit):
    first = pit.tell(table(), day_record(opened(jurisdiction="MD", shifts=["day", "swing"]), shut("T-1")))
    seen = pit.views.day(THE_DATE)
    assert (seen.state, seen.preliminary, seen.audited, seen.recorded) == ("live", None, None, True)
    assert (seen.jurisdiction, seen.jurisdiction_by, seen.shifts) == ("MD", "day", ["day", "swing"])
    second = pit.tell(day_record(preliminary(source="manual"), after=2))
    third = pit.tell(day_record(audited(source="manual"), after=3))
    seen = pit.views.day(THE_DATE)
    assert (seen.state, seen.preliminary.position, seen.audited.position) == ("audited", second, third)
    assert (seen.audited.by, seen.audited.approved_by, seen.audited.version) == ("A-1", "A-2", 4)
    assert [pit.views.day(THE_DATE, as_of=at).state for at in (first, second, third)] == [
        "live", "preliminary", "audited",
    ]  # fmt: skip


def test_a_day_as_known_at_a_time_is_what_was_recorded_by_then(pit):
    pit.now = clock("23:30:00")
    pit.tell(table(), day_record(opened(), preliminary()))
    pit.now = clock("23:59:00")
    pit.tell(day_record(audited(source="manual"), after=2))
    assert pit.views.day(THE_DATE, as_known_at=clock("23:45:00")).state == "preliminary"
    assert pit.views.day(THE_DATE).state == "audited"


def test_no_activity_is_an_answer_said_or_inferred_and_a_contradiction_is_shown(pit):
    pit.tell(
        table("T-1"), table("T-2"), table("T-3"),
        day_record(opened(), shut("T-2", reason="no dealer"), shut("T-1")),
        session(closer(OPENER)),
    )  # fmt: skip
    seen = pit.views.day(THE_DATE)
    assert [(one.table, one.status, one.said, one.reason) for one in seen.tables] == [
        ("T-1", "closed", True, None), ("T-2", "no_activity", True, "no dealer"),
        ("T-3", "no_activity", False, None),
    ]  # fmt: skip
    (warned,) = seen.warnings
    assert (warned.code, warned.words.split()[0]) == ("said_shut_and_opened", "T-1")


def test_a_day_that_nobody_recorded_is_told_by_its_sessions(pit):
    pit.tell(table(), session())
    seen = pit.views.day(THE_DATE)
    assert (seen.recorded, seen.jurisdiction, seen.jurisdiction_by) == (False, "NJ", "setting")
    assert ([one.status for one in seen.tables], seen.by, seen.hours) == (["open"], "sessions", None)
    at = pit.tell(session(closer(OPENER)))
    assert pit.views.day(THE_DATE).hours == 3.0
    assert pit.views.day(THE_DATE, as_of=at - 1).tables[0].status == "open"


def test_a_day_of_which_there_is_nothing_is_not_found(pit):
    pit.tell(table())
    with pytest.raises(LedgerError) as caught:
        pit.views.day(date(2020, 1, 1))
    assert caught.value.code == "day_not_found"


def test_a_jurisdiction_that_has_no_profile_is_known_by_its_name_alone(pit):
    pit.tell(table(), day_record(opened(jurisdiction="ZZ")))
    assert (pit.views.day(THE_DATE).jurisdiction, pit.views.day(THE_DATE).warnings) == ("ZZ", [])
    with pytest.raises(LedgerError) as caught:
        pit.views.day(THE_DATE, jurisdiction="ZZ")
    assert caught.value.code == "jurisdiction_not_found"


def test_restated_poker_revenue_and_the_days_own_findings_stand_with_it(pit):
    pit.tell(table("PK-1"), day_record(opened(), restated("PK-1/2026-11-28/1", 40_00), audited()))
    seen = pit.views.day(THE_DATE)
    assert seen.poker_restated == {"PK-1/2026-11-28/1": 40_00}
    assert seen.findings == ["audited_before_preliminary"]


# --- the float ------------------------------------------------------------------------------


@pytest.fixture
def golden(pit):
    """The golden shift with its cage: its tray and its fill came out of the vault, its credit went back."""
    moved = {"500": 200, "2500": 200, "50000": -10}
    pit.tell(
        table("BJ-04"), bank(),
        day_of("2025-03-07", counted("vault", BANK)),
        example("golden_shift.ndjson"),
        day_of("2025-03-08", counted("vault", less(BANK, GOLDEN_OPENER, moved))),
    )  # fmt: skip
    return pit


def test_the_float_of_the_golden_shift_gives_its_drop_as_receipts(golden):
    found = golden.views.chip_float(GOLDEN)
    assert (found.previous, found.change, found.amount) == (0, 7_510_00, 7_510_00)
    assert (found.table_win, found.receipts, found.complete) == (4_890_00, 12_400_00, True)
    assert {line.denomination: line.float for line in found.lines} == {
        1_00: 90, 5_00: -261, 25_00: 21, 100_00: 42, 500_00: 8,
    }  # fmt: skip
    assert sum(line.amount for line in found.lines) == found.amount
    ones = found.lines[0]
    assert (ones.ledger, ones.outside, ones.trays) == (1000, 800, 110)


def test_more_chips_in_the_house_than_there_are_is_an_alert_and_indiana_says_what_it_asks_for(golden):
    here, there = golden.views.chip_float(GOLDEN), golden.views.chip_float(GOLDEN, jurisdiction="IN")
    assert [one.code for one in here.warnings] == ["negative_float"]
    assert {one.source for one in here.warnings} == {None}
    assert {one.source for one in there.warnings} == {"68 IAC 15-5-3"}
    assert "261 chips of 5.00 too many" in there.warnings[0].words
    assert "notify the commission" in there.warnings[0].words


def test_without_a_set_of_value_chips_a_count_is_held_against_nothing(pit):
    pit.tell(table(), session(closer(OPENER)), day_record(opened(), counted("vault", BANK)))
    assert [one.code for one in pit.views.chip_float(THE_DATE).warnings] == ["no_chip_set"]


def test_a_place_not_counted_again_keeps_its_count_and_the_float_says_that_it_is_not_complete(golden):
    golden.tell(day_of("2025-03-09"))
    found = golden.views.chip_float(GOLDEN + timedelta(days=1))
    assert (found.amount, found.change, found.table_win, found.receipts) == (7_510_00, 0, 0, 0)
    assert [(one.place, one.gaming_date) for one in found.places] == [("vault", GOLDEN)]
    assert found.complete is False


def test_an_earlier_position_and_a_later_correction_give_each_its_own_float(golden):
    at = golden.tell(day_of("2025-03-10", counted("locker 1", {"2500": 100})))
    tenth = date(2025, 3, 10)
    assert golden.views.chip_float(tenth).amount == 7_510_00 - 2_500_00
    wrong = corrected(
        2, counted("locker 1", {"2500": 10}), source="manual", occurred_at="2025-03-11T09:00:00-05:00"
    )
    golden.tell(day_record(wrong, gaming_date="2025-03-10", after=2))
    assert golden.views.chip_float(tenth).amount == 7_510_00 - 250_00
    assert golden.views.chip_float(tenth, as_of=at).amount == 7_510_00 - 2_500_00
    undone = corrected(2, source="manual", occurred_at="2025-03-11T10:00:00-05:00")
    golden.tell(day_record(undone, gaming_date="2025-03-10", after=3))
    assert golden.views.chip_float(tenth).amount == 7_510_00


def test_a_tray_that_is_not_counted_is_taken_as_it_should_be(pit):
    pit.tell(
        table(), bank(), session(bought_in(25_00, {"2500": 1})), day_record(opened(), counted("vault", {}))
    )
    found = pit.views.chip_float(THE_DATE)
    (tray,) = found.trays
    assert (tray.basis, tray.by_denomination[25_00], found.complete) == ("expected", 99, False)
    assert (found.table_win, found.receipts) == (None, None)
    pit.tell(session(bought_in(25_00, {"2500": 1}), closer({**OPENER, "2500": 98}), *dropped(cash=25_00)))
    found = pit.views.chip_float(THE_DATE)
    assert (found.trays[0].basis, found.trays[0].by_denomination[25_00], found.complete) == (
        "counted",
        98,
        True,
    )
    assert (found.previous, found.table_win, found.receipts) == (None, -25_00, None)


def test_chips_of_other_kinds_and_currencies_are_no_float(pit):
    kinds = [
        chip_set_record(registered(kind="tournament"), received({"100": 5}), name="tournament"),
        chip_set_record(registered(currency="EUR"), received({"100": 7}), name="euro"),
        chip_set_record(registered(kind="plaque"), received({"2500": 2}), name="plaques"),
    ]
    pit.tell(
        table(), bank(), *kinds,
        day_record(opened(), counted("vault", {"100": 9}, chip_set="tournament"),
                   counted("vault", {"100": 1}, chip_set="euro"), counted("vault", BANK)),
    )  # fmt: skip
    assert (pit.views.chip_float(THE_DATE).currency, pit.views.chip_float(THE_DATE).amount) == ("USD", 50_00)
    euro = pit.views.chip_float(THE_DATE, currency="EUR")
    assert ([(one.ledger, one.outside) for one in euro.lines], euro.amount) == (
        [(7, 1), (0, 0), (0, 0)],
        6_00,
    )


def test_chips_destroyed_and_a_delivery_put_right_change_the_float_from_their_gaming_date(pit):
    pit.tell(table(), bank(), day_of("2026-11-27", counted("vault", BANK)))
    at = pit.tell(
        chip_set_record(destroyed({"100": 100}, source="manual", by="G-1", gaming_date=DATE), after=2)
    )
    assert [pit.views.chip_float(THE_DATE - timedelta(days=back)).amount for back in (1, 0)] == [0, -100_00]
    right = {**set_corrected(3, destroyed({"100": 10}, gaming_date=DATE)), "source": "manual", "by": "G-1"}
    pit.tell(chip_set_record(right, after=3))
    assert pit.views.chip_float(THE_DATE).amount == -10_00
    assert pit.views.chip_float(THE_DATE, as_of=at).amount == -100_00


# --- the view ------------------------------------------------------------------------------


def test_the_view_rebuilt_and_recorded_in_pieces_is_the_same_row_for_row(pit):
    told = event(
        "variance_reported", of="opener", amount=-5_00, to=["security"], occurred_at=f"{DATE}T20:10:00-05:00"
    )
    pit.tell(table(), bank(), session(told))
    events = [opened(), counted("vault", BANK), corrected(2, counted("cage", BANK)), corrected(2), audited()]
    for at, one in enumerate(events):
        pit.tell(day_record({"source": "manual", **one}, after=at))
        pit.projector.catch_up()
    live = digest(pit.settings, "days", with_places=True)
    rebuild(pit.settings, "days")
    assert digest(pit.settings, "days", with_places=True) == live
    with psycopg.connect(url_of(pit.settings)) as other:
        rows = other.execute(
            "SELECT place, chips IS NULL FROM demo.days_chips_found ORDER BY position, place"
        ).fetchall()
    assert rows == [("vault", False), ("cage", False), ("vault", True), ("cage", True)]
