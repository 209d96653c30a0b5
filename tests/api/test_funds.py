"""Funds over HTTP: recorded, continued and tried again; asked as of a position and as known at a time."""

import json

import pytest

from tests.api.desk import Desk, codes, lines
from tests.funds.told import adjusted, closed, established, fund_record, paid_out, reset, seeded, won
from tests.scenario import event, opened, placed, round_record

SEED = 10_000_00


def played(number, *after):
    """A round at T-1 in which two spots stake a dollar each on the progressive."""
    stakes = [placed(spot, "progressive", 1_00) for spot in (1, 2)]
    return round_record(opened(), *stakes, event("betting_closed"), *after, number=number, session=None)


@pytest.fixture
def cage(desk: Desk) -> Desk:
    """A desk in a property with the fund CS-PROG, seeded with $10,000."""
    assert desk.record(fund_record(established())).status_code == 201
    return desk


def asked(desk: Desk, path: str = "/CS-PROG", role: str = "accountant", **params: object):
    desk.project()
    return desk.get(role, f"/v1/funds{path}", params=params)


def test_a_fund_and_the_rounds_that_play_for_it_are_recorded_and_told(cage):
    answers = cage.record_lines(lines(played(1, won(8_125_00)), played(2, paid_out(25_00))))
    assert [one["status"] for one in answers] == ["appended"] * 2
    told = asked(cage).json()
    assert (told["meter"], told["owed"]) == (SEED + 2_84 - 8_125_00, 8_100_00)
    assert [one["amount"] for one in told["winners"]] == [8_125_00]
    assert [(one["round"], one["outstanding"]) for one in told["obligations"]] == [
        ("T-1/2026-11-28/1", 8_125_00),
        ("T-1/2026-11-28/2", -25_00),
    ]
    assert told["rules"] == {
        "tables": ["T-1"], "wager": "progressive", "contribution": {"n": 71, "d": 100}, "rounding": "carry",
        "reset": None,
    }  # fmt: skip
    assert (told["lag"], told["as_of"]) == (0, cage.head())
    (line,) = asked(cage, "").json()["funds"]
    assert (line["fund"], line["meter"], line["status"]) == ("CS-PROG", told["meter"], "open")


def test_a_fund_is_continued_and_tried_again_like_every_stream(cage):
    more = fund_record(seeded(5_00), adjusted(amount=-1_00), after=1)
    assert cage.record(more).json()["appended"] == 2
    again = cage.record(more)
    assert (again.status_code, again.json()["status"]) == (200, "already_there")
    whole = fund_record(established(), {**seeded(5_00)}, adjusted(amount=-1_00), reset(to=1))
    assert cage.record(whole).json()["appended"] == 1
    assert cage.record(fund_record(established(seed=1))).json()["code"] == "version_conflict"
    assert cage.record(fund_record(seeded(1_00), after=9)).json()["code"] == "version_gap"
    assert asked(cage).json()["meter"] == 1


def test_what_speaks_against_a_fund_is_answered_as_it_is_recorded(cage):
    answer = cage.record(fund_record(adjusted(amount=-1_00), closed(), seeded(1_00), after=1)).json()
    assert [(one["code"], one["event"]) for one in answer["findings"]] == [
        ("fund_meter_lowered", 2),
        ("fund_event_after_close", 4),
    ]
    assert {one["code"] for one in asked(cage).json()["findings"]} == {
        "fund_meter_lowered",
        "fund_event_after_close",
    }


def test_bad_records_of_a_fund_are_refused_by_code_and_pointer(desk):
    bad = [
        fund_record(established(contribution={"fixed": 1_00})),
        fund_record(established(), reset(approved_by="A-1")),
        fund_record(established(), event("reseeded", amount=1)),
        {**fund_record(established()), "fund": "CS-PROG"},
        fund_record(established(), name="a fund"),
    ]
    answers = desk.record_lines(lines(*bad))
    assert codes(answers) == [
        "invalid_field", "same_person", "unknown_event_type", "unknown_field", "invalid_field",
    ]  # fmt: skip
    assert [one["problem"]["pointer"] for one in answers] == [
        "/events/0/rules/contribution", "/events/1/approved_by", "/events/1/type", "/fund", "/name",
    ]  # fmt: skip
    assert asked(desk, "").json()["funds"] == []


def test_a_round_that_names_an_unknown_fund_is_taken_without_a_finding(desk):
    answer = desk.record(played(1, won(5_00, fund="unheard-of")))
    assert (answer.status_code, answer.json()["findings"]) == (201, [])
    told = asked(desk, "/unheard-of").json()
    assert (told["status"], told["meter"], told["owed"]) == ("not_established", None, 5_00)


def test_a_fund_is_asked_as_of_a_position_and_as_known_at_a_time(cage):
    before = cage.head()
    recorded_at = asked(cage).json()["history"][0]["recorded_at"]
    cage.record(played(1, won(8_125_00)))
    assert asked(cage, as_of=before).json()["meter"] == SEED
    then = asked(cage, as_known_at=recorded_at).json()
    assert (then["meter"], then["as_known_at"]) == (SEED, recorded_at)
    assert asked(cage, as_of=cage.head() + 1).json()["code"] == "invalid_query"
    assert asked(cage, as_of=1).json()["code"] == "fund_not_found"
    assert asked(cage, as_known_at="2020-01-01T00:00:00Z").status_code == 404


