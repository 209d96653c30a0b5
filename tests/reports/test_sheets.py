"""Sheets as CSV and as XLSX: what a cell becomes, what is refused to a formula, how much memory it takes."""

import csv as standard
import io
import re
import tracemalloc
import zipfile
from datetime import UTC, date, datetime, timedelta, timezone
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.sheets import csv, xlsx
from api.sheets.choosing import chosen
from ledger.errors import InvalidQuery
from projections.reports.sheet import FORBIDDEN, Column, Fact, Sheet, Workbook, sheet_name
from projections.reports.wording import units

COLUMNS = (
    Column("table", "table"),
    Column("win", "accounting win", "money"),
    Column("chips", "chips", "count"),
    Column("at", "opened", "time"),
    Column("day", "gaming date", "date"),
    Column("hold", "hold", "ratio"),
    Column("holds", "identity holds", "flag"),
)
EDT = timezone(timedelta(hours=-4))
ROW = ("BJ-04", -1_234_50, 12, datetime(2025, 3, 9, 4, 0, tzinfo=EDT), date(2025, 3, 8), Fraction(2, 3), True)
ABOUT = (Fact("state", "state", "audited"), Fact("as_of", "as of position", 31, "count"))
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def sheet(*rows, name="win", **more):
    return Sheet(name, "Win by table", COLUMNS, rows, ABOUT, **more)


def as_csv(one):
    text = io.StringIO(newline="")
    csv.write(one, text)
    return text.getvalue()


def as_xlsx(book, folder):
    path = folder / "book.xlsx"
    xlsx.write(book, path, folder)
    return path


def cells(path, number=1):
    """The cells of a sheet by place, as Excel would read them."""
    with zipfile.ZipFile(path) as file:
        root = ET.fromstring(file.read(f"xl/worksheets/sheet{number}.xml"))
        strings = []
        if "xl/sharedStrings.xml" in file.namelist():
            shared = ET.fromstring(file.read("xl/sharedStrings.xml"))
            strings = ["".join(one.itertext()) for one in shared.iter(f"{MAIN}si")]
    found = {}
    for cell in root.iter(f"{MAIN}c"):
        assert cell.find(f"{MAIN}f") is None, "no cell is a formula"
        text = "".join(cell.itertext())
        kind = cell.get("t")
        if text:
            found[cell.get("r")] = (
                strings[int(text)] if kind == "s" else text if kind == "inlineStr" else float(text)
            )
    return found


# --- CSV ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a;=1+1", "a; @SUM(A1)", ";=1", "seen\n-2+3", "a\t+1"])
def test_a_formula_after_what_parts_cells_elsewhere_is_made_a_text_too(text):
    (_, row) = standard.reader(io.StringIO(as_csv(sheet((text, *ROW[1:]))), newline=""))
    assert row[0] != text
    assert row[0].replace("'", "") == text


def test_what_is_of_a_chip_game_is_counted_and_not_money():
    money = (Column("won", "won", "money"), Column("currency", "currency"))
    book = Sheet("win", "win", money, [(500, "chip"), (500, "EUR"), (500, None)])
    assert [row[0] for row in csv.lines(book)] == ["won", "500", "5.00", "5.00"]
    of_one = (Fact("currency", "currency", "chip"), Fact("float", "float", 700, "money"))
    assert [*csv.lines(Sheet("win", "win", money[:1], [(500,)], of_one))] == [
        ["won", "currency", "float"], ["500", "chip", "700"],
    ]  # fmt: skip


def test_each_kind_of_cell_as_csv():
    assert as_csv(sheet(ROW)).splitlines() == [
        "table,win,chips,at,day,hold,holds,state,as_of",
        "BJ-04,-1234.50,12,2025-03-09T08:00:00Z,2025-03-08,0.666667,true,audited,31",
    ]


