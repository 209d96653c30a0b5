"""The report of a round: what a dispute is decided by, for programs and for a floor manager."""

from __future__ import annotations

import re

import pytest

from ledger.events.base import TOPICS
from projections.reports.words import SENTENCES, Money, sentence
from tests.api.desk import RECORD_412, ROUND_412
from tests.scenario import (
    collected,
    dealt,
    event,
    opened,
    paid,
    placed,
    revealed,
    round_record,
    session_record,
)

PATH = f"/v1/rounds/{ROUND_412}/report"
OPEN = "/v1/rounds/T-1/2026-11-28/1"
EVIL = "<script>alert('x')</script>"


def report_of(desk, path=PATH, **query):
    answer = desk.get("floor", path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def page_of(desk, path=PATH):
    answer = desk.get("floor", f"{path}.html")
    assert answer.status_code == 200, answer.text
    return answer


# --- as a document --------------------------------------------------------------------


def test_cards_stand_by_hand_with_position_face_version_and_source(evening):
    cards = report_of(evening)["cards"]
    assert {place: [one["card"] for one in hand] for place, hand in cards.items()} == {
        "1": ["As", "Js"],
        "2": ["7h", "2d"],
        "4": ["Kh", "Tc"],
        "dealer": ["Qh", "Jd"],
        "board": ["9s", "4s", "2s", "Kd", "7c"],
        "burned": ["5c", "8h"],
    }
    assert [(one["position"], one["face"], one["version"], one["source"]) for one in cards["board"]] == [
        (1, "up", 22, "camera"),
        (2, "up", 23, "camera"),
        (3, "up", 24, "camera"),
        (4, "up", 27, "camera"),
        (5, "up", 31, "camera"),
    ]


def test_each_wager_has_its_four_truths_side_by_side(evening):
    wagers = {(one["spot"], one["wager"]): one for one in report_of(evening)["wagers"]}
    assert len(wagers) == 9
    ante = wagers[4, "ante"]
    (rules,) = ante["rules"]
    assert (rules["outcome"], rules["paid"], rules["returned"]) == ("unpaid", 0, 25_00)
    assert ante["declared"] == {"outcome": "win", "rank": "pair"}
    assert (ante["settled"]["paid"], ante["adjusted"]) == (25_00, 0)
    assert [key for key, one in wagers.items() if one["house"]["mispaid"]] == [(4, "ante")]


def test_findings_cite_their_rule_and_say_how_well_it_is_known(evening):
    found = [
        (one["code"], one["rule"], one["event"], one["evidence"]) for one in report_of(evening)["findings"]
    ]
    assert found == [
        ("burn_card_missing", "13:69F-28.10(d)", 27, "nj_text"),
        ("wager_mispaid", "13:69F-28.10(h)2", 35, "derived"),
    ]


def test_the_timeline_has_both_clocks_and_who_acted(evening):
    timeline = report_of(evening)["timeline"]
    assert [one["version"] for one in timeline] == list(range(1, 50))
    at = timeline[34]
    assert at["says"] == "spot 4 ante paid $25.00: 5 × $5.00"
    assert (at["occurred_at"], at["by"], at["recorded_by"]) == (
        "2026-11-28T20:14:57-05:00",
        "D-1187",
        "recorder",
    )
    assert at["recorded_at"].endswith("+00:00")
    assert at["findings"] == ["wager_mispaid"]
    positions = [one["position"] for one in timeline]
    assert positions == list(range(positions[0], positions[0] + 49))
    assert at["event"] == {**RECORD_412["events"][34], "source": "dealer", "by": "D-1187"}


def test_the_tray_is_not_counted_before_an_opener_and_its_change_is_known_all_the_same(evening):
    assert report_of(evening)["tray"] == {
        "before": None,
        "after": None,
        "change": {
            "total": -300_00,
            "by_denomination": {"500": -5, "2500": -7, "10000": -1},
            "unspecified": 0,
        },
        "between": {"total": 0, "by_denomination": {}, "unspecified": 0},
        "elsewhere": {},
    }


def opener(table="THB-03"):
    chips = {"500": 100, "2500": 100, "10000": 20}
    first = event("opened", opener=chips, shift="swing", source="supervisor", by="F-22", approved_by="D-1")
    return session_record({**first, "occurred_at": "2026-11-28T20:00:00-05:00"}, table=table)


def test_the_tray_before_and_after_stands_beside_its_change(desk):
    desk.record(opener())
    desk.record(RECORD_412)
    desk.project()
    tray = report_of(desk)["tray"]
    assert tray["before"]["by_denomination"] == {"500": 100, "2500": 100, "10000": 20}
    assert tray["before"]["total"] == 500_00 + 2_500_00 + 2_000_00
    assert tray["after"]["by_denomination"] == {"500": 95, "2500": 93, "10000": 19}
    assert tray["after"]["total"] == tray["before"]["total"] + tray["change"]["total"]


def test_a_view_that_is_behind_says_so_and_the_report_is_given(desk):
    desk.record(opener())
    desk.project()
    desk.record(RECORD_412)
    report = report_of(desk)
    assert report["lag"] == 49
    assert report["as_of"] == desk.head()
    assert report["tray"] == dict.fromkeys(("before", "after", "change", "between")) | {"elsewhere": {}}
    assert "49 events behind" in page_of(desk).text
    assert "Not known yet: the view of the trays is behind." in page_of(desk).text


def test_a_payment_corrected_after_the_close_leaves_before_change_and_after_of_one_mind(desk):
    # Spot 4 had $25 paid for its ante; the video shows $100, four greens, after the next round lost $50.
    desk.record(opener())
    desk.record(RECORD_412)
    paid = {**RECORD_412["events"][34], "amount": 100_00, "chips": {"2500": 4}}
    by_video = {"source": "video_review", "by": "S-1", "approved_by": "F-9"}
    correction = event("corrected", corrects=35, reason="it was a hundred", event=paid, **by_video)
    loss = collected(2, "ante", 50_00, chips={"2500": 2})
    played = [
        {"occurred_at": "2026-11-28T20:20:00-05:00", "source": "dealer", "by": "D-1187", **one}
        for one in (opened(), placed(2, "ante", 50_00), loss, event("closed"))
    ]
    correction["occurred_at"] = "2026-11-28T20:40:00-05:00"
    header = {name: value for name, value in RECORD_412.items() if name != "events"}
    next_round, later = {"number": 413, "events": played}, {"after": 49, "events": [correction]}
    for record in (next_round, later):
        answer = desk.record({**header, **record})
        assert answer.status_code == 201, answer.text
    desk.project()
    tray = report_of(desk)["tray"]
    totals = {name: tray[name]["total"] for name in ("before", "change", "between", "after")}
    assert totals == {"before": 5_000_00, "change": -375_00, "between": 50_00, "after": 4_675_00}
    assert tray["after"]["by_denomination"] == {"500": 100, "2500": 91, "10000": 19}
    page = page_of(desk).text
    assert "By others meanwhile" in page
    assert "+$50.00" in page


def test_the_report_says_by_which_rules_and_where_it_can_be_checked(evening):
    report = report_of(evening)
    rules = report["rules_in_force"]
    assert rules["submission"] == {"name": "thb-2026-01", "version": 1, "game": "texas_holdem_bonus"}
    assert rules["options"]["ante_pays_from"]["value"] == "flush"
    assert {table["wager"] for table in rules["pay_tables"]} >= {"bonus"}
    assert all(table["evidence"] and table["source"] for table in rules["pay_tables"])
    assert report["limits"]["ante"] == {"minimum": 15_00, "maximum": 1_000_00}
    proof = report["integrity"]
    assert proof["stream"] == "b4e01746-d1d0-572f-aa68-86cfb262df14"
    assert (proof["events"], proof["last_position"] - proof["first_position"]) == (49, 48)
    assert proof["software"].startswith("pitledger ")
    assert report["people"] == {"acted": ["D-1187"], "approved": []}


def test_a_correction_shows_what_was_first_recorded_and_what_it_became(desk):
    right = event("wager_placed", spot=1, wager="ante", amount=25_00)
    desk.record(
        round_record(
            opened(),
            placed(1, "ante", 15_00),
            event("corrected", corrects=2, event=right, reason="green, not red", approved_by="F-22"),
        )
    )
    report = report_of(desk, f"{OPEN}/report")
    (one,) = report["corrections"]
    assert one["first_recorded"]["says"] == "spot 1 ante placed $15.00"
    assert one["as_corrected"]["says"] == "spot 1 ante placed $25.00"
    assert (one["reason"], one["by"], one["approved_by"]) == ("green, not red", "D-1", "F-22")
    assert report["timeline"][1]["corrected_by"] == 3
    assert report["wagers"][0]["stake"] == 25_00
    text = page_of(desk, f"{OPEN}/report").text
    assert "corrected by #3" in text
    assert "As first recorded" in text


def test_the_report_of_a_version_and_the_reason_asked_otherwise(desk):
    desk.record(RECORD_412)
    assert report_of(desk, version=35)["findings"][-1]["code"] == "wager_mispaid"
    assert len(report_of(desk, version=34)["findings"]) == 1
    said = report_of(desk, as_known_at="2099-01-01T00:00:00Z")
    assert said["as_known_at"] == "2099-01-01T00:00:00+00:00"


# --- as a page ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, "application/json"),
        ("*/*", "application/json"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
        ("application/json;q=0.2, text/*;q=0.9", "text/html"),
        ("text/html;q=0, */*", "application/json"),
    ],
)
def test_the_form_is_the_one_that_is_wanted(evening, accept, form):
    headers = {} if accept is None else {"Accept": accept}
    answer = evening.get("floor", PATH, headers=headers)
    assert answer.headers["content-type"].partition(";")[0] == form
    assert "Accept" in answer.headers["vary"]


