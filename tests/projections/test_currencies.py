"""What is played in dollars and what is played in euros is never added together."""

from datetime import date

import pytest

from api.sheets import csv
from api.sheets.choosing import chosen
from projections.reports import master_game_sheets, reconciliation_sheets
from projections.reports import poker_revenue as poker_sheets
from projections.reports import statistics as statistics_sheets
from projections.reports.wording import units
from projections.slips import sheets as slip_sheets
from projections.slips.answers import SlipFilter
from projections.theory import sheet as theory_sheets
from tests.projections.pit import table
from tests.scenario import collected, event, opened, placed, round_record, session_record

THE_DATE = date(2026, 6, 8)
# The date of the tables at which more than counts is told.
LATER = date(2026, 6, 9)
TRAY = {"100": 100, "2500": 100}
VALUE = 2_600_00


def at(clock, **fields):
    people = {"source": "supervisor", "by": "F-2", "approved_by": "D-1"}
    return {"occurred_at": f"2026-06-08T{clock}:00-04:00", **people, **fields}


def moved(clock, **fields):
    """The same of what one alone records."""
    return {"occurred_at": f"2026-06-08T{clock}:00-04:00", "source": "dealer", "by": "D-1", **fields}


def shift(name, won, gaming_date="2026-06-08"):
    """A session that won so many chips of 25, whatever they are called."""
    nothing = {"cash": 0, "documents": 0, "coupons": 0}
    return session_record(
        event("opened", **at("10:00", opener=TRAY, shift="day")),
        event("closed", **at("18:00", closer={**TRAY, "2500": 100 + won})),
        event("box_dropped", **at("18:05", box="B")),
        event("drop_counted", **at("20:00", box="B", first=nothing, second=nothing)),
        table=name, gaming_date=gaming_date,
    )  # fmt: skip


def of(currency, name):
    record = table(name)
    record["events"][0]["currency"] = currency
    return record


@pytest.fixture(scope="module")
def house(shared_pit):
    """Two tables of one game in dollars, one in euros."""
    shared_pit.tell(of("USD", "K-1"), of("USD", "K-2"), of("EUR", "EU-1"))
    shared_pit.tell(shift("K-1", 4), shift("K-2", -1), shift("EU-1", 2))
    return shared_pit


def lines(book, sheet=None):
    heading, *rows = csv.lines(chosen(book, sheet))
    return [dict(zip(heading, row, strict=True)) for row in rows]


def test_each_session_says_its_currency_and_each_currency_has_its_sums(house):
    found = house.views.reconcile(THE_DATE)
    assert {one.table: one.currency for one in found.sessions} == {"K-1": "USD", "K-2": "USD", "EU-1": "EUR"}
    assert (found.total, found.by_game, found.by_shift) == (None, {"unruled": None}, {"day": None})
    wins = {name: sums.total.accounting_win for name, sums in found.by_currency.items()}
    assert wins == {"EUR": 50_00, "USD": 75_00}
    dollars = found.by_currency["USD"]
    assert (dollars.by_game["unruled"].opener, dollars.by_shift["day"].opener) == (2 * VALUE, 2 * VALUE)


def test_a_table_alone_is_summed_as_ever(house):
    found = house.views.reconcile(THE_DATE, table="EU-1")
    assert (found.total.accounting_win, found.by_game["unruled"].opener) == (50_00, VALUE)
    assert list(found.by_currency) == ["EUR"]


def test_what_is_off_in_euros_is_no_offset_of_what_is_off_in_dollars(house):
    house_of = {one.table: one for one in house.views.reconcile(THE_DATE).sessions}
    pointed_at = {
        evidence.stream
        for candidate in house_of["EU-1"].candidates
        for part in candidate.explanations
        for evidence in part.evidence
    }
    assert not pointed_at & {"K-1/2026-06-08/1", "K-2/2026-06-08/1"}
    said = " ".join(part.sentence for one in house_of["EU-1"].candidates for part in one.explanations)
    assert "EUR" in said
    assert "$" not in said


def test_the_sheets_have_a_total_of_each_currency(house):
    found = house.views.reconcile(THE_DATE)
    report = house.views.master_game_report(THE_DATE)
    assert report.total is None
    for book in (reconciliation_sheets.workbook(found), master_game_sheets.workbook(report)):
        totals = {
            row["table"]: (row["currency"], row["win"])
            for row in lines(book)
            if row["table"].startswith("total")
        }
        assert totals == {"total, EUR": ("EUR", "50.00"), "total, USD": ("USD", "75.00")}
    games = {row["game"]: row["win"] for row in lines(master_game_sheets.workbook(report), "Games")}
    assert games["unruled, EUR"] == "50.00"


