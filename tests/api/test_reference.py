"""What the software knows, for whoever may ask: codes, games, submissions, schemas."""

from __future__ import annotations

import json

import pytest

from tests.api.desk import RECORD_412, ROUND_412, SETUP
from tests.api.schemas import faults


def test_every_code_of_a_finding_is_listed_with_its_rule_and_evidence(evening):
    found = {one["code"]: one for one in evening.get("floor", "/v1/findings").json()["findings"]}
    assert list(found) == sorted(found)
    missing = found["burn_card_missing"]
    assert (missing["group"], missing["evidence"]) == ("procedure", "nj_text")
    assert missing["rule"].startswith("13:69F-28.10")
    assert "texas_holdem_bonus" in missing["of"]
    assert found["wager_mispaid"]["of"] == ["round"]
    assert any(one["of"] == ["session"] for one in found.values())
    recorded = {one["code"] for one in evening.get("floor", f"/v1/rounds/{ROUND_412}").json()["findings"]}
    assert recorded <= set(found)


def test_games_show_felt_procedure_and_pay_tables_each_with_its_source(evening):
    games = {one["game"]: one for one in evening.get("floor", "/v1/games").json()["games"]}
    assert set(games) >= {"texas_holdem_bonus", "poker", "unruled"}
    hold_em = games["texas_holdem_bonus"]
    assert {one["name"] for one in hold_em["wagers"]} == {"ante", "flop", "turn", "river", "bonus"}
    assert hold_em["procedure"]
    assert all(step["evidence"] for step in hold_em["procedure"])
    assert any(step["rule"] == "13:69F-28.10(d)" for step in hold_em["procedure"])
    bonus = next(table for table in hold_em["pay_tables"] if table["wager"] == "bonus")
    assert bonus["rows"]["AA"] == "30:1"
    assert bonus["evidence"] == "not_nj_text"
    assert games["unruled"]["free_felt"] is True


def test_games_show_what_was_published_and_what_each_source_makes_of_an_irregularity(evening):
    games = {one["game"]: one for one in evening.get("floor", "/v1/games").json()["games"]}
    boston = games["boston_5_stud"]
    assert [(one["table"], one["default"]) for one in boston["published"]] == [
        ("B5-FIRST-SECOND", True), ("B5-TIE", False), ("B5-OPT-A", True), ("B5-OPT-B", False),
        ("B5-ANTEBONUS", False),
    ]  # fmt: skip
    assert list(boston["published"][2]["rows"].items())[:2] == [
        ("straight_flush", "40:1"),
        ("three_of_a_kind", "30:1"),
    ]
    assert set(boston["published"][4]["rows"].values()) == {None}
    exposed = [one for one in boston["irregularities"] if one["condition"] == "card_exposed_in_deal"]
    assert [(one["remedy"], one["citation"]) for one in exposed] == [
        ("CARD_TO_DISCARD_AND_CONTINUE", "68 IAC 10-11-8(b)"),
        ("ROUND_VOID_RETURN_ALL", "Queensland Rule 2010 s.31"),
    ]
    options = {one["option"]: one for one in boston["options"]}
    assert (options["first_times_ante"]["values"], options["first_times_ante"]["of"]) == ([1, 2], "game")
    assert options["breakage"]["of"] == "every game"
    assert {one["code"] for one in boston["findings"]} >= {"optional_settled_late", "card_dealt_to_folded"}