def test_a_form_that_there_is_not_is_refused(evening):
    answer = evening.get("floor", PATH, headers={"Accept": "application/pdf"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


def test_a_suffix_gives_one_form_whatever_is_accepted(evening):
    assert (
        evening.get("floor", f"{PATH}.html", headers={"Accept": "application/json"})
        .text.strip()
        .startswith("<!")
    )
    assert evening.get("floor", f"{PATH}.json", headers={"Accept": "text/html"}).json() == report_of(evening)


def test_the_page_needs_nothing_from_elsewhere_and_runs_nothing(evening):
    answer = page_of(evening)
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert not re.search(r"<script|<link|<img|<iframe|src=|url\(|@import|https?://", answer.text)
    assert "@media print" in answer.text


def test_the_page_says_it_as_a_floor_manager_would(evening):
    text = page_of(evening).text
    assert "spot 4 ante was settled $25.00 to the patron’s favour" in text
    assert "Paid $25.00 where $0.00 was due." in text
    assert "No card was burned before the turn." in text
    for form in (
        "Wagers: the four truths",
        "1 · The rules give",
        "3 · Settled",
        "Table inventory",
        "Integrity",
    ):
        assert form in text


def test_a_rule_that_was_not_read_in_the_law_is_marked(evening):
    text = page_of(evening).text
    assert '<span class="badge law"' in text
    assert "⚠ unverified: not NJ text" in text
    assert "⚠ unverified: derived" in text


def test_what_people_wrote_cannot_become_part_of_the_page(desk):
    desk.record(
        round_record(
            {**opened(), "by": EVIL, "note": EVIL},
            placed(1, "ante", 15_00, patron=EVIL),
            event("ruling_made", ruling=EVIL, approved_by=f"F {EVIL}"),
            title=EVIL,
        )
    )
    text = page_of(desk, f"{OPEN}/report").text
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_a_page_is_made_of_any_round(desk):
    """Unknown cards and suits, jokers, coupons, chips that went the other way, a void, no wagers at all."""
    desk.record(round_record(opened(), number=2))
    odd = round_record(
        opened(spots=[1, 7]),
        placed(1, "ante", 25_00, tender="match_play", serial="MP-1"),
        placed(7, "straight_up", 75_00, on="17", chips={"10000": 1, "2500": -1}),
        dealt(1, None),
        dealt(1, "K?"),
        dealt("dealer", "Xr", face="up"),
        revealed("stand", "Xb", None),
        event("wheel_spun", revolutions=4, result="17"),
        event("dice_shaken", dice=[1, 6]),
        event("numbers_drawn", numbers=[3, 80]),
        event("progressive_won", spot=1, wager="ante", fund="p-1", amount=10_00),
        event("progressive_paid", spot=1, wager="ante", fund="p-1", amount=10_00, at="cage"),
        event("card_exposed", of=4, card="2c"),
        event("card_moved", card="2c", from_=1, to=7),
        event("card_returned", of=6),
        event("irregularity_noted", kind="misdeal", spots=[1, 7]),
        paid(7, "straight_up", 2_625_00, stake="stays"),
        event("cards_discarded", spot=1, count=1),
        event("hand_collected", to=1, cards=["Ks"], spread=True),
        event("stub_collected", count=30),
        event("adjustment_posted", spot=7, wager="straight_up", amount=5_00, direction="from_patron",
              session="T-1/2026-11-28/1", approved_by="F-22", reason="overpaid"),
        event("voided", reason="misdeal"),
        event("closed"),
        session=1,
    )  # fmt: skip
    assert desk.record(odd).status_code == 201
    for number in (1, 2):
        page = page_of(desk, f"/v1/rounds/T-1/2026-11-28/{number}/report").text
        assert "Round" in page
    assert "$2,625.00" in desk.get("floor", f"{OPEN}/report.html").text


# --- in words -------------------------------------------------------------------------


def test_every_event_of_a_round_has_its_sentence():
    types = {one.model_fields["type"].default for one in TOPICS.values() if one.STREAM == "round"}
    assert set(SENTENCES) == types


@pytest.mark.parametrize(
    ("amount", "currency", "unit", "said"),
    [
        (0, "USD", 1, "$0.00"),
        (5, "USD", 1, "$0.05"),
        (1_234_567_89, "USD", 1, "$1,234,567.89"),
        (-25_00, "USD", 1, "−$25.00"),
        (25_00, "EUR", 1, "25.00 EUR"),
        (2**53 - 1, "USD", 1, "$90,071,992,547,409.91"),
        (7, "chip", 2, "3 1/2 chips"),
        (1500, "chip", 1, "1,500 chips"),
    ],
)
def test_money_is_written_exactly(amount, currency, unit, said):
    assert Money(currency, unit)(amount) == said


def test_chips_that_went_the_other_way_are_said():
    won = {
        "type": "wager_paid",
        "spot": 2,
        "wager": "pair_plus",
        "amount": 75_00,
        "chips": {"10000": 1, "2500": -1},
    }
    assert sentence(won, Money("USD")) == "spot 2 pair plus paid $75.00: 1 × $100.00, less 1 × $25.00"