def test_a_month_has_a_row_of_each_currency_a_day(house):
    *days, euros, dollars = lines(house.views.master_game_month(THE_DATE, THE_DATE), "Days")
    assert [(one["currency"], one["sessions"], one["win"]) for one in days] == [
        ("EUR", "1", "50.00"), ("USD", "2", "75.00"),
    ]  # fmt: skip
    assert [(one["currency"], one["win"]) for one in (euros, dollars)] == [("EUR", "50.00"), ("USD", "75.00")]


def test_statistics_have_lines_of_each_currency(house):
    found = house.views.statistics(THE_DATE)
    wins = {(one.level, one.currency): one.day.win for one in found.lines if one.level != "table"}
    assert wins == {
        ("game", "EUR"): 50_00, ("game", "USD"): 75_00,
        ("property", "EUR"): 50_00, ("property", "USD"): 75_00,
    }  # fmt: skip
    assert {row["currency"] for row in lines(statistics_sheets.workbook(found))} == {"EUR", "USD"}


# --- reports that name an amount -------------------------------------------------------------


def of_game(currency, name):
    record = table(name, "three_card_poker")
    record["events"][0]["currency"] = currency
    return record


def played_hand(name):
    """A hand of which nothing is known but that its ante was lost."""
    lost = [opened(spots=[1]), placed(1, "ante", 25_00), collected(1, "ante", 25_00), event("closed")]
    return round_record(*lost, table=name, gaming_date="2026-06-09", game="three_card_poker", number=1)


@pytest.fixture(scope="module")
def rooms(house):
    """Two poker tables, alike but for their currency, on a date of their own.

    At each $40 of rake, a coupon, a chip lost, the closer put right afterwards by 98
    chips, and a second session that opens with the tray that was counted at first.
    """
    for currency, name in (("USD", "P-1"), ("EUR", "P-2")):
        room = table(name, "poker")
        room["events"][0]["currency"] = currency
        begins, *ends = shift(name, -1)["events"]
        played = [
            event("rake_taken", **moved("12:00", amount=40_00, into="table_inventory")),
            event("play_totaled", **moved("11:00", collected={}, paid={}, coupons=[20_00])),
            event("movement_recorded", **moved("11:30", chips={"2500": -1}, reason="lost", incident="I-1")),
        ]
        less = event("closed", closer={**TRAY, "2500": 1}, approved_by="D-1")
        righted = event("corrected", **at("21:00", corrects=5, reason="miscounted", event=less))
        kept = {"table": name, "gaming_date": str(LATER)}
        house.tell(room, session_record(begins, *played, *ends, righted, **kept))
        opens = event("opened", **at("22:00", opener={**TRAY, "2500": 99}, shift="night"))
        house.tell(session_record(opens, **kept, number=2))
    for currency, name in (("USD", "TH-1"), ("EUR", "TH-2")):
        house.tell(of_game(currency, name), played_hand(name))
    return house


def test_poker_revenue_is_of_each_currency(rooms):
    found = rooms.views.poker_revenue(LATER, LATER)
    assert [(one.session, one.currency, one.rake) for one in found.sessions if one.rake] == [
        ("P-1/2026-06-09/1", "USD", 40_00), ("P-2/2026-06-09/1", "EUR", 40_00),
    ]  # fmt: skip
    assert (found.revenue, list(found.by_currency)) == (None, ["EUR", "USD"])
    # The second session is not counted yet.
    revenue = {one.currency: one.revenue for one in found.sessions if one.revenue is not None}
    sums = {name: (one.revenue, one.uncounted, one.negative) for name, one in found.by_currency.items()}
    assert sums == {name: (cents, 1, 1) for name, cents in revenue.items()}
    totals = [row for row in lines(poker_sheets.workbook(found)) if row["table"] == "total"]
    assert {row["currency"]: row["restated_revenue"] for row in totals} == {
        name: units(cents) for name, cents in revenue.items()
    }


def test_an_adjustment_in_euros_is_over_no_threshold_of_dollars(rooms):
    found = {one.key: one for one in rooms.views.adjustments(LATER, LATER).adjustments}
    dollars, euros = found["P-1/2026-06-09/1"], found["P-2/2026-06-09/1"]
    assert dollars.effect_on_win == euros.effect_on_win == -98 * 25_00
    assert (dollars.currency, dollars.threshold, dollars.over_threshold) == ("USD", 2_000_00, True)
    assert (euros.currency, euros.threshold, euros.over_threshold) == ("EUR", None, None)