def test_what_is_not_known_is_empty_and_the_total_comes_last():
    total = ("total", 5, None, None, None, None, False)
    assert as_csv(sheet((None,) * 7, total=[total])).splitlines()[1:] == [
        ",,,,,,,audited,31",
        "total,0.05,,,,,false,audited,31",
    ]


def test_the_total_may_be_added_up_on_the_way():
    sums = [0]

    def rows():
        for cents in (1_00, 2_50):
            sums[0] += cents
            yield ("T", cents, None, None, None, None, None)

    def total():
        yield ("total", sums[0], None, None, None, None, None)

    one = Sheet("win", "Win", COLUMNS, rows(), ABOUT, total=total())
    assert as_csv(one).splitlines()[-1].startswith("total,3.50,")


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://x";"y")', "+1-800", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1",
        "\N{FULLWIDTH EQUALS SIGN}1", "\N{FULLWIDTH HYPHEN-MINUS}x",
    ],
)  # fmt: skip
def test_a_text_that_a_spreadsheet_would_run_is_made_a_text(text):
    (_, row) = standard.reader(io.StringIO(as_csv(sheet((text, *ROW[1:]))), newline=""))
    assert row[0] == f"'{text}"


@pytest.mark.parametrize("text", ["-12", "+1.50", "BJ-04", "a=b", "'x", ""])
def test_a_number_and_any_other_text_stay_as_they_are(text):
    (_, row) = standard.reader(io.StringIO(as_csv(sheet((text, *ROW[1:]))), newline=""))
    assert row[0] == text


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_any_text_comes_back_from_csv_and_none_is_a_formula(text):
    (_, row) = standard.reader(io.StringIO(as_csv(sheet((text, *ROW[1:]))), newline=""))
    assert re.sub("'", "", row[0]) == re.sub("'", "", text)
    for part in re.split("[;\t\r\n]", row[0])[1:]:
        assert not re.match(r"[ \u3000]*[=+\-@]", part), "no cell of a spreadsheet that parts elsewhere"
    assert not re.match(r"[=+\-@\t\r\n]", row[0]) or re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", row[0])


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "0.00"), (5, "0.05"), (-5, "-0.05"), (2**53, "90071992547409.92")]
)
def test_money_has_two_places_and_is_exact(cents, text):
    assert units(cents) == text


@given(st.fractions())
def test_a_ratio_is_right_to_six_places(exact):
    assert abs(Fraction(csv.ratio(exact)) - exact) <= Fraction(1, 2 * 10**6)


# --- XLSX --------------------------------------------------------------------------------


def test_each_kind_of_cell_as_xlsx(tmp_path):
    found = cells(as_xlsx(Workbook("win", 31, [sheet(ROW, notes=["coupons count"])]), tmp_path))
    assert (found["A1"], found["A2"], found["B2"], found["A3"], found["B3"]) == (
        "Win by table", "state", "audited", "as of position", 31,
    )  # fmt: skip
    assert found["A4"] == "coupons count"
    assert [found[f"{column}6"] for column in "ABCDEFG"] == [
        "table", "accounting win", "chips", "opened (UTC)", "gaming date", "hold", "identity holds",
    ]  # fmt: skip
    # Days since the end of 1899: 2025-03-09 is the 45,725th.
    assert [found[f"{column}7"] for column in "ABCDEFG"] == [
        "BJ-04", -1234.5, 12, pytest.approx(45725 + 8 / 24), 45724, pytest.approx(2 / 3), 1,
    ]  # fmt: skip


def test_heading_and_first_column_stay_when_the_rest_is_scrolled(tmp_path):
    path = as_xlsx(Workbook("win", 31, [sheet(ROW)]), tmp_path)
    with zipfile.ZipFile(path) as file:
        root = ET.fromstring(file.read("xl/worksheets/sheet1.xml"))
    (pane,) = root.iter(f"{MAIN}pane")
    assert (pane.get("state"), pane.get("topLeftCell")) == ("frozen", "B6")


