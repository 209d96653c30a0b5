"""What a gaming date or a month has to report, now and as of any position."""

import json
from datetime import date

import pytest

from api.sheets import csv
from ledger.errors import InvalidQuery, JurisdictionNotFound, RefusedNotFound
from projections.exceptions import sheets
from tests.funds.told import adjusted, established, fund_record
from tests.projections.pit import OPENER, at, closer, dropped, table
from tests.projections.slips_told import Series, closed, corrected, dated
from tests.scenario import collected, event, opened, placed, round_record, session_record

DAY = date(2026, 11, 28)
NEXT = date(2026, 11, 29)
SLIPS = Series("2026")
OUTSIDE = event(
    "movement_recorded", occurred_at=at("21:30:00"), chips={"500": -1}, reason="found under the table",
    incident="I-88", source="supervisor", by="F-2",
)  # fmt: skip
OVERRIDE = event(
    "chip_value_overridden", occurred_at=at("21:40:00"), denomination=5_00, value=500_00,
    reason="a private game", source="supervisor", by="F-2", approved_by="F-9",
)  # fmt: skip
UNEQUAL = event(
    "buy_in", occurred_at=at("20:30:00"), source="dealer", by="D-1", tender="cash", tendered=200_00,
    chips={"10000": 3},
)  # fmt: skip
GIVEN = event(
    "adjustment_posted", source="supervisor", by="F-2", approved_by="F-9", spot=1, wager="main",
    amount=5_00, direction="to_patron", session="T-1/2026-11-28/1", reason="goodwill",
)  # fmt: skip
LATE = [
    opened(occurred_at=at("21:00:00")), placed(1, "main", 25_00), event("betting_closed"),
    collected(1, "main", 25_00, chips={"2500": 1}), event("closed"), GIVEN,
    event("wager_placed", spot=2, wager="main", amount=5_00),
]  # fmt: skip


@pytest.fixture(scope="module")
def told(shared_pit):
    """Two gaming dates with about one of everything; `before` is the position after the first piece."""
    void = [SLIPS.step("fill_issued", 3), SLIPS.step("fill_voided", 3, reason="torn")]
    first = dated("2026-11-28", UNEQUAL, *SLIPS.fill(1), *void, OUTSIDE, OVERRIDE)
    shared_pit.tell(table(), table("T-2"), first, round_record(*LATE, session=1))
    shared_pit.before = shared_pit.ledger.recorder.head()
    shared_pit.tell(
        session_record(
            corrected(2, {**UNEQUAL, "chips": {"10000": 2}}), *SLIPS.fill(5)[:3],
            closer({**OPENER, "10000": 18}), *dropped(cash=200_00), after=10,
        ),
        dated("2026-11-29", *SLIPS.fill(6), closed(), table="T-2"),
        fund_record(established(), {**adjusted(amount=-3_00), "occurred_at": at("10:00:00")}),
    )  # fmt: skip
    refused = session_record(event("closed", closer={}), number=9)
    assert shared_pit.ledger.record(json.dumps(refused), by="terminal-7").status == "refused"
    return shared_pit


def test_what_a_round_in_another_currency_moves_in_a_tray_is_an_exception_and_stands_beside_its_figures(pit):
    """Goodwill for a round in euros out of a tray in dollars, and a round in euros at a table of dollars."""
    euros = table("EU-1")
    euros["events"][0]["currency"] = "EUR"
    given = {**GIVEN, "occurred_at": at("21:30:00")}
    strange = [
        opened(occurred_at=at("21:00:00")), placed(1, "main", 25_00), collected(1, "main", 25_00),
        event("closed"),
    ]  # fmt: skip
    pit.tell(table(), euros, dated("2026-11-28"))
    pit.tell(round_record(*LATE[:-2], given, table="EU-1", session=1))
    before = pit.ledger.recorder.head()
    pit.tell(round_record(*strange, number=2, session=1, currency="EUR"))
    report = pit.views.exceptions(DAY, DAY)
    found = [one for one in report.lines if one.code == "other_currency_in_tray"]
    assert [(one.table, one.key, one.version, one.amount, one.currency) for one in found] == [
        ("T-1", "EU-1/2026-11-28/1", 6, -5_00, "EUR"), ("T-1", "T-1/2026-11-28/2", 3, 25_00, "EUR"),
    ]  # fmt: skip
    assert "USD" in found[0].detail
    (counted,) = [one for one in report.by_code if one.code == "other_currency_in_tray"]
    assert (counted.count, counted.by_currency) == (2, {"EUR": 20_00})
    (session,) = pit.views.reconcile(DAY, table="T-1").sessions
    assert session.other_currencies == {"EUR": 20_00}
    (posted,) = pit.views.journal(DAY).other_currencies
    assert (posted.session, posted.currency, posted.amount) == ("T-1/2026-11-28/1", "EUR", 20_00)
    assert pit.views.journal(DAY, table="EU-1").other_currencies == []
    (earlier,) = pit.views.reconcile(DAY, table="T-1", as_of=before).sessions
    assert earlier.other_currencies == {"EUR": -5_00}
    # Taken back whole it moved nothing.
    righted = {**corrected(6, None), "occurred_at": at("22:00:00")}
    righted.pop("event", None)
    pit.tell(round_record(righted, table="EU-1", session=1, after=6))
    (session,) = pit.views.reconcile(DAY, table="T-1").sessions
    assert session.other_currencies == {"EUR": 25_00}


