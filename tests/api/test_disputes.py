"""Disputes over HTTP: opened at the desk, with the video to secure first; decided by who may."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from api import keys
from tests.api.desk import RECORD_412, ROUND_412, codes

NAME = "D-2026-014"
OPENED = {
    "type": "opened", "occurred_at": "2026-11-28T20:20:00-05:00", "source": "supervisor", "by": "F-22",
    "rounds": [ROUND_412], "spot": 1, "wager": "ante", "subject": "S-81", "claim": "no", "amount": 25_00,
}  # fmt: skip
CAMERAS = {
    "type": "cameras_assigned",
    "occurred_at": "2026-01-05T10:00:00-05:00",
    "cameras": ["C-118", "C-119"],
}
RULED = {
    "type": "ruling_made", "occurred_at": "2026-11-28T21:00:00-05:00", "source": "supervisor", "by": "F-22",
    "ruling": "the ante pays from a flush", "approved_by": "F-9",
}  # fmt: skip
REQUESTED = {**RULED, "type": "evidence_requested", "cameras": ["C-118"]}
del REQUESTED["ruling"], REQUESTED["approved_by"]


@pytest.fixture
def floor(desk):
    desk.record(RECORD_412)
    desk.record({
        "format": "pitledger/1", "stream": "table", "table": "THB-03", "after": 3,
        "events": [{**CAMERAS, "source": "manual", "by": "C-01"}],
    })  # fmt: skip
    return desk


def opened(desk, role="floor", **fields):
    body = {"name": NAME, "events": [{**OPENED, **fields}]}
    answer = desk(role, "POST", "/v1/disputes", json=body)
    desk.project()
    return answer


def post(desk, role, after, *events, name=NAME):
    return desk(
        role,
        "POST",
        f"/v1/disputes/{name}/events",
        json={"events": events},
        headers={"If-Match": f'"{after}"'},
    )


def test_opening_a_dispute_says_at_once_which_video_to_secure_and_until_when(floor):
    answer = opened(floor)
    assert (answer.status_code, answer.headers["etag"]) == (201, '"1"')
    assert answer.headers["location"] == f"/v1/disputes/{NAME}"
    said = floor.get("floor", f"/v1/disputes/{NAME}").json()
    (window,) = said["windows"]
    assert (window["table"], window["cameras"], window["rounds"]) == (
        "THB-03",
        ["C-118", "C-119"],
        [ROUND_412],
    )
    since = datetime.fromisoformat(window["since"])
    dealt = datetime.fromisoformat("2026-11-28T20:14:03-05:00")
    assert since == dealt - timedelta(minutes=5)
    first = said["due"][0]
    assert (first["kind"], datetime.fromisoformat(first["by"])) == (
        "preserve_video",
        since + timedelta(days=7),
    )


def test_opening_it_again_is_there_already_and_otherwise_is_a_conflict(floor):
    assert opened(floor).status_code == 201
    assert opened(floor).status_code == 200
    answer = opened(floor, amount=30_00)
    assert (answer.status_code, answer.json()["code"]) == (409, "version_conflict")


def test_disputes_are_listed_by_table_round_and_how_far_they_came(floor):
    opened(floor)
    for params, found in (
        ({}, [NAME]),
        ({"table": "THB-03"}, [NAME]),
        ({"table": "T-1"}, []),
        ({"round": ROUND_412}, [NAME]),
        ({"status": "closed"}, []),
    ):
        listed = floor.get("floor", "/v1/disputes", params=params).json()
        assert [one["dispute"] for one in listed["disputes"]] == found
    assert floor.get("floor", "/v1/disputes").json()["disputes"][0]["next"]["kind"] == "preserve_video"


def test_evidence_is_asked_for_at_the_desk_and_decided_by_who_may_rule(floor):
    opened(floor)
    assert post(floor, "floor", 1, REQUESTED).status_code == 201
    refused = post(floor, "floor", 2, RULED)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert post(floor, "shift_manager", 2, RULED).status_code == 201
    floor.project()
    said = floor.get("floor", f"/v1/disputes/{NAME}").json()
    assert (said["status"], said["version"]) == ("ruled", 3)
    assert said["requests"][0]["preserved"] is None


def test_a_ruling_hidden_in_the_record_that_opens_a_dispute_wants_the_scope_too(floor):
    answer = floor("floor", "POST", "/v1/disputes", json={"name": NAME, "events": [OPENED, RULED]})
    assert answer.status_code == 403
    assert floor.get("floor", f"/v1/disputes/{NAME}").status_code == 404


@pytest.mark.parametrize(
    ("role", "path", "said"),
    [
        ("accountant", "/v1/disputes", (403, "scope_missing")),
        ("floor", "/v1/disputes/D-1", (404, "dispute_not_found")),
        ("floor", "/v1/disputes?status=lost", (422, "invalid_query")),
    ],
)
def test_what_cannot_be_asked_of_disputes_is_refused(floor, role, path, said):
    answer = floor.get(role, path)
    assert (answer.status_code, answer.json()["code"]) == said


def test_one_person_cannot_rule_alone(floor):
    opened(floor)
    answer = post(floor, "shift_manager", 1, {**RULED, "approved_by": "F-22"})
    assert (answer.status_code, answer.json()["code"]) == (422, "same_person")


def whole(*events, name="D-7"):
    return {"format": "pitledger/1", "stream": "dispute", "name": name, "events": list(events)}


def test_a_record_of_a_dispute_wants_by_every_way_in_what_its_own_routes_want(floor):
    with keys.administration(floor.settings) as connection, connection.transaction():
        for role, scopes in (
            ("desk", ("recording", "disputes")),
            ("chief", ("recording", "disputes", "ruling")),
        ):
            floor.keys[role] = keys.create(connection, role, scopes)[1]
    head = floor.head()
    for role, record in (
        ("recorder", whole(OPENED)),
        ("recorder", whole(OPENED, RULED)),
        ("desk", whole(OPENED, RULED)),
        # The type said twice: what is read is what is decided about.
        (
            "desk",
            json.dumps(whole(OPENED, RULED)).replace(
                '"type": "ruling', '"type": "reviewed", "type": "ruling'
            ),
        ),
    ):
        body = record if isinstance(record, str) else json.dumps(record)
        sent = {"content": body, "headers": {"Content-Type": "application/json"}}
        answer = floor(role, "POST", "/v1/records", **sent)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing"), (role, record)
        assert floor.head() == head
    lines = "\n".join(json.dumps(one) for one in (RECORD_412, whole(OPENED)))
    assert codes(floor.record_lines(lines)) == [None, "scope_missing"]
    assert floor.record(whole(OPENED), role="desk").status_code == 201
    assert floor.record({**whole(RULED), "after": 1}, role="chief").status_code == 201


@pytest.mark.parametrize(
    "said",
    [
        {"type": "accessed", "what": "report", "reason": "nobody took it"},
        {"type": "personal_data_erased", "subject": "S-81", "reason": "nothing was", "approved_by": "F-9"},
        {"type": "corrected", "corrects": 2, "reason": "was none", "approved_by": "F-9",
         "event": {"type": "accessed", "what": "report", "reason": "nobody took it"}},
    ],
)  # fmt: skip
def test_an_access_or_an_erasure_is_noted_by_the_ledger_alone(floor, said):
    opened(floor)
    assert post(floor, "floor", 1, REQUESTED).status_code == 201
    common = {name: RULED[name] for name in ("occurred_at", "source", "by")}
    answer = post(floor, "shift_manager", 2, {**common, **said})
    assert (answer.status_code, answer.json()["code"]) == (422, "noted_by_ledger")


def test_who_took_a_report_is_not_corrected_away(floor):
    opened(floor)
    floor.get("floor", f"/v1/disputes/{NAME}/report.json", params={"reason": "curious"})
    undone = {**RULED, "type": "corrected", "corrects": 2, "event": None, "reason": "it was not so"}
    del undone["ruling"]
    answer = post(floor, "shift_manager", 2, undone)
    assert (answer.status_code, answer.json()["code"]) == (422, "noted_by_ledger")


@pytest.mark.parametrize("second", ["f-22", "F-22 ", " F-2 2", "\uff26-22", "F\u200b-22"])
def test_ones_own_id_written_otherwise_is_no_second_person(floor, second):
    opened(floor)
    answer = post(floor, "shift_manager", 1, {**RULED, "approved_by": second})
    assert (answer.status_code, answer.json()["code"]) == (422, "same_person")
