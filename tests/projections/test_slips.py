"""What becomes of numbered forms, now and as of any position; which numbers are missing or used twice."""

from datetime import UTC, date, datetime
from itertools import count

import pytest

from ledger.errors import InvalidQuery, SlipNotFound
from projections import runner
from projections.rebuild import digest
from projections.runner import Projector
from projections.slips.answers import SlipFilter
from tests.projections.pit import at, clock, table
from tests.projections.slips_told import Series, closed, corrected, dated
from tests.projections.test_any_cut import begin_again
from tests.scenario import event, session_record


class Case:
    """One case told: its series, its gaming date, and the position after each piece of it."""

    def __init__(self, pit, day):
        self.pit = pit
        self.date = f"2026-11-{day:02}"
        self.series = Series(f"S{day}")
        self.positions = []

    def tell(self, *records):
        self.positions.append(self.pit.tell(*records))

    def more(self, after, *events, **header):
        self.tell(session_record(*events, after=after, table="T-1", gaming_date=self.date, **header))

    def one(self, serial, type="fill", **asked):
        (found,) = self.pit.views.slip(type, self.series.name, serial, **asked).slips
        return found

    def numbers(self, **asked):
        day = date.fromisoformat(self.date)
        return self.pit.views.slip_numbers(day, day, **asked)


@pytest.fixture(scope="module")
def house(shared_pit):
    shared_pit.tell(table(), table("T-2"))
    return shared_pit


@pytest.fixture(scope="module")
def days():
    return count(1)


@pytest.fixture
def case(house, days):
    """A case on a date of its own: the tests of the module share the pit, and no date."""
    return Case(house, next(days))


def names(slips):
    return [each.name for each in slips]


def test_a_fill_goes_from_request_to_receipt_and_says_who_and_when_at_each_step(case):
    case.tell(dated(case.date, *case.series.fill(1001)))
    found = case.one(1001)
    assert (found.form, found.state, found.amount, found.chips) == ("fill", "received", 200_00, {5_00: 40})
    assert (found.tables, found.sessions, str(found.gaming_date)) == (
        ["T-1"],
        [f"T-1/{case.date}/1"],
        case.date,
    )
    assert [(each.step, each.version, each.by, each.moves) for each in found.steps] == [
        ("requested", 2, "F-2", True), ("issued", 3, "F-2", True),
        ("dispatched", 4, "F-2", True), ("received", 5, "F-2", True),
    ]  # fmt: skip
    assert found.steps[0].occurred_at == clock("20:10:00")
    assert (found.in_transit, found.remarks, found.commission, found.of) == (None, [], None, None)


def test_a_slip_as_of_a_position_is_as_far_as_it_was_recorded_then(case):
    fill = case.series.fill(1001)
    case.tell(dated(case.date, *fill[:3]))
    case.more(4, fill[3])
    assert case.one(1001).state == "received"
    then = case.one(1001, as_of=case.positions[0])
    assert (then.state, then.in_transit.total, then.in_transit.by_denomination) == (
        "dispatched", 200_00, {5_00: 40},
    )  # fmt: skip
    with pytest.raises(SlipNotFound):
        case.one(1001, as_of=case.positions[0] - 4)


def test_a_slip_as_known_at_a_time_is_what_was_recorded_by_then(case):
    fill = case.series.fill(1001)
    case.tell(dated(case.date, *fill[:2]))
    between = datetime.now(UTC)
    case.more(3, *fill[2:])
    assert case.one(1001, as_known_at=between).state == "issued"
    assert case.one(1001, as_known_at=datetime.now(UTC)).state == "received"


def test_a_void_slip_keeps_its_number_and_is_worth_nothing(case):
    requested, issued = case.series.fill(1001)[:2]
    void = case.series.step("fill_voided", 1001, "20:20:00", reason="wrong denomination")
    case.tell(dated(case.date, requested, issued, void))
    found = case.one(1001)
    assert (found.state, found.amount, found.chips) == ("voided", 0, {})
    assert found.steps[-1].reason == "wrong denomination"
    assert names(case.numbers().voided) == [found.name]
    assert case.numbers().gaps == []


