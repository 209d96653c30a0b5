"""O-A: the full shift of BJ-04 that balances, every figure of it by hand, asked for over HTTP."""

import json

import pytest

from tests.api.desk import WORKED

KEY = "BJ-04/2025-03-08/1"
FACES = (100, 500, 2500, 10000, 50000)
# Each movement by denomination ($1, $5, $25, $100, $500), its value and the tray after it, in dollars.
TRAY = [
    ("opener", (200, 600, 400, 200, 20), 43_200, 43_200),
    ("fill", (0, 200, 200, 0, 0), 6_000, 49_200),
    ("credit", (0, 0, 0, 0, -10), -5_000, 44_200),
    ("buyin_cash", (0, -200, -80, -30, 0), -6_000, 38_200),
    ("buyin_counter_check", (0, 0, 0, -60, -8), -10_000, 28_200),
    ("counter_check_redeemed", (0, 0, 0, 40, 0), 4_000, 32_200),
    ("color_change", (0, 100, 20, -10, 0), 0, 32_200),
    ("tip_change", (50, 10, 0, -1, 0), 0, 32_200),
    ("collect_loss", (0, 1_070, 640, 160, 8), 41_350, 73_550),
    ("progressive_sweep", (0, 300, 0, 0, 0), 1_500, 75_050),
    ("pay_win", (-140, -1_020, -600, -140, -8), -38_240, 36_810),
    ("expected", (110, 1_060, 580, 159, 2), 36_810, None),
    ("counted", (110, 1_061, 579, 158, 2), 36_690, None),
    ("variance", (0, 1, -1, -1, 0), -120, None),
]
# The accounts of A.5, debits and credits in dollars.
JOURNAL = [
    ("Cash (soft count)", 6_200, 0),
    ("Counter checks receivable (net)", 6_000, 0),
    ("Promotional allowance – match play", 200, 0),
    ("Table over/short", 120, 0),
    ("Table games win – rounds", 0, 4_810),
    ("Table games win – coupon face", 0, 200),
    ("Gaming-chip liability", 0, 7_510),
]


@pytest.fixture(scope="module")
def shift(house):
    assert house.record(json.loads((WORKED / "golden_shift.ndjson").read_text())).status_code == 201
    house.project()
    answer = house.get("accountant", "/v1/reconciliations", params={"gaming_date": "2025-03-08"}).json()
    (one,) = answer["sessions"]
    return one


def test_the_tray_stands_line_by_line_and_denomination_by_denomination(shift):
    def counts(row):
        return tuple(row["by_denomination"].get(str(face), 0) for face in FACES)

    shown = [
        (row["movement"], counts(row), row["total"] // 100, row["running"] and row["running"] // 100)
        for row in shift["tray"]
    ]
    assert shown == TRAY
    assert all(row["unspecified"] == 0 and row["total"] % 100 == 0 for row in shift["tray"])


def test_the_closer_is_120_short_by_one_five_too_many_a_quarter_and_a_hundred_too_few(shift):
    assert (shift["expected_closer"], shift["counted_closer"]) == (36_810_00, 36_690_00)
    assert shift["variance"] == {
        "total": -120_00,
        "by_denomination": {"100": 0, "500": 1, "2500": -1, "10000": -1, "50000": 0},
        "unspecified": 0,
    }


def test_the_win_is_the_sum_of_its_terms(shift):
    terms = (
        shift["round_win"]["total"],
        shift["match_play"],
        shift["exceptions"],
        shift["variance"]["total"],
        shift["drop"]["variance"],
    )
    assert terms == (4_810_00, 200_00, 0, -120_00, 0)
    assert shift["accounting_win"] == sum(terms) == 4_890_00
    assert shift["identity_holds"] is True
    counted = shift["counted_closer"] + shift["credits"] + shift["drop"]["counted"]
    assert counted - shift["opener"] - shift["fills"] == 4_890_00
    assert shift["drop"]["counted"] == 12_400_00


def test_every_figure_is_the_one_that_the_example_expects(shift):
    expected = json.loads((WORKED / "golden_shift.expected.json").read_text())
    assert {name: shift[name] for name in expected} == expected


def test_it_lasted_seven_hours_although_the_clocks_say_eight(shift):
    assert shift["hours"] == 7
    assert (shift["opened_at"], shift["closed_at"]) == ("2025-03-09T01:00:00Z", "2025-03-09T08:00:00Z")


def test_it_held_39_percent_of_its_drop_and_79_of_the_cash_in_it(shift):
    assert (round(shift["hold"], 3), round(shift["cash_hold"], 3)) == (0.394, 0.789)
    # What was staked is not known where play is told in totals.
    assert (shift["handle"], shift["pc"]) == (None, None)


def test_the_first_candidate_is_a_quarter_paid_for_a_five_and_a_hundred_in_a_buy_in(shift):
    first = shift["candidates"][0]
    assert (first["rank"], first["amount"]) == (1, -120_00)
    assert first["remains"] == {"total": 0, "by_denomination": {}, "unspecified": 0}
    explained = {part["kind"]: part for part in first["explanations"]}
    mistaken, overpaid = explained["wrong_denomination"], explained["overpaid"]
    assert (mistaken["amount"], mistaken["by_denomination"]) == (-20_00, {"500": 1, "2500": -1})
    assert (overpaid["amount"], overpaid["by_denomination"]) == (-100_00, {"10000": -1})


def test_each_candidate_links_to_the_events_that_could_be_meant(house, shift):
    explained = {part["kind"]: part for part in shift["candidates"][0]["explanations"]}
    bought = explained["overpaid"]["evidence"]
    assert [one["version"] for one in bought][:9] == list(range(3, 12))
    assert bought[0]["sentence"] == "buy-in of $200.00 cash for 40 × $5.00"
    assert 24 in [one["version"] for one in explained["wrong_denomination"]["evidence"]]
    told = house.get("accountant", f"/v1/sessions/{KEY}").json()
    for part in explained.values():
        for one in part["evidence"]:
            assert one["stream"] == KEY
            assert 1 <= one["version"] <= 28
            assert one["position"] is not None
    assert told["session"] == KEY


def test_a_candidate_explains_and_changes_nothing(house, shift):
    assert [one["score"] for one in shift["candidates"]] == [2.25, 2.75, 3.75]
    assert all("remains" in one and one["reason"] for one in shift["candidates"])
    again = house.get("accountant", "/v1/reconciliations", params={"gaming_date": "2025-03-08"}).json()
    assert again["sessions"] == [shift]


def test_its_journal_balances_at_12520(house, shift):
    said = house.get("accountant", "/v1/journal", params={"gaming_date": "2025-03-08"})
    assert said.status_code == 200, said.text
    journal = said.json()
    assert shift["table"] == "BJ-04"
    assert [(one["debits"], one["credits"], one["balances"]) for one in journal["totals"]] == [
        (12_520_00, 12_520_00, True)
    ]
    assert journal["whole"]
    assert [(one["name"], one["debit"] // 100, one["credit"] // 100) for one in journal["lines"]] == JOURNAL