def test_submissions_show_what_was_elected_and_since_when(desk):
    second = {
        "format": "pitledger/1",
        "stream": "submission",
        "name": "thb-2027-01",
        "events": [
            {
                "type": "submitted",
                "occurred_at": "2026-12-02T09:00:00-05:00",
                "source": "manual",
                "by": "C-01",
                "game": "texas_holdem_bonus",
                "jurisdiction": "NJ",
                "effective": "2027-01-01",
                "pay_tables": {"bonus": {"AA": "25:1"}},
            }
        ],
    }
    desk.record(second)
    over = {"type": "superseded", "occurred_at": "2026-12-02T09:05:00-05:00", "source": "manual",
            "by": "thb-2027-01",
            "from": "2027-01-01", "decided_by": "C-01"}  # fmt: skip
    first = {
        "format": "pitledger/1",
        "stream": "submission",
        "name": "thb-2026-01",
        "after": 1,
        "events": [over],
    }
    assert desk.record(first).status_code == 201
    said = desk.get("accountant", "/v1/submissions").json()
    assert [one["submission"] for one in said["submissions"]] == ["thb-2026-01", "thb-2027-01"]
    old, new = said["submissions"]
    assert old["versions"][0]["options"] == {"ante_pays_from": "flush"}
    assert old["superseded"] == {"by": "thb-2027-01", "from": "2027-01-01"}
    assert old["superseded_without_effect"] is None
    assert (new["versions"][0]["pay_tables"], new["superseded"]) == ({"bonus": {"AA": "25:1"}}, None)
    page = desk.get("accountant", "/v1/submissions", params={"limit": 1}).json()
    rest = desk.get("accountant", "/v1/submissions", params={"after": page["after"]}).json()
    assert [one["submission"] for one in rest["submissions"]] == ["thb-2027-01"]
    assert rest["after"] is None


# --- schemas ----------------------------------------------------------------------------


def schema_of(desk, name):
    answer = desk.get("warehouse", f"/v1/schemas/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/schema+json"
    return answer.json()


def test_every_schema_that_is_listed_is_one(evening):
    names = evening.get("warehouse", "/v1/schemas").json()["schemas"]
    assert len(names) > 20
    for name in names:
        said = schema_of(evening, name)
        assert said["$id"] == f"/v1/schemas/{name}"
        faults(said, None)


def test_a_schema_that_there_is_not_is_not_found(evening):
    answer = evening.get("warehouse", "/v1/schemas/moon")
    assert (answer.status_code, answer.json()["code"]) == (404, "schema_not_found")


def test_the_schema_of_a_record_accepts_records_and_nothing_else(evening):
    schema = schema_of(evening, "record")
    for one in [RECORD_412, *(json.loads(line) for line in SETUP.splitlines())]:
        assert faults(schema, one) == []
    assert faults(schema, {**RECORD_412, "colour": "red"})
    assert faults(schema, {**RECORD_412, "events": [{**RECORD_412["events"][0], "type": "opend"}]})


ANSWERED = {
    "round-state": f"/v1/rounds/{ROUND_412}",
    "round-page": "/v1/rounds",
    "hand": f"/v1/rounds/{ROUND_412}/hands/4",
    "resolutions": f"/v1/rounds/{ROUND_412}/resolutions",
    "frame": f"/v1/rounds/{ROUND_412}/replay/35",
    "report": f"/v1/rounds/{ROUND_412}/report",
    "tray": "/v1/tables/THB-03/inventory",
    "tables": "/v1/tables",
    "sessions": "/v1/tables/THB-03/sessions",
    "reconciliation": "/v1/reconciliations?gaming_date=2026-11-28",
    "findings": "/v1/findings",
    "games": "/v1/games",
    "submissions": "/v1/submissions",
    "problem": "/v1/rounds/THB-03/2026-11-28/1",
}


@pytest.mark.parametrize("name", ANSWERED)
def test_what_is_answered_is_what_its_schema_says(evening, name):
    said = evening.get("accountant", ANSWERED[name]).json()
    schema = schema_of(evening, name)
    assert faults(schema, said) == []
    # Nothing is answered that the schema does not name, where it is closed.
    assert set(said) <= set(schema["properties"])


def test_the_lines_of_the_feed_are_what_their_schema_says(evening):
    schema = schema_of(evening, "feed-event")
    for line in evening.get("warehouse", "/v1/feed").text.splitlines():
        assert faults(schema, json.loads(line)) == []


def test_the_answer_to_a_record_is_what_its_schema_says(desk):
    schema = schema_of(desk, "record-answer")
    for answer in [desk.record(RECORD_412).json(), *desk.record_lines("{}\n" + SETUP)]:
        assert faults(schema, answer) == []