def test_numbers_that_nobody_used_are_missing_and_void_ones_are_not(case):
    void = [case.series.step("fill_issued", 1002), case.series.step("fill_voided", 1002, reason="torn")]
    case.tell(dated(case.date, *case.series.fill(1001), *void, *case.series.fill(1006)))
    (gap,) = case.numbers().gaps
    assert (gap.type, gap.series, gap.first_missing, gap.last_missing, gap.count) == (
        "fill", case.series.name, 1003, 1005, 3,
    )  # fmt: skip
    (series,) = case.numbers().series
    assert (series.first, series.last, series.used, series.missing) == (1001, 1006, 3, 3)


def test_a_number_is_missing_only_until_it_is_used_at_whatever_table(case):
    case.tell(dated(case.date, *case.series.fill(1001), *case.series.fill(1003)))
    before = case.numbers()
    case.tell(dated(case.date, *case.series.fill(1002), table="T-2"))
    assert [gap.first_missing for gap in before.gaps] == [1002]
    assert case.numbers().gaps == []
    assert case.numbers(as_of=before.as_of) == before


def test_a_slip_voided_on_a_later_date_is_void_on_every_date_it_was_used(case):
    later = case.date.replace("-11-", "-12-")
    asked = [case.series.step("fill_requested", 1), case.series.step("fill_issued", 1)]
    case.tell(dated(case.date, *asked, *case.series.fill(2)))
    before = case.numbers()
    case.tell(dated(later, case.series.step("fill_voided", 1, reason="not needed", approved_by="D-1")))
    assert names(before.voided) == []
    assert names(case.numbers().voided) == [f"fill/{case.series.name}/1"]
    on = date.fromisoformat(later)
    found = case.pit.views.slip_numbers(on, on)
    assert names(found.voided) == [f"fill/{case.series.name}/1"]
    assert names(case.pit.views.slip_numbers(date.fromisoformat(case.date), on).voided) == names(found.voided)


def test_a_number_used_before_the_one_below_it_is_out_of_order(case):
    case.tell(dated(case.date, *case.series.fill(1002, "20"), *case.series.fill(1001, "21")))
    (found,) = case.numbers().out_of_order
    assert (found.name.rpartition("/")[2], found.below, found.used_at, found.below_used_at) == (
        "1002", 1001, clock("20:10:00"), clock("21:10:00"),
    )  # fmt: skip


def test_numbers_run_on_over_the_years_unless_the_jurisdiction_begins_anew(case):
    series, anew = case.series, date(2027, 1, 1)
    case.tell(
        dated(case.date, *series.fill(1), *series.fill(2)),
        dated("2027-01-01", *series.fill(2), *series.fill(4)),
    )
    of_new_jersey = case.pit.views.slip_numbers(anew, anew)
    assert (of_new_jersey.jurisdiction, of_new_jersey.by_year) == ("NJ", False)
    assert [one.serial for one in of_new_jersey.repeated] == [2]
    of_ohio = case.pit.views.slip_numbers(anew, anew, jurisdiction="OH")
    assert (of_ohio.by_year, of_ohio.repeated) == (True, [])
    assert [(gap.year, gap.first_missing) for gap in of_ohio.gaps] == [(2027, 3)]
    assert [each.year for each in case.pit.views.slip("fill", series.name, 2).slips] == [2026, 2027]


def test_a_fill_under_way_as_the_year_ends_is_one_slip_and_no_number_of_the_next_year(case):
    """Dispatched to the last session of the year and received by the first of the next."""
    series = case.series
    case.tell(
        dated("2028-12-31", *series.fill(9001)[:3]),
        dated("2029-01-01", series.fill(9001)[3], *series.fill(1), *series.fill(2)),
    )
    for jurisdiction in ("NJ", "OH"):
        found = case.pit.views.slip_numbers(date(2028, 12, 31), date(2029, 1, 1), jurisdiction=jurisdiction)
        assert (found.repeated, found.in_transit) == ([], [])
        assert [one for one in found.gaps if one.year == 2029] == []
    one = case.one(9001)
    assert (one.year, one.state, len(one.steps)) == (2028, "received", 4)