def test_history_pages_by_its_cursor(cage):
    cage.record_lines(lines(*(played(number) for number in range(1, 6))))
    first = asked(cage, limit=4).json()
    rest = asked(cage, limit=4, after=first["after"]).json()
    assert [len(one["history"]) for one in (first, rest)] == [4, 2]
    assert rest["after"] is None
    assert asked(cage, after="nonsense").json()["code"] == "invalid_query"


def test_there_is_no_such_fund(cage):
    answer = asked(cage, "/CS-PROGG")
    assert (answer.status_code, answer.json()["code"]) == (404, "fund_not_found")


def test_only_accounting_may_ask_of_funds(cage):
    assert {role: asked(cage, role=role).status_code for role in ("accountant", "recorder", "floor")} == {
        "accountant": 200,
        "recorder": 403,
        "floor": 403,
    }


def test_the_schemas_of_funds_are_given(cage):
    names = cage.get("accountant", "/v1/schemas").json()["schemas"]
    assert {"fund", "funds", "fund-state"} <= set(names)
    schema = json.dumps(cage.get("accountant", "/v1/schemas/fund").json())
    assert "FundEstablished" in schema
    assert "FundRecord" in json.dumps(cage.get("accountant", "/v1/schemas/record").json())


def test_the_findings_of_funds_are_listed(cage):
    listed = {one["code"]: one for one in cage.get("accountant", "/v1/findings").json()["findings"]}
    assert listed["fund_meter_lowered"]["of"] == ["fund"]
    assert listed["progressive_misstated"]["of"] == ["round"]


def test_the_feed_tells_of_funds(cage):
    feed = cage.get("warehouse", "/v1/feed").text
    told = [json.loads(line) for line in feed.splitlines()]
    assert [(one["type"], one["subject"]) for one in told if one["type"].startswith("fund.")] == [
        ("fund.established.v1", "CS-PROG")
    ]


def test_a_round_is_judged_by_the_meter_of_its_fund_wherever_it_is_looked_at(cage):
    royal, dealer = ("As", "Ks", "Qs", "Js", "Ts"), ("Ah", "Kd", "9h", "8c", "2s")
    cards = [
        event("card_dealt", to=place, card=card, face="up")
        for place, hand in ((2, royal), ("dealer", dealer))
        for card in hand
    ]
    told = round_record(
        opened(), placed(2, "ante", 10_00), placed(2, "progressive", 1_00), event("betting_closed"), *cards,
        placed(2, "bet", 20_00), event("hand_revealed", to="dealer", cards=list(dealer)), won(9_000_00),
        game="caribbean_stud", session=None, submission={"options": {"progressive_paid_from": "cage"}},
    )  # fmt: skip
    assert cage.record(told).status_code == 201
    cage.project()
    key = "T-1/2026-11-28/1"
    resolutions = cage.get("accountant", f"/v1/rounds/{key}/resolutions").json()
    (line,) = [one for one in resolutions["resolutions"] if one["wager"] == "progressive"]
    assert (line["outcome"], line["paid"], line["from"]) == ("win", SEED, "cage")
    report = cage.get("accountant", f"/v1/rounds/{key}/report").json()
    for document in (resolutions, report):
        assert "progressive_misstated" in {one["code"] for one in document["findings"]}
    (row,) = cage.get("accountant", "/v1/rounds", params={"finding": "progressive_misstated"}).json()[
        "rounds"
    ]
    assert row["key"] == key


def test_what_was_won_by_a_round_in_dispute_is_owed_and_in_dispute_share_by_share(cage):
    shares = [won(5_000_00, spot=1), won(3_000_00)]
    cage.record_lines(lines(played(1, *shares), played(2, won(10_00))))
    opened_ = {
        "type": "opened", "occurred_at": "2026-11-28T21:00:00-05:00", "source": "manual", "by": "F-1",
        "rounds": ["T-1/2026-11-28/1"], "subject": "S-1", "claim": "it was mine",
    }  # fmt: skip
    desk = {"name": "D-1", "events": [opened_]}
    assert cage("floor", "POST", "/v1/disputes", json=desk).status_code == 201
    told = asked(cage).json()
    assert [(one["outstanding"], one["in_dispute"]) for one in told["obligations"]] == [
        (5_000_00, ["D-1"]), (3_000_00, ["D-1"]), (10_00, []),
    ]  # fmt: skip
    assert (told["owed"], told["in_dispute"]) == (8_010_00, 8_000_00)
    before = told["as_of"]
    ended = {**{name: opened_[name] for name in ("occurred_at", "source", "by")}, "type": "closed"}
    for version, outcome, left in ((1, "undecided", 8_000_00), (2, "no_error", 0)):
        answer = cage(
            "shift_manager", "POST", "/v1/disputes/D-1/events", headers={"If-Match": f'"{version}"'},
            json={"events": [{**ended, "outcome": outcome}]},
        )  # fmt: skip
        assert answer.status_code == 201, answer.text
        assert asked(cage).json()["in_dispute"] == left
    assert asked(cage, as_of=before).json()["in_dispute"] == 8_000_00