def test_an_opener_that_is_off_in_euros_is_told_at_once_and_reaches_no_amount_in_dollars(rooms):
    asked = {one.session: [each.kind for each in one.asked] for one in rooms.views.openers(LATER).openers}
    assert asked["P-1/2026-06-09/2"] == ["tell_at_once", "written_report", "regulator"]
    assert asked["P-2/2026-06-09/2"] == ["tell_at_once"]
    laid = {f"{one.table}/{one.number}": one.continuity for one in rooms.views.reconcile(LATER).sessions}
    assert [each.kind for each in laid["P-2/2"].asked] == ["tell_at_once"]


def test_exceptions_and_coupons_add_up_in_each_currency(rooms):
    report = rooms.views.exceptions(LATER, LATER)
    (by_code,) = [one for one in report.by_code if one.code == "movement_outside_list"]
    assert (by_code.count, by_code.amount, by_code.by_currency) == (2, None, {"EUR": -25_00, "USD": -25_00})
    assert {one.table: one.currency for one in report.lines if one.code == "movement_outside_list"} == {
        "P-1": "USD", "P-2": "EUR",
    }  # fmt: skip
    coupons = rooms.views.coupons(LATER, LATER)
    assert (coupons.dropped.count, coupons.dropped.face) == (2, None)
    assert coupons.dropped.by_currency == {"EUR": 20_00, "USD": 20_00}


def test_theoretical_win_is_of_each_currency(rooms):
    found = rooms.views.theory(LATER, by="property")
    assert [one.currency for one in found.groups] == ["EUR", "USD"]
    assert (found.total, {name: one.staked for name, one in found.by_currency.items()}) == (
        None, {"EUR": 25_00, "USD": 25_00},
    )  # fmt: skip
    assert [row["currency"] for row in lines(theory_sheets.workbook(found))] == ["EUR", "USD"] * 2
    alone = rooms.views.theory(LATER, table="TH-2")
    assert (alone.total.staked, list(alone.by_currency)) == (25_00, ["EUR"])


# --- slips, and what is no money ---------------------------------------------------------------


def test_a_slip_is_in_what_its_table_plays_in(rooms):
    for name, number in (("P-1", 1), ("P-2", 2)):
        slip = {"type": "fill", "series": "M", "serial": number}
        sent = event("fill_received", **at("22:30", slip=slip, chips={"2500": 1}))
        rooms.tell(session_record(sent, table=name, gaming_date=str(LATER), number=2, after=1))
    book = slip_sheets.slips(rooms.views, SlipFilter(gaming_date=LATER))
    for sheet in ("slips", "steps"):
        said = {row["slip"]: (row["currency"], row["amount"]) for row in lines(book, sheet)}
        assert said == {"fill/M/1": ("USD", "25.00"), "fill/M/2": ("EUR", "25.00")}
    (sent,) = rooms.views.slip("fill", "M", 2).slips
    assert sent.currency == "EUR"
    numbers = rooms.views.slip_numbers(LATER, LATER, jurisdiction="NJ")
    assert {one.name: one.currency for one in numbers.in_transit} == {"fill/M/1": "USD", "fill/M/2": "EUR"}


def test_chips_of_a_tournament_are_in_no_journal(rooms):
    of_all = {"gaming_date": "2026-06-10"}
    rooms.tell(of("chip", "TOUR-1"), shift("TOUR-1", 3, **of_all), shift("K-1", 2, **of_all))
    found = rooms.views.journal(date(2026, 6, 10))
    assert (found.whole, [one.session for one in found.sessions]) == (True, ["K-1/2026-06-10/1"])
    assert [one.currency for one in found.totals] == ["USD"]


def test_what_is_given_back_of_a_round_in_euros_out_of_a_tray_of_dollars_is_in_that_tray(rooms):
    of_all = {"gaming_date": "2026-06-11"}
    rooms.tell(session_record(shift("K-1", 0, **of_all)["events"][0], table="K-1", **of_all))
    given = event(
        "adjustment_posted", **at("19:00", spot=1, wager="ante", amount=27_00, direction="to_patron"),
        chips={"100": 2, "2500": 1}, session="K-1/2026-06-11/1", reason="asked for",
    )  # fmt: skip
    rooms.tell({**played_hand("TH-2"), "after": 4, "events": [given]})
    tray, (told,) = rooms.views.tray("K-1"), rooms.views.reconcile(date(2026, 6, 11), table="K-1").sessions
    assert tray.by_denomination == {100: 98, 2500: 99}
    (expected,) = [row for row in told.tray if row.movement == "expected"]
    assert (expected.by_denomination, told.expected_closer) == (tray.by_denomination, tray.total)