def test_commission_of_the_new_year_recovered_in_a_session_of_the_old_one_is_no_second_use(case):
    """A table that stays open past midnight keeps its gaming date, and may be paid what another is owed."""
    form = case.series.slip(1, "vigorish")
    owed = event("commission_uncollected", slip=form, amount=35_00, spot=5, source="supervisor", by="F-2",
                 approved_by="D-1", occurred_at="2031-01-01T10:00:00-05:00")  # fmt: skip
    came = event("commission_recovered", of=form, amount=15_00, chips={"500": 3}, source="supervisor",
                 by="F-2", approved_by="D-1", occurred_at="2031-01-01T11:00:00-05:00")  # fmt: skip
    case.tell(dated("2030-12-31"), dated("2031-01-01", owed, table="T-2"))
    case.tell(session_record(came, after=1, table="T-1", gaming_date="2030-12-31"))
    one = case.one(1, "vigorish")
    assert (one.year, one.commission.left, one.state) == (2031, 20_00, "open")
    assert case.pit.views.slip_numbers(date(2030, 12, 31), date(2031, 1, 1)).repeated == []


def test_what_came_in_on_a_form_that_was_struck_out_is_no_use_of_its_number(case):
    """Form 8 was recorded and taken back; 9 follows 5, and three are missing between them."""

    def owed(serial):
        slip = case.series.slip(serial, "vigorish")
        return event("commission_uncollected", slip=slip, amount=35_00, spot=5, occurred_at=at("20:10:00"),
                     approved_by="D-1", source="supervisor", by="F-2")  # fmt: skip

    came = event("commission_recovered", of=case.series.slip(8, "vigorish"), amount=5_00, into="cage",
                 occurred_at=at("20:20:00"), approved_by="D-1", source="supervisor", by="F-2")  # fmt: skip
    case.tell(dated(case.date, owed(5), owed(8), came, owed(9), corrected(3, None)))
    (gap,) = case.numbers().gaps
    assert (gap.first_missing, gap.last_missing, gap.count) == (6, 8, 3)


def test_a_number_used_in_two_sessions_is_used_twice(case):
    case.tell(
        dated(case.date, *case.series.fill(1001)), dated(case.date, *case.series.fill(1001, "22"), number=2)
    )
    (found,) = case.numbers().repeated
    assert (found.remarks, [key[-1] for key in found.sessions]) == (["step_repeated"], ["1", "2"])


def test_a_fill_across_a_change_of_sessions_at_one_table_is_one_slip(case):
    fill = case.series.fill(1001)
    case.tell(dated(case.date, *fill[:3]), dated(case.date, fill[3], number=2))
    found = case.one(1001)
    assert (found.state, found.remarks, found.in_transit) == ("received", [], None)


def test_a_fill_received_at_another_table_is_on_two_tables_and_not_in_transit(case):
    fill = case.series.fill(1001)
    case.tell(dated(case.date, *fill[:3]), dated(case.date, fill[3], table="T-2"))
    found = case.one(1001)
    assert (found.tables, found.remarks, found.in_transit) == (["T-1", "T-2"], ["on_two_tables"], None)


def test_the_same_step_recorded_again_is_shown_and_moves_nothing(case):
    case.tell(dated(case.date, *case.series.fill(1001), case.series.step("fill_received", 1001, "20:30:00")))
    found = case.one(1001)
    assert [(each.step, each.moves) for each in found.steps][3:] == [("received", True), ("received", False)]
    assert (found.in_transit, found.remarks) == (None, ["step_repeated"])


def test_what_was_counted_in_short_is_still_in_transit(case):
    short = case.series.step("fill_received", 1001, "20:13:00", chips={"500": 39, "2500": 0})
    case.tell(dated(case.date, *case.series.fill(1001)[:3], short))
    found = case.one(1001)
    assert (found.in_transit.total, found.remarks, found.chips) == (5_00, ["chips_differ"], {5_00: 39})
    assert names(case.numbers().in_transit) == [found.name]


def test_reprints_are_counted_and_paper_entered_later_says_by_how_much(case):
    paper = [
        {**each, "source": "manual", "occurred_at": f"2020-11-29T20:1{minute}:00-05:00"}
        for minute, each in enumerate(case.series.fill(1001))
    ]
    again = event(
        "slip_reprinted", slip=case.series.slip(1001), occurred_at="2020-11-28T20:00:00-05:00",
        source="supervisor", by="CB-7",
    )  # fmt: skip
    case.tell(dated(case.date, *paper, again, again))
    found = case.one(1001)
    request = found.steps[0]
    assert found.entered_late_s == int((request.recorded_at - request.occurred_at).total_seconds())
    assert ([each.step for each in found.steps][4:], found.reprints) == (["reprinted", "reprinted"], 2)


