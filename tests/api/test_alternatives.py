"""Rounds under another fact or rule over HTTP, beside what stands; nothing of it is recorded."""

from __future__ import annotations

import pytest

from api.openapi import read_example
from tests.api.desk import RECORD_412, ROUND_412
from tests.scenario import dealt, event, opened, placed

PATH = "/v1/alternatives"
BONUS = {"pay_tables": {"bonus": {"AA": "30:1", "AK_suited": "27:1", "AQ_AJ_suited": "25:1"}}}


def asked(desk, role="floor", **question):
    return desk(role, "POST", PATH, json={"rounds": [ROUND_412], **question})


def wagers(answer):
    assert answer.status_code == 200, answer.text
    (one,) = answer.json()["rounds"]
    return {(line["spot"], line["wager"]): line for line in one["wagers"]}


def test_without_a_supposition_it_is_what_stands_beside_the_rules(evening):
    ante = wagers(asked(evening))[4, "ante"]
    assert (ante["stands"], ante["rules"], ante["supposed"], ante["difference"]) == (25_00, 0, 0, -25_00)


def test_a_card_that_had_been_another_and_a_wager_that_had_not_been(evening):
    dry = {"type": "card_dealt", "to": "board", "card": "4h", "face": "up"}
    found = wagers(asked(evening, suppose=[{"corrects": 23, "event": dry}, {"corrects": 3}]))
    # Without the four of spades there is no flush, and the ante pushes.
    assert (found[1, "ante"]["rules"], found[1, "ante"]["supposed"]) == (25_00, 0)
    assert (found[1, "bonus"]["supposed_stake"], found[1, "bonus"]["difference"]) == (0, -100_00)


def test_a_card_that_had_been_another_was_so_when_the_hand_was_turned_up(evening):
    """Dealt the jack of hearts, spot 1 has no flush, though the record turns up the jack of spades."""
    jack = {"type": "card_dealt", "to": 1, "card": "Jh", "face": "down", "shoe_position": 2}
    found = wagers(asked(evening, suppose=[{"corrects": 8, "event": jack}]))
    assert (found[1, "ante"]["rules"], found[1, "ante"]["supposed"]) == (25_00, 0)
    twice = asked(evening, suppose=[{"corrects": 8, "event": {**jack, "card": "Kd"}}]).json()
    assert "card_duplicated" in [one["code"] for one in twice["rounds"][0]["findings_new"]]


def test_another_pay_table_settles_by_its_own_row(evening):
    answer = asked(evening, submission=BONUS)
    assert answer.json()["submission"] == "inline"
    assert wagers(answer)[1, "bonus"]["supposed"] == 125_00


def test_totals_are_by_patron_and_say_what_would_restore_them(evening):
    by_patron = {one["patron"]: one for one in asked(evening).json()["by_patron"]}
    assert by_patron["THB-03/2"] == {
        "patron": "THB-03/2", "currency": "USD", "rounds": 1, "stands": -25_00, "rules": -25_00,
        "supposed": -25_00, "difference": 0, "restore": 25_00,
    }  # fmt: skip


def test_nothing_is_recorded_and_the_example_is_a_question(evening):
    head = evening.head()
    assert evening("floor", "POST", PATH, json=read_example("alternatives")).status_code == 200
    assert evening.head() == head


@pytest.mark.parametrize(
    ("question", "status", "code", "pointer"),
    [
        ({"rounds": []}, 422, "invalid_field", "/rounds"),
        ({"rounds": [ROUND_412, ROUND_412]}, 422, "invalid_query", None),
        ({"rounds": ["THB-03/2026-11-28/999"]}, 404, "round_not_found", None),
        ({"suppose": [{"corrects": 99}]}, 422, "unknown_version", "/suppose/0/corrects"),
        (
            {"suppose": [{"corrects": 2, "round": "T-1/2026-11-28/1"}]},
            422,
            "invalid_query",
            "/suppose/0/round",
        ),
        ({"suppose": [{"corrects": 2, "kard": "As"}]}, 422, "unknown_field", "/suppose/0/kard"),
        (
            {"suppose": [{"corrects": 2, "event": {"type": "wager_wished"}}]},
            422,
            "unknown_event_type",
            "/suppose/0/event/type",
        ),
        ({"submission": "thb-none"}, 422, "unknown_submission", "/submission"),
        ({"what": 1}, 422, "unknown_field", "/what"),
    ],
)
def test_what_cannot_be_supposed_is_refused_with_its_place(evening, question, status, code, pointer):
    answer = asked(evening, **question)
    assert (answer.status_code, answer.json()["code"], answer.json().get("pointer")) == (
        status,
        code,
        pointer,
    )


@pytest.mark.parametrize(("role", "status"), [("accountant", 200), ("surveillance", 200), ("warehouse", 403)])
def test_who_may_rebuild_rounds_may_suppose(evening, role, status):
    assert asked(evening, role).status_code == status


def test_a_face_that_nobody_was_shown_is_supposed_by_surveillance_alone(desk):
    desk.record({**RECORD_412, "events": RECORD_412["events"][:14]})
    public, whole = (asked(desk, role).json()["rounds"][0] for role in ("floor", "surveillance"))
    assert public["version"] == whole["version"] == 14
    assert "As" not in str(public)


def test_what_is_supposed_shows_no_face_that_nobody_was_shown(evening):
    """Supposing the end of a round that is open, or what a hand held, tells neither whether that is so."""
    hands = [dealt(to, card, source="shoe") for to, cards in ((1, ("Ah", "Kh")), ("dealer", ("7c", "2d")))
             for card in cards]  # fmt: skip
    facts = (
        opened(spots=[1]),
        placed(1, "ante", 25_00),
        event("betting_closed"),
        *hands,
        event("irregularity_noted", kind="communication"),
    )
    record = {
        "format": "pitledger/1", "stream": "round", "table": "THB-03", "gaming_date": "2026-11-28",
        "number": 990, "game": "texas_holdem_bonus",
        "events": [{"occurred_at": "2026-11-28T22:00:00-05:00", "source": "dealer", "by": "D-1", **one}
                   for one in facts],
    }  # fmt: skip
    assert evening.record(record).status_code == 201
    key = "THB-03/2026-11-28/990"
    for supposed in (
        [{"corrects": 8, "event": {"type": "closed"}}],
        [{"corrects": 8, "event": {"type": "hand_revealed", "to": 1, "cards": ["Ah", "Kh"]}}],
        [{"corrects": 8, "event": {"type": "hand_revealed", "to": 1, "cards": ["As", "Kd"]}}],
    ):
        told = asked(evening, rounds=[key], suppose=supposed)
        assert told.status_code == 200, told.text
        assert not [card for card in ("7c", "2d") if card in told.text]
        assert [one["code"] for one in told.json()["rounds"][0]["findings_new"]].count(
            "card_contradicted"
        ) == 0


def test_totals_of_chips_and_of_money_are_apart(evening):
    played = [{**RECORD_412, "number": number} for number in (991,)]
    played[0]["currency"] = "chip"
    for record in played:
        del record["session"]
        assert evening.record(record).status_code == 201
    told = asked(evening, rounds=[ROUND_412, "THB-03/2026-11-28/991"]).json()["by_patron"]
    assert [(one["currency"], one["rounds"]) for one in told if one["patron"] == "THB-03/2"] == [
        ("USD", 1), ("chip", 1),
    ]  # fmt: skip