def codes(report):
    return [one.code for one in report.lines]


def line(report, code):
    (found,) = [one for one in report.lines if one.code == code]
    return found


@pytest.fixture(scope="module")
def report(told):
    return told.views.exceptions(DAY, DAY, limit=500)


def test_every_kind_of_exception_of_the_day_stands_in_the_report(report):
    assert sorted(set(codes(report))) == [
        "chip_value_overridden", "fund_meter_lowered", "goodwill", "movement_outside_list", "record_refused",
        "serial_missing", "slip_in_transit", "slip_in_transit_at_close", "slip_issued_not_requested",
        "slip_voided",
    ]  # fmt: skip
    assert (report.jurisdictions, report.since, report.until) == (["NJ"], DAY, DAY)


def test_a_movement_outside_the_list_says_its_amount_its_incident_and_its_event(report):
    found = line(report, "movement_outside_list")
    assert (found.amount, found.incident, found.key, found.version) == (-5_00, "I-88", "T-1/2026-11-28/1", 9)
    assert (found.rule, found.evidence, found.table) == ("13:69D-1.20(a)", "nj_text", "T-1")
    assert found.occurred_at is not None


def test_the_position_of_a_line_is_that_of_its_event(told, report):
    shown = {one.position: one for one in report.lines if one.stream == "session" and one.version}
    stored = {
        recorded.position: recorded
        for recorded in told.ledger.stream("session", "T-1/2026-11-28/1")
    }  # fmt: skip
    assert shown
    for position, found in shown.items():
        assert stored[position].version == found.version


def test_a_number_that_was_never_used_has_no_event_and_says_its_range(report):
    missing = [one for one in report.lines if one.code == "serial_missing"]
    assert [(one.slip, one.version, one.position) for one in missing] == [
        ("fill/2026/2", None, None), ("fill/2026/4", None, None),
    ]  # fmt: skip
    assert (missing[0].rule, missing[0].evidence) == ("13:69D-1.5", "nj_text")


def test_a_void_slip_says_why_and_goodwill_from_which_round(report):
    assert line(report, "slip_voided").detail.endswith("fill/2026/3, torn")
    given = line(report, "goodwill")
    assert (given.stream, given.key, given.version, given.amount) == ("round", "T-1/2026-11-28/1", 6, -5_00)


def test_what_is_on_its_way_says_how_much_and_since_which_event(report):
    found = line(report, "slip_in_transit")
    assert (found.amount, found.slip, found.version) == (200_00, "fill/2026/5", 14)


def test_funds_and_refused_records_are_there(report):
    assert line(report, "fund_meter_lowered").detail.startswith("CS-PROG: ")
    refused = line(report, "record_refused")
    assert (refused.table, refused.key, refused.position) == ("T-1", "session/T-1/2026-11-28/9", None)
    assert "terminal-7: missing_field" in refused.detail


def test_the_findings_of_rounds_are_counted_with_the_way_to_them(told, report):
    assert [(one.code, one.rounds) for one in report.rounds] == [
        ("event_after_close", 1), ("wager_late", 1),
    ]  # fmt: skip
    assert report.rounds[0].link == "/v1/rounds?gaming_date=2026-11-28&finding=event_after_close"
    counted = {one.code: (one.count, one.amount) for one in report.by_code}
    assert counted["serial_missing"] == (2, 0)
    assert counted["slip_in_transit"] == (1, 200_00)
    assert sum(count for count, _ in counted.values()) == len(report.lines)


