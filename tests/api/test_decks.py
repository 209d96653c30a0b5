"""Decks over HTTP: what a deck was, and what a fault of one touched, for those who may look rounds up."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from ledger.cards import DECK
from tests.api.desk import lines
from tests.scenarios.shoe import coups, deck, happened, in_use, inspected

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
    away = happened(AT, "withdrawn")
    desk.record(deck("B7", again, happened(AT, "counted", count=6, cards=lay), put_right, away))
    desk.project()
    said = {role: desk.get(role, "/v1/decks/B7").json()["events"] for role in ("floor", "surveillance")}
    assert [one.get("cards") for one in said["surveillance"]] == [["Kd", "As", "2c"], lay, None]
    told = [["2c", "Kd", "As"], ["2c", "Kd", "As", "K?", "Xr", None]]
    assert [one.get("cards") for one in said["floor"]] == [*told, None]
    feed = [json.loads(line) for line in desk.get("warehouse", "/v1/feed").text.splitlines()]
    of_deck = [one["data"] for one in feed if one["subject"] == "B7"]
    assert [one["cards"] for one in (*of_deck[:2], of_deck[2]["event"])] == [[None], [None] * 6, [None] * 3]
    assert [one.get("faces") for one in of_deck] == [None] * 3 + [{"1": ["Kd"], "2": told[1], "3": told[0]}]


WITHOUT_TENS: list[str | None] = [face for face in DECK if face[0] != "T"]
# What an inspection in the middle of a hand found, and whether it is told: not what is left of a deck.
INSPECTED: dict[str, tuple[list[str | None], bool]] = {
    "the stub": (WITHOUT_TENS[4:], False),
    "the deck as it was inspected before": (WITHOUT_TENS[::-1], True),
    "the stub and a card that could not be read": ([*WITHOUT_TENS[4:], None], False),
    "whole decks": ([*DECK, *DECK], True),
    "a whole deck with its jokers": ([*DECK, "Xr", "Xb"], True),
}


@pytest.mark.parametrize("found", INSPECTED)
def test_a_deck_inspected_in_the_middle_of_a_hand_tells_nobody_what_was_dealt(desk, found):
    cards, told = INSPECTED[found]
    in_order: list[str | None] = [*DECK, "Xb", "Xr", None]
    whole = sorted(cards, key=in_order.index)
    (round_,) = coups(1, AT, MINUTE, "B7", [{1: ("2c", "2d"), 2: ("2h", "2s")}])
    of_hand = [{**one, "face": "down"} if one["type"] == "card_dealt" else one for one in round_["events"]]
    first, again = inspected(AT - MINUTE, cards=WITHOUT_TENS), inspected(AT + MINUTE, cards=cards)
    desk.record(deck("B7", first))
    desk.record({**round_, "events": [one for one in of_hand if one["type"] in {"opened", "card_dealt"}]})
    desk.record(deck("B7", first, again))
    desk.project()
    floor, eye = (desk.get(role, "/v1/decks/B7").json() for role in ("floor", "surveillance"))
    assert [one["cards"] for one in floor["events"]] == [WITHOUT_TENS, whole if told else [None] * len(cards)]
    assert (eye["masked"], floor["masked"], floor["cards"]["differs"]) == (False, not told, {})
    assert floor["cards"]["size"] == eye["cards"]["size"] == len(cards)
    end = {"events": [{**of_hand[-1], "source": "dealer", "by": "D-1"}]}
    where = f"/v1/rounds/T-1/{AT.date()}/1/events"
    assert desk("recorder", "POST", where, json=end, headers={"If-Match": '"5"'}).status_code == 201
    desk.record(deck("B7", first, again, happened(AT + 2 * MINUTE, "withdrawn")))
    desk.project()
    assert desk.get("floor", "/v1/decks/B7").json()["events"][1]["cards"] == whole
    # The feed says the same for ever, and cannot know that no round was open: only whole decks say nothing.
    feed = [json.loads(line) for line in desk.get("warehouse", "/v1/feed").text.splitlines()]
    of_deck = [one["data"] for one in feed if one["subject"] == "B7"]
    regular = "whole" in found
    assert of_deck[1]["cards"] == (whole if regular else [None] * len(cards))
    assert of_deck[2]["faces"] == {"1": WITHOUT_TENS, **({} if regular else {"2": whole})}


def test_a_stub_counted_in_the_middle_of_a_hand_tells_nobody_what_was_dealt(desk):
    """By what is missing from it it would; a round that names no deck is of the one at its table."""
    before, later = happened(AT - MINUTE, "counted", count=52, cards=sorted(DECK)), AT + 30 * MINUTE
    (round_,) = coups(1, AT, MINUTE, "B7", [{1: ("5c", "6d"), 2: ("9s", "8h")}])
    of_hand = [{**one, "face": "down"} if one["type"] == "card_dealt" else one for one in round_["events"]]
    *open_, closed = of_hand
    del round_["deck"]
    left = [face for face in sorted(DECK) if face not in {"5c", "6d", "9s", "8h"}]
    stub = [happened(AT + MINUTE, "counted", count=48, cards=left), happened(later, "card_found", card="5c",
            state="extra")]  # fmt: skip
    desk.record(deck("B7", *in_use(AT - 2 * MINUTE), before, *stub))
    desk.record({**round_, "events": [one for one in open_ if one["type"] in {"opened", "card_dealt"}]})
    desk.project()
    said = {role: desk.get(role, "/v1/decks/B7").json() for role in ("floor", "surveillance")}
    assert [said[role]["masked"] for role in said] == [True, False]
    assert said["surveillance"]["cards"]["differs"] == {"6d": -1, "8h": -1, "9s": -1}
    # That there are too few, and one too many, is no face; what was counted before the hand is told.
    floor = said["floor"]
    assert [one.get("cards", one.get("card")) for one in floor["events"][4:]] == [
        sorted(DECK, key=DECK.index), [None] * 48, None,
    ]  # fmt: skip
    assert (floor["cards"]["differs"], [gap["card"] for gap in floor["gaps"]]) == ({}, [None])
    assert not [face for face in ("5c", "6d", "9s", "8h") if face in json.dumps(floor["findings"])]
    touched = {role: desk.get(role, "/v1/decks/B7/impact?missing=9s").json() for role in said}
    assert [(one["masked"], len(one["windows"])) for one in touched.values()] == [(True, 0), (False, 1)]
    # Whoever records something of the deck is not told what others found in it either.
    machine = happened(AT + 2 * MINUTE, "shuffle_started", machine="SHF-1", mode="random")
    answer = desk.record({**deck("B7", machine), "after": len(floor["events"])})
    assert answer.status_code == 201, answer.text
    assert not [face for face in ("5c", "6d", "9s", "8h") if face in answer.text]
    end = {"events": [{**closed, "source": "dealer", "by": "D-1"}]}
    where = f"/v1/rounds/T-1/{AT.date()}/1/events"
    answer = desk("recorder", "POST", where, json=end, headers={"If-Match": '"5"'})
    assert answer.status_code == 201, answer.text
    desk.project()
    assert desk.get("floor", "/v1/decks/B7").json()["cards"] == said["surveillance"]["cards"]
