"""Rounds found and rebuilt: at a version, as known at a time, judged otherwise, and masked while open."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from ledger.identity import stream_id
from tests.api.desk import RECORD_412, ROUND_412, WORKED
from tests.scenario import dealt, event, opened, placed, revealed, round_record

PATH = f"/v1/rounds/{ROUND_412}"
EXPECTED = json.loads((WORKED / "round_thb_412.expected.json").read_text())
OPEN = "/v1/rounds/T-1/2026-11-28/1"


def picked(document, wanted):
    """The fields of a document that an expectation names."""
    return {name: document.get(name) for name in wanted}


# --- the worked round -----------------------------------------------------------------


def test_the_worked_round_is_resolved_as_expected(evening):
    answer = evening.get("floor", f"{PATH}/resolutions")
    assert answer.status_code == 200
    said = answer.json()
    assert said["settlement_order"] == EXPECTED["settlement_order"]
    by_wager = {(line["spot"], line["wager"]): line for line in said["resolutions"]}
    assert len(by_wager) == len(EXPECTED["resolutions"]) == 9
    for line in EXPECTED["resolutions"]:
        assert picked(by_wager[line["spot"], line["wager"]], line) == line
    assert [
        picked(found, want) for found, want in zip(said["findings"], EXPECTED["findings"], strict=True)
    ] == (EXPECTED["findings"])
    assert said["submission"] == {"name": "thb-2026-01", "version": 1, "game": "texas_holdem_bonus"}


def test_a_round_is_named_by_its_key_or_its_uuid(evening):
    by_key = evening.get("floor", PATH)
    uuid = stream_id("demo", "round", ROUND_412)
    assert str(uuid) == "b4e01746-d1d0-572f-aa68-86cfb262df14"
    assert evening.get("floor", f"/v1/rounds/{uuid}").json() == by_key.json()
    encoded = evening.get("floor", f"/v1/rounds/{ROUND_412.replace('/', '%2F')}")
    assert encoded.json() == by_key.json()
    assert by_key.headers["etag"] == '"49"'


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("THB-03/2026-11-28/999", 404, "round_not_found"),
        ("00000000-0000-0000-0000-000000000000", 404, "round_not_found"),
        ("nonsense", 422, "invalid_reference"),
        ("THB-03", 422, "invalid_reference"),
        ("THB-03/2026-11-28/007", 422, "invalid_reference"),
        ("THB-03/28-11-2026/412", 404, "route_not_found"),
        ("THB-03/2026-11-28", 404, "route_not_found"),
        ("THB-03/2026-11-28/412/kitchen", 404, "route_not_found"),
    ],
)
def test_what_names_no_round_is_told_apart(evening, name, status, code):
    answer = evening.get("floor", f"/v1/rounds/{name}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_session_is_no_round(desk):
    uuid = stream_id("demo", "table", "T-1")
    assert desk.get("floor", f"/v1/rounds/{uuid}").json()["code"] == "round_not_found"


def test_the_state_says_what_lies_where_and_what_became_of_it(evening):
    said = evening.get("floor", PATH).json()
    assert picked(said, ("status", "version", "masked", "currency", "session", "spots", "game")) == {
        "status": "closed",
        "version": 49,
        "masked": False,
        "currency": "USD",
        "session": "THB-03/2026-11-28/1",
        "spots": [1, 2, 4],
        "game": "texas_holdem_bonus",
    }
    assert [card["card"] for card in said["cards"]["board"]] == ["9s", "4s", "2s", "Kd", "7c"]
    assert [card["card"] for card in said["cards"]["burned"]] == ["5c", "8h"]
    first = said["cards"]["1"][0]
    assert picked(first, ("position", "card", "face", "version", "source", "shoe_position", "shown")) == {
        "position": 1,
        "card": "As",
        "face": "down",
        "version": 7,
        "source": "shoe",
        "shoe_position": 1,
        "shown": True,
    }
    (ante,) = [one for one in said["wagers"] if (one["spot"], one["wager"]) == (4, "ante")]
    assert ante["rules"][0]["outcome"] == "unpaid"
    assert ante["declared"] == {"outcome": "win", "rank": "pair"}
    assert ante["settled"] == {"paid": 25_00, "collected": 0, "returned": 25_00, "left": 0}
    assert ante["house"]["mispaid"] == -25_00
    assert said["as_of"] == evening.head()
    assert said["lag"] == 0


def test_one_hand(evening):
    said = evening.get("floor", f"{PATH}/hands/4").json()
    assert [card["card"] for card in said["cards"]] == ["Kh", "Tc"]
    assert [(one["version"], one["decision"]) for one in said["decisions"]] == [(29, "check")]
    assert [one["wager"] for one in said["wagers"]] == ["ante", "flop", "turn"]
    assert [one["code"] for one in said["findings"]] == ["wager_mispaid"]
    dealer = evening.get("floor", f"{PATH}/hands/dealer").json()
    assert [card["card"] for card in dealer["cards"]] == ["Qh", "Jd"]
    assert dealer["wagers"] == []
    assert len(evening.get("floor", f"{PATH}/hands/board").json()["cards"]) == 5
    for nowhere in ("3", "roof", "0", "-1"):
        answer = evening.get("floor", f"{PATH}/hands/{nowhere}")
        assert (answer.status_code, answer.json()["code"]) == (404, "hand_not_found")


def test_the_round_is_seen_as_it_stood_after_any_of_its_events(evening):
    after_flop = evening.get("floor", PATH, params={"version": 24})
    assert after_flop.headers["etag"] == '"24"'
    said = after_flop.json()
    assert said["status"] == "open"
    assert [card["card"] for card in said["cards"]["board"]] == ["9s", "4s", "2s"]
    assert {one["wager"] for one in said["wagers"]} == {"ante", "bonus", "flop"}
    beyond = evening.get("floor", PATH, params={"version": 50})
    assert (beyond.status_code, beyond.json()["code"]) == (422, "invalid_query")


@pytest.mark.parametrize("asked", [{"finding": "no_such_finding"}, {"game": "no_such_game"}])
def test_what_no_round_can_have_is_refused_and_not_answered_with_nothing(evening, asked):
    answer = evening.get("surveillance", "/v1/rounds", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")
    assert next(iter(asked.values())) in answer.json()["detail"]


def test_the_replay_leads_from_event_to_event(evening):
    at, seen = 1, []
    while at:
        frame = evening.get("floor", f"{PATH}/replay/{at}").json()
        assert (frame["version"], frame["versions"], frame["event"]["version"]) == (at, 49, at)
        seen.append(frame["event"]["type"])
        at = frame["next"]
    assert seen == [one["type"] for one in RECORD_412["events"]]
    first, last = (evening.get("floor", f"{PATH}/replay/{at}").json() for at in (1, 49))
    assert (first["previous"], last["previous"], last["next"]) == (None, 48, None)
    assert evening.get("floor", f"{PATH}/replay/50").status_code == 422
    assert evening.get("floor", f"{PATH}/replay/0").status_code == 422


def test_what_if_another_submission_had_been_in_force(desk):
    desk.record(RECORD_412)
    straight = {
        "format": "pitledger/1",
        "stream": "submission",
        "name": "thb-straight",
        "events": [
            {
                "type": "submitted",
                "occurred_at": "2026-01-02T09:00:00-05:00",
                "source": "manual",
                "by": "C-01",
                "game": "texas_holdem_bonus",
                "jurisdiction": "NJ",
                "effective": "2026-01-05",
                "pay_tables": {"bonus": {"AA": "5:1", "AK_suited": "5:1"}},
            }
        ],
    }
    desk.record(straight)
    said = desk.get("floor", f"{PATH}/resolutions", params={"submission": "thb-straight"}).json()
    assert said["submission"]["name"] == "thb-straight"
    (bonus,) = [line for line in said["resolutions"] if line["wager"] == "bonus"]
    assert (bonus["outcome"], bonus["paid"]) == ("lose", 0)
    # The round itself stays judged by what held when it was dealt.
    (bonus,) = [
        line
        for line in desk.get("floor", f"{PATH}/resolutions").json()["resolutions"]
        if line["wager"] == "bonus"
    ]
    assert bonus["paid"] == 100_00
    unknown = desk.get("floor", f"{PATH}/resolutions", params={"submission": "nj-1999"})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "unknown_submission")


def test_the_round_is_seen_as_it_was_known_at_a_time(desk):
    desk.record(round_record(opened(), placed(1, "ante", 15_00)))
    known = desk.get("floor", f"{OPEN}/report").json()["timeline"][-1]["recorded_at"]
    later = event("wager_placed", spot=2, wager="ante", amount=20_00, source="dealer", by="D-1")
    later["occurred_at"] = "2026-11-28T20:14:04-05:00"
    desk("recorder", "POST", f"{OPEN}/events", json={"events": [later]}, headers={"If-Match": "2"})
    assert desk.get("floor", OPEN).json()["version"] == 3
    then = desk.get("floor", OPEN, params={"as_known_at": known})
    assert then.json()["version"] == 2
    # An offset's + that was not encoded becomes a space on its way; it is meant all the same.
    assert "+00:00" in known
    assert desk.get("floor", f"{OPEN}?as_known_at={known}").json() == then.json()
    before = desk.get("floor", OPEN, params={"as_known_at": "2020-01-01T00:00:00Z"})
    assert (before.status_code, before.json()["code"]) == (404, "round_not_found")
    naive = desk.get("floor", OPEN, params={"as_known_at": "2026-11-28T20:14:03"})
    assert (naive.status_code, naive.json()["code"]) == (422, "naive_time")


@pytest.mark.parametrize(
    "query",
    [
        "version=x",
        "version=0",
        "as_known_at=yesterday",
        "versoin=3",
        "version=3&as_off=2",
        "version=3&version=4",
        "version=" + "9" * 40,
    ],
)
def test_a_question_that_makes_no_sense_is_refused_not_answered_otherwise(evening, query):
    answer = evening.get("floor", f"{PATH}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")
    assert answer.json()["facts"]["parameter"] in query


# --- found by what happened in them ---------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        {"table": "THB-03"},
        {"gaming_date": "2026-11-28"},
        {"session": "THB-03/2026-11-28/1"},
        {"game": "texas_holdem_bonus", "status": "closed"},
        {"card": "As", "spot": 1},
        {"rank": "flush"},
        {"finding": "wager_mispaid", "spot": 4},
        {"amount": 100_00},
        {"since": "2026-11-28T20:14:03-05:00", "until": "2026-11-28T20:14:04-05:00"},
    ],
)
def test_the_round_is_found(evening, query):
    said = evening.get("floor", "/v1/rounds", params={"table": "THB-03", **query}).json()
    assert [one["key"] for one in said["rounds"]] == [ROUND_412]
    assert (said["after"], said["lag"], said["as_of"]) == (None, 0, evening.head())


@pytest.mark.parametrize(
    "query",
    [
        {"table": "BJ-04"},
        {"card": "As", "spot": 2},
        {"rank": "full_house"},
        {"finding": "card_duplicated"},
        {"status": "open", "table": "THB-03"},
        {"amount": 1},
        {"until": "2026-11-28T20:14:03-05:00"},
    ],
)
def test_the_round_is_not_found_by_what_did_not_happen(evening, query):
    assert evening.get("floor", "/v1/rounds", params=query).json()["rounds"] == []


@pytest.mark.parametrize(
    "query",
    [
        {"status": "lost"}, {"card": "1s"}, {"spot": 0}, {"amount": 0}, {"limit": 501}, {"limit": 0},
        {"gaming_date": "28-11-2026"}, {"after": "rubbish"}, {"colour": "red"},
    ],
)  # fmt: skip
def test_a_search_that_makes_no_sense_is_refused(evening, query):
    answer = evening.get("floor", "/v1/rounds", params=query)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")


def test_a_long_list_comes_in_pages(desk):
    for number in range(1, 8):
        desk.record(round_record(opened(), number=number))
    desk.project()
    page = desk.get("floor", "/v1/rounds", params={"limit": 3}).json()
    found = [one["number"] for one in page["rounds"]]
    while page["after"] is not None:
        page = desk.get("floor", "/v1/rounds", params={"limit": 3, "after": page["after"]}).json()
        found += [one["number"] for one in page["rounds"]]
    assert found == [7, 6, 5, 4, 3, 2, 1]


# --- faces that nobody has been shown -------------------------------------------------


def open_round(*more):
    return round_record(
        opened(),
        placed(1, "ante", 15_00),
        dealt(1, "As", source="shoe"),
        dealt(1, "Ad"),
        dealt("board", "9h", face="up"),
        event("card_burned", card="5c"),
        *more,
    )


@pytest.fixture
def dealing(desk):
    desk.record(open_round())
    return desk


@pytest.mark.parametrize("view", ["", "/hands/1", "/resolutions", "/report", "/report.html", "/replay/4"])
@pytest.mark.parametrize("role", ["floor", "accountant"])
def test_nobody_learns_a_face_before_it_is_shown(evening, view, role):
    evening.record({**open_round(), "gaming_date": "2026-11-30"})
    evening.project()
    answer = evening.get(role, f"/v1/rounds/T-1/2026-11-30/1{view}")
    assert answer.status_code == 200
    for secret in ('"As"', '"Ad"', '"5c"', "♠", "♦", "♣"):
        assert secret not in answer.text


def test_surveillance_sees_what_the_shoe_knows(dealing):
    said = dealing.get("surveillance", OPEN).json()
    assert [card["card"] for card in said["cards"]["1"]] == ["As", "Ad"]
    assert said["masked"] is False
    assert dealing.get("floor", OPEN).json()["masked"] is True


def test_the_search_tells_nothing_either(dealing):
    dealing.project()
    assert dealing.get("floor", "/v1/rounds", params={"card": "As"}).json()["rounds"] == []
    assert len(dealing.get("surveillance", "/v1/rounds", params={"card": "As"}).json()["rounds"]) == 1


def test_the_answer_to_a_recorder_gives_no_face_away(desk):
    """The same card twice is found, but the table does not know it yet."""
    assert desk.record(open_round(dealt(2, "As"))).json()["findings"] == []
    closing = {"occurred_at": "2026-11-28T20:15:00-05:00", "source": "dealer", "by": "D-1", "type": "closed"}
    answer = desk("recorder", "POST", f"{OPEN}/events", json={"events": [closing]}, headers={"If-Match": "7"})
    assert [one["code"] for one in answer.json()["findings"]][:1] == ["card_duplicated"]


def test_a_face_is_free_once_it_is_shown(desk):
    desk.record(open_round(revealed(1, "As", "Ad")))
    said = desk.get("floor", OPEN).json()
    assert [card["card"] for card in said["cards"]["1"]] == ["As", "Ad"]
    assert [card["card"] for card in said["cards"]["burned"]] == [None]


def test_a_round_that_is_over_hides_nothing_at_any_version(desk):
    desk.record(open_round(event("closed")))
    for version in (4, 7):
        said = desk.get("floor", OPEN, params={"version": version}).json()
        assert [card["card"] for card in said["cards"]["1"]] == ["As", "Ad"]


def test_times_come_with_their_offset(evening):
    report = evening.get("floor", f"{PATH}/report").json()
    for entry in report["timeline"]:
        assert datetime.fromisoformat(entry["recorded_at"]).tzinfo is not None
        assert datetime.fromisoformat(entry["occurred_at"]).utcoffset() is not None
