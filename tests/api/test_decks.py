"""Decks over HTTP: what a deck was, and what a fault of one touched, for those who may look rounds up."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from tests.api.desk import lines
from tests.scenarios.shoe import coups, deck, happened, in_use

AT = datetime.fromisoformat("2026-11-28T20:00:00-05:00")
MINUTE = timedelta(minutes=1)
ROUNDS = coups(1, AT, MINUTE, "B7", [{1: ("5c", "6d"), 2: ("9s", "8h")}] * 10)


@pytest.fixture
def dealt(desk):
    gone = happened(AT + 3 * MINUTE, "card_removed", card="7h")
    answers = desk.record_lines(lines(deck("B7", *in_use(AT), gone), *ROUNDS))
    assert [answer["status"] for answer in answers] == ["appended"] * 11
    desk.project()
    return desk


def test_a_deck_is_shown_with_where_it_was_dealt_and_what_is_missing(dealt):
    said = dealt.get("floor", "/v1/decks/B7").json()
    assert (said["status"], said["inspected"]["batch"], said["lag"]) == ("in_use", "GEM-77", 0)
    assert [(use["table"], use["until"]) for use in said["uses"]] == [("T-1", None)]
    assert (said["cards"]["size"], said["cards"]["differs"]) == (51, {"7h": -1})
    assert [finding["code"] for finding in said["findings"]] == ["card_missing_in_play"]
    before = dealt.get("floor", "/v1/decks/B7", params={"at": AT.isoformat()}).json()
    assert before["cards"]["size"] == 52
    listed = dealt.get("floor", "/v1/decks").json()
    assert [one["deck"] for one in listed["decks"]] == ["B7"]


@pytest.mark.parametrize(
    ("params", "rounds"),
    [
        ({}, 10),
        ({"missing": "7h"}, 7),
        ({"missing": "Js"}, 0),
        ({"from": (AT + 8 * MINUTE).isoformat()}, 2),
        ({"to": (AT + 2 * MINUTE).isoformat()}, 2),
        ({"missing": "7h", "to": (AT + 5 * MINUTE).isoformat()}, 2),
    ],
)
def test_the_rounds_of_a_fault_are_told_with_hands_patrons_and_net(dealt, params, rounds):
    said = dealt.get("accountant", "/v1/decks/B7/impact", params=params).json()
    assert (said["rounds"], said["hands"], said["net_to_patrons"]) == (rounds, 2 * rounds, -100_00 * rounds)
    assert len(said["touched"]) == rounds


@pytest.mark.parametrize(
    ("role", "path", "said"),
    [
        ("warehouse", "/v1/decks/B7", (403, "scope_missing")),
        ("floor", "/v1/decks/B8", (404, "deck_not_found")),
        ("floor", "/v1/decks/B8/impact", (404, "deck_not_found")),
        ("floor", "/v1/decks/B7/impact?missing=1s", (422, "invalid_query")),
        ("floor", "/v1/decks/B7/impact?from=yesterday", (422, "invalid_query")),
        ("floor", "/v1/decks/B7?as_of=999999", (422, "invalid_query")),
        ("floor", "/v1/decks/B7?as_known_at=2020-01-01T00:00:00Z", (404, "deck_not_found")),
        ("floor", "/v1/decks/B7/burn?as_of=999999", (422, "invalid_query")),
        (
            "floor",
            "/v1/decks/B7/impact?from=2026-11-28T20:05:00-05:00&to=2026-11-28T20:00:00-05:00",
            (422, "invalid_query"),
        ),
        (
            "floor",
            "/v1/decks/B7/order?from=2026-11-28T20:05:00-05:00&to=2026-11-28T20:00:00-05:00",
            (422, "invalid_query"),
        ),
    ],
)
def test_what_cannot_be_asked_of_a_deck_is_refused(dealt, role, path, said):
    answer = dealt.get(role, path)
    assert (answer.status_code, answer.json()["code"]) == said


def test_a_face_that_nobody_has_seen_is_told_of_no_order_but_to_surveillance(desk):
    round_ = coups(1, AT, MINUTE, "B7", [{1: ("5c", "6d")}])[0]
    hidden = [{**one, "face": "down"} if one["type"] == "card_dealt" else one for one in round_["events"]]
    open_round = {**round_, "events": [one for one in hidden if one["type"] in {"opened", "card_dealt"}]}
    desk.record_lines(lines(deck("B7", *in_use(AT)), open_round))
    desk.project()
    pairs = {role: desk.get(role, "/v1/decks/B7/order").json()["pairs"] for role in ("floor", "surveillance")}
    assert pairs == {"floor": 0, "surveillance": 1}


def test_the_order_in_which_a_machine_read_a_deck_is_told_to_surveillance_alone(desk):
    """It is the order in which the cards will be dealt."""
    lay = ["Kd", None, "As", "Xr", "2c", "K?"]
    again = happened(
        AT, "inspected", batch="GEM-77", backs="red", preshuffled=True, receipt="R-1", cards=lay[:1]
    )
    right = {"type": "inspected", "batch": "GEM-77", "backs": "red", "cards": ["Kd", "As", "2c"]}
    put_right = happened(AT, "corrected", corrects=1, event=right, reason="misread", approved_by="F-9")
    desk.record(deck("B7", again, happened(AT, "counted", count=6, cards=lay), put_right))
    desk.project()
    said = {role: desk.get(role, "/v1/decks/B7").json()["events"] for role in ("floor", "surveillance")}
    assert [one["cards"] for one in said["surveillance"]] == [["Kd", "As", "2c"], lay]
    told = [["2c", "Kd", "As"], ["2c", "Kd", "As", "K?", "Xr", None]]
    assert [one["cards"] for one in said["floor"]] == told
    feed = [json.loads(line) for line in desk.get("warehouse", "/v1/feed").text.splitlines()]
    of_deck = [one["data"] for one in feed if one["subject"] == "B7"]
    assert of_deck[1]["cards"] == told[1]
    assert of_deck[2]["event"]["cards"] == told[0]