def test_a_report_as_of_a_position_has_what_was_not_yet_corrected_and_not_what_came_later(told, report):
    then = told.views.exceptions(DAY, DAY, limit=500, as_of=told.before)
    unequal = line(then, "buy_in_not_equal")
    assert (unequal.amount, unequal.version) == (-100_00, 2)
    assert "buy_in_not_equal" not in codes(report)
    assert not {"slip_in_transit", "fund_meter_lowered", "record_refused"} & {*codes(then)}
    assert [one.slip for one in then.lines if one.code == "serial_missing"] == ["fill/2026/2"]


def test_a_file_has_the_lines_that_were_known_at_a_time_and_nothing_refused_since(told):
    known = {"as_known_at": told.ledger.stream("fund", "CS-PROG")[-1].recorded_at}
    answer = told.views.exceptions(DAY, DAY, limit=500, **known)
    heading, *rows = csv.lines(sheets.exceptions(told.views, DAY, DAY, **known).sheets[0])
    assert [row[heading.index("code")] for row in rows] == codes(answer)
    assert ("record_refused" in codes(answer), "slip_in_transit" in codes(answer)) == (False, True)


def test_rounds_that_changed_since_are_counted_as_they_were(told, report):
    after = told.ledger.recorder.head()
    told.tell(round_record(corrected(7, None), session=1, after=7))
    assert told.views.exceptions(DAY, DAY).rounds == []
    assert told.views.exceptions(DAY, DAY, as_of=after).rounds == report.rounds
    assert told.views.exceptions(DAY, DAY, as_of=told.before).rounds == report.rounds


def test_days_follow_one_another_in_pages_that_add_up_to_the_whole(told):
    whole = told.views.exceptions(DAY, NEXT, limit=500)
    assert [one.gaming_date for one in whole.lines] == sorted(one.gaming_date for one in whole.lines)
    found, after, pages = [], None, 0
    while pages == 0 or after is not None:
        page = told.views.exceptions(DAY, NEXT, limit=3, after=after)
        assert bool(page.by_code) == (after is None)
        found += page.lines
        after, pages = page.after, pages + 1
    assert (found, pages > 2) == (whole.lines, True)


def test_a_day_on_which_nothing_happened_has_nothing_to_report(told):
    empty = told.views.exceptions(date(2026, 1, 1), date(2026, 1, 1))
    assert (empty.lines, empty.by_code, empty.rounds, empty.after) == ([], [], [], None)


@pytest.mark.parametrize(
    "asked",
    [
        {"since": NEXT, "until": DAY},
        {"since": date(2020, 1, 1), "until": NEXT},
        {"since": DAY, "until": DAY, "after": "rubbish"},
        {"since": DAY, "until": DAY, "limit": 501},
    ],
)
def test_a_question_that_makes_no_sense_is_refused(told, asked):
    with pytest.raises(InvalidQuery):
        told.views.exceptions(**asked)


def test_a_jurisdiction_that_is_not_known_is_refused(told):
    with pytest.raises(JurisdictionNotFound):
        told.views.exceptions(DAY, DAY, jurisdiction="XX")


def test_what_is_refused_is_listed_once_with_its_count_the_latest_first(told):
    day = date(2027, 2, 2)
    again = json.dumps(session_record(event("closed", closer={}), gaming_date=f"{day}"))
    for _ in range(2):
        told.ledger.record(again, by="terminal-7")
    told.ledger.record(json.dumps(round_record(opened(), table="T-9", gaming_date=f"{day}")), by="terminal-8")
    told.ledger._refusals.close()
    latest, before = told.views.refused(gaming_date=day).refused
    assert (latest.stream, latest.times) == ("round/T-9/2027-02-02/1", 1)
    assert (before.code, before.times, before.refused_by) == ("missing_field", 2, "terminal-7")
    page = told.views.refused(gaming_date=day, limit=1)
    rest = told.views.refused(gaming_date=day, limit=1, after=page.after)
    assert (page.refused, rest.refused, rest.after) == ([latest], [before], None)


def test_the_record_of_a_round_is_shown_to_surveillance_alone(told):
    body = json.dumps(round_record(opened(), table="T-8", gaming_date="2027-03-03"))
    told.ledger.record(body, by="terminal-8")
    (known,) = told.views.refused(gaming_date=date(2027, 3, 3)).refused
    assert told.views.refused_record(known.refused).body is None
    assert told.views.refused_record(known.refused, sees_all=True).body == body


def test_a_number_under_which_nothing_was_refused_is_not_found(told):
    with pytest.raises(RefusedNotFound):
        told.views.refused_record(10**9)
