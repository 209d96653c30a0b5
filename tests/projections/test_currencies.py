"""What is played in dollars and what is played in euros is never added together."""

from datetime import date

import pytest

from api.sheets import csv
from api.sheets.choosing import chosen
from projections.reports import master_game_sheets, reconciliation_sheets
from projections.reports import statistics as statistics_sheets
from tests.projections.pit import table
from tests.scenario import event, session_record

THE_DATE = date(2026, 6, 8)
TRAY = {"100": 100, "2500": 100}
VALUE = 2_600_00


def at(clock, **fields):
    people = {"source": "supervisor", "by": "F-2", "approved_by": "D-1"}
    return {"occurred_at": f"2026-06-08T{clock}:00-04:00", **people, **fields}


def shift(name, won):
    """A session that won so many chips of 25, whatever they are called."""
    nothing = {"cash": 0, "documents": 0, "coupons": 0}
    return session_record(
        event("opened", **at("10:00", opener=TRAY, shift="day")),
        event("closed", **at("18:00", closer={**TRAY, "2500": 100 + won})),
        event("box_dropped", **at("18:05", box="B")),
        event("drop_counted", **at("20:00", box="B", first=nothing, second=nothing)),
        table=name, gaming_date="2026-06-08",
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
        totals = {row["table"]: row["win"] for row in lines(book) if row["table"].startswith("total")}
        assert totals == {"total, EUR": "50.00", "total, USD": "75.00"}
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