def test_no_text_becomes_a_formula_link_or_number(tmp_path):
    found = cells(
        as_xlsx(
            Workbook("win", 31, [sheet(*((text, *ROW[1:]) for text in ("=1+1", "0042", "http://x")))]),
            tmp_path,
        )
    )
    assert [found["A6"], found["A7"], found["A8"]] == ["=1+1", "0042", "http://x"]


def test_an_amount_that_a_number_of_excels_cannot_hold_is_a_text(tmp_path):
    row = ("T", 10**15 + 1, 10**15 + 1, datetime(1815, 6, 18, tzinfo=UTC), date(1815, 6, 18), None, None)
    found = cells(as_xlsx(Workbook("win", 31, [sheet(row)]), tmp_path))
    assert [found[f"{column}6"] for column in "BCDE"] == [
        "10000000000000.01", "1000000000000001", "1815-06-18T00:00:00Z", "1815-06-18",
    ]  # fmt: skip


def test_equal_reports_are_equal_bytes_and_do_not_say_when_they_were_made(tmp_path):
    def made(name):
        folder = tmp_path / name
        folder.mkdir()
        return as_xlsx(Workbook("win", 31, [sheet(ROW), sheet(name="other")]), folder)

    first, second = made("first"), made("second")
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as file:
        assert {one.date_time for one in file.infolist()} == {(1980, 1, 31, 0, 0, 0)}
        assert re.findall("2[0-9]{3}-", file.read("docProps/core.xml").decode()) == ["2000-"] * 2


@pytest.mark.parametrize("many", [True, False])
def test_a_workbook_has_a_sheet_a_table(tmp_path, many):
    book = Workbook("win", 31, [sheet((f"T-{n}", *ROW[1:]), name=f"T-{n}") for n in range(30)], many=many)
    path = as_xlsx(book, tmp_path)
    assert [cells(path, n + 1)["A6"] for n in range(30)] == [f"T-{n}" for n in range(30)]
    assert [one.name for one in tmp_path.iterdir()] == ["book.xlsx"]


def test_rows_that_fail_on_the_way_leave_nothing_open(tmp_path):
    def rows():
        yield ROW
        raise InvalidQuery(detail="gone")

    with pytest.raises(InvalidQuery):
        as_xlsx(Workbook("win", 31, [Sheet("win", "Win", COLUMNS, rows())]), tmp_path)


# --- names, and which sheet ----------------------------------------------------------------


@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_text_becomes_a_name_that_excel_takes_and_no_two_are_alike(texts):
    names: list[str] = []
    for text in texts:
        names.append(sheet_name(text, names))
    assert len({name.lower() for name in names}) == len(names)
    assert all(
        0 < len(name) <= 31 and not FORBIDDEN.search(name) and name.lower() != "history" for name in names
    )


def test_one_sheet_is_chosen_by_its_name():
    book = Workbook("win", 31, [sheet(name="Tables"), sheet(name="Games")])
    assert chosen(book, None).name == "Tables"
    assert chosen(book, "games").name == "Games"
    with pytest.raises(InvalidQuery) as refused:
        chosen(book, "pits")
    assert "Tables, Games" in refused.value.message


# --- memory --------------------------------------------------------------------------------


def peak(write):
    tracemalloc.start()
    try:
        write()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_two_hundred_thousand_rows_as_csv_take_no_more_memory_than_one(tmp_path):
    def write():
        with (tmp_path / "rows.csv").open("w", newline="") as file:
            csv.write(Sheet("n", "N", COLUMNS[:2], ((f"T-{n}", n) for n in range(200_000))), file)

    assert peak(write) < 1_000_000


def test_a_long_sheet_as_xlsx_takes_no_more_memory_than_a_short_one(tmp_path):
    def write(rows):
        return lambda: as_xlsx(
            Workbook("n", 0, [Sheet("n", "N", COLUMNS[:2], ((f"T-{n}", n) for n in range(rows)))]), tmp_path
        )

    assert peak(write(8_000)) < peak(write(200)) + 300_000