def test_the_closer_of_one_session_is_the_opener_of_the_next_on_one_inventory_slip(case):
    number = case.series.slip(77, "inventory")
    case.tell(dated(case.date, closed(slip=number)), dated(case.date, slip=number, number=2))
    case.tell(dated(case.date, closed(slip=number), number=3))
    found = case.one(77, "inventory", as_of=case.positions[0])
    assert (found.form, found.state, found.remarks) == ("table_inventory", "signed", [])
    assert [each.step for each in found.steps] == ["closed", "opened"]
    assert case.one(77, "inventory").remarks == ["step_repeated"]


def test_a_report_of_a_variance_has_its_number_and_amount(case):
    told = event(
        "variance_reported", occurred_at=at("23:10:00"), of="opener", amount=-25_00,
        slip=case.series.slip(3, "variance"), to=["security"], source="supervisor", by="F-2",
        approved_by="F-9",
    )  # fmt: skip
    case.tell(dated(case.date, told))
    found = case.one(3, "variance")
    assert (found.form, found.state, found.amount) == ("variance_report", "reported", -25_00)


# --- corrections ------------------------------------------------------------------


def test_a_number_that_was_misread_is_free_again_once_corrected_and_was_not_before(case):
    series, wanted = case.series, SlipFilter(gaming_date=date.fromisoformat(case.date))
    case.tell(dated(case.date, series.step("fill_received", 1010), *series.fill(1002)))
    case.more(6, corrected(2, series.step("fill_received", 1001)))
    assert [one.serial for one in case.pit.views.slips(wanted).slips] == [1001, 1002]
    found = case.one(1001)
    assert (found.steps[0].version, found.steps[0].corrected_by, found.steps[0].position) == (
        2, 7, case.positions[1],
    )  # fmt: skip
    before = case.pit.views.slips(wanted, as_of=case.positions[0]).slips
    assert [one.serial for one in before] == [1002, 1010]
    assert case.numbers().gaps == []


def test_a_correction_taken_back_leaves_the_slip_as_it_was_recorded(case):
    case.tell(dated(case.date, *case.series.fill(1001)))
    case.more(5, corrected(5, None))
    case.more(6, corrected(6, None))
    found = case.one(1001)
    assert (found.state, found.steps[-1].corrected_by) == ("received", 7)
    assert case.one(1001, as_of=case.positions[1]).state == "dispatched"


def test_the_view_does_not_depend_on_how_the_log_was_cut(case, monkeypatch):
    series, settings = case.series, case.pit.settings
    again = [corrected(3, None), corrected(6, None), corrected(3, series.step("fill_issued", 1007))]
    played = event(
        "play_totaled", occurred_at=at("22:00:00"), source="manual", by="F-2", collected={}, paid={},
        coupons=[50_00],
    )  # fmt: skip
    without = corrected(10, {**played, "coupons": None}, by="F-3")
    case.tell(
        dated(case.date, *series.fill(1001), *again, corrected(8, None), played, without, closed(), closed())
    )
    case.pit.projector.catch_up()
    views = {view: digest(settings, view, with_places=True) for view in ("slips", "exceptions")}
    for batch in (1, 3):
        begin_again(settings)
        monkeypatch.setattr(runner, "BATCH", batch)
        Projector(settings).catch_up()
        assert {view: digest(settings, view, with_places=True) for view in views} == views


# --- lists ------------------------------------------------------------------------


def test_slips_are_listed_by_number_in_pages_and_found_by_date_table_type_and_state(case):
    series, day = case.series, date.fromisoformat(case.date)
    credit = [series.step(f"credit_{name}", 551) for name in ("requested", "issued")]
    case.tell(
        dated(case.date, *series.fill(2), *series.fill(10), *credit),
        dated(case.date, *series.fill(11)[:3], table="T-2"),
    )

    def serials(limit=50, after=None, **wanted):
        page = case.pit.views.slips(SlipFilter(gaming_date=day, **wanted), limit=limit, after=after)
        return [one.serial for one in page.slips], page.after

    first, after = serials(limit=3)
    assert first == [551, 2, 10]
    assert serials(limit=3, after=after) == ([11], None)
    assert serials(type="credit") == ([551], None)
    assert serials(table="T-2") == ([11], None)
    assert serials(state="issued") == ([551], None)
    assert serials(form="fill", state="dispatched") == ([11], None)
    assert serials(since=date(2027, 6, 1)) == ([], None)
    with pytest.raises(InvalidQuery):
        serials(after="rubbish")
